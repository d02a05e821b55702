internal import Vocabulary

extension SourceGraph {
  /// What each view's body says, by the qualified name of the view; views that share a name are left out.
  ///
  /// Layout, comments and the view's own name do not count, so a view that is only renamed or moved keeps its fingerprint.
  package var bodyFingerprints: [String: String] {
    var result: [String: String] = [:]
    var ambiguous: Set<String> = []
    for id in views {
      let type = index[id]
      let name = type.qualifiedName
      if result[name] != nil { ambiguous.insert(name) }
      result[name] = Fingerprint.hex(of: Self.bodyText(of: type))
    }
    for name in ambiguous { result[name] = nil }
    return result
  }

  /// The nodes of the evaluated code, one after the other.
  private static func bodyText(of type: TypeInfo) -> String {
    var text = ""
    for entry in EvaluationWalker.entries(of: type) {
      // The nesting of nodes is part of what they say.
      for code in entry.block.descendants {
        let name = code.name == type.name ? "Self" : code.name
        let size = Int(code.node.limit) - code.index
        text += "\(code.kind.rawValue) \(code.flags.rawValue) \(size) \(name)\u{1F}\(code.detail)\u{1E}"
      }
      text += "\u{1D}"
    }
    return text
  }
}
