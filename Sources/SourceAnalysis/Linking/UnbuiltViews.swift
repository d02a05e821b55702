import SwiftUIModel
internal import Vocabulary

/// Views that nothing of an app builds but their own previews: whatever they do, it costs nothing.
///
/// Of a few files of an app nobody knows who builds their views, so it has to be nearly all views that somebody does.
struct UnbuiltViews: Sendable {
  private static let leastViews = 20
  private static let largestShare = 5

  private let names: Set<String>

  init(_ graph: SourceGraph) {
    var candidates: [String: TypeInfo] = [:]
    var ambiguous: Set<String> = []
    for type in graph.index.types {
      if candidates[type.name] != nil { ambiguous.insert(type.name) }
      if Self.needsBuilder(type, graph) { candidates[type.name] = type }
    }
    for name in ambiguous { candidates[name] = nil }
    var waiting = candidates.filter { name, _ in
      let hash = Fingerprint.hash(name)
      return !graph.mentioned.skimmed.contains { $0.usedNames.contains(hash) }
    }
    var sought = SoughtNames(Set(waiting.keys))
    for file in graph.index.files where !waiting.isEmpty {
      let found = Self.mentioned(in: file, of: waiting, sought)
      for name in found { waiting[name] = nil }
      sought.remove(found)
    }
    let isWhole = candidates.count >= Self.leastViews && waiting.count * Self.largestShare <= candidates.count
    names = isWhole ? Set(waiting.values.map(\.qualifiedName)) : []
  }

  func covers(_ finding: Finding) -> Bool { finding.view.map(names.contains) ?? false }

  /// Whether it is a view, modifier or style that only code of the module can build.
  private static func needsBuilder(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let isBuilt =
      graph.evaluation(of: type.id) != nil || graph.index.conforms(type, toAnyOf: Protocols.modifiers)
      || type.isRepresentable
    return isBuilt && type.kind == .struct && !type.code.isInPreview
      && !graph.index.conforms(type, toAnyOf: Protocols.builtBySystem)
      && type.code.modifierNames.allSatisfy { !["public", "open", "package"].contains($0) }
  }

  /// The names of views that wait for a builder, and the same by their hashes.
  private struct SoughtNames {
    var all: Set<String>
    var byHash: [UInt64: String]

    init(_ names: Set<String>) {
      all = names
      byHash = Dictionary(names.map { (Fingerprint.hash($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func remove(_ names: Set<String>) {
      for name in names {
        all.remove(name)
        byHash[Fingerprint.hash(name)] = nil
      }
    }
  }

  /// The views that a file names outside of their own code and of previews.
  private static func mentioned(in file: SourceFile, of views: [String: TypeInfo], _ sought: SoughtNames) -> Set<String>
  {
    let ids = file.tree.ids(of: sought.all)
    var found: Set<String> = []
    if !ids.isEmpty {
      var isNamed = [Bool](repeating: false, count: file.tree.strings.count)
      for id in ids { isNamed[Int(id)] = true }
      for (index, node) in file.tree.nodes.enumerated()
      where node.kind != .type && (isNamed[Int(node.name)] || isNamed[Int(node.detail)]) {
        let name = file.tree.strings[Int(isNamed[Int(node.name)] ? node.name : node.detail)]
        let code = Code(file: file, index: index)
        guard !found.contains(name), let type = views[name], !type.allCode.contains(where: { $0.contains(code) }),
          !code.isInPreview
        else { continue }
        found.insert(name)
      }
    }
    // `HostingController<Screen>`, `[Row]`: the text of a type is one string.
    for text in file.tree.strings where text.utf8.contains(where: { !Words.isNameByte($0) }) {
      Words.forEach(in: text) { hash in
        if let name = sought.byHash[hash] { found.insert(name) }
      }
    }
    return found
  }
}
