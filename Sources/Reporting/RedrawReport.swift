package import TraceAnalysis
package import TraceImport
internal import Vocabulary

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
    /// Whether they are hidden because others were asked for by name: totals are of all views all the same.
    package var isNarrow = false
    /// What was asked for by name and is not there, as people were told.
    package var unmatched: [String] = []

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
    /// The updates of all views, those that are not listed included.
    package var total: Int
    /// The updates in a run on each side, as the comparison counts them: medians of the views, added up; `nil` where only sums
    /// were compared.
    package var updatesInRun: InRun?
    /// Why the two may not be comparable.
    package var doubts: [String] = []
    /// What became of each view, the worst first, where the runs themselves were compared; `nil` where only sums were.
    package var changes: [Change]?
    /// What became of the findings of the sources before that are gone, a sentence each.
    package var gone: [String] = []

    package struct InRun: Sendable, Hashable {
      package var before: Int
      package var now: Int
    }

    /// What became of a view.
    package struct Change: Sendable, Hashable {
      /// The view with what else names the numbers: `RecipeRow in scroll`.
      package var name: String
      /// One of a few words, such as `more updates`.
      package var title: String
      package var isWorse: Bool
      /// The numbers of the runs of each side.
      package var before: String
      package var after: String
      package var reason: String
      /// What sources add.
      package var notes: [String]
    }

    /// - Parameter total: `nil` for the sum of those of the views.
    package init(title: String, updates: [RedrawSummary.ViewID: Int], total: Int? = nil) {
      self.title = title
      self.updates = updates
      self.total = total ?? updates.values.reduce(0, +)
    }

    /// Earlier runs, as if they were as many as the later ones, scenario by scenario: counts are sums over the runs.
    package init(title: String, of before: RedrawSummary, against after: RedrawSummary) {
      func runs(_ summary: RedrawSummary) -> [String?: Int] {
        Dictionary(summary.views.map { ($0.id.scenario, $0.runs.count) }, uniquingKeysWith: max)
      }
      let own = runs(before)
      let others = runs(after)
      var updates: [RedrawSummary.ViewID: Int] = [:]
      for view in before.views {
        let count = own[view.id.scenario] ?? 1
        let scaled = Double(view.updates) * Double(others[view.id.scenario] ?? count) / Double(max(1, count))
        updates[.init(name: view.id.name, scenario: view.id.scenario), default: 0] += Int(scaled.rounded())
      }
      let isScaled = own.contains { scenario, count in (others[scenario] ?? count) != count }
      let runs = Wording.count(before.runs, "run")
      self.init(title: isScaled ? "\(title), \(runs), scaled to \(after.runs)" : title, updates: updates)
    }
  }

  package var toolVersion: String
  package var inputs: [Input]
  /// The inputs as the words of the command line that name them, where there was one.
  package var givenInputs: [String] = []
  /// The words of the command line that ask for some views by name.
  package var givenViews: [String] = []
  package var summary: RedrawSummary
  /// Best first.
  package var findings: [ReportedFinding]
  /// What resolves the findings, best first; `nil` for each that its findings name, in their order.
  package var diagnosedChanges: [ReportedChange]?
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

  /// What resolves the findings, best first. There is one order, that of the findings: by what a change saves, less what of it is
  /// unsure, and by what turns in a loop.
  package var changes: [ReportedChange] { diagnosedChanges ?? ReportedChange.grouping(findings) }
  /// The changes to list.
  package var listedChanges: ArraySlice<ReportedChange> { changes.prefix(selection.top ?? .max) }

  /// As many changes stand in the list of the best ones.
  package static let fewBestChanges = 5

  /// The loop that the trace proves, where nothing matters more.
  package var worstLoop: ReportedFinding? { changes.first.flatMap { $0.lead.isProvenLoop ? $0.lead : nil } }

  /// The best changes, each with its number among `listedChanges`, from 1 on: the one list of what to do that every rendering shows,
  /// under the same names and numbers. Of those that come first the ones that are more than notes, and those of the best set.
  package var bestChanges: [(number: Int, change: ReportedChange)] {
    let others = insteadOf
    let own = listedChanges.enumerated().filter { others[$0.element.id] == nil }
    return own.enumerated().compactMap { place, listed in
      let change = listed.element
      return place < Self.fewBestChanges && change.lead.severity > .note || isInBestSet(change)
        ? (listed.offset + 1, change) : nil
    }
  }

  /// Two changes are the same advice where one saves this many tenths of what the other saves.
  private static let sameTenths = 9

  /// Changes that save hardly anything but what one that comes before them saves as well, by id with that of the other: who makes one
  /// need not make the other, and what both save is saved once.
  package var insteadOf: [String: String] {
    let all = changes
    let offsets = Dictionary(all.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var result: [String: String] = [:]
    for (offset, change) in all.enumerated() where change.lead.severity < .error && !isInBestSet(change) {
      guard let saved = change.lead.measured?.avoidable, saved > 0 else { continue }
      let others = change.shares.filter { $0.updates * 10 >= saved * Self.sameTenths }.compactMap { offsets[$0.change] }
      // What is proven does not hide below what is only likely: it is the safer advice, however little it saves.
      let first = others.filter {
        $0 < offset && result[all[$0].id] == nil && (change.lead.grade != .proven || all[$0].lead.grade == .proven)
      }.min()
      if let first { result[change.id] = all[first].id }
    }
    return result
  }

  /// What could be done in place of a change, each with its number.
  func instead(of change: ReportedChange) -> [(number: Int, change: ReportedChange)] {
    let others = insteadOf
    return listedChanges.enumerated().compactMap { others[$1.id] == change.id ? ($0 + 1, $1) : nil }
  }

  /// The numbers of the changes that are the best together; `nil` where not all of them are listed, or nobody says.
  package var numbersOfBestSet: [Int]? {
    guard let set = sources?.fixSet, !set.fingerprints.isEmpty else { return nil }
    let numbers = bestChanges.filter { isInBestSet($0.change) }.map(\.number)
    return numbers.count == set.fingerprints.count ? numbers : nil
  }

  /// Whether what is said of the changes that are the best together is about what was asked for: where views were, all of them have to
  /// be about those.
  package var tellsBestSet: Bool {
    guard let set = sources?.fixSet, !set.fingerprints.isEmpty, set.updatesBefore > 0 else { return false }
    return !selection.isNarrow || changes.count(where: isInBestSet) == set.fingerprints.count
  }

  private func isInBestSet(_ change: ReportedChange) -> Bool {
    guard let set = sources?.fixSet else { return false }
    return set.changes.contains(change.id) || change.places.contains { set.fingerprints.contains($0.fingerprint) }
  }

  /// The updates of a view in the baseline; `nil` without one, 0 for a view that it does not have.
  package func updatesBefore(_ view: RedrawSummary.ViewID) -> Int? {
    baseline.map { $0.updates[.init(name: view.name, scenario: view.scenario)] ?? 0 }
  }

  /// What sources say of a view; `nil` when they say nothing.
  package func source(of view: RedrawSummary.ViewID) -> SourceReport.View? {
    sources?.views[view] ?? sources?.views[.init(name: view.name, scenario: view.scenario)]
  }

  /// What the updates of a view were worth; `nil` without sources.
  package func worth(of view: RedrawSummary.ViewID) -> SourceReport.Worth? {
    sources?.worth[view] ?? sources?.worth[.init(name: view.name, scenario: view.scenario)]
  }

  /// The updates of a view that are avoidable, proven or likely; `nil` where the sources say nothing of it.
  package func avoidable(_ view: RedrawSummary.ViewID) -> Int? {
    guard let worth = worth(of: view) else { return nil }
    let number = worth.avoidable + worth.likelyAvoidable
    return number == 0 && source(of: view) == nil ? nil : number
  }

  /// The worst issue of all inputs, `nil` when there is none.
  package var worstIssue: ImportIssue.Severity? { inputs.flatMap(\.issues).map(\.severity).max() }
}
