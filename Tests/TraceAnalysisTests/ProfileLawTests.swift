internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import TraceImport

/// Laws that hold for any input.
@Suite struct ProfileLawTests {
  /// A random log: updates that begin with a cause and go on with `@self`, prints between them.
  static func randomLog(seed: UInt64, lines count: Int = 400) -> [String] {
    var generator = SeededGenerator(seed: seed)
    var lines: [String] = []
    while lines.count < count {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: lines.append("loaded \(Int.random(in: 0..<99, using: &generator)) items")
      case 1: lines.append("View\(Int.random(in: 0..<12, using: &generator)): @self, @identity, _a, _b changed.")
      case 2: lines.append("View\(Int.random(in: 0..<12, using: &generator)): unchanged.")
      case 3...5:
        lines.append(
          "View\(Int.random(in: 0..<12, using: &generator)): _p\(Int.random(in: 0..<4, using: &generator)) changed.")
      default: lines.append("View\(Int.random(in: 0..<12, using: &generator)): @self changed.")
      }
    }
    return lines
  }

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func countsAddUp(seed: UInt64) {
    let lines = Self.randomLog(seed: seed)
    let summary = RedrawSummary(profile(lines))
    let changed = lines.filter { $0.hasSuffix(" changed.") }
    #expect(summary.totals.evaluations == changed.count)
    #expect(summary.totals.unchanged == lines.filter { $0.hasSuffix(": unchanged.") }.count)
    #expect(summary.views.reduce(0) { $0 + $1.evaluations } == summary.totals.evaluations)
    #expect(summary.views.reduce(0) { $0 + $1.initial } == summary.totals.initial)
    for view in summary.views {
      let own = changed.filter { $0.hasPrefix(view.id.name + ":") }
      #expect(view.evaluations == own.count)
      #expect(view.runs.reduce(0, +) == view.updates)
      #expect(view.initial <= view.evaluations && view.recreated <= view.initial)
      for cause in view.causes {
        let text = cause.cause.text
        #expect(
          cause.evaluations
            == own.filter { $0.contains(": \(text) ") || $0.contains(" \(text),") || $0.contains(", \(text) ") }.count)
      }
      // Each evaluation has one root, and no more triggers than evaluations with '@self'.
      #expect(view.rootCauses.reduce(0) { $0 + $1.evaluations } >= view.evaluations)
      #expect(view.triggers.reduce(0) { $0 + $1.evaluations } <= own.filter { $0.contains("@self") }.count)
    }
    #expect(summary.parts.reduce(0) { $0 + $1.evaluations } == summary.totals.evaluations)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func mergingIsReadingTogether(seed: UInt64) {
    let first = profile(Self.randomLog(seed: seed))
    let second = profile(Self.randomLog(seed: seed + 100))
    let third = profile(Self.randomLog(seed: seed + 200))
    let merged = first.merged(with: second).merged(with: third)
    #expect(merged == TraceProfile(runs: first.runs + second.runs + third.runs))
    #expect(first.merged(with: second.merged(with: third)) == merged)
    #expect(TraceProfile().merged(with: first) == first)
    let summary = RedrawSummary(merged)
    #expect(summary.runs == 3)
    let parts = [first, second, third].map { RedrawSummary($0).totals.evaluations }
    #expect(summary.totals.evaluations == parts.reduce(0, +))
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func theSameInputIsTheSameProfile(seed: UInt64) {
    let lines = Self.randomLog(seed: seed)
    #expect(profile(lines) == profile(lines))
    let first = RedrawSummary(profile(lines))
    let second = RedrawSummary(profile(lines))
    #expect(first.views == second.views)
    #expect(first.rootCauses == second.rootCauses)
    #expect(first.traceFindings == second.traceFindings)
  }

  @Test func moreDistinctMessagesThanAreToldApartAreCountedPerView() {
    let number = TraceSymbols.messageLimit + 5000
    let lines = (0..<number).map { "View\($0 % 100): @self, _p\($0) changed." }
    let builder = ProfileBuilder()
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let input = TraceReader.read(MemorySource(bytes), into: builder)
    let summary = RedrawSummary(TraceProfile(runs: [builder.finish()]))
    #expect(input.events == number)
    #expect(input.issues.map(\.severity) == [.dataLoss])
    #expect(input.issues.first?.line == TraceSymbols.messageLimit + 1)
    #expect(input.issues.first?.count == 5000)
    #expect(summary.totals.evaluations == number)
    #expect(summary.totals.views == 100)
    for view in summary.views {
      #expect(view.evaluations == lines.filter { $0.hasPrefix(view.id.name + ":") }.count)
      #expect(view.causes.first { $0.cause == .node(TraceSymbols.otherCauses) }?.evaluations == 50)
      #expect(view.causes.first { $0.cause == .viewValue }?.evaluations == view.evaluations)
    }
  }

  @Test func moreViewsThanAreToldApartAreCountedTogether() {
    let number = TraceSymbols.viewLimit + 300
    let lines = (0..<number).map { "View\($0): @self changed." }
    let summary = RedrawSummary(profile(lines))
    #expect(summary.totals.evaluations == number)
    #expect(summary.totals.views == TraceSymbols.viewLimit + 1)
    #expect(summary.views.first { $0.id.name == TraceSymbols.otherViews }?.evaluations == 300)
  }

  /// What one test case did may be lost among ten thousand, but no evaluation is.
  @Test func anyNumberOfTestCasesIsCounted() {
    var lines: [String] = []
    for test in 0..<10_000 {
      lines.append("Test Case '-[App.Tests test\(test)]' started.")
      for line in 0..<12 { lines.append("View\((test * 7 + line * line) % 900): _p\(line % 5) changed.") }
      lines.append("View\(test % 50): @self, @identity, _a changed.")
      lines.append("View\(test % 50): unchanged.")
      lines.append("Test Case '-[App.Tests test\(test)]' passed (0.1 seconds).")
    }
    let summary = RedrawSummary(profile(lines))
    #expect(summary.totals.evaluations == 130_000)
    #expect(summary.totals.unchanged == 10_000)
    #expect(summary.views.reduce(0) { $0 + $1.evaluations } == 130_000)
    #expect(summary.parts.reduce(0) { $0 + $1.evaluations } == 130_000)
    let first = summary.views.filter { $0.id.scenario == "App.Tests/test0" }
    #expect(first.reduce(0) { $0 + $1.evaluations } == 13)
    // As many lists as views and scenarios are told apart, whatever the number of test cases.
    #expect(summary.views.count < 70_000)
  }

  @Test func moreDistinctUpdatesThanAreKeptAreStillCounted() {
    // Every update is another one: 40 000 sets of children.
    var lines: [String] = []
    for index in 0..<40_000 {
      lines.append("Root: _x\(index % 5) changed.")
      for bit in 0..<16 where index >> bit & 1 == 1 { lines.append("Child\(bit): @self changed.") }
    }
    let summary = RedrawSummary(profile(lines))
    #expect(summary.totals.evaluations == lines.count)
    #expect(summary.withoutUpdate > 0)
    let root = summary.views.first { $0.id.name == "Root" }
    #expect(root?.evaluations == 40_000)
  }

  /// Updates that come again are told apart in any number there is room for; where most come once, the first ones are enough.
  @Test(arguments: [1, 3]) func updatesThatComeOnceAreNotKeptWithoutEnd(_ times: Int) {
    var lines: [String] = []
    for index in 0..<6_000 {
      var update = ["Root: _x\(index % 5) changed."]
      for bit in 0..<13 where index >> bit & 1 == 1 { update.append("Child\(bit): @self changed.") }
      for _ in 0..<times { lines += update }
    }
    let summary = RedrawSummary(profile(lines))
    #expect(summary.totals.evaluations == lines.count)
    #expect((summary.withoutUpdate > 0) == (times == 1))
    #expect(summary.views.first { $0.id.name == "Root" }?.evaluations == 6_000 * times)
  }
}
