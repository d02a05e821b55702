internal import SwiftUIModel
internal import TraceImport
internal import Vocabulary

/// Environment values that change all the time, and the views that listen.
///
/// A log names the property, not the environment key; so it goes by the names that everybody gives these properties.
enum EnvironmentStorm: TraceRule {
  static let id = "environment_storm"
  static let fix = Fix.removeDependency
  static let summary = "an environment value changes again and again"
  static let rationale =
    "Every view that reads a value of the environment is evaluated when it changes, and looked at even when it does not."
  static let leastUpdates = 5
  static let leastForWarning = 20

  /// Properties as Apple's documentation names them; `\.dismiss` is the one most often reported to change by itself.
  static let names = EnvironmentKeys.table.names

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    var byCause: [Key: [(view: String, evaluations: Int)]] = [:]
    for root in summary.rootCauses where names.contains(root.cause.displayName) && isProperty(root.cause) {
      byCause[Key(name: root.cause.displayName, scenario: root.scenario), default: []].append((root.view, root.changes))
    }
    return byCause.compactMap { key, views in
      let total = views.reduce(0) { $0 + $1.evaluations }
      guard total >= leastUpdates, let worst = views.first else { return nil }
      let others = views.count == 1 ? "" : " and \(counted(views.count - 1, "other view"))"
      return TraceFinding(
        rule: Self.self, severity: total >= leastForWarning ? .warning : .note, grade: .likely, view: worst.view,
        scenario: key.scenario, cause: key.name,
        title: "Read '\(key.name)' only in the small views that use it",
        message:
          "'\(key.name)' from the environment changed \(counted(total, "time")) in '\(worst.view)'\(others): a view that "
          + "declares it is evaluated whenever it changes, read or not",
        updates: total, unit: .evaluations,
        steps: [
          "move '@Environment(\\.\(key.name))' into the small view or modifier that uses it",
          "if it is used only inside an action, read it in the view that holds the button",
        ],
        related: views.dropFirst().prefix(5).map {
          TraceFinding.Related(view: $0.view, message: "evaluated \(counted($0.evaluations, "time")) because of it")
        })
    }
  }

  private struct Key: Hashable {
    var name: String
    var scenario: String?
  }

  private static func isProperty(_ cause: Cause) -> Bool {
    if case .dynamicProperty = cause { true } else { false }
  }
}
