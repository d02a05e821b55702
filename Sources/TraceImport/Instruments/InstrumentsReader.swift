/// Reads the tables of an export into a `Recording`: nodes, their schemas, rows, and what ids and refs stand for.
///
/// A class, because it is the one owner of a long-lived state machine; the scanner calls it back.
final class InstrumentsReader: XMLHandler {
  /// What the element at a depth is, while it is open.
  struct Frame {
    var kind = ValueKind.none
    /// The cell it fills, when it stands directly in a row; else `noCell`.
    var cell = InstrumentsReader.noCell
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

  /// What the document turned out to be.
  enum Kind: Hashable {
    case unknown
    case query
    case tableOfContents
    /// XML with another root element.
    case other(String)

    /// Whether Instruments wrote it, as opposed to somebody else's XML.
    var isExport: Bool {
      switch self {
      case .query, .tableOfContents: true
      case .unknown, .other: false
      }
    }
  }

  let recording: Recording
  // The recording's, here again because they are asked for every definition and every row.
  let strings: StringTable
  let edges: EdgeTable
  let fullEdges: EdgeTable
  let bodyRows: ChunkedArray<BodyRow>
  let scenarioMarker: ((String) -> String?)?
  let wantedRun: Int?

  // What table files keep between rows.
  var bodyTypes = TextNotes()
  var viewNames = ViewNameCache()
  var severities = TextNotes()
  var categories = TextNotes()
  var skippedNodes = TextNotes()

  private(set) var kind = Kind.unknown
  var nodeNumber = 0
  /// Numbers of the runs the nodes belong to.
  var runs: Set<Int> = []
  /// Schemas that are not read, with their rows.
  var otherSchemas: [String: Int] = [:]
  var danglingReferences = 0
  var unmatchedNodes = 0
  var isTrackDetail = false
  private(set) var contents = TableOfContents()
  /// Tables found in this input, with their rows.
  var tables: [TableFamily: Int] = [:]
  /// Tables seen so far, whether or not their node has ended.
  var families: Set<TableFamily> = []
  let elements = ElementTable()
  var kinds = ValueKinds(for: nil)
  private let rowKey = TagName.row
  let sentinelKey = TagName.sentinel
  let stringKey = TagName.string

  var place = Place.document
  private(set) var depth = 0
  let frames: UnsafeMutablePointer<Frame>
  var rowDepth = 0

  // The node.
  var schema = ExportSchema()
  var hasOwnSchema = false
  var map: ColumnMap? {
    didSet {
      for column in 0..<Self.mostColumns {
        let target = map.flatMap { column < $0.cells.count ? $0.cells[column] : nil }
        columnCells[column] = target?.cell.rawValue ?? Self.noCell
        columnKinds[column] = target?.kind ?? .none
      }
      hasMap = map != nil
    }
  }
  var hasMap = false
  /// The map again, in plain memory: it is looked up for every value.
  let columnCells: UnsafeMutablePointer<UInt8>
  let columnKinds: UnsafeMutablePointer<ValueKind>
  static let mostColumns = 64
  @inline(__always) static var noCell: UInt8 { .max }

  // What `readRows` looks at.

  /// The columns once more, by the elements that stand in them.
  let templates: UnsafeMutablePointer<CellTemplate>
  var templateCount = 0
  /// Whether the rows of this node may be read by templates.
  var readsTemplates = false
  /// Keys of the elements that are open inside of a value.
  let insideKeys: UnsafeMutablePointer<UInt64>
  @inline(__always) static var mostLevels: Int { 16 }
  var family: TableFamily?
  var otherSchema: String?
  var isPassedOver = false
  var rowsInNode = 0

  // The row.
  var column = -1
  let cells: UnsafeMutablePointer<UInt64>
  /// By which identifiers the numbers among the cells may be referred to, 0 for those that are references themselves; as
  /// many as a byte can count, so that `noCell` has one, too.
  let cellIDs: UnsafeMutablePointer<UInt32>
  var present: UInt32 = 0
  /// In the first row of a node without a schema: what each column holds, until it is clear what the columns are.
  var isGuessing = false
  var guessed: [(type: String?, value: ElementValue?)] = []

  init(recording: Recording, run: Int?, scenarioMarker: ((String) -> String?)?) {
    self.recording = recording
    strings = recording.strings
    edges = recording.edges
    fullEdges = recording.fullEdges
    bodyRows = recording.rows
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
    cellIDs = .allocate(capacity: 1 << UInt8.bitWidth)
    cellIDs.initialize(repeating: 0, count: 1 << UInt8.bitWidth)
    templates = .allocate(capacity: Self.mostColumns)
    templates.initialize(repeating: CellTemplate(), count: Self.mostColumns)
    insideKeys = .allocate(capacity: Self.mostLevels)
    insideKeys.initialize(repeating: 0, count: Self.mostLevels)
  }

  deinit {
    frames.deallocate()
    cells.deallocate()
    cellIDs.deallocate()
    columnCells.deallocate()
    columnKinds.deallocate()
    templates.deallocate()
    insideKeys.deallocate()
  }

  /// Gives back what only reading needs.
  func close() {
    elements.removeAll()
    viewNames = ViewNameCache()
  }

  var elementOverflows: Int { elements.overflows }

  // MARK: - Cells

  @inline(__always)
  func number(_ cell: Cell) -> UInt64? {
    present & (1 << UInt32(cell.rawValue)) == 0 ? nil : cells[Int(cell.rawValue)]
  }

  /// By which identifier others may refer to the number in a cell; 0 when there is none, or it is a reference itself.
  @inline(__always)
  func definition(of cell: Cell) -> UInt32 {
    present & (1 << UInt32(cell.rawValue)) == 0 ? 0 : cellIDs[Int(cell.rawValue)]
  }

  @inline(__always)
  func text(_ cell: Cell) -> UInt32? {
    present & (1 << UInt32(cell.rawValue)) == 0 ? nil : UInt32(truncatingIfNeeded: cells[Int(cell.rawValue)])
  }

  /// Sets a cell, unless the value is of the wrong kind: a number is no index of a text.
  ///
  /// - Parameter id: by what a number may be referred to; 0 when it is a reference itself.
  @inline(__always)
  func set(_ cell: UInt8, _ value: ElementValue, id: UInt32 = 0) {
    switch value {
    case .number(let number):
      guard Cell.holdsNumber(cell) else { return }
      cells[Int(cell)] = number
      cellIDs[Int(cell)] = id
    case .text(let text):
      guard !Cell.holdsNumber(cell) else { return }
      cells[Int(cell)] = UInt64(text)
    }
    present |= 1 << UInt32(cell)
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
        startSchema(tag)
      }
    case .schema: schema.startElement(tag.key)
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
    case .schema: schema.add(text, isRaw: isRaw)
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
      schema.endElement()
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
}
