package import SourceAnalysis
package import TraceAnalysis
internal import TraceImport

/// Which declaration each view of a trace is.
package struct ViewMatching: Sendable {
  package enum Match: Sendable, Hashable {
    case declaration(TypeID)
    /// Several declarations answer to the name, and the trace does not tell them apart.
    case ambiguous([TypeID])
    /// No scanned file declares it: a framework's view, or one of files that were not given.
    case unknown
  }

  /// By the name in the trace.
  package private(set) var matches: [String: Match] = [:]
  /// The trace's names of each declaration that is in it.
  package private(set) var traceNames: [TypeID: [String]] = [:]

  package init(_ profile: TraceProfile, _ graph: SourceGraph) {
    var byName: [String: [TypeID]] = [:]
    for id in graph.views { byName[graph.index[id].qualifiedName, default: []].append(id) }
    var bySimpleName: [String: [TypeID]] = [:]
    for id in graph.views { bySimpleName[graph.index[id].name, default: []].append(id) }
    var properties: [String: Set<String>] = [:]
    var modules: [String: String] = [:]
    for run in profile.runs {
      modules.merge(run.modules) { first, _ in first }
      for message in run.messages {
        var names = properties[message.view] ?? []
        for case .dynamicProperty(let name) in message.causes { names.insert(name) }
        properties[message.view] = names
      }
    }
    for (name, shown) in properties {
      let plain = TypeName.withoutGenerics(name)
      // A local type or one nested in an extension of a foreign type is known by its last name only.
      let candidates = byName[plain] ?? Self.nested(plain, byName, bySimpleName)
      let match = Self.choose(candidates, shown: shown, module: modules[name], graph)
      matches[name] = match
      if case .declaration(let id) = match { traceNames[id, default: []].append(name) }
    }
    settleByMakers(graph)
    settleByNeighbours(graph)
    for id in traceNames.keys { traceNames[id]?.sort() }
  }

  /// Of several views of one name a trace is of the one that a view makes which it shows.
  private mutating func settleByMakers(_ graph: SourceGraph) {
    for (name, match) in matches.sorted(by: { $0.key < $1.key }) {
      guard case .ambiguous(let candidates) = match else { continue }
      let made = candidates.filter { id in (graph.parents[id] ?? []).contains { traceNames[$0.parent] != nil } }
      guard made.count == 1 else { continue }
      matches[name] = .declaration(made[0])
      traceNames[made[0], default: []].append(name)
    }
  }

  /// Of several targets that declare a view of one name, a trace is of the one that declares the others that it shows.
  private mutating func settleByNeighbours(_ graph: SourceGraph) {
    let known = traceNames.keys.map { Self.folders(of: graph.index[$0]) }
    if known.isEmpty { return }
    for (name, match) in matches.sorted(by: { $0.key < $1.key }) {
      guard case .ambiguous(let candidates) = match else { continue }
      let nearness = candidates.map { id in
        let own = Self.folders(of: graph.index[id])
        return known.reduce(0) { $0 + zip($1, own).prefix { $0 == $1 }.count }
      }
      guard let most = nearness.max(), nearness.count(where: { $0 == most }) == 1,
        let index = nearness.firstIndex(of: most)
      else { continue }
      matches[name] = .declaration(candidates[index])
      traceNames[candidates[index], default: []].append(name)
    }
  }

  private static func folders(of type: TypeInfo) -> [Substring] {
    Array(type.code.file.path.split(separator: "/").dropLast())
  }

  package subscript(name: String) -> Match { matches[name] ?? .unknown }

  package func declaration(of name: String) -> TypeID? {
    if case .declaration(let id) = self[name] { return id }
    return nil
  }

  private static func nested(_ name: String, _ byName: [String: [TypeID]], _ bySimpleName: [String: [TypeID]])
    -> [TypeID]
  {
    let parts = name.split(separator: ".")
    if parts.count > 1 {
      // `Module.Type`, as some exports have it.
      return byName[parts.dropFirst().joined(separator: ".")] ?? []
    }
    let found = bySimpleName[name] ?? []
    return found.count == 1 ? found : []
  }

  /// The candidate that has all the properties the trace shows, by module where it is named.
  private static func choose(_ candidates: [TypeID], shown: Set<String>, module: String?, _ graph: SourceGraph)
    -> Match
  {
    guard let first = candidates.first else { return .unknown }
    if candidates.count == 1 { return .declaration(first) }
    var left = candidates.filter { id in
      let stored = Set(graph.index[id].storedProperties.map(\.name))
      return shown.allSatisfy { stored.contains(PropertyName.source($0, among: stored)) }
    }
    if left.isEmpty { left = candidates }
    if left.count > 1, let module {
      let inModule = left.filter { graph.index[$0].code.file.path.split(separator: "/").contains(Substring(module)) }
      if inModule.count == 1 { left = inModule }
    }
    return left.count == 1 ? .declaration(left[0]) : .ambiguous(left.sorted())
  }
}

/// How properties are named in traces and in sources.
enum PropertyName {
  /// `count` of `_count`, and of Xcode 27's `__count`; a property that is itself called `_count` is found as such.
  static func source(_ traced: String, among known: Set<String>) -> String {
    var name = traced[...]
    while true {
      if known.contains(String(name)) { return String(name) }
      guard name.first == "_", name.count > 1 else { return String(traced.drop { $0 == "_" }) }
      name = name.dropFirst()
    }
  }

  /// The type and the first member of a key path: `Model` and `title` of `\Model.title.count`; also of `\Model.<computed …>`.
  static func keyPath(_ text: String) -> (type: String, member: String)? {
    guard text.hasPrefix("\\") else { return nil }
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text.dropFirst() {
      if character == "<" { depth += 1 }
      if character == ">" { depth -= 1 }
      if character == ".", depth == 0 {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    parts.append(part)
    guard parts.count >= 2, !parts[0].isEmpty else { return nil }
    // Types may be nested: capitalised parts belong to the type.
    var type = parts.removeFirst()
    while parts.count > 1, let next = parts.first, next.first?.isUppercase == true { type += "." + parts.removeFirst() }
    return (TypeName.withoutGenerics(type), parts[0].filter { $0 != "?" && $0 != "!" })
  }
}
