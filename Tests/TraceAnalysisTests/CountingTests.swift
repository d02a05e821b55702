internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import TraceImport

/// What is initial, what is an update, and what made it happen.
@Suite struct CountingTests {
  private func view(_ name: String, _ lines: [String]) throws -> RedrawSummary.View {
    try #require(RedrawSummary(profile(lines)).views.first { $0.id.name == name })
  }

  @Test func theFirstEvaluationOfATypeIsInitial() throws {
    let lines = ["A: _x changed.", "A: _x changed.", "A: _x changed."]
    let a = try view("A", lines)
    #expect((a.evaluations, a.initial, a.updates) == (3, 1, 2))
  }

  @Test func identityIsInitialEveryTime() throws {
    let a = try view("A", ["A: @self, @identity, _x changed.", "A: @self, @identity, _x changed.", "A: _x changed."])
    #expect((a.evaluations, a.initial, a.updates) == (3, 2, 1))
  }

  @Test func rowsWithoutStorageAppearWithTheirList() throws {
    let lines =
      ["List: @self, @identity, _items changed."] + Array(repeating: "Row: @self changed.", count: 20)
      + ["List: _items changed."] + Array(repeating: "Row: @self changed.", count: 20)
    let row = try view("Row", lines)
    #expect((row.evaluations, row.initial, row.updates) == (40, 20, 20))
    #expect(row.triggers.map(\.view) == ["List"])
    #expect(row.triggers.map(\.evaluations) == [40])
  }

  /// A view that keeps state lists it whenever it appears: '@self' alone is an update, whoever appears above it.
  @Test func whatListsItsStateOnceAppearsNeverWithoutIt() throws {
    let lines =
      ["Feed: @self, @identity, _posts changed.", "Post: @self, @identity, _isOpen changed."]
      + Array(repeating: ["Badge: @self, @identity, _count changed.", "Post: @self changed."], count: 30).flatMap { $0 }
    let post = try view("Post", lines)
    #expect((post.initial, post.updates) == (1, 30))
  }

  @Test func aNewProcessStartsAnew() throws {
    func line(_ pid: Int, _ message: String) -> String {
      "2025-11-08 10:12:13.123456+0100 App[\(pid):2] [Changed Body Properties] \(message)"
    }
    let a = try view("A", [line(1, "A: _x changed."), line(1, "A: _x changed."), line(2, "A: _x changed.")])
    #expect((a.evaluations, a.initial, a.processes.count) == (3, 2, 2))
  }

  @Test func theRootCauseIsAtTheEndOfTheChain() throws {
    let block = ["Feed: \\Model.posts changed.", "Feed.Section: @self changed.", "Feed.Section.Row: @self changed."]
    let lines =
      ["Feed: @self, @identity changed.", "Feed.Section: @self changed.", "Feed.Section.Row: @self changed."]
      + Array(repeating: block, count: 5).flatMap { $0 }
    let row = try view("Feed.Section.Row", lines)
    #expect(row.triggers.first?.view == "Feed.Section")
    #expect(
      row.rootCauses.first
        == RedrawSummary.RootCount(view: "Feed", cause: .keyPath("\\Model.posts", address: nil), evaluations: 5))
    let root = try #require(RedrawSummary(profile(lines)).rootCauses.first)
    #expect((root.view, root.changes, root.blastRadius) == ("Feed", 5, 15))
  }

  @Test func anEvaluationWithItsOwnCauseIsItsOwnRoot() throws {
    let lines =
      ["P: @self, @identity changed.", "C: @self, @identity changed."]
      + Array(repeating: ["P: _x changed.", "C: @self, _y changed."], count: 3).flatMap { $0 }
    let child = try view("C", lines)
    #expect(child.triggers.first?.view == "P")
    #expect(child.rootCauses.first == RedrawSummary.RootCount(view: "C", cause: .dynamicProperty("_y"), evaluations: 3))
  }

  @Test func offsetsAreResolvedToTheirProperty() throws {
    let lines = [
      "A: @self, @identity, _categories, @16, _status, @184 changed.", "A: @184 changed.", "A: @16 changed.",
      "B: @24 changed.",
    ]
    let a = try view("A", lines)
    #expect(
      Dictionary(uniqueKeysWithValues: a.causes.map { ($0.cause, $0.evaluations) }) == [
        .viewValue: 1, .identity: 1, .dynamicProperty("_categories"): 2, .dynamicProperty("_status"): 2,
      ])
    #expect(try view("B", lines).causes.map(\.cause) == [.offset(24)])
  }

  @Test func severalUnnamedPropertiesShareAnEntryThatSaysSo() throws {
    let a = try view("A", ["A: \\M.<computed 0x1 (Int)> changed.", "A: \\M.<computed 0x2 (Int)> changed."])
    #expect(a.causes.map(\.evaluations) == [2])
    #expect(a.causes.map(\.variants) == [2])
  }

  @Test func rebuiltRowsAreRecreatedAndSheetsAreNot() throws {
    let rows = Array(repeating: "Row: @self, @identity, _c changed.", count: 5)
    let churn =
      ["List: @self, @identity, _tick changed."] + rows
      + Array(repeating: ["List: _tick changed."] + rows, count: 4).flatMap { $0 }
    let row = try view("Row", churn)
    #expect((row.evaluations, row.initial, row.recreated) == (25, 25, 20))
    let sheets =
      ["Screen: @self, @identity, _isShown changed."]
      + Array(
        repeating: ["Screen: _isShown changed.", "Sheet: @self, @identity, _a changed.", "Screen: _isShown changed."],
        count: 6
      )
      .flatMap { $0 }
    #expect(try view("Sheet", sheets).recreated == 0)
  }

  /// A list that is rebuilt with each evaluation and grows by one: all but the new rows were there. What rows make is made
  /// anew with them.
  @Test func whatGrowsWhileItIsRebuiltIsRecreated() throws {
    func rows(_ number: Int) -> [String] {
      (0..<number).flatMap { _ in ["Row: @self, @identity, _c changed.", "Caption: @self changed."] }
    }
    let lines =
      ["List: @self, @identity, _tick changed."] + rows(4)
      + [4, 4, 5, 5, 6].flatMap { ["List: _tick changed."] + rows($0) }
    #expect(try view("Row", lines).recreated == 4 + 4 + 4 + 5 + 5)
    #expect(try view("Caption", lines).recreated == 22)
  }

  @Test func severalInputsAreRuns() throws {
    let run = profile(["A: @self, @identity, _x changed.", "A: _x changed.", "A: _x changed."])
    let other = profile(["A: @self, @identity, _x changed.", "A: _x changed."])
    let a = try #require(RedrawSummary(run.merged(with: other)).views.first)
    #expect((a.evaluations, a.updates, a.runs, a.medianUpdates) == (5, 3, [2, 1], 1))
  }

  @Test func scenariosAreApart() throws {
    let lines = [
      "Test Case '-[T.A a]' started.", "A: _x changed.", "Test Case '-[T.A a]' passed (1 seconds).", "A: _x changed.",
    ]
    let summary = RedrawSummary(profile(lines))
    #expect(summary.views.map(\.id.scenario) == [nil, "T.A/a"])
    #expect(summary.totals.evaluations == 2)
    let named = RedrawSummary(profile(Array("A: _x changed.\n".utf8), scenario: "scroll"))
    #expect(named.views.map(\.id.scenario) == ["scroll"])
  }

  @Test func theWindowLeavesOutButRemembers() throws {
    let lines = (0..<10).map { "2025-11-08 10:12:1\($0).000000+0100 App[1:2] [Changed Body Properties] A: _x changed." }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let summary = RedrawSummary(profile(bytes, options: ProfileOptions(window: 2000...4000)))
    // The first evaluation was outside, so none inside is the first.
    #expect((summary.totals.evaluations, summary.totals.initial) == (3, 0))
  }

  @Test func ratesAreOfTheBusiestSecondAndFrame() throws {
    let lines = (0..<120).map { index -> String in
      let microseconds = index * 8_333
      return
        "2025-11-08 10:12:\(13 + microseconds / 1_000_000).\(String(String(1_000_000 + microseconds % 1_000_000).dropFirst()))+0100 App[1:2] "
        + "[Changed Body Properties] A: _offset changed."
    }
    let part = try #require(RedrawSummary(profile(lines)).parts.first)
    #expect(part.peakPerSecond == 120)
    #expect(part.peakPerFrame <= 3)
    #expect(part.storms.first?.storm.peakPerSecond == 119)
  }

  @Test func doubtfulMessagesNeedAWitness() {
    #expect(RedrawSummary(profile(["Model: title changed.", "A: @self changed."])).totals.evaluations == 1)
    #expect(RedrawSummary(profile(["A: title changed.", "A: @self changed."])).totals.evaluations == 2)
  }
}
