/// Nodes and their schemas: which table it is, and what its columns mean.
extension InstrumentsReader {
  private func attribute(_ name: StaticString, of tag: XMLTag) -> ByteSpan? {
    for attribute in tag.attributes
    where attribute.name.count == name.utf8CodeUnitCount && attribute.name.hasPrefix(name) {
      return attribute.value
    }
    return nil
  }

  func startNode(_ tag: XMLTag) {
    place = .node
    nodeNumber += 1
    elements.removeAll()
    hasOwnSchema = false
    rowsInNode = 0
    let path = attribute("xpath", of: tag).map { XMLText.string($0) } ?? ""
    let run = Self.run(inPath: path)
    if let run { runs.insert(run) }
    isPassedOver = wantedRun != nil && run != nil && run != wantedRun
    readsTemplates = false
    if path.contains("/tracks") || path.contains("/detail") { isTrackDetail = true }
  }

  /// The number in `run[2]` or `run[@number="2"]`.
  static func run(inPath path: String) -> Int? {
    guard let open = path.firstRange(of: "run[") else { return nil }
    let digits = path[open.upperBound...].prefix { $0 != "]" }.filter(\.isNumber)
    return Int(digits)
  }

  func endNode() {
    if let family, !isPassedOver {
      tables[family, default: 0] += rowsInNode
      recording.tables[family, default: 0] += rowsInNode
    } else if let otherSchema {
      otherSchemas[otherSchema, default: 0] += rowsInNode
    }
    if hasOwnSchema || map != nil { return }
    otherSchemas["", default: 0] += rowsInNode
  }

  // MARK: - Schemas

  func startSchema(_ tag: XMLTag) {
    place = .schema
    schema = ExportSchema(name: attribute("name", of: tag).map { XMLText.string($0) } ?? "")
    hasOwnSchema = true
  }

  /// Has the numbers of a table's rows looked up in what the rows are kept in.
  func useRows() {
    switch family {
    case .updates?, .filteredUpdates?: elements.use(.updates(bodyRows))
    case .causes?: elements.use(.edges(edges.rows))
    case .fullCauses?: elements.use(.edges(fullEdges.rows))
    default: elements.use(.none)
    }
  }

  func adopt(_ name: String, _ mnemonics: [String]) {
    defer {
      makeTemplates()
      useRows()
    }
    let table = name.isEmpty ? ExportTable.withMnemonics(mnemonics) : ExportTable.named(name)
    family = table?.family
    otherSchema = table == nil ? name : nil
    map = table.map { ColumnMap(table: $0, mnemonics: mnemonics) }
    kinds = ValueKinds(for: family)
    if let family { families.insert(family) }
  }

  /// Rows that are not read at all, or by guessing, are left to the scanner.
  func makeTemplates() {
    let types = schema.types
    templateCount = min(types.count, Self.mostColumns)
    readsTemplates = hasMap && !isPassedOver && types.count == schema.mnemonics.count
    for column in 0..<templateCount {
      let known = columnKinds[column]
      let kind = known == .none && !types[column].isEmpty ? kinds[TagName.key(types[column])] : known
      templates[column] = CellTemplate(type: types[column], kind: kind, cell: columnCells[column])
    }
  }
}
