/// Reads the tables of an export into a `Recording`: nodes, their schemas, rows, and what ids and refs stand for.
///
/// A class, because it is the one owner of a long-lived state machine; the scanner calls it back.
final class InstrumentsReader: XMLHandler {
  /// What the element at a depth is, while it is open.
  private struct Frame {
    var kind = ValueKind.none
    /// The cell it fills, when it stands directly in a row; else `noCell`.
    var cell = InstrumentsReader.noCell
    var id: UInt32 = 0
    var value: ElementValue?
    /// Whether the text so far is a number.
    var isNumber = true
  }

  enum Place {
    case document, root, node, schema, row, tableOfContents
  }

  /// What the document turned out to be.
  enum Kind: Hashable {
    case unknown
    case query
    case tableOfContents
    /// XML with another root element.
    case other(String)
  }

  let recording: Recording
  /// The recording's, here again because it is asked for every definition.
  let strings: StringTable
  let scenarioMarker: ((String) -> String?)?
  private let wantedRun: Int?

  // What table files keep between rows.
  var bodyTypes = TextNotes()
  var viewNames = ViewNameCache()
  var severities = TextNotes()
  var categories = TextNotes()

  private(set) var kind = Kind.unknown
  private(set) var nodeNumber = 0
  /// Numbers of the runs the nodes belong to.
  private(set) var runs: Set<Int> = []
  /// Schemas that are not read, with their rows.
  private(set) var otherSchemas: [String: Int] = [:]
  var danglingReferences = 0
  private(set) var unmatchedNodes = 0
  private(set) var isTrackDetail = false
  private(set) var contents = TableOfContents()
  /// Tables found in this input, with their rows.
  private(set) var tables: [TableFamily: Int] = [:]
  /// Tables seen so far, whether or not their node has ended.
  private(set) var families: Set<TableFamily> = []
  let elements = ElementTable()
  private(set) var kinds = ValueKinds(for: nil)
  private let rowKey = TagName.row
  private let sentinelKey = TagName.sentinel

  private(set) var place = Place.document
  private(set) var depth = 0
  private let frames: UnsafeMutablePointer<Frame>
  private(set) var rowDepth = 0

  // The node.
  private var schema = (name: "", mnemonics: [String](), types: [String]())
  private var hasOwnSchema = false
  private var schemaText = SchemaText.none
  private var scratch = ""
  private var map: ColumnMap? {
    didSet {
      for column in 0..<Self.mostColumns {
        let target = map.flatMap { column < $0.cells.count ? $0.cells[column] : nil }
        columnCells[column] = target?.cell.rawValue ?? Self.noCell
        columnKinds[column] = target?.kind ?? .none
      }
      hasMap = map != nil
    }
  }
  private var hasMap = false
  /// The map again, in plain memory: it is looked up for every value.
  private let columnCells: UnsafeMutablePointer<UInt8>
  private let columnKinds: UnsafeMutablePointer<ValueKind>
  private static let mostColumns = 64
  @inline(__always) static var noCell: UInt8 { .max }

  // What `readRows` looks at.

  /// The columns once more, by the elements that stand in them.
  let templates: UnsafeMutablePointer<CellTemplate>
  private(set) var templateCount = 0
  /// Whether the rows of this node may be read by templates.
  private(set) var readsTemplates = false
  /// Keys of the elements that are open inside of a value.
  let insideKeys: UnsafeMutablePointer<UInt64>
  @inline(__always) static var mostLevels: Int { 16 }
  private var family: TableFamily?
  private var otherSchema: String?
  private var isPassedOver = false
  var rowsInNode = 0

  // The row.
  var column = -1
  let cells: UnsafeMutablePointer<UInt64>
  var present: UInt32 = 0
  /// In the first row of a node without a schema: what each column holds, until it is clear what the columns are.
  private var isGuessing = false
  private var guessed: [(type: String?, value: ElementValue?)] = []

  private enum SchemaText { case none, mnemonic, type }

  init(recording: Recording, run: Int?, scenarioMarker: ((String) -> String?)?) {
    self.recording = recording
    strings = recording.strings
    self.scenarioMarker = scenarioMarker
    wantedRun = run
    frames = .allocate(capacity: XMLScanner<InstrumentsReader>.depthLimit + 2)
    frames.initialize(repeating: Frame(), count: XMLScanner<InstrumentsReader>.depthLimit + 2)
    columnCells = .allocate(capacity: Self.mostColumns)
    columnCells.initialize(repeating: Self.noCell, count: Self.mostColumns)
    columnKinds = .allocate(capacity: Self.mostColumns)
    columnKinds.initialize(repeating: .none, count: Self.mostColumns)
    cells = .allocate(capacity: Cell.allCases.count)
    cells.initialize(repeating: 0, count: Cell.allCases.count)
    templates = .allocate(capacity: Self.mostColumns)
    templates.initialize(repeating: CellTemplate(), count: Self.mostColumns)
    insideKeys = .allocate(capacity: Self.mostLevels)
    insideKeys.initialize(repeating: 0, count: Self.mostLevels)
  }

  deinit {
    frames.deallocate()
    cells.deallocate()
    columnCells.deallocate()
    columnKinds.deallocate()
    templates.deallocate()
    insideKeys.deallocate()
  }

  /// Gives back what only reading needs.
  func close() { elements.removeAll() }

  var elementOverflows: Int { elements.overflows }

  // MARK: - Cells

  @inline(__always)
  func number(_ cell: Cell) -> UInt64? {
    present & (1 << UInt32(cell.rawValue)) == 0 ? nil : cells[Int(cell.rawValue)]
  }

  @inline(__always)
  func text(_ cell: Cell) -> UInt32? {
    present & (1 << UInt32(cell.rawValue)) == 0 ? nil : UInt32(truncatingIfNeeded: cells[Int(cell.rawValue)])
  }

  @inline(__always)
  private func set(_ cell: UInt8, _ value: ElementValue) {
    switch value {
    case .number(let number): cells[Int(cell)] = number
    case .text(let text): cells[Int(cell)] = UInt64(text)
    }
    present |= 1 << UInt32(cell)
  }

  // MARK: - Elements

  @inline(__always)
  func reference(_ name: ByteSpan, _ digits: ByteSpan, value: UInt64) {
    guard place == .row, !isPassedOver else { return }
    if depth == rowDepth {
      column += 1
      if isGuessing { return guess(name, UInt32(exactly: value).flatMap { elements[$0] }) }
      let cell = column < Self.mostColumns ? columnCells[column] : Self.noCell
      if cell == Self.noCell { return }
      guard let id = UInt32(exactly: value), let value = elements[id] else {
        danglingReferences += 1
        return
      }
      set(cell, value)
    } else if frames[depth].kind == .nodeName, frames[depth].value == nil, let id = UInt32(exactly: value),
      case .text(let text)? = elements[id]
    {
      frames[depth].value = .text(text)
    }
  }

  @inline(__always)
  private func decimal(_ digits: ByteSpan) -> UInt32? {
    guard digits.count <= 9 else { return digits.decimal.flatMap(UInt32.init(exactly:)) }
    var value: UInt32 = 0
    for index in 0..<digits.count { value = value &* 10 &+ UInt32(digits[index] & 0x0F) }
    return value
  }

  func start(_ tag: XMLTag) {
    depth += 1
    switch place {
    case .row: startValue(tag)
    case .node:
      if tag.key == rowKey {
        startRow(tag)
      } else if tag.key == TagName.schema {
        place = .schema
        schema = (
          XMLText.string(attribute("name", of: tag) ?? ByteSpan(UnsafeRawBufferPointer(start: nil, count: 0))), [], []
        )
        hasOwnSchema = true
      }
    case .schema: startColumn(tag)
    case .root:
      if tag.key == TagName.node { startNode(tag) }
    case .document:
      place = .root
      switch tag.name.string {
      case "trace-query-result": kind = .query
      case "trace-toc":
        kind = .tableOfContents
        place = .tableOfContents
      case let other: kind = .other(other)
      }
    case .tableOfContents:
      contents.note(tag.name.string, tag.attributes)
    }
  }

  func text(_ text: ByteSpan, isRaw: Bool) {
    switch place {
    case .row where depth > rowDepth: addText(text, isRaw: isRaw)
    case .schema where schemaText != .none: scratch += XMLText.string(text, isRaw: isRaw)
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
      endColumn()
      if depth == 2 + nodeDepth {
        place = .node
        adopt(schema.name, schema.mnemonics)
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

  private func attribute(_ name: StaticString, of tag: XMLTag) -> ByteSpan? {
    for attribute in tag.attributes
    where attribute.name.count == name.utf8CodeUnitCount && attribute.name.hasPrefix(name) {
      return attribute.value
    }
    return nil
  }

  // MARK: - Nodes

  private func startNode(_ tag: XMLTag) {
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

  private func endNode() {
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

  private func startColumn(_ tag: XMLTag) {
    schemaText = tag.key == TagName.mnemonic ? .mnemonic : tag.key == TagName.engineeringType ? .type : .none
    scratch = ""
  }

  private func endColumn() {
    switch schemaText {
    case .none: break
    case .mnemonic:
      schema.mnemonics.append(scratch)
      schema.types.append("")
    case .type:
      if !schema.types.isEmpty { schema.types[schema.types.count - 1] = scratch }
    }
    schemaText = .none
  }

  private func adopt(_ name: String, _ mnemonics: [String]) {
    defer { makeTemplates() }
    let table = name.isEmpty ? ExportTable.withMnemonics(mnemonics) : ExportTable.named(name)
    family = table?.family
    otherSchema = table == nil ? name : nil
    map = table.map { ColumnMap(table: $0, mnemonics: mnemonics) }
    kinds = ValueKinds(for: family)
    if let family { families.insert(family) }
  }

  /// Rows that are not read at all, or by guessing, are left to the scanner.
  private func makeTemplates() {
    let types = schema.types
    templateCount = min(types.count, Self.mostColumns)
    readsTemplates = hasMap && !isPassedOver && types.count == schema.mnemonics.count
    for column in 0..<templateCount {
      let known = columnKinds[column]
      let kind = known == .none && !types[column].isEmpty ? kinds[TagName.key(types[column])] : known
      templates[column] = CellTemplate(type: types[column], kind: kind, cell: columnCells[column])
    }
  }

  // MARK: - Rows

  private func startRow(_ tag: XMLTag) {
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

  private func endRow() {
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
    for (index, column) in guessed.enumerated() where index < map.cells.count {
      if let target = map.cells[index], let value = column.value { set(target.cell.rawValue, value) }
    }
  }

  private func guess(_ name: ByteSpan, _ value: ElementValue?) {
    guard guessed.count < 64 else { return }
    let type = name.string
    guessed.append((type == "sentinel" ? nil : type, value))
  }

  // MARK: - Values

  private func startValue(_ tag: XMLTag) {
    var frame = Frame()
    var display: ByteSpan?
    var reference: ByteSpan?
    for attribute in tag.attributes {
      let name = attribute.name
      if name.count == 2, name[0] == UInt8(ascii: "i"), name[1] == UInt8(ascii: "d") {
        frame.id = decimal(attribute.value) ?? 0
      } else if name.count == 3, name[0] == UInt8(ascii: "f") {
        display = attribute.value
      } else if name.count == 3, name[0] == UInt8(ascii: "r") {
        reference = attribute.value
      }
    }
    let isCell = depth == rowDepth + 1
    var kind = ValueKind.none
    if isCell {
      column += 1
      if tag.key == sentinelKey, !isGuessing {
        frames[depth] = frame
        return
      }
      if !isGuessing, column < Self.mostColumns {
        frame.cell = columnCells[column]
        kind = columnKinds[column]
      }
      if isGuessing { guess(tag.name, nil) }
    }
    if !isPassedOver, hasMap || isGuessing {
      if let reference {
        frame.value = decimal(reference).flatMap { elements[$0] }
        if frame.value == nil, frame.cell != Self.noCell { danglingReferences += 1 }
        frame.id = 0
      } else {
        if kind == .none { kind = kinds[tag.key] }
        frame.kind = kind
        if let display { noteDisplay(display, isEmpty: tag.isEmpty, in: &frame) }
      }
    }
    frames[depth] = frame
  }

  @inline(__always)
  private func noteDisplay(_ display: ByteSpan, isEmpty: Bool, in frame: inout Frame) {
    switch frame.kind {
    case .none, .number: break
    case .text:
      if isEmpty { frame.value = .text(strings.intern(display)) }
    case .display: frame.value = .text(strings.intern(display))
    case .leaf:
      frame.value = .text(strings.intern(Self.leaf(of: display)))
    case .nodeName:
      if isEmpty { frame.value = .text(strings.intern(NodeName.name(inDisplay: XMLText.string(display)))) }
    }
  }

  @inline(__always)
  private func addText(_ text: ByteSpan, isRaw: Bool) {
    switch frames[depth].kind {
    case .number:
      guard frames[depth].isNumber else { return }
      var value: UInt64 = 0
      if case .number(let known)? = frames[depth].value { value = known }
      var isNumber = true
      for index in 0..<text.count {
        let digit = text[index] &- 0x30
        guard digit <= 9 else {
          if text[index] <= 0x20 { continue }
          isNumber = false
          break
        }
        let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
        let (sum, carried) = tens.addingReportingOverflow(UInt64(digit))
        value = overflowed || carried ? .max : sum
      }
      frames[depth].value = isNumber ? .number(value) : nil
      frames[depth].isNumber = isNumber
    case .text:
      if case .text(let first)? = frames[depth].value {
        frames[depth].value = .text(strings.intern(first, followedBy: text, isRaw: isRaw))
      } else {
        frames[depth].value = .text(strings.intern(text, isRaw: isRaw))
      }
    case .display, .leaf, .nodeName:
      // Hand-made exports put the value of a container into its text.
      if frames[depth].value == nil, text.trimmed.count > 0, text[0] != 0x0A {
        frames[depth].value = .text(strings.intern(text, isRaw: isRaw))
      }
    case .none: break
    }
  }

  private func endValue() {
    var frame = frames[depth]
    // An empty string is a value: `<string id="28" fmt=""></string>`.
    if frame.kind == .text, frame.value == nil { frame.value = .text(StringTable.empty) }
    if let value = frame.value {
      if frame.id != 0 {
        switch value {
        case .number(let number): elements.define(frame.id, number: number)
        case .text(let text): elements.define(frame.id, text: text)
        }
      }
      if frame.cell != Self.noCell {
        set(frame.cell, value)
      } else if isGuessing, depth == rowDepth + 1, !guessed.isEmpty {
        guessed[guessed.count - 1].value = value
      } else if depth > rowDepth + 1, frame.kind == .text || frame.kind == .none, frames[depth - 1].kind == .nodeName,
        frames[depth - 1].value == nil, case .text = value
      {
        frames[depth - 1].value = value
      }
    }
  }
}
