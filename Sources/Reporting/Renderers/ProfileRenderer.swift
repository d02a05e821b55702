internal import TraceAnalysis

extension Renderer {
  static let profile = Renderer(id: "profile", title: "the mergeable sum of the runs, an input again") { report, _ in
    let file = ProfileFile(
      environment: report.provenance.environment, inputs: report.provenance.inputs, runs: report.profile.runs)
    return Escaping.json(file.text)
  }
}
