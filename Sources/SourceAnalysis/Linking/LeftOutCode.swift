/// Code that no finding is about: what only previews or nobody runs, and what does not parse.
struct LeftOutCode: Sendable {
  private let previews: PreviewCode
  private let unbuilt: UnbuiltViews
  private let broken: BrokenCode

  init(_ graph: SourceGraph) {
    previews = PreviewCode(graph)
    unbuilt = UnbuiltViews(graph)
    broken = BrokenCode(graph)
  }

  func covers(_ finding: Finding) -> Bool {
    previews.covers(finding) || unbuilt.covers(finding) || broken.covers(finding)
  }
}
