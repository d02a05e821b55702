internal import Simulator
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// The export of a session says what the truth says.
@Suite struct ExportTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func countsAndTriggersAgree(seed: UInt64) {
    let session = simulate(RandomApp.make(seed: seed, views: 25))
    for version in [ExportBuilder.Version.xcode26, .xcode27] {
      let summary = RedrawSummary(profile(session.export(version)))
      let counts = Dictionary(uniqueKeysWithValues: summary.views.map { ($0.id.name, $0.evaluations) })
      let truth = session.all.reduce(into: [String: Int]()) { $0[$1.view, default: 0] += 1 }
      #expect(counts == truth, "seed \(seed)")
      for view in summary.views {
        let triggers = session.all.filter { $0.view == view.id.name }.compactMap(\.parent).reduce(into: [String: Int]())
        {
          $0[session.all[$1].view, default: 0] += 1
        }
        let read = Dictionary(uniqueKeysWithValues: view.triggers.map { ($0.view, $0.evaluations) })
        #expect(read == triggers, "seed \(seed), \(view.id.name)")
      }
      #expect(summary.totals.initial == session.all.filter { $0.isInserted }.count, "seed \(seed)")
    }
  }
}
