internal import Diagnosis
internal import Simulator
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// The diagnosis keeps its promises where a rule of SwiftUI that nobody has settled holds, and where it does not, also of
/// apps that pass arguments of every kind.
@Suite struct OpenRuleTests {
  /// Two apps for each seed: one with the usual arguments, one with every kind of them.
  private static let apps = Array(2...49 as ClosedRange<UInt64>)

  @Test(arguments: Options.settings.indices)
  func theLawsHoldWhicheverWayADisputedRuleGoes(setting: Int) {
    let (name, options) = Options.settings[setting]
    let score = LawScore(
      seeds: Self.apps, options: options,
      app: { number in
        let seed = number / 2
        return RandomApp.make(seed: seed, views: 3 + Int(seed * 37 % 120), withEveryArgument: number % 2 == 1)
      })
    print("\(name): \(score)")
    #expect(score.triggers.share >= 0.97, "\(name): triggers \(score.triggers)")
    #expect(score.proven.share >= 0.99, "\(name): proven \(score.proven)")
    #expect(score.predictions.share >= 0.95, "\(name): \(score.predictions)\n\(score.missed.joined(separator: "\n"))")
  }
}

/// How often the diagnosis of random apps is right.
struct LawScore: CustomStringConvertible {
  var triggers = DiagnosedApp.Score()
  var proven = DiagnosedApp.Score()
  var recall = DiagnosedApp.Score()
  var predictions = DiagnosedApp.Score()
  /// Fixes of which the prediction was more than 5 % off.
  var missed: [String] = []

  init(seeds: [UInt64], options: Options, app: (UInt64) -> SimulatedApp) {
    for seed in seeds {
      let app = app(seed)
      let one = DiagnosedApp(app, options: options)
      triggers += one.triggers(in: one.diagnosis.summary)
      let proven = one.proven
      self.proven += proven
      if proven.share < 0.99 { missed.append("seed \(seed): proven \(proven)") }
      recall += one.recall
      var random = SeededGenerator(seed: seed)
      guard let fix = app.fixes.randomElement(using: &random) else { continue }
      let after = simulate(fix.apply(to: app), options: options).cost
      let predicted = one.session.cost - (one.finding(for: fix)?.saved ?? 0)
      let isClose = abs(Double(predicted - after)) <= 0.05 * Double(max(after, 1))
      predictions += .init(right: isClose ? 1 : 0, all: 1)
      if !isClose {
        missed.append("seed \(seed) \(fix.rule) \(fix.view): \(one.session.cost) → \(after), predicted \(predicted)")
      }
    }
  }

  var description: String {
    "triggers \(triggers), proven \(proven), found \(recall), predictions \(predictions) \(missed)"
  }
}
