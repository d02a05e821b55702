/// What an Instruments export contributes to a run.
package struct ExportRole: Hashable, Sendable {
  /// Names of the tables, sorted.
  package var tables: [String]
  /// Whether body evaluations are among them, or only what explains them: causes, hitches, signposts.
  package var holdsEvaluations: Bool
  /// The numbers of the runs that the tables belong to, as far as they say so.
  package var runs: Set<Int>

  package init(tables: [String], holdsEvaluations: Bool, runs: Set<Int> = []) {
    self.tables = tables
    self.holdsEvaluations = holdsEvaluations
    self.runs = runs
  }

  /// Whether its evaluations are those of another table once more, if that one is there.
  private var isCopy: Bool {
    tables.contains(ExportTable.name(of: .filteredUpdates)) && !tables.contains(ExportTable.name(of: .updates))
  }

  /// Looks for the tables of a source; `nil` when it is no export. The source cannot be used afterwards.
  package static func probe(_ source: any ByteSource) -> ExportRole? {
    let input = InputStream(source)
    if case .refused = input.container { return nil }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < buffer.count {
      let count = input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      if count == 0 { break }
      filled += count
      if filled >= Instruments.prefixSize,
        !Instruments.recognises(ByteSpan(UnsafeRawBufferPointer(rebasing: buffer[..<filled])))
      {
        return nil
      }
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<filled])
    guard Instruments.recognises(ByteSpan(bytes)) else { return nil }
    let reader = InstrumentsReader(recording: Recording(), run: nil, scenarioMarker: nil)
    let scanner = XMLScanner(handler: reader)
    scanner.consume(InputBlock(bytes: bytes))
    var families = reader.families
    var runs = reader.runs
    // What comes later is looked for by the beginnings of nodes alone.
    var outline = ExportOutline()
    outline.consume(ByteSpan(bytes))
    while filled == buffer.count {
      let count = input.read(into: buffer)
      if count == 0 { break }
      outline.consume(ByteSpan(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
    }
    families.formUnion(outline.schemas.compactMap { ExportTable.named($0)?.family })
    runs.formUnion(outline.runs)
    let tables = ExportTable.all.filter { families.contains($0.family) }.compactMap(\.schemas.first)
    return ExportRole(
      tables: tables.sorted(), holdsEvaluations: families.contains { $0.holdsEvaluations }, runs: runs)
  }

  /// Which inputs make up a run each: an export without evaluations joins one that has them and lacks its tables;
  /// everything else is a run of its own. `nil` stands for an input that is no export.
  ///
  /// Tables of different runs never belong together. What fits to several goes to the nearest before it, else after it; but
  /// when there are as many of a table as could take it, they are taken in order:
  ///
  ///     updates-1.xml causes-1.xml updates-2.xml causes-2.xml   →   [[0, 1], [2, 3]]
  ///     causes-1.xml causes-2.xml updates-1.xml updates-2.xml   →   [[0, 2], [1, 3]]
  package static func runs(_ roles: [ExportRole?]) -> [[Int]] {
    var groups: [RunGroup] = []
    var waiting: [Int] = []
    for (index, role) in roles.enumerated() {
      if let role, role.isCopy || !role.holdsEvaluations {
        waiting.append(index)
      } else {
        groups.append(RunGroup(index, role))
      }
    }
    join(&waiting, to: &groups, roles)
    // A copy without its original counts, and others may belong to it.
    for index in waiting where roles[index]?.isCopy == true { groups.append(RunGroup(index, roles[index])) }
    waiting.removeAll { roles[$0]?.isCopy == true }
    join(&waiting, to: &groups, roles)
    // Without any evaluations: what is there belongs together.
    var rest: [RunGroup] = []
    for index in waiting {
      guard let role = roles[index] else { continue }
      if let place = rest.firstIndex(where: { $0.takes(role) }) {
        rest[place].add(index, role)
      } else {
        rest.append(RunGroup(index, role))
      }
    }
    return (groups + rest).map { $0.members.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }

  private static func join(_ waiting: inout [Int], to groups: inout [RunGroup], _ roles: [ExportRole?]) {
    var left: [Int] = []
    // By role the groups that take its inputs in order.
    var inOrder: [ExportRole: [Int]] = [:]
    for index in waiting {
      guard let role = roles[index] else { continue }
      if inOrder[role] == nil {
        let takers = groups.indices.filter { groups[$0].takes(role) }.sorted { groups[$0].first < groups[$1].first }
        let number = waiting.count { roles[$0] == role }
        inOrder[role] = takers.count == number ? takers.reversed() : []
      }
      let place =
        inOrder[role]?.popLast()
        ?? groups.indices.filter { groups[$0].takes(role) && groups[$0].first < index }
        .max { groups[$0].first < groups[$1].first }
        ?? groups.indices.filter { groups[$0].takes(role) }.min { groups[$0].first < groups[$1].first }
      if let place { groups[place].add(index, role) } else { left.append(index) }
    }
    waiting = left
  }
}

/// Inputs that make up a run.
private struct RunGroup {
  private(set) var members: [Int]
  /// The one the others belong to.
  let first: Int
  private var tables: Set<String>
  private var runs: Set<Int>
  private let isExport: Bool

  init(_ index: Int, _ role: ExportRole?) {
    members = [index]
    first = index
    tables = Set(role?.tables ?? [])
    runs = role?.runs ?? []
    isExport = role != nil
  }

  func takes(_ role: ExportRole) -> Bool {
    isExport && tables.isDisjoint(with: role.tables)
      && (runs.isEmpty || role.runs.isEmpty || !runs.isDisjoint(with: role.runs))
  }

  mutating func add(_ index: Int, _ role: ExportRole) {
    members.append(index)
    tables.formUnion(role.tables)
    if runs.isEmpty { runs = role.runs }
  }
}
