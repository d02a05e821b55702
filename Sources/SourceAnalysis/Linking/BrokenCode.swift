/// Declarations that do not parse: what the parser made of them may be something else.
struct BrokenCode: Sendable {
  /// Views with a part that does not parse, by their qualified names.
  private let views: Set<String>

  init(_ graph: SourceGraph) {
    guard graph.index.files.contains(where: { $0.tree.issues.contains(where: \.isLocal) }) else {
      views = []
      return
    }
    views = Set(graph.index.types.filter { $0.allCode.contains(where: Self.isBroken) }.map(\.qualifiedName))
  }

  func covers(_ finding: Finding) -> Bool {
    finding.view.map(views.contains) == true
      || !finding.code.file.tree.issues.isEmpty && Self.isBroken(finding.code)
  }

  private static func isBroken(_ code: Code) -> Bool {
    code.flags.contains(.isBroken) || code.ancestors.contains { $0.flags.contains(.isBroken) }
  }
}
