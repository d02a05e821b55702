internal import Diagnosis
internal import Simulator
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What the diagnosis says of made-up apps, against the simulator's truth.
@Suite struct SimulatedAppsTests {
  static let seeds = Array(1...200 as ClosedRange<UInt64>)

  static func app(_ seed: UInt64) -> SimulatedApp { RandomApp.make(seed: seed, views: 3 + Int(seed * 37 % 198)) }

  /// Sums over all apps, so that one app's few evaluations do not decide.
  @Test func attributionAgreesWithTheTruthAndTheLedgerKeepsItsLaws() {
    var withSources = DiagnosedApp.Score()
    var bare = DiagnosedApp.Score()
    var roots = DiagnosedApp.Score()
    var proven = DiagnosedApp.Score()
    for seed in Self.seeds {
      let one = DiagnosedApp(Self.app(seed), style: seed % 2 == 0 ? .ndjson : .bare)
      withSources += one.triggers(in: one.diagnosis.summary)
      roots += one.roots(in: one.diagnosis.summary)
      proven += one.proven
      if seed % 2 == 1 { bare += one.triggers(in: RedrawSummary(one.profile)) }
      #expect(one.proven.share >= 0.95, "seed \(seed): proven \(one.proven)")
      LedgerTests.check(one.diagnosis, "seed \(seed)")
    }
    #expect(withSources.share >= 0.97, "triggers \(withSources)")
    #expect(roots.share >= 0.97, "roots \(roots)")
    #expect(bare.share >= 0.85, "triggers from logs alone \(bare)")
    #expect(proven.share >= 0.99, "proven \(proven)")
    print("triggers \(withSources), from logs alone \(bare), roots \(roots), proven \(proven)")
  }

  /// The first fix of each app, made in the simulator, leaves what was predicted, and as much as the range allows for; and so does
  /// that of each scenario.
  @Test func predictionsComeTrue() throws {
    var score = DiagnosedApp.Score()
    var missed: [String] = []
    var foretold: [DiagnosedApp.Foretold] = []
    for seed in Self.seeds {
      let one = DiagnosedApp(Self.app(seed))
      let cost = one.session.cost
      var random = SeededGenerator(seed: seed)
      guard let fix = one.app.fixes.randomElement(using: &random) else { continue }
      let after = simulate(fix.apply(to: one.app)).cost
      let finding = one.finding(for: fix)
      let predicted = cost - (finding?.saved ?? 0)
      let name = "seed \(seed) \(fix.rule) \(fix.view)"
      let touched = finding?.measured?.updates ?? cost
      foretold.append(
        .init(
          name: name, predicted: touched - (finding?.saved ?? 0), range: finding?.measured?.range,
          left: after - (cost - touched)))
      let isClose = abs(Double(predicted - after)) <= 0.05 * Double(max(after, 1))
      score += .init(right: isClose ? 1 : 0, all: 1)
      if !isClose { missed.append("\(name): \(cost) → \(after), predicted \(predicted)") }
    }
    #expect(score.share >= 0.95, "\(score)\n\(missed.joined(separator: "\n"))")
    foretold += try ScenarioTests.foretold()
    let (held, close) = (DiagnosedApp.Foretold.held(foretold), DiagnosedApp.Foretold.close(foretold))
    #expect(held.share >= 0.95, "\(held)\n\(DiagnosedApp.Foretold.missed(foretold))")
    // Of what a single card is about, which is few updates. Most of the others are what no trace tells: which member of a struct
    // changed, and whether a write was of an equal value; there the range is all that can be said.
    #expect(close.share >= 0.74, "\(close)\n\(DiagnosedApp.Foretold.missed(foretold))")
    print("whole apps \(score), in range \(held), within a tenth \(close)")
  }

  /// Apps without waste get nothing above a note.
  @Test func cleanAppsAreLeftAlone() {
    for seed in Self.seeds {
      let one = DiagnosedApp(RandomApp.make(seed: seed, views: 3 + Int(seed * 7 % 40), wastes: []))
      for finding in one.diagnosis.findings {
        #expect(finding.severity == .note, "seed \(seed): \(finding.message)")
      }
    }
  }
}
