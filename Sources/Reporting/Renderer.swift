/// How a rendering may look; what it says does not depend on it, except for `isVerbose` and `isQuiet`.
package struct RenderingOptions: Sendable, Hashable {
  /// Columns of the terminal; `nil` for output that goes to no terminal, which gets 100.
  package var width: Int?
  /// Whether ANSI colours may be used; they only repeat what words and signs say.
  package var usesColor: Bool
  /// Everything: all rows, inputs, issues, steps and patches.
  package var isVerbose: Bool
  /// Only the verdict and the findings.
  package var isQuiet: Bool
  /// How an editor is told to open a place, such as `vscode://file{path}:{line}:{column}`; `nil` leaves that to the reader.
  package var editorLink: String?
  /// The folder that places are relative to, absolute; `nil` where the output is not to depend on it.
  package var workingDirectory: String?

  package init(width: Int? = 80, usesColor: Bool = false, isVerbose: Bool = false, isQuiet: Bool = false) {
    self.width = width
    self.usesColor = usesColor
    self.isVerbose = isVerbose
    self.isQuiet = isQuiet
  }
}

/// A kind of output: a pure function from a report to text.
///
/// No clock, no files, no environment: the same report and options give the same text.
package struct Renderer: Sendable {
  /// As `--format` takes it, such as `markdown`.
  package var id: String
  /// One phrase for `--help`.
  package var title: String
  /// Whether it writes the runs apart, `RedrawReport.profile`, and not only what they sum up to.
  package var needsRuns: Bool
  /// Writes the text to a sink; throws what the sink throws.
  package var write: @Sendable (RedrawReport, RenderingOptions, TextSink) throws -> Void

  /// A renderer whose text may be long.
  init(
    id: String, title: String, needsRuns: Bool = false,
    write: @escaping @Sendable (RedrawReport, RenderingOptions, TextSink) throws -> Void
  ) {
    self.id = id
    self.needsRuns = needsRuns
    self.title = title
    self.write = write
  }

  package init(id: String, title: String, render: @escaping @Sendable (RedrawReport, RenderingOptions) -> String) {
    self.init(id: id, title: title) { report, options, sink in try sink.write(render(report, options)) }
  }

  /// The text as a whole.
  package func render(_ report: RedrawReport, _ options: RenderingOptions) -> String {
    var bytes: [UInt8] = []
    let sink = TextSink { bytes += $0 }
    do {
      try write(report, options, sink)
      try sink.flush()
    } catch {
      preconditionFailure("bug: rendering '\(id)' failed although nothing was written to: \(error)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Every renderer; the first is the default.
package let allRenderers: [Renderer] = [
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
  .sarif,
  .xcode,
  .github,
  .gitlab,
  .junit,
  .checkstyle,
]
