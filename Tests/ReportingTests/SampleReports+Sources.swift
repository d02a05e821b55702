internal import Reporting
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

extension SampleReports {
  static let listID = Summary.ViewID(name: "RecipeList", scenario: nil)
  static let rowID = Summary.ViewID(name: "RecipeRow", scenario: nil)

  /// `small` with what sources add, a timeline, a hitch, and a baseline.
  static var sourced: RedrawReport {
    var report = small
    report.sources = sources
    report.findings = [scopeFinding, closureFinding]
    report.diagnosedChanges = zip(report.findings, [760, 700]).map { finding, saved in
      ReportedChange(
        id: finding.fingerprint, lead: finding, places: [.init(finding)], savedByView: ["RecipeRow": saved])
    }
    report.summary.timelines = [timeline]
    report.summary.interruptions = [
      Summary.InterruptionCount(
        kind: .hitch, run: 0, start: 5_000_000_000, nanoseconds: 320_000_000, label: "", isSystem: false,
        process: ProcessIdentity(name: "Recipes", pid: 412), views: [.init(view: "RecipeRow", evaluations: 60)],
        rootCauses: [.init(view: "RecipeList", cause: .dynamicProperty("_expandedID"), evaluations: 60)],
        coveredNanoseconds: 160_000_000)
    ]
    report.provenance.environment = ["device": "iPhone17,1", "os": "iOS 26.1", "configuration": "Release"]
    report.provenance.commit = "0a1b2c3d"
    report.provenance.time = "2026-01-31T12:00:00Z"
    report.baseline = .init(
      title: "main", updates: [rowID: 900, .init(name: "RecipeList"): 49, .init(name: "Gone"): 7])
    return report
  }

  private static var sources: SourceReport {
    var sources = SourceReport()
    var list = SourceReport.View(location: .init(file: "App/RecipeList.swift", line: 3, column: 8))
    list.floor = 50
    list.reads = [
      .init(name: "expandedID", location: .init(file: "App/RecipeList.swift", line: 9, column: 58), updates: 40),
      .init(name: "recipes", location: .init(file: "App/RecipeList.swift", line: 8, column: 15), updates: 9),
    ]
    list.excerpt = .init(
      firstLine: 3,
      lines: [
        "struct RecipeList: View {", "  let recipes: [Recipe]", "  @State private var expandedID: Recipe.ID?", "",
        "  var body: some View {", "    List(recipes) { recipe in",
        "      RecipeRow(recipe: recipe, isExpanded: recipe.id == expandedID) {", "\t// a tab & a <tag>",
        "        expandedID = recipe.id", "      }", "    }", "  }", "}",
      ])
    var row = SourceReport.View(location: .init(file: "App/RecipeRow.swift", line: 2, column: 8))
    row.floor = 40
    row.instrumentation = .init(view: "RecipeList", location: .init(file: "App/RecipeList.swift", line: 7, column: 3))
    sources.views = [listID: list, rowID: row]
    sources.worth = [
      listID: .init(needed: 40), rowID: .init(needed: 20, avoidable: 760, likelyAvoidable: 10, unknown: 10),
    ]
    sources.total = .init(needed: 60, avoidable: 760, likelyAvoidable: 10, unknown: 19)
    sources.withoutSource = ["FrameworkThing"]
    sources.ambiguous = [
      .init(
        view: "Header",
        locations: [.init(file: "A.swift", line: 1, column: 1), .init(file: "B.swift", line: 7, column: 1)])
    ]
    sources.neverSeen = [.init(view: "Settings", location: .init(file: "App/Settings.swift", line: 5, column: 8))]
    sources.files = [
      "App/RecipeList.swift": ["import SwiftUI", ""] + (list.excerpt?.lines ?? []),
      "App/RecipeRow.swift": [
        "import SwiftUI", "struct RecipeRow: View {", "  var body: some View { Text(\"\") }", "}",
      ],
    ]
    sources.fixSet = .init(
      fingerprints: ["aaaa000000000001", "aaaa000000000002"], updatesBefore: 849, updatesAfter: 89, range: 69...119)
    return sources
  }

  private static var scopeFinding: ReportedFinding {
    var finding = ReportedFinding(
      rule: "state_scoped_too_high", fix: "narrow_state_scope",
      title: "Move 'expandedID' from 'RecipeList' to 'RecipeRow'",
      severity: .error, view: "RecipeList",
      location: .init(file: "App/RecipeList.swift", line: 5, column: 22),
      endLocation: .init(file: "App/RecipeList.swift", line: 5, column: 32),
      message: "'expandedID' changes 40 times and updates all rows; move it into the row", grade: .proven,
      measured: .init(updates: 840, avoidable: 760, predictedUpdates: 80, predictedRange: 60...110),
      steps: ["move 'expandedID' into RecipeRow as @State private", "remove the parameter"],
      related: [
        .init(
          view: "RecipeRow", location: .init(file: "App/RecipeRow.swift", line: 2, column: 8),
          message: "reads only its own id")
      ],
      patch: """
        --- a/App/RecipeList.swift
        +++ b/App/RecipeList.swift
        @@ -3,5 +3,4 @@
         struct RecipeList: View {
           let recipes: [Recipe]
        -  @State private var expandedID: Recipe.ID?
        -
        +  // expandedID lives in RecipeRow.
           var body: some View {
        @@ -20,0 +20,1 @@
        +// added at the end

        """, fingerprint: "aaaa000000000001")
    finding.chain = [
      .init(
        view: "RecipeList", location: .init(file: "App/RecipeList.swift", line: 5, column: 22),
        message: "'expandedID' is written by a tap"),
      .init(view: "RecipeRow", message: "is made anew with every evaluation of RecipeList"),
    ]
    finding.checks = ["RecipeRow has no more than 2 updates per tap"]
    return finding
  }

  private static var closureFinding: ReportedFinding {
    ReportedFinding(
      rule: "incomparable_argument", fix: "make_arguments_comparable",
      title: "Pass 'RecipeRow' a value for 'onToggle' that compares equal", severity: .warning, view: "RecipeRow",
      location: .init(file: "App/RecipeList.swift", line: 9, column: 7),
      message: "RecipeRow gets a closure that SwiftUI cannot compare", grade: .likely,
      measured: .init(updates: 800, avoidable: 700, predictedUpdates: 100),
      steps: ["pass an action that is comparable"],
      related: [], patchRefusal: "the closure captures a local value", fingerprint: "aaaa000000000002")
  }

  private static var timeline: Summary.Timeline {
    let row = (0..<100).flatMap { bucket -> [Summary.Timeline.Cell] in
      let first: [Summary.Timeline.Cell] =
        bucket == 0 ? [.init(bucket: 0, reason: .appearance, evaluations: 20)] : []
      return first + (bucket % 3 == 0 ? [.init(bucket: bucket, reason: .parent, evaluations: 20 + bucket % 7)] : [])
    }.sorted { ($0.bucket, $0.reason.rawValue) < ($1.bucket, $1.reason.rawValue) }
    let list = (0..<100).filter { $0 % 3 == 0 }.map {
      Summary.Timeline.Cell(bucket: $0, reason: .property, evaluations: 1)
    }
    var timeline = Summary.Timeline(
      run: 0, axis: .time, start: 0, width: 134_217_728, bucketCount: 100,
      strips: [.init(view: rowID, cells: row), .init(view: listID, cells: list)], unplaced: 0)
    timeline.updates = updates(of: row)
    timeline.moments = timeline.updates.indices.map {
      // In the middle of the slice.
      .init(time: Int64(3 * $0) * timeline.width + timeline.width / 2, update: $0)
    }
    timeline.updateCount = timeline.moments.count
    timeline.momentsAreComplete = true
    return timeline
  }

  /// One update in each slice that has any: the list changes, and its rows with it.
  private static func updates(of row: [Summary.Timeline.Cell]) -> [Summary.Timeline.SingleUpdate] {
    row.filter { $0.reason == .parent }.map { cell in
      var update = Summary.Timeline.SingleUpdate(evaluations: [
        .init(view: "RecipeList", causes: [.dynamicProperty("_expandedID")], reason: .property, repetitions: 1),
        .init(view: "RecipeRow", causes: [.viewValue], reason: .parent, repetitions: cell.evaluations, trigger: 0),
      ])
      if cell.bucket == 0 {
        update.evaluations.append(
          .init(view: "RecipeRow", causes: [.identity], reason: .appearance, repetitions: 20, trigger: 0))
      }
      return update
    }
  }
}
