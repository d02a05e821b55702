package import TraceAnalysis
package import TraceImport

/// Everything a report on traces may show: what `analyze` found, ready to be rendered.
///
/// A value without clock, paths or environment, so that the same input gives the same bytes.
package struct RedrawReport: Sendable {
  package struct Input: Sendable, Hashable {
    /// As the user wrote it, with `/`; `-` for standard input.
    package var path: String
    /// `nil` when no format was recognised.
    package var format: String?
    package var isGzip: Bool
    package var bytes: Int
    package var uncompressedBytes: Int
    package var lines: Int
    package var events: Int
    package var issues: [ImportIssue]

    package init(path: String, summary: InputSummary) {
      self.path = path
      format = summary.format
      isGzip = summary.isGzip
      bytes = summary.bytes
      uncompressedBytes = summary.uncompressedBytes
      lines = summary.lines
      events = summary.events
      issues = summary.issues
    }
  }

  /// What is left out of the lists of a report; counts and totals are always of everything.
  package struct Selection: Sendable, Hashable {
    /// At most this many views, root causes and findings; `nil` for all.
    package var top: Int?
    /// Views hidden by `--view`, `--module`, or because they are the framework's.
    package var hiddenViews = 0

    package init(top: Int? = nil, hiddenViews: Int = 0) {
      self.top = top
      self.hiddenViews = hiddenViews
    }
  }

  package var toolVersion: String
  package var inputs: [Input]
  package var summary: RedrawSummary
  /// Best first.
  package var findings: [ReportedFinding]
  package var selection: Selection
  /// What sources add; `nil` when none were given.
  package var sources: SourceReport?

  package init(
    toolVersion: String, inputs: [Input], summary: RedrawSummary, findings: [ReportedFinding],
    selection: Selection = Selection(), sources: SourceReport? = nil
  ) {
    self.toolVersion = toolVersion
    self.inputs = inputs
    self.summary = summary
    self.findings = findings
    self.selection = selection
    self.sources = sources
  }

  /// The views to list.
  package var listedViews: ArraySlice<RedrawSummary.View> { summary.views.prefix(selection.top ?? .max) }
  /// The root causes to list.
  package var listedRootCauses: ArraySlice<RedrawSummary.RootCause> {
    summary.rootCauses.prefix(min(selection.top ?? .max, RedrawSummary.mostRootCauses))
  }
  /// The findings to list.
  package var listedFindings: ArraySlice<ReportedFinding> { findings.prefix(selection.top ?? .max) }

  /// The worst issue of all inputs, `nil` when there is none.
  package var worstIssue: ImportIssue.Severity? { inputs.flatMap(\.issues).map(\.severity).max() }
}
