/// The node that is being read: which table it is, and what its columns mean.
///
/// A node without a schema may have the columns of the one before, so these stay until others are known.
struct ExportNode {
  static let mostColumns = 64

  /// How many nodes there were, with this one.
  private(set) var number = 0
  var schema = ExportSchema()
  /// Whether it has a schema of its own.
  private(set) var hasOwnSchema = false
  /// The table it is, `nil` while nothing of it is wanted.
  private(set) var family: TableFamily?
  /// The name of a table that is not read.
  private(set) var otherSchema: String?
  /// Whether it belongs to another run than the one that is wanted.
  private(set) var isPassedOver = false
  var rowCount = 0
  private(set) var map: ColumnMap?
  /// What elements are worth keeping in it.
  private(set) var kinds = ValueKinds(for: nil)

  // The map again, in plain memory: it is looked up for every value.
  let cells: UnsafeMutablePointer<UInt8>
  let valueKinds: UnsafeMutablePointer<ValueKind>
  private(set) var hasMap = false
  /// Whether a column says when something began.
  private(set) var hasStarts = false
  /// The columns once more, by the elements that stand in them.
  let templates: UnsafeMutablePointer<CellTemplate>
  private(set) var templateCount = 0
  /// What stood in the columns last.
  let knownCells: UnsafeMutablePointer<KnownCell>
  /// Whether its rows may be read by templates.
  private(set) var readsTemplates = false

  /// In the first row of a node without a schema: what each column holds, until it is clear what the columns are.
  private(set) var isGuessing = false
  private(set) var guessed: [(type: String?, value: ElementValue?)] = []

  init() {
    cells = .allocate(capacity: Self.mostColumns)
    cells.initialize(repeating: RowCells.none, count: Self.mostColumns)
    valueKinds = .allocate(capacity: Self.mostColumns)
    valueKinds.initialize(repeating: .none, count: Self.mostColumns)
    templates = .allocate(capacity: Self.mostColumns)
    templates.initialize(repeating: CellTemplate(), count: Self.mostColumns)
    knownCells = .allocate(capacity: Self.mostColumns)
    knownCells.initialize(repeating: KnownCell(), count: Self.mostColumns)
  }

  func deallocate() {
    cells.deallocate()
    valueKinds.deallocate()
    templates.deallocate()
    knownCells.deallocate()
  }

  /// Begins the next node.
  mutating func begin(isPassedOver: Bool) {
    number += 1
    hasOwnSchema = false
    rowCount = 0
    readsTemplates = false
    self.isPassedOver = isPassedOver
  }

  // MARK: - Columns

  mutating func beginSchema(name: String) {
    schema = ExportSchema(name: name)
    hasOwnSchema = true
  }

  /// Takes the columns that the schema names.
  mutating func adoptSchema() {
    let table =
      schema.name.isEmpty ? ExportTable.withMnemonics(schema.mnemonics) : ExportTable.named(schema.name)
    otherSchema = table == nil ? schema.name : nil
    adopt(table, schema.mnemonics)
    makeTemplates()
  }

  private mutating func adopt(_ table: ExportTable?, _ mnemonics: [String]) {
    family = table?.family
    map = table.map { ColumnMap(table: $0, mnemonics: mnemonics) }
    hasMap = map != nil
    hasStarts = map?.cells.contains { $0?.cell == .start } ?? false
    kinds = ValueKinds(for: family)
    for column in 0..<Self.mostColumns {
      let target = map.flatMap { column < $0.cells.count ? $0.cells[column] : nil }
      cells[column] = target?.cell.rawValue ?? RowCells.none
      valueKinds[column] = target?.kind ?? .none
    }
  }

  /// Rows that are not read at all, or by guessing, are left to the scanner.
  private mutating func makeTemplates() {
    forgetCells()
    let types = schema.types
    templateCount = min(types.count, Self.mostColumns)
    readsTemplates = hasMap && !isPassedOver && types.count == schema.mnemonics.count
    for column in 0..<templateCount {
      let known = valueKinds[column]
      let kind = known == .none && !types[column].isEmpty ? kinds[TagName.key(types[column])] : known
      templates[column] = CellTemplate(type: types[column], kind: kind, cell: cells[column])
    }
  }

  func forgetCells() {
    for column in 0..<Self.mostColumns { knownCells[column].forget() }
  }

  // MARK: - Guessing

  /// Begins the first row.
  mutating func beginRows() {
    isGuessing = !hasOwnSchema
    // Everything is kept until it is clear what the rows are.
    if isGuessing { kinds = ValueKinds(for: nil) }
    guessed = []
  }

  /// Takes note of what stands in the next column.
  mutating func guess(_ name: ByteSpan, _ value: ElementValue?) {
    guard guessed.count < Self.mostColumns else { return }
    let type = name.string
    guessed.append((type == "sentinel" ? nil : type, value))
  }

  /// Takes note of the value in the column that was guessed last.
  mutating func guess(_ value: ElementValue) {
    if !guessed.isEmpty { guessed[guessed.count - 1].value = value }
  }

  /// Decides by the first row: the columns of the node before, if it looks like it; else they are recognised.
  ///
  /// - Returns: whether it is clear now what the rows are.
  mutating func settleGuess() -> Bool {
    isGuessing = false
    let fitsLast =
      map != nil && guessed.count == schema.types.count
      && zip(schema.types, guessed).allSatisfy { $0.isEmpty || $1.type == nil || $0 == $1.type }
    if fitsLast {
      makeTemplates()
      return true
    }
    if let (table, layout) = ExportTable.withLayout(guessed.map(\.type)) {
      otherSchema = nil
      adopt(table, layout.mnemonics)
      return true
    }
    adopt(nil, [])
    otherSchema = ""
    return false
  }
}
