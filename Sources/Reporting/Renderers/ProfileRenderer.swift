internal import TraceAnalysis

extension Renderer {
  static let profile = Renderer(
    id: "profile", title: "the mergeable sum of the runs, an input again", needsRuns: true
  ) { report, _, sink in
    let file = ProfileFile(
      environment: report.provenance.environment, inputs: report.provenance.inputs, runs: report.profile.runs)
    for piece in file.pieces { try sink.write(Escaping.json(piece)) }
  }
}
