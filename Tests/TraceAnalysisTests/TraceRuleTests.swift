internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What a trace alone shows to be wrong, and what it does not.
@Suite struct TraceRuleTests {
  private func rules(_ lines: [String]) -> Set<String> { Set(RedrawSummary(profile(lines)).traceFindings.map(\.rule)) }

  private func finding(_ rule: String, _ lines: [String]) throws -> TraceFinding {
    try #require(RedrawSummary(profile(lines)).traceFindings.first { $0.rule == rule })
  }

  private func timed(_ messages: [String], every milliseconds: Double) -> [String] {
    messages.enumerated().map { index, message in
      let microseconds = Int(Double(index) * milliseconds * 1000)
      let fraction = String(String(1_000_000 + microseconds % 1_000_000).dropFirst())
      let second = microseconds / 1_000_000
      let clock = "10:\(String(String(100 + second / 60).dropFirst())):\(String(String(100 + second % 60).dropFirst()))"
      return "2025-11-08 \(clock).\(fraction)+0100 App[1:2] [Changed Body Properties] \(message)"
    }
  }

  @Test func identityChurn() throws {
    let rows = Array(repeating: "Row: @self, @identity, _c changed.", count: 4)
    let lines =
      ["List: @self, @identity, _t changed."] + rows
      + Array(repeating: ["List: _t changed."] + rows, count: 5).flatMap { $0 }
    let finding = try finding("identity_churn", lines)
    #expect((finding.view, finding.updates, finding.fix.rawValue) == ("Row", 20, "stabilise_identity"))
    #expect(finding.message.contains("20 times"))
  }

  /// What is below a view that loses its identity, and what one branch throws away together, comes back with one change.
  @Test func whatIsThrownAwayTogetherHasOneLeader() throws {
    func leaders(_ lines: [String]) -> [String: String?] {
      Dictionary(
        uniqueKeysWithValues: RedrawSummary(profile(lines)).traceFindings.filter(\.isChurn).map {
          ($0.view ?? "", $0.leader)
        })
    }
    let nested = Array(
      repeating: ["Row: @self, @identity, _c changed.", "Badge: @self, @identity, _b changed."], count: 4
    )
    .flatMap { $0 }
    let below =
      ["List: @self, @identity, _t changed."] + nested
      + Array(repeating: ["List: _t changed."] + nested, count: 5).flatMap { $0 }
    #expect(leaders(below) == ["Row": "Row", "Badge": "Row"])
    let badge = try #require(RedrawSummary(profile(below)).traceFindings.first { $0.view == "Badge" })
    #expect(badge.title == "Keep the identity of 'Row'" && badge.message.contains("20 times along with 'Row'"))
    let row = try #require(RedrawSummary(profile(below)).traceFindings.first { $0.view == "Row" })
    #expect(row.related.contains { $0.view == "Badge" && $0.message.contains("along with it, 20 times") })
    let branch = ["Header: @self, @identity, _h changed.", "Footer: @self, @identity, _f changed."]
    let beside =
      ["List: @self, @identity, _t changed."] + branch
      + Array(repeating: ["List: _t changed."] + branch, count: 12).flatMap { $0 }
    #expect(
      Set(leaders(beside).values) == ["Footer"] || Set(leaders(beside).values) == ["Header"], "\(leaders(beside))")
    // Not as often as each other: two reasons, as far as anybody can tell.
    let apart = beside + Array(repeating: ["List: _t changed.", branch[0]], count: 40).flatMap { $0 }
    #expect(leaders(apart).values.allSatisfy { $0 == nil }, "\(leaders(apart))")
  }

  @Test func updateStorm() throws {
    let lines = timed(Array(repeating: "Shadow: _offset changed.", count: 300), every: 16.7)
    let finding = try finding("update_storm", lines)
    #expect(finding.view == "Shadow" && finding.message.contains("'offset'"))
    #expect(!rules(timed(Array(repeating: "Clock: _now changed.", count: 30), every: 1000)).contains("update_storm"))
  }

  @Test func stormsOfOneCauseKeepTheirOrder() {
    // As often as each other and with the same first cause: nothing but the order of the messages tells them apart.
    var run = profile((0..<40).map { "Shadow: _offset, _a\($0) changed." }).runs[0]
    for message in (0..<40).reversed() {
      run.parts[0].rates.storms[message] = Storm(peakPerSecond: message, longestSeconds: 1, updates: 7)
    }
    let summary = RedrawSummary(TraceProfile(runs: [run]))
    #expect(summary.parts[0].storms.map(\.storm.peakPerSecond) == Array(0..<40))
  }

  @Test func updateLoop() throws {
    let lines = timed(Array(repeating: ["A: _x changed.", "B: _y changed."], count: 20).flatMap { $0 }, every: 16.7)
    let finding = try finding("update_loop", lines)
    #expect(finding.severity == .error)
    #expect(finding.message.contains("A (x) → B (y) repeats 20 times"))
    // The same by hand, slowly, is a person.
    #expect(
      !rules(timed(Array(repeating: ["A: _x changed.", "B: _y changed."], count: 20).flatMap { $0 }, every: 400))
        .contains("update_loop"))
  }

  /// No turn has to be just like the one before, and what a turn evaluates besides is of the loop as well.
  @Test func aLoopCountsAllItsEvaluations() throws {
    let turn = ["A: _x changed.", "B: _y changed.", "C: @self changed."]
    let others = [
      ["A: _x changed.", "A: _x changed.", "B: _y changed.", "C: @self changed."],
      ["A: _x changed.", "B: _y changed.", "C: @self changed.", "Guest: _z changed."],
    ]
    let irregular = (0..<40).flatMap { others[$0 * $0 % 3 == 0 ? 0 : 1] }
    let lines = Array(repeating: turn, count: 20).flatMap { $0 } + irregular
    let whole = try finding("update_loop", timed(lines, every: 5))
    let guests = lines.count { $0.hasPrefix("Guest") }
    #expect(guests > 0 && whole.updates == lines.count - guests)
    #expect(whole.message.contains("evaluations in all within 1"))
    // What a person does after it is no part of it.
    let later = timed(Array(repeating: "A: _x changed.", count: 3), every: 700).map {
      $0.replacing(" 10:", with: " 11:")
    }
    #expect(try finding("update_loop", timed(lines, every: 5) + later).updates == whole.updates)
  }

  @Test func theSameLoopIsToldOnce() {
    let first = Array(repeating: ["A: _x changed.", "B: _y changed."], count: 20).flatMap { $0 }
    let second = Array(repeating: ["A: _x changed.", "A: _x changed.", "B: _y changed."], count: 20).flatMap { $0 }
    let pause = timed(second, every: 5).map { $0.replacing(" 10:", with: " 11:") }
    let found = RedrawSummary(profile(timed(first, every: 5) + pause)).traceFindings.filter { $0.rule == "update_loop" }
    #expect(found.map(\.updates) == [100], "\(found.map(\.message))")
  }

  /// Whatever repeats in whatever is between, no evaluation is counted for two loops.
  @Test(arguments: 0..<40) func loopsShareNothing(_ seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var lines: [String] = []
    for _ in 0..<60 {
      let turn = (0..<1 + next(4)).map { _ in "V\(next(4)): \(next(4) == 0 ? "@self" : "_p\(next(2))") changed." }
      for _ in 0..<1 + next(30) { lines += turn }
    }
    for lines in [lines, timed(lines, every: 3)] {
      let summary = RedrawSummary(profile(lines))
      for part in summary.parts {
        #expect(part.cycles.reduce(0) { $0 + $1.evaluations } <= part.evaluations)
        for cycle in part.cycles { #expect(cycle.evaluations >= cycle.turns * cycle.members.count) }
      }
    }
  }

  private func observers(of cause: String) -> [String] {
    timed(
      Array(repeating: ["A: \(cause) changed.", "B: \(cause) changed."], count: 20).flatMap { $0 }, every: 16.7)
  }

  @Test func observersOfOneMemberAreNoLoop() {
    #expect(!rules(observers(of: "\\Recorder.level")).contains("update_loop"))
  }

  /// Of two properties of one name nobody knows whether they hold one object.
  @Test(arguments: ["_recorder", "@dependencies"]) func whatMayBeOneChangeIsSaidSo(_ cause: String) throws {
    let finding = try finding("update_loop", observers(of: cause))
    #expect(finding.severity == .note)
    #expect(finding.grade == .possible)
    #expect(finding.message.contains("one change that all of them observe"))
  }

  /// Observers that follow each other are told once, and not at all where no time speaks for a loop.
  @Test func whatMayBeOneChangeIsSaidOnce() {
    let three = (0..<20).flatMap { _ in ["A: _store changed.", "B: _store changed.", "C: _store changed."] }
    let two = (0..<20).flatMap { _ in ["A: _store changed.", "C: _store changed."] }
    let later = timed(two, every: 16.7).map { $0.replacing(" 10:", with: " 11:") }
    let found = RedrawSummary(profile(timed(three, every: 16.7) + later)).traceFindings
    #expect(found.count { $0.rule == "update_loop" } == 1)
    #expect(!rules(three).contains("update_loop"))
  }

  @Test func cascade() throws {
    let lines =
      ["List: @self, @identity, _open changed."]
      + Array(repeating: ["List: _open changed."] + Array(repeating: "Row: @self changed.", count: 12), count: 6)
      .flatMap { $0 }
    let finding = try finding("cascade", lines)
    #expect((finding.view, finding.cause, finding.updates) == ("List", "_open", 78))
  }

  @Test func selfOnlyUpdates() throws {
    let lines =
      ["List: @self, @identity, _open changed."]
      + Array(repeating: ["List: _open changed.", "Header: @self changed."], count: 20).flatMap { $0 }
    let finding = try finding("self_only_updates", lines)
    #expect(finding.view == "Header" && finding.related.map(\.view) == ["List"])
  }

  @Test func environmentStorm() throws {
    let lines = ["Form: @self, @identity, _dismiss changed."] + Array(repeating: "Form: _dismiss changed.", count: 30)
    let finding = try finding("environment_storm", lines)
    #expect((finding.view, finding.updates, finding.severity) == ("Form", 30, .warning))
  }

  @Test func publishDuringUpdate() throws {
    let fault = "Modifying state during view update, this will cause undefined behavior."
    let finding = try finding("publish_during_update", ["A: @self changed.", fault, fault])
    #expect((finding.updates, finding.severity) == (2, .error))
  }

  @Test func aHealthySessionHasNoWarnings() {
    let lines = timed(
      ["Root: @self, @identity, _store changed.", "List: @self, @identity, _items changed."]
        + Array(repeating: "Row: @self changed.", count: 20)
        + [
          "Row: _isOpen changed.", "Header: @self, @identity, _now changed.", "Row: _isOpen changed.",
          "Header: _now changed.",
        ],
      every: 0.2)
    #expect(RedrawSummary(profile(lines)).traceFindings.filter { $0.severity != .note }.isEmpty)
  }
}
