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
    guard var probe = Probe(source) else { return nil }
    // What comes later is looked for by the beginnings of nodes alone.
    while probe.readMore() {}
    return probe.role
  }

  /// Looks for the tables in the beginning of a source that can be read only once.
  ///
  /// - Returns: `role`, `nil` when it is no export; and all bytes of the source again. Tables further back are not known;
  ///   `ExportReading` says so when there are any that matter.
  package static func probe(beginningOf source: any ByteSource) -> (role: ExportRole?, source: any ByteSource) {
    let replay = ReplayingSource(source)
    let role = Probe(replay)?.role
    replay.rewind()
    return (role, replay)
  }

  /// A look at the tables of a source.
  private struct Probe {
    private static let pieceSize = 64 << 10

    private let input: InputStream
    private var piece = [UInt8](repeating: 0, count: pieceSize)
    private var families: Set<TableFamily> = []
    private var runs: Set<Int> = []
    private var outline = ExportOutline()
    private var isAtEnd = false

    /// Reads the beginning; `nil` when it is not that of an export.
    init?(_ source: any ByteSource) {
      input = InputStream(source)
      if case .refused = input.container { return nil }
      var filled = 0
      while filled < piece.count {
        let count = piece.withUnsafeMutableBytes {
          input.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }
        if count == 0 { break }
        filled += count
        let isOther = piece.withUnsafeBytes {
          let beginning = ByteSpan(UnsafeRawBufferPointer(rebasing: $0[..<filled]))
          return Instruments.isSettled(beginning) && !Instruments.recognises(beginning)
        }
        if isOther { return nil }
      }
      isAtEnd = filled < piece.count
      let reader = InstrumentsReader(recording: Recording(), run: nil, scenarioMarker: nil)
      let isExport = piece.withUnsafeBytes {
        let bytes = UnsafeRawBufferPointer(rebasing: $0[..<filled])
        guard Instruments.recognises(ByteSpan(bytes)) else { return false }
        XMLScanner(handler: reader).consume(InputBlock(bytes: bytes))
        return true
      }
      guard isExport else { return nil }
      families = reader.findings.families
      runs = reader.findings.runs
      piece.withUnsafeBytes { outline.consume(ByteSpan(UnsafeRawBufferPointer(rebasing: $0[..<filled]))) }
    }

    /// Reads the next piece; false at the end.
    mutating func readMore() -> Bool {
      guard !isAtEnd else { return false }
      let count = piece.withUnsafeMutableBytes { input.read(into: $0) }
      isAtEnd = count == 0
      piece.withUnsafeBytes { outline.consume(ByteSpan(UnsafeRawBufferPointer(rebasing: $0[..<count]))) }
      return !isAtEnd
    }

    var role: ExportRole {
      let families = families.union(outline.schemas.compactMap { ExportTable.named($0)?.family })
      let tables = ExportTable.all.filter { families.contains($0.family) }.compactMap(\.schemas.first)
      return ExportRole(
        tables: tables.sorted(), holdsEvaluations: families.contains { $0.holdsEvaluations },
        runs: runs.union(outline.runs))
    }
  }

  /// Inputs that make up a run.
  package struct Run: Hashable, Sendable {
    /// Their places among all inputs, ascending.
    package var members: [Int]
    /// Those of them that could as well belong to another run: nothing but the order of the inputs decided.
    package var guesses: Set<Int>
  }

  /// Which inputs make up a run each: an export without evaluations joins one that has them and lacks its tables;
  /// everything else is a run of its own. `nil` stands for an input that is no export.
  ///
  /// Tables of different runs never belong together. What fits to several goes to the nearest before it, else after it; but
  /// when there are as many of a table as could take it, they are taken in order:
  ///
  ///     updates-1.xml causes-1.xml updates-2.xml causes-2.xml   →   [[0, 1], [2, 3]]
  ///     causes-1.xml causes-2.xml updates-1.xml updates-2.xml   →   [[0, 2], [1, 3]]
  package static func runs(_ roles: [ExportRole?]) -> [Run] {
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
      let takers = rest.indices.filter { rest[$0].takes(role) }
      if let place = takers.first {
        rest[place].add(index, role, isGuess: takers.count > 1)
      } else {
        rest.append(RunGroup(index, role))
      }
    }
    return (groups + rest).map(\.run).sorted { ($0.members.first ?? 0) < ($1.members.first ?? 0) }
  }

  private static func join(_ waiting: inout [Int], to groups: inout [RunGroup], _ roles: [ExportRole?]) {
    var left: [Int] = []
    // By role the groups that could take its inputs at first, and those that take one after the other.
    var candidates: [ExportRole: Int] = [:]
    var inOrder: [ExportRole: [Int]] = [:]
    for index in waiting {
      guard let role = roles[index] else { continue }
      let takers = takers(of: role, groups)
      if candidates[role] == nil {
        candidates[role] = takers.count
        inOrder[role] = takers.count == waiting.count { roles[$0] == role } ? takers.reversed() : []
      }
      let place = inOrder[role]?.popLast() ?? takers.last { groups[$0].first < index } ?? takers.first
      if let place {
        groups[place].add(index, role, isGuess: candidates[role, default: 0] > 1)
      } else {
        left.append(index)
      }
    }
    waiting = left
  }

  /// The groups that lack what an input holds, in the order of their first inputs; those with updates, if there are any,
  /// because it is updates that everything else explains.
  private static func takers(of role: ExportRole, _ groups: [RunGroup]) -> [Int] {
    let all = groups.indices.filter { groups[$0].takes(role) }.sorted { groups[$0].first < groups[$1].first }
    let withUpdates = all.filter { groups[$0].holdsUpdates }
    return withUpdates.isEmpty ? all : withUpdates
  }
}

/// A run while inputs are added to it.
private struct RunGroup {
  /// The input the others belong to.
  let first: Int
  private var members: [Int]
  private var guesses: Set<Int> = []
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

  var run: ExportRole.Run { ExportRole.Run(members: members.sorted(), guesses: guesses) }

  var holdsUpdates: Bool {
    tables.contains(ExportTable.name(of: .updates)) || tables.contains(ExportTable.name(of: .filteredUpdates))
  }

  func takes(_ role: ExportRole) -> Bool {
    isExport && tables.isDisjoint(with: role.tables)
      && (runs.isEmpty || role.runs.isEmpty || !runs.isDisjoint(with: role.runs))
  }

  mutating func add(_ index: Int, _ role: ExportRole, isGuess: Bool) {
    members.append(index)
    tables.formUnion(role.tables)
    if runs.isEmpty { runs = role.runs }
    if isGuess { guesses.insert(index) }
  }
}
