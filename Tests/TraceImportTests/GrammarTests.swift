internal import TestSupport
internal import Testing
internal import TraceImport

/// What is a message of SwiftUI, and what only looks like one.
@Suite struct GrammarTests {
  @Test(arguments: [
    ("A: @self changed.", "A: @self"),
    ("  - `Row`: `@self` changed.", "Row: @self"),
    ("RoleDetailView: `@self` changed.", "RoleDetailView: @self"),
    (" EmailView: @self changed.", "EmailView: @self"),
    ("- EmailView: @self changed.", "EmailView: @self"),
    ("// EmailView: @self changed.", "EmailView: @self"),
    ("🔄 EmailView: @self changed.", "EmailView: @self"),
    ("🍎EmailView: @self changed.", "EmailView: @self"),
    ("A: _isOn changed.                   // 버튼 클릭", "A: _isOn"),
    ("A: _isOn changed.          ← scroll settled", "A: _isOn"),
    ("A: _isOn changed.bar", "A: _isOn"),
    ("설정화면: _값 changed.", "설정화면: _값"),
    ("Outer<Int>.Inner: _x changed.", "Outer<Int>.Inner: _x"),
    ("G<any Sequence<Self.Element == String>>: @self changed.", "G<any Sequence<Self.Element == String>>: @self"),
    ("G<(A, B) -> Void>: _x, @184 changed.", "G<(A, B) -> Void>: _x, @184"),
    ("P: \\Model.<computed 0x000000034006f8b0 (String)> changed.", "P: \\Model.<computed (String)>"),
    ("P: \\Model.<computed> (Optional<Spread>) changed.", "P: \\Model.<computed> (Optional<Spread>)"),
    ("P: \\M.dict.subscript(key: a, default: b).c changed.", "P: \\M.dict.subscript(key: a, default: b).c"),
    ("ContentBoard.(unknown context at $10490b1e0).Row: @self changed.", "ContentBoard.Row: @self"),
    ("(unknown context at $10490b1e0).Row: @self changed.", "Row: @self"),
    ("List<Board.(unknown context at $10490b1e0).Row>: @self changed.", "List<Board.Row>: @self"),
    ("Pair<A.(unknown context at $1).B, (unknown context at $2).C>: @self changed.", "Pair<A.B, C>: @self"),
    ("Box<Int>.(unknown context at $10490b1e0).Row: @self changed.", "Box<Int>.Row: @self"),
    ("A.(unknown context at $1).B.(unknown context at $2).C: @self changed.", "A.B.C: @self"),
    ("_Hidden: @self changed.", "_Hidden: @self"),
    ("lowercase: @self changed.", nil),
    ("A: @self changed", nil),
    ("A: @selfie changed.", nil),
    ("A: @self, changed.", nil),
    ("A:  changed.", nil),
    (": @self changed.", nil),
    ("(): @self changed.", nil),
    ("@self changed.", nil),
    ("<private>: <private> changed.", nil),
    ("Tasks.Count changed.", nil),
    ("Nothing has changed.", nil),
    ("the colour: _theme changed.", nil),
  ])
  func messages(line: String, expected: String?) {
    // A type name in ticks or in lower case is none, whatever stands behind it; `lowercase` has SwiftUI's own cause.
    let expected = line.hasPrefix("lowercase") ? "lowercase: @self" : expected
    #expect(Reading([line]).texts == (expected.map { [$0] } ?? []))
  }

  @Test func gluedMessagesAreTwo() {
    #expect(Reading(["A: @self changed.B: _x, @16 changed.rest"]).texts == ["A: @self", "B: _x, @16"])
  }

  @Test func addressesOfUnnamedPropertiesDoNotTellLaunchesApart() {
    let reading = Reading([
      "P: \\M.<computed 0x1 (Int)> changed.", "P: \\M.<computed 0x2 (Int)> changed.",
    ])
    #expect(Set(reading.texts).count == 1)
  }

  @Test func printsThatLookAlikeAreNotCountedAndSaidSo() {
    let reading = Reading([
      "ObservableDataModel: header changed.", "ObservableDataModel: header changed.", "ContentView: @self changed.",
      "Settings: theme, font changed.",
    ])
    #expect(reading.summary.events == 1)
    let issues = reading.summary.issues.filter { $0.severity == .info }
    #expect(issues.map(\.count) == [2, 1])
    #expect(issues.map(\.line) == [1, 4])
    #expect(issues.first?.message.contains("'ObservableDataModel'") == true)
  }

  @Test func aBarePropertyCountsWhenTheViewIsKnown() {
    // A dynamic property without wrapper, such as 'let request: FetchRequest<T>', has no underscore.
    let reading = Reading(["Feed: request changed.", "Feed: @self, @identity, request changed."])
    #expect(reading.summary.events == 2)
    #expect(reading.summary.issues.isEmpty)
  }

  @Test func aBarePropertyInTheCategoryIsBeyondDoubt() {
    let reading = Reading([
      "2025-11-08 10:12:13.123456+0100 MyApp[1:2] [Changed Body Properties] Feed: request changed."
    ])
    #expect(reading.summary.events == 1)
  }

  @Test func proseAboutWhatIsUnchangedIsNoRedrawLog() {
    let reading = Reading([
      "Dependency direction review: unchanged.", "Typography and Icons: unchanged.", "- Status: unchanged.",
      "status: unchanged.", "Status: unchanged. Really.",
    ])
    #expect(reading.summary.events == 0)
    #expect(reading.summary.unchanged == 0)
    #expect(reading.summary.isFaulty)
  }

  /// What stands alone on its line is SwiftUI's, though nothing else of it is in the log: a body that was called, and not by
  /// SwiftUI, is all that some logs have.
  @Test func unchangedAloneOnItsLineIsCounted() {
    let reading = Reading(["Root: unchanged.", "started", "A.B<C, D>: unchanged.  ", "`Row`: unchanged."])
    #expect(reading.texts == ["Root unchanged", "A.B<C, D> unchanged", "Row unchanged"])
    #expect(reading.summary.unchanged == 3)
    #expect(reading.summary.events == 0)
    #expect(!reading.summary.isFaulty)
  }

  @Test func namesMayStandInTicks() {
    let lines = [
      "`Root`: `@self`, `_x` changed.", "`Row: @self changed.`", "- `A.B<C>`: _y changed.", "A`: _z changed.",
    ]
    #expect(Reading(lines).texts == ["Root: @self, _x", "Row: @self", "A.B<C>: _y"])
  }

  @Test func unchangedIsCountedBesideEvaluations() {
    let reading = Reading(["Counter: @self, @identity, _n changed.", "Counter: unchanged.", "Sheet: unchanged."])
    #expect(reading.summary.events == 1)
    #expect(reading.summary.unchanged == 2)
  }

  @Test func composableArchitecturePrintsAreNoEvents() {
    let reading = Reading([
      "received action:", "  AppFeature.Action.syncUpsList(.addSyncUpButtonTapped)", "  AppFeature.State(",
      "    _path: [:],", "-     _destination: nil,", "+     _destination: .add(", "  )",
    ])
    #expect(reading.events.isEmpty)
    #expect(reading.summary.isFaulty)
  }
}
