public import Testing
public import WhyRedrawKit

extension Redraws {
  /// Expects that all instances of a view together are updated no more often than a limit allows.
  ///
  ///     redraws.expectUpdates(of: "Row", atMost: 3)
  ///
  /// If they are, an issue is recorded that says how often, because of what, and where it began; the recorded lines are
  /// attached to the test, for `whyredraw` to find the fix in. `excess(of:over:)` says what else breaks a limit: above
  /// all a view that was not evaluated, although it should have been.
  ///
  /// - Parameters:
  ///   - view: As SwiftUI prints the name: nested types with dots, generic arguments, no module.
  ///   - limit: The most updates; 0 for a view that is not to be evaluated.
  ///   - sourceLocation: Where the issue is shown; the caller's.
  public func expectUpdates(
    of view: String, atMost limit: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let excess = excess(of: view, over: limit) else { return }
    if !log.isEmpty { Attachment.record(log, named: "redraws.log", sourceLocation: sourceLocation) }
    Testing.Issue.record(Comment(rawValue: excess), sourceLocation: sourceLocation)
  }
}
