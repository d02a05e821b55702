/// What an Instruments export contributes to a run, as far as its beginning shows.
package struct ExportRole: Hashable, Sendable {
  /// Names of the tables, sorted.
  package var tables: [String]
  /// Whether body evaluations are among them, or only what explains them: causes, hitches, signposts.
  package var holdsEvaluations: Bool

  package init(tables: [String], holdsEvaluations: Bool) {
    self.tables = tables
    self.holdsEvaluations = holdsEvaluations
  }

  /// Looks at the first bytes of a source; `nil` when it is no export. The source cannot be used afterwards.
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
    let families = reader.families
    let tables = ExportTable.all.filter { families.contains($0.family) }.compactMap(\.schemas.first)
    return ExportRole(tables: tables.sorted(), holdsEvaluations: families.contains { $0.holdsEvaluations })
  }

  /// Which inputs make up a run each: an export without evaluations joins the one before it that lacks its tables, else
  /// the one after it; everything else is a run of its own. `nil` stands for an input that is no export.
  ///
  ///     updates-1.xml causes-1.xml updates-2.xml causes-2.xml   →   [[0, 1], [2, 3]]
  package static func runs(_ roles: [ExportRole?]) -> [[Int]] {
    var groups: [(members: [Int], tables: Set<String>, isOpen: Bool)] = []
    var waiting: [Int] = []
    for (index, role) in roles.enumerated() {
      guard let role else {
        groups.append(([index], [], false))
        continue
      }
      if role.holdsEvaluations {
        var members = [index]
        var tables = Set(role.tables)
        for earlier in waiting where tables.isDisjoint(with: roles[earlier]?.tables ?? []) {
          members.append(earlier)
          tables.formUnion(roles[earlier]?.tables ?? [])
        }
        waiting.removeAll { members.contains($0) }
        groups.append((members, tables, true))
      } else if let open = groups.lastIndex(where: { $0.isOpen && $0.tables.isDisjoint(with: role.tables) }) {
        groups[open].members.append(index)
        groups[open].tables.formUnion(role.tables)
      } else {
        waiting.append(index)
      }
    }
    // Without any evaluations: what is there belongs together.
    var rest: [Int] = []
    var restTables: Set<String> = []
    for index in waiting {
      let tables = roles[index]?.tables ?? []
      if restTables.isDisjoint(with: tables) {
        rest.append(index)
        restTables.formUnion(tables)
      } else {
        groups.append(([index], [], false))
      }
    }
    if !rest.isEmpty { groups.append((rest, [], false)) }
    return groups.map { $0.members.sorted() }.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
  }
}
