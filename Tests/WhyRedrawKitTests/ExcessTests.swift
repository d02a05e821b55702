internal import TestSupport
internal import Testing
internal import WhyRedrawKit
internal import WhyRedrawTesting

/// What a failing limit says, and what breaks it.
@Suite(.recordsRedraws) struct ExcessTests {
  private static func rows(_ number: Int) throws -> Redraws {
    try RedrawRecorder.record {
      print("Feed: _items changed.")
      for _ in 0..<number { print("Row: @self changed.") }
    }
  }

  @Test func aViewWithinItsLimitHasNone() throws {
    let redraws = try Self.rows(3)
    #expect(redraws.excess(of: "Row", over: 3) == nil)
    #expect(redraws.excess(of: "Feed", over: 1) == nil)
  }

  @Test func theMessageSaysHowOftenAndWhy() throws {
    let message = """
      'Row' was updated 5 times, and 3 are allowed: @self in 5 evaluations
      made by Feed (inferred)
      5 evaluations began with _items of Feed (inferred)
      """
    #expect(try Self.rows(5).excess(of: "Row", over: 3) == message)
    #expect(Repository.text(of: "Documentation/UnitTests.md")?.contains(message) == true)
    #expect(
      try Self.rows(1).excess(of: "Feed", over: 0)
        == "'Feed' was updated once, and none is allowed: _items in 1 evaluation")
  }

  /// Views on the screen that are not evaluated keep a limit of 0; any other limit expects to see them.
  @Test func aViewThatIsNotSeenKeepsNoLimitButZero() throws {
    let redraws = try Self.rows(2)
    #expect(redraws.excess(of: "Header", over: 0) == nil)
    #expect(
      redraws.excess(of: "Rwo", over: 3)
        == "'Rwo' was not evaluated, so a limit of 3 says nothing: evaluated were Row (2 updates), Feed (1 update); "
        + "is the name spelt as SwiftUI prints it?; if it is not to be evaluated, allow 0")
    let whole = try RedrawRecorder.record(from: .firstAppearance) { print("Row: @self changed.") }
    #expect(whole.excess(of: "Header", over: 0)?.hasPrefix("'Header' was not evaluated") == true)
    let nothing = try RedrawRecorder.record {}
    #expect(nothing.excess(of: "Row", over: 1)?.contains("do the bodies call Self._printChanges()") == true)
  }

  @Test func lostLinesBreakALimit() throws {
    let redraws = try Redraws(text: "Row: _a changed.\nRow: _a changed.\nRow: @self, _a chan")
    #expect(redraws.issues.map(\.severity) == [.dataLoss])
    #expect(
      redraws.excess(of: "Row", over: 3)
        == "'Row' may have had more than the 1 update that are counted: line 3: the input ends in the middle of a message"
    )
  }

  @Test func anExpectationRecordsTheMessage() throws {
    let redraws = try Self.rows(5)
    redraws.expectUpdates(of: "Row", atMost: 5)
    withKnownIssue {
      redraws.expectUpdates(of: "Row", atMost: 3)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [redraws.excess(of: "Row", over: 3)]
    }
  }
}
