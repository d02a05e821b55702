package import Gate

/// A kind of output, with everything that it can show: reports, findings alone, verdicts, comparisons, events.
///
/// One value per identifier, whoever writes it: what `sarif` is to `analyze` it is to `lint` and `gate`. Renderings are pure,
/// without clock, files or environment: the same input and options give the same text.
package struct OutputFormat: Sendable, Identifiable {
  package typealias ReportRendering = @Sendable (RedrawReport, RenderingOptions, TextSink) throws -> Void
  package typealias FindingsRendering = @Sendable ([ReportedFinding], FindingsContext) -> String
  package typealias VerdictRendering = @Sendable (GateReport, RenderingOptions) -> String
  package typealias ComparisonRendering = @Sendable (ComparisonReport, RenderingOptions) -> String
  package typealias CalibrationRendering = @Sendable (Calibration, _ version: String, RenderingOptions) -> String

  /// As `--format` takes it, such as `markdown`.
  package let id: String
  /// One phrase for `--help`.
  package let title: String
  /// The extensions of file names that mean this format, besides its identifier.
  package let fileExtensions: [String]
  /// Whether it writes the runs apart, `RedrawReport.profile`, and not only what they sum up to.
  package let needsRuns: Bool
  /// How many updates of a run it shows one by one.
  package let mostMoments: Int
  /// Whether it says when what happened.
  package var needsTimeline: Bool { needsRuns || mostMoments > 0 }

  /// Whether people read it as it is, rather than a program that chooses what to show.
  package private(set) var isForReading = false

  /// What it can show; `nil` for what it cannot.
  package private(set) var report: ReportRendering?
  package private(set) var findings: FindingsRendering?
  package private(set) var verdict: VerdictRendering?
  package private(set) var comparison: ComparisonRendering?
  package private(set) var calibration: CalibrationRendering?
  package private(set) var events: (any EventWriter.Type)?

  package init(
    _ id: String, _ title: String, fileExtensions: [String] = [], needsRuns: Bool = false, mostMoments: Int = 0
  ) {
    self.id = id
    self.title = title
    self.fileExtensions = fileExtensions
    self.needsRuns = needsRuns
    self.mostMoments = mostMoments
  }

  /// The text of a report as a whole; empty for a format that shows none.
  package func render(_ report: RedrawReport, _ options: RenderingOptions) -> String {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes += $0 }
    do {
      try self.report?(report, options, sink)
      try sink.flush()
    } catch {
      preconditionFailure("bug: rendering '\(id)' failed although nothing was written to: \(error)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension OutputFormat {
  /// Shows reports, piece by piece, since they may be long.
  func report(_ rendering: @escaping ReportRendering) -> Self { with(\.report, rendering) }

  /// Shows reports.
  func report(_ rendering: @escaping @Sendable (RedrawReport, RenderingOptions) -> String) -> Self {
    report { report, options, sink in try sink.write(rendering(report, options)) }
  }

  /// Shows findings; of a report or a verdict, too, unless it has a rendering for them as a whole.
  func findings(_ rendering: @escaping FindingsRendering) -> Self {
    var format = with(\.findings, rendering)
    format.report =
      report ?? { report, options, sink in
        let file = report.inputs.first.map { $0.path == "-" ? "standard-input" : $0.path }
        var context = FindingsContext(
          version: report.toolVersion, workingDirectory: options.workingDirectory ?? "", rules: report.rules,
          fallbackFile: file)
        context.repository = options.repository
        context.command = "analyze"
        try sink.write(rendering(Array(report.listedFindings), context))
      }
    format.verdict =
      verdict ?? { report, options in
        var context = FindingsContext(
          version: report.toolVersion, workingDirectory: options.workingDirectory ?? "", rules: GateFindings.rules)
        context.repository = options.repository
        context.command = "gate"
        return rendering(GateFindings.findings(report), context)
      }
    return format
  }

  /// Shows findings to people, who are not shown everything unless they ask.
  func reading() -> Self {
    var format = self
    format.isForReading = true
    return format
  }

  func verdict(_ rendering: @escaping VerdictRendering) -> Self { with(\.verdict, rendering) }

  func comparison(_ rendering: @escaping ComparisonRendering) -> Self { with(\.comparison, rendering) }

  func calibration(_ rendering: @escaping CalibrationRendering) -> Self { with(\.calibration, rendering) }

  /// Shows the events themselves.
  func events(_ writer: any EventWriter.Type) -> Self { with(\.events, writer) }

  private func with<Value>(_ rendering: WritableKeyPath<Self, Value?>, _ value: Value) -> Self {
    var format = self
    format[keyPath: rendering] = value
    return format
  }
}

/// Every kind of output; the first is the default. A new one is one new file and one line here.
package let allOutputFormats: [OutputFormat] = [
  .terminal,
  .json,
  .markdown,
  .stepSummary,
  .html,
  .csv,
  .profile,
  .rows,
  .rowsCSV,
  .dot,
  .diff,
  .sarif,
  .xcode,
  .github,
  .gitlab,
  .junit,
  .checkstyle,
  .ndjson,
  .chromeTrace,
  .speedscope,
]
