/// What the number of a finding counts. Totals and rows of views tell updates, first appearances and re-creations apart, and so do
/// findings.
package enum MeasuredUnit: String, Sendable, Hashable, CaseIterable {
  case updates
  /// First appearances included.
  case evaluations
  /// Views thrown away and built anew, which are no updates.
  case recreations = "re-creations"
  case updatesAndRecreations = "updates and re-creations"
  /// Of SwiftUI itself, in the log.
  case warnings

  /// `1 update`, `24 re-creations`: the number with it.
  package func counted(_ number: Int) -> String { grouped(number) + " " + word(number) }

  /// `update` of one, `updates` of others.
  package func word(_ number: Int) -> String {
    if number != 1 { return rawValue }
    return switch self {
    case .updatesAndRecreations: "update or re-creation"
    case .updates, .evaluations, .recreations, .warnings: String(rawValue.dropLast())
    }
  }
}
