internal import Simulator
internal import SwiftParser
internal import SwiftSyntax
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// Laws that hold for every made-up app.
@Suite struct RandomAppTests {
  static let seeds = Array(1...40 as ClosedRange<UInt64>)

  private func app(_ seed: UInt64) -> SimulatedApp { RandomApp.make(seed: seed, views: 3 + Int(seed * 7 % 60)) }

  @Test(arguments: seeds) func theSameSeedIsTheSameStory(seed: UInt64) {
    #expect(app(seed) == app(seed))
    #expect(simulate(app(seed)).log() == simulate(app(seed)).log())
  }

  @Test(arguments: seeds) func sourcesParse(seed: UInt64) {
    for (path, text) in app(seed).sources() + app(seed).fixed.sources() {
      #expect(!Parser.parse(source: text).hasError, "seed \(seed), \(path):\n\(text)")
    }
  }

  /// Screens with arguments of every kind are sources like others, and play under every rule.
  @Test(arguments: seeds) func everyKindOfArgumentCanBeGiven(seed: UInt64) {
    let app = RandomApp.make(seed: seed, views: 30, withEveryArgument: true)
    for (path, text) in app.sources() {
      #expect(!Parser.parse(source: text).hasError, "seed \(seed), \(path):\n\(text)")
    }
    // Closures that compare by their captures only leave evaluations out.
    var neverEqual = Options.executed
    neverEqual.functions = .neverEqual
    let (all, some) = (simulate(app, options: neverEqual).counts, simulate(app, options: .executed).counts)
    for (view, count) in some { #expect(count <= all[view] ?? 0, "seed \(seed), \(view)") }
  }

  @Test(arguments: seeds) func countsAgreeWithTheLog(seed: UInt64) {
    let session = simulate(app(seed))
    for style in LogStyle.allCases {
      let summary = RedrawSummary(profile(session.log(style: style)))
      let counts = Dictionary(uniqueKeysWithValues: summary.views.map { ($0.id.name, $0.evaluations) })
      #expect(counts == session.counts, "seed \(seed), \(style)")
    }
  }

  @Test(arguments: seeds.prefix(15)) func everyFixSaves(seed: UInt64) {
    for (fix, saved) in app(seed).rankedFixes() {
      #expect(saved > 0, "seed \(seed): \(fix.fix) in \(fix.view) saves \(saved)")
    }
  }

  @Test(arguments: seeds) func fixedAppsWasteNothing(seed: UInt64) {
    for evaluation in simulate(app(seed).fixed).all {
      #expect(!evaluation.isAvoidable && evaluation.verdict != .recreated, "seed \(seed): \(evaluation)")
    }
  }
}
