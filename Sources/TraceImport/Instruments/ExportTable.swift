/// The kinds of tables that mean something here; each has a file in `Tables/`.
enum TableFamily: UInt8, CaseIterable {
  case updates, filteredUpdates, causes, fullCauses, changes, updateGroups, layoutUpdates
  case hitches, hangs, hangRisks, log, signposts, signpostIntervals, pointsOfInterest

  /// Whether its rows are, or may be, body evaluations.
  var holdsEvaluations: Bool {
    switch self {
    case .updates, .filteredUpdates, .log: true
    default: false
    }
  }
}

/// A value of a row, by what it is used for.
enum Cell: UInt8, CaseIterable {
  case start, duration, eventID, updateType, description, category, hierarchy, module, viewName, process, rootCauses
  case severity, sourceID, source, destinationID, destination, label, isSystem, message, format, subsystem, name
  case identifier

  /// Whether its values are numbers and not texts; by raw value, because it is asked for every value.
  @inline(__always)
  static func holdsNumber(_ cell: UInt8) -> Bool { numbers & 1 << UInt32(cell) != 0 }

  @inline(__always)
  private static var numbers: UInt32 {
    1 << UInt32(Cell.start.rawValue) | 1 << UInt32(Cell.duration.rawValue) | 1 << UInt32(Cell.eventID.rawValue)
      | 1 << UInt32(Cell.sourceID.rawValue) | 1 << UInt32(Cell.destinationID.rawValue)
      | 1 << UInt32(Cell.isSystem.rawValue) | 1 << UInt32(Cell.identifier.rawValue)
  }
}

/// How the value of an element is found.
enum ValueKind: UInt8 {
  /// Of no interest.
  case none
  /// Decimal character data.
  case number
  /// Character data.
  case text
  /// The `fmt` attribute, because the element has no text of its own.
  case display
  /// The first name in `fmt`, up to ` ← `: a view hierarchy is written leaf first.
  case leaf
  /// The first `<string>` inside: a node of the cause graph.
  case nodeName
}

/// A table of an export: which columns are read, and how it is recognised.
struct ExportTable {
  struct Column {
    var mnemonic: String
    var cell: Cell
    var kind: ValueKind
  }

  var family: TableFamily
  /// Names of schemas that have these columns.
  var schemas: [String]
  var columns: [Column]
  /// All columns with their engineering types, per known version: nodes may come without a schema.
  var layouts: [Layout]

  struct Layout {
    var mnemonics: [String]
    var types: [String]
  }

  init(
    _ family: TableFamily, schemas: [String], columns: [(String, Cell, ValueKind)] = [], layouts: [String] = []
  ) {
    self.family = family
    self.schemas = schemas
    self.columns = columns.map { Column(mnemonic: $0.0, cell: $0.1, kind: $0.2) }
    self.layouts = layouts.map { text in
      let columns = text.split(separator: " ").map { $0.split(separator: ":").map(String.init) }
      return Layout(mnemonics: columns.map { $0.count > 1 ? $0[0] : "" }, types: columns.map { $0.last ?? "" })
    }
  }

  /// All tables that are read, or known and passed over.
  static let all: [ExportTable] = [
    UpdatesTable.table, UpdatesTable.filtered, CausesTable.table, CausesTable.full, ChangesTable.table,
    UpdateGroupsTable.table, LayoutUpdatesTable.table, HitchesTable.table, HangsTable.table, HangRisksTable.table,
    LogTable.table, SignpostTable.events, SignpostTable.intervals, SignpostTable.pointsOfInterest,
  ]

  /// The name that a kind of table has in lists.
  static func name(of family: TableFamily) -> String { all.first { $0.family == family }?.schemas.first ?? "" }

  static func named(_ schema: String) -> ExportTable? {
    all.first { $0.schemas.contains(schema) }
  }

  /// The table whose columns these are, for nodes without any schema.
  static func withLayout(_ types: [String?]) -> (table: ExportTable, layout: Layout)? {
    for table in all {
      for layout in table.layouts where layout.types.count == types.count {
        // A null says nothing about its column.
        let fits = zip(layout.types, types).allSatisfy { known, seen in
          seen == nil || seen == known || (known == "typed-array" && seen == "metadata")
        }
        if fits { return (table, layout) }
      }
    }
    return nil
  }

  /// The table with the most of these mnemonics, for schemas without a name; `nil` when tables of different columns have
  /// equally many: a time and a process are in most of them.
  static func withMnemonics(_ mnemonics: [String]) -> ExportTable? {
    let counts = all.map { table in table.columns.count { mnemonics.contains($0.mnemonic) } }
    guard let most = counts.max(), most >= 2, most * 2 > mnemonics.count else { return nil }
    let best = zip(all, counts).filter { $0.1 == most }.map(\.0)
    guard let first = best.first else { return nil }
    let columns = Set(first.columns.map(\.mnemonic))
    return best.allSatisfy { Set($0.columns.map(\.mnemonic)) == columns } ? first : nil
  }
}

/// The columns of the node that is being read: what each position means.
struct ColumnMap {
  var table: ExportTable
  /// Per position the cell, `nil` for columns that are not read.
  var cells: [(cell: Cell, kind: ValueKind)?]

  init(table: ExportTable, mnemonics: [String]) {
    self.table = table
    cells = mnemonics.map { mnemonic in
      table.columns.first { $0.mnemonic == mnemonic }.map { ($0.cell, $0.kind) }
    }
  }
}
