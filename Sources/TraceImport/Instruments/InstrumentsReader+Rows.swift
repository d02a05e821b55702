/// Rows: what is done with one, and what its columns are when no schema says so.
extension InstrumentsReader {
  func startRow(_ tag: XMLTag) {
    place = .row
    rowDepth = depth
    column = -1
    present = 0
    rowsInNode += 1
    if rowsInNode == 1 {
      isGuessing = !hasOwnSchema
      // Everything is kept until it is clear what the rows are.
      if isGuessing { kinds = ValueKinds(for: nil) }
      guessed = []
      // A row of attributes: the export of a track's detail.
      if tag.attributes.count > 2, map == nil { isTrackDetail = true }
    }
  }

  func endRow() {
    guard !isPassedOver else { return }
    if isGuessing { settleGuess() }
    readRow()
  }

  @inline(__always)
  func readRow() {
    guard let family else { return }
    switch family {
    case .updates: readUpdate(isFiltered: false)
    case .filteredUpdates: readUpdate(isFiltered: true)
    case .causes: readCause(isFull: false)
    case .fullCauses: readCause(isFull: true)
    case .hitches: readInterruption(.hitch)
    case .hangs: readInterruption(.hang)
    case .hangRisks: readInterruption(.hangRisk)
    case .log: readLog()
    case .signposts, .signpostIntervals, .pointsOfInterest: readSignpost(family)
    case .updateGroups: readGroup()
    case .changes, .layoutUpdates: break
    }
  }

  /// A node without a schema has the columns of the one before, if its rows look like it; else they are recognised.
  private func settleGuess() {
    isGuessing = false
    let fitsLast =
      map != nil && guessed.count == schema.types.count
      && zip(schema.types, guessed).allSatisfy { $0.isEmpty || $1.type == nil || $0 == $1.type }
    if !fitsLast {
      if let (table, layout) = ExportTable.withLayout(guessed.map(\.type)) {
        family = table.family
        otherSchema = nil
        map = ColumnMap(table: table, mnemonics: layout.mnemonics)
        kinds = ValueKinds(for: family)
      } else {
        unmatchedNodes += 1
        family = nil
        map = nil
        otherSchema = ""
      }
    }
    guard let map else { return }
    if fitsLast { makeTemplates() }
    useRows()
    for (index, column) in guessed.enumerated() where index < map.cells.count {
      if let target = map.cells[index], let value = column.value { set(target.cell.rawValue, value) }
    }
  }

  func guess(_ name: ByteSpan, _ value: ElementValue?) {
    guard guessed.count < Self.mostColumns else { return }
    let type = name.string
    guessed.append((type == "sentinel" ? nil : type, value))
  }
}
