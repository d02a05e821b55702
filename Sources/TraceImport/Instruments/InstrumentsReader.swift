/// Reads the tables of an export into a `Recording`: follows the elements from the document to the values of rows.
///
/// What a node's columns mean is the business of `ExportNode`, what identifiers stand for of `ElementTable`, the values of
/// the row of `RowCells`, what becomes of a row of `RowRecorder`, and what was found of `ExportFindings`.
///
/// A class, because it is the one owner of a long-lived state machine; the scanner calls it back.
final class InstrumentsReader: XMLHandler {
  /// What the element at a depth is, while it is open.
  struct Frame {
    var kind = ValueKind.none
    /// The cell it fills, when it stands directly in a row; else `RowCells.none`.
    var cell = RowCells.none
    var id: UInt32 = 0
    var value: ElementValue?
    /// What stands for the value when the element has no text: what its `fmt` says.
    var fallback: ElementValue?
    /// Whether the text so far is a number.
    var isNumber = true
  }

  enum Place {
    case document, root, node, schema, row, tableOfContents
  }

  // Not private: its extensions stand in files of their own.
  let recorder: RowRecorder
  let elements = ElementTable()
  /// The recording's, here again because it is asked for every definition.
  let strings: StringTable
  var findings = ExportFindings()
  var node = ExportNode()
  var row = RowCells()
  let frames: UnsafeMutablePointer<Frame>
  /// Keys of the elements that are open inside of a value.
  let insideKeys: UnsafeMutablePointer<UInt64>
  /// `elements.changes` when what stood in the columns last was resolved.
  var knownChanges = 0
  var place = Place.document
  private(set) var depth = 0
  private(set) var rowDepth = 0
  private let wantedRun: Int?
  // As long as the program, but here they are not looked up behind a lock.
  private let rowKey = TagName.row
  let sentinelKey = TagName.sentinel
  let stringKey = TagName.string

  @inline(__always) static var mostLevels: Int { 16 }

  init(recording: Recording, run: Int?, scenarioMarker: ((String) -> String?)?) {
    recorder = RowRecorder(recording: recording, elements: elements, scenarioMarker: scenarioMarker)
    strings = recording.strings
    wantedRun = run
    frames = .allocate(capacity: XMLScanner<InstrumentsReader>.depthLimit + 2)
    frames.initialize(repeating: Frame(), count: XMLScanner<InstrumentsReader>.depthLimit + 2)
    insideKeys = .allocate(capacity: Self.mostLevels)
    insideKeys.initialize(repeating: 0, count: Self.mostLevels)
  }

  deinit {
    frames.deallocate()
    insideKeys.deallocate()
    node.deallocate()
    row.deallocate()
  }

  /// Gives back what only reading needs.
  func close() {
    findings.elementOverflows = elements.overflows
    elements.removeAll()
    recorder.close()
  }

  // MARK: - Elements

  func start(_ tag: XMLTag) {
    depth += 1
    switch place {
    case .row: startValue(tag)
    case .node:
      if tag.key == rowKey {
        startRow(tag)
      } else if tag.key == TagName.schema {
        place = .schema
        node.beginSchema(name: Self.attribute("name", of: tag).map { XMLText.string($0) } ?? "")
      }
    case .schema: node.schema.startElement(tag.key)
    case .root:
      if tag.key == TagName.node { startNode(tag) }
    case .document: startDocument(tag.name.string)
    case .tableOfContents:
      findings.contents.note(tag.name.string, tag.attributes)
    }
  }

  func text(_ text: ByteSpan, isRaw: Bool) {
    switch place {
    case .row where depth > rowDepth: addText(text, isRaw: isRaw)
    case .schema: node.schema.add(text, isRaw: isRaw)
    default: break
    }
  }

  func end() {
    switch place {
    case .row:
      if depth == rowDepth {
        endRow()
        place = .node
      } else {
        endValue()
      }
    case .schema:
      node.schema.endElement()
      if depth == 2 + nodeDepth {
        place = .node
        node.adoptSchema()
        noteTable()
      }
    case .node:
      if depth == 1 + nodeDepth {
        place = .root
        endNode()
      }
    case .root, .tableOfContents, .document: break
    }
    depth -= 1
  }

  /// Nodes stand directly in the root.
  private var nodeDepth: Int { 1 }

  private func startDocument(_ root: String) {
    place = .root
    switch root {
    case "trace-query-result": findings.kind = .query
    case "trace-toc":
      findings.kind = .tableOfContents
      place = .tableOfContents
    default: findings.kind = .other(root)
    }
  }

  private static func attribute(_ name: StaticString, of tag: XMLTag) -> ByteSpan? {
    for attribute in tag.attributes
    where attribute.name.count == name.utf8CodeUnitCount && attribute.name.hasPrefix(name) {
      return attribute.value
    }
    return nil
  }

  // MARK: - Nodes

  private func startNode(_ tag: XMLTag) {
    place = .node
    findings.nodeCount += 1
    elements.removeAll()
    let path = Self.attribute("xpath", of: tag).map { XMLText.string($0) } ?? ""
    let run = Self.run(inPath: path)
    if let run { findings.runs.insert(run) }
    node.begin(isPassedOver: wantedRun != nil && run != nil && run != wantedRun)
    if path.contains("/tracks") || path.contains("/detail") { findings.isTrackDetail = true }
  }

  /// The number in `run[2]` or `run[@number="2"]`.
  static func run(inPath path: String) -> Int? {
    guard let open = path.firstRange(of: "run[") else { return nil }
    let digits = path[open.upperBound...].prefix { $0 != "]" }.filter(\.isNumber)
    return Int(digits)
  }

  private func endNode() {
    if let family = node.family, !node.isPassedOver {
      findings.tables[family, default: 0] += node.rowCount
      recorder.recording.tables[family, default: 0] += node.rowCount
    } else if let other = node.otherSchema {
      findings.otherSchemas[other, default: 0] += node.rowCount
    }
    if !node.hasOwnSchema, !node.hasMap { findings.otherSchemas["", default: 0] += node.rowCount }
  }

  /// It has become clear which table the node is.
  private func noteTable() {
    if let family = node.family, node.hasOwnSchema { findings.families.insert(family) }
    recorder.prepare(for: node.family)
  }

  // MARK: - Rows

  private func startRow(_ tag: XMLTag) {
    place = .row
    rowDepth = depth
    row.beginRow()
    node.rowCount += 1
    guard node.rowCount == 1 else { return }
    node.beginRows()
    // A row of attributes: the export of a track's detail.
    if tag.attributes.count > 2, !node.hasMap { findings.isTrackDetail = true }
  }

  private func endRow() {
    guard !node.isPassedOver else { return }
    if node.isGuessing { settleGuess() }
    recordRow()
  }

  // In parts, because passing the node would keep all of it alive with every row.
  @inline(__always)
  func recordRow() {
    recorder.record(row, of: node.family, nodeNumber: node.number, hasStarts: node.hasStarts)
  }

  /// Sets the cells of the first row, once it is clear what the columns are.
  private func settleGuess() {
    guard node.settleGuess(), let map = node.map else {
      findings.unmatchedNodes += 1
      return
    }
    noteTable()
    for (column, target) in zip(node.guessed, map.cells) {
      if let target, let value = column.value { row.set(target.cell.rawValue, value) }
    }
  }
}
