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
    for file in graph.index.files where !waiting.isEmpty {
      for name in Self.mentioned(in: file, of: waiting) { waiting[name] = nil }
    }
    let isWhole = candidates.count >= Self.leastViews && waiting.count * Self.largestShare <= candidates.count
    names = isWhole ? Set(waiting.values.map(\.qualifiedName)) : []
  }

  func covers(_ finding: Finding) -> Bool { finding.view.map(names.contains) ?? false }

  /// Whether it is a view, modifier or style that only code of the module can build.
  private static func needsBuilder(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let isBuilt =
      graph.evaluation(of: type.id) != nil || graph.index.conforms(type, toAnyOf: Protocols.modifiers)
      || type.conformances.contains { $0.hasSuffix(Protocols.representableSuffix) }
    return isBuilt && type.kind == .struct && !type.code.isInPreview
      && !graph.index.conforms(type, toAnyOf: Protocols.builtBySystem)
      && type.code.modifierNames.allSatisfy { !["public", "open", "package"].contains($0) }
  }

  /// The views that a file names outside of their own code and of previews.
  private static func mentioned(in file: SourceFile, of views: [String: TypeInfo]) -> Set<String> {
    let ids = file.tree.ids(of: Set(views.keys))
    var found: Set<String> = []
    if !ids.isEmpty {
      for (index, node) in file.tree.nodes.enumerated()
      where node.kind != .type && (ids.contains(node.name) || ids.contains(node.detail)) {
        let name = file.tree.strings[Int(ids.contains(node.name) ? node.name : node.detail)]
        let code = Code(file: file, index: index)
        guard !found.contains(name), let type = views[name], !type.allCode.contains(where: { $0.contains(code) }),
          !code.isInPreview
        else { continue }
        found.insert(name)
      }
    }
    // `HostingController<Screen>`, `[Row]`: the text of a type is one string.
    let hashes = Dictionary(views.keys.map { (Fingerprint.hash($0), $0) }, uniquingKeysWith: { first, _ in first })
    for text in file.tree.strings where text.utf8.contains(where: { !Words.isNameByte($0) }) {
      Words.forEach(in: text) { hash in
        if let name = hashes[hash] { found.insert(name) }
      }
    }
    return found
  }
}
