internal import Diagnosis
internal import Foundation
internal import Simulator
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// What the diagnosis says of made-up apps, against the simulator's truth.
@Suite struct SimulatedAppsTests {
  static func app(_ seed: UInt64) -> SimulatedApp { RandomApp.make(seed: seed, views: 3 + Int(seed * 37 % 198)) }

  @Test func report() {
    guard let count = ProcessInfo.processInfo.environment["WHYREDRAW_SEEDS"].flatMap(UInt64.init) else { return }
    var lines: [String] = []
    var triggers = DiagnosedApp.Score(), bare = triggers, roots = triggers, proven = triggers, recall = triggers
    var predictions: [String: DiagnosedApp.Score] = [:]
    var top = DiagnosedApp.Score()
    for seed in 1...count {
      let clock = ContinuousClock()
      let begin = clock.now
      let one = DiagnosedApp(Self.app(seed), style: seed % 2 == 0 ? .ndjson : .bare)
      let t = one.triggers(in: one.diagnosis.summary)
      triggers += t
      bare += one.triggers(in: RedrawSummary(one.profile))
      let r = one.roots(in: one.diagnosis.summary)
      roots += r
      let p = one.proven
      proven += p
      recall += one.recall
      if t.share < 0.97 || r.share < 0.97 || p.share < 0.99 {
        lines.append("seed \(seed): triggers \(t) roots \(r) proven \(p) recall \(one.recall)")
      }
      let cost = one.session.cost
      let middle = clock.now
      let ranked = one.app.rankedFixes()
      lines.append("seed \(seed): diagnosed in \(middle - begin), ranked in \(clock.now - middle), \(one.session.evaluations.count) evaluations, \(one.diagnosis.findings.count) findings")
      if let best = ranked.first {
        let first = one.diagnosis.findings.first
        let isRight = first?.finding.fix == best.fix.fix
        top += .init(right: isRight ? 1 : 0, all: 1)
        if !isRight {
          lines.append(
            "seed \(seed): top is \(first?.finding.rule ?? "none") \(first?.finding.view ?? "") saved \(first?.saved ?? 0), expected "
              + "\(best.fix.rule) \(best.fix.view) \(best.fix.subject) saved \(best.saved)")
        }
      }
      for (fix, saved) in ranked {
        let after = Double(cost - saved)
        let finding = one.finding(for: fix)
        let predicted = Double(cost - (finding?.saved ?? 0))
        let isClose = abs(predicted - after) <= 0.05 * max(after, 1)
        predictions[fix.rule, default: .init()] += .init(right: isClose ? 1 : 0, all: 1)
        if !isClose {
          lines.append(
            "seed \(seed): \(fix.rule) \(fix.view) \(fix.subject): cost \(cost), after \(Int(after)), predicted \(Int(predicted))"
              + " range \(finding?.measured?.range.map { "\($0)" } ?? "-")\(finding == nil ? ", NOT FOUND" : "")")
        }
      }
    }
    lines.append("triggers \(triggers)\nbare \(bare)\nroots \(roots)\nproven \(proven)\nrecall \(recall)\ntop \(top)")
    for (rule, score) in predictions.sorted(by: { $0.key < $1.key }) { lines.append("prediction \(rule) \(score)") }
    print(lines.joined(separator: "\n"))
  }
}
