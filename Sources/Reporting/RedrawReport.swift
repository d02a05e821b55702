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

  /// What this report is compared with.
  package struct Baseline: Sendable, Hashable {
    /// What people call it, such as `before` or a file's name.
    package var title: String
    /// The updates of each view, by name and scenario; modules are left out, since another trace may not name them.
    package var updates: [RedrawSummary.ViewID: Int]

    package init(title: String, updates: [RedrawSummary.ViewID: Int]) {
      self.title = title
      self.updates = updates
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
  /// The runs themselves, for renderings that keep them apart; empty where only the summary is known.
  package var profile = TraceProfile()
  /// Where the runs come from.
  package var provenance = RunProvenance()
  /// Descriptions of rules, for formats that carry them; those of findings may be missing.
  package var rules: [FindingsContext.Rule] = []
  /// What to show differences to; `nil` for none.
  package var baseline: Baseline?

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

  /// The updates of a view in the baseline; `nil` without one, 0 for a view that it does not have.
  package func updatesBefore(_ view: RedrawSummary.ViewID) -> Int? {
    baseline.map { $0.updates[.init(name: view.name, scenario: view.scenario)] ?? 0 }
  }

  /// What sources say of a view; `nil` when they say nothing.
  package func source(of view: RedrawSummary.ViewID) -> SourceReport.View? {
    sources?.views[view] ?? sources?.views[.init(name: view.name, scenario: view.scenario)]
  }

  /// The worst issue of all inputs, `nil` when there is none.
  package var worstIssue: ImportIssue.Severity? { inputs.flatMap(\.issues).map(\.severity).max() }
}
