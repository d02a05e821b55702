extension Redraws {
  /// Says why a view breaks its limit; `nil` if it keeps it.
  ///
  ///     XCTAssertNil(redraws.excess(of: "Row", over: 3))
  ///
  /// Besides more updates than allowed these break a limit, because a test that cannot fail proves nothing:
  /// - The view was not evaluated at all, although it should have been: the recording began before it appeared, or the
  ///   limit is above 0. Its name may be misspelt, or its body may not print its changes. A limit of 0 is kept by a view
  ///   that was on the screen before the recording began and is not evaluated in it.
  /// - Lines were lost, and the view may have had more updates than are counted.
  ///
  /// - Parameters:
  ///   - view: As SwiftUI prints the name, such as `Feed.Row`.
  ///   - limit: The most updates that all instances of the view together may have.
  /// - Returns: Some lines for people, such as
  ///
  ///       'Row' was updated 5 times, and 3 are allowed: @self in 5 evaluations
  ///       made by Feed (inferred)
  ///       5 evaluations began with _items of Feed (inferred)
  public func excess(of view: String, over limit: Int) -> String? {
    let found = self[view]
    if found.updates > limit { return explanation(of: found, limit) }
    if !found.isEvaluated, includesFirstAppearances || limit > 0 { return absence(of: found, limit) }
    if let loss = issues.first(where: { $0.severity != .info }) {
      return "'\(view)' may have had more than the \(counted(found.updates, "update")) that are counted: \(loss)"
    }
    return nil
  }

  /// The longest list in a message; what comes later seldom matters.
  private static let mostListed = 5

  private func explanation(of view: View, _ limit: Int) -> String {
    let causes = view.causes.prefix(Self.mostListed).map { "\($0.name) in \(counted($0.evaluations, "evaluation"))" }
    let allowed = limit == 0 ? "none is" : limit == 1 ? "1 is" : "\(limit) are"
    var lines = [
      "'\(view.name)' was updated \(times(view.updates)), and \(allowed) allowed: " + causes.joined(separator: ", ")
    ]
    if view.initial > 0 { lines[0] += "; \(counted(view.initial, "initial evaluation")) not counted" }
    if !view.triggers.isEmpty {
      let makers = view.triggers.prefix(Self.mostListed).map { $0.view + ($0.isInferred ? " (inferred)" : "") }
      lines.append("made by " + makers.joined(separator: ", "))
    }
    // What began in the view itself stands among its causes.
    let others = view.origins.filter { $0.view != view.name && $0.kind != .viewValue }
    for origin in others.prefix(Self.mostListed) {
      let change = "\(origin.cause) of \(origin.view)" + (origin.isInferred ? " (inferred)" : "")
      lines.append("\(counted(origin.evaluations, "evaluation")) began with \(change)")
    }
    return lines.joined(separator: "\n")
  }

  private func absence(of view: View, _ limit: Int) -> String {
    let listed = views.filter(\.isEvaluated).prefix(Self.mostListed).map {
      "\($0.name) (\(counted($0.updates, "update")))"
    }
    let others =
      listed.isEmpty
      ? "nothing was; do the bodies call Self._printChanges(), and were they evaluated before the recording ended?"
      : "evaluated were " + listed.joined(separator: ", ") + "; is the name spelt as SwiftUI prints it?"
    let hint = includesFirstAppearances ? "" : "; if it is not to be evaluated, allow 0"
    return "'\(view.name)' was not evaluated, so a limit of \(limit) says nothing: \(others)\(hint)"
  }

  private func times(_ number: Int) -> String { number == 1 ? "once" : "\(number) times" }
}
