internal import TraceAnalysis

extension OutputFormat {
  package static let profile = OutputFormat(
    "profile", "the mergeable sum of the runs, an input again", needsRuns: true
  )
  .report { report, _, sink in
    let file = ProfileFile(
      environment: report.provenance.environment, inputs: report.provenance.inputs, runs: report.profile.runs)
    for piece in file.pieces { try sink.write(Escaping.json(piece)) }
  }
}
