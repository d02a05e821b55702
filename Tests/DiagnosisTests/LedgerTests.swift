internal import Diagnosis
internal import Simulator
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// The laws of the ledger: every update lies in one class, and all numbers are sums over it.
///
/// All random apps are held to them where they are diagnosed anyway, in `SimulatedAppsTests`; here a few, since that takes
/// long without optimization.
@Suite struct LedgerTests {
  @Test(arguments: SimulatedAppsTests.seeds.prefix(20)) func randomAppsKeepTheLaws(seed: UInt64) {
    let app = RandomApp.make(seed: seed, views: 3 + Int(seed * 7 % 40))
    Self.check(DiagnosedApp(app, style: seed % 2 == 0 ? .ndjson : .bare).diagnosis, "seed \(seed)")
  }

  @Test(arguments: ScenarioTests.names, ["before", "after"])
  func scenariosKeepTheLaws(name: String, side: String) throws {
    Self.check(try ScenarioTests.diagnose(name, side), "\(name)/\(side)")
  }

  static func check(_ diagnosis: Diagnosis, _ name: String) {
    let (summary, ledger) = (diagnosis.summary, diagnosis.ledger)
    for row in ledger.rows { #expect(row.number > 0, "\(name): \(row)") }
    for view in summary.views {
      let sums = ledger[view.id]
      #expect(sums.updates == view.updates, "\(name): the classes of '\(view.id.name)' add up to its updates")
      #expect(sums.recreated == view.recreated, "\(name): the re-creations of '\(view.id.name)'")
      guard let known = diagnosis.views[view.id] else { continue }
      #expect(known.justified == sums.needed && known.avoidable == sums.avoidable, "\(name)")
      #expect(known.likelyAvoidable == sums.likelyAvoidable && known.unknown == sums.unknown, "\(name)")
      #expect(known.floor + sums.avoidable + sums.likelyAvoidable + view.recreated == view.evaluations, "\(name)")
      for read in known.reads {
        #expect(read.updates <= view.updates, "\(name): '\(read.name)' updates '\(view.id.name)'")
      }
      #expect(known.unknown > 0 || known.candidates.isEmpty && known.instrumentation == nil, "\(name)")
      let explained = known.candidates.reduce(0) { $0 + $1.share }
      #expect(
        known.unknown == 0 || abs(explained - 1) < 1e-9, "\(name): what is open of '\(view.id.name)' is explained")
    }
    #expect(ledger.total.updates == summary.totals.updates, "\(name)")
    #expect(ledger.total.recreated == summary.totals.recreated, "\(name)")
    checkFindings(diagnosis, name)
  }

  /// A finding of one scenario is as bad beside another one of views that it has nothing to do with.
  @Test(arguments: [("expanded-row", "player-time"), ("broad-config", "hot-scroll-state")])
  func severityIsOfTheScenariosThatAreConcerned(pair: (String, String)) throws {
    let one = try ScenarioTests.inputs(pair.0, "before")
    let other = try ScenarioTests.inputs(pair.1, "before")
    // A hundred times as many updates elsewhere.
    let many = (0..<100).reduce(TraceProfile()) { sum, _ in sum.merged(with: other.profile(named: "B")) }
    let graph = DiagnosedApp.graph(one.sources + other.sources)
    let alone = Diagnosis(one.profile(named: "A"), sources: graph, linter: Linter())
    let beside = Diagnosis(one.profile(named: "A").merged(with: many), sources: graph, linter: Linter())
    let saving = alone.findings.filter { $0.saved > 0 }
    #expect(saving.contains { $0.severity > .note })
    for finding in saving {
      let same = beside.findings.first { $0.fingerprint == finding.fingerprint }
      #expect(same?.severity == finding.severity, "\(finding.message)")
      #expect(same?.saved == finding.saved, "\(finding.message)")
    }
    Self.check(beside, "\(pair)")
  }

  /// However many views observe a model, it is migrated once.
  @Test func findingsOfOneMigrationAreOneCard() throws {
    let screens = ["Home", "Search", "Cart"]
    let source =
      "final class Shop: ObservableObject { @Published var items = 0; @Published var query = \"\" }\n"
      + screens.map { screen in
        "struct \(screen): View { @EnvironmentObject var shop: Shop; var body: some View { Text(\"\\(shop.items)\") } }\n"
      }.joined()
    let lines = screens.map { "\($0): @self, @identity, _shop changed." }
    let updates = screens.map { "\($0): _shop changed." }
    let diagnosis = DiagnosisTests.diagnose(
      lines + (0..<40).flatMap { _ in updates }, ["Shop.swift": source])
    let found = diagnosis.findings.filter { $0.finding.rule == "legacy_environment_object" }
    #expect(found.count == screens.count)
    let card = try #require(diagnosis.changes.first { $0.id == found.first?.change })
    #expect(Set(found.map(\.change)) == [card.id])
    #expect(Set(found.map(\.fingerprint)).isSubset(of: card.fingerprints))
    #expect(card.lead.saved == found.map(\.saved).max())
    Self.check(diagnosis, "migration")
  }

  /// Two fixes of the same rows say that they share them.
  @Test func whatTwoChangesSaveIsSharedOrNotTheSame() throws {
    let diagnosis = try ScenarioTests.diagnose("expanded-row", "before")
    let sharing = diagnosis.changes.filter { !$0.shares.isEmpty }
    #expect(sharing.count >= 2, "moving the state and comparing the rows save the same")
  }

  /// What findings and the best fixes together say is what the ledger holds.
  private static func checkFindings(_ diagnosis: Diagnosis, _ name: String) {
    let ledger = diagnosis.ledger
    let waste = ledger.total.avoidable + ledger.total.likelyAvoidable + ledger.total.avoidableRecreations
    for finding in diagnosis.findings {
      #expect((finding.saved > 0) == (finding.claimant != nil), "\(name): \(finding.message)")
      guard let claimant = finding.claimant else { continue }
      #expect(finding.saved == ledger.saved(by: claimant), "\(name): \(finding.message)")
      #expect(finding.measured?.avoidable == finding.saved, "\(name): \(finding.message)")
      if let measured = finding.measured, let predicted = measured.predicted {
        #expect(measured.updates - predicted == finding.saved, "\(name): \(finding.message)")
      }
      #expect(waste >= finding.saved, "\(name): a fix saves more than is avoidable")
      for (view, saved) in finding.savedByView {
        let held = ledger.rows.filter {
          $0.view.name == view && $0.event == .update && $0.claimants.contains(claimant)
        }.reduce(0) { $0 + $1.number }
        #expect(held == saved, "\(name): '\(view)' by \(finding.message)")
      }
    }
    checkChanges(diagnosis, name)
    guard let set = diagnosis.fixSet else { return }
    let before = diagnosis.summary.totals.updates + diagnosis.summary.totals.recreated
    #expect(set.updatesBefore == before, "\(name)")
    #expect(set.updatesAfter == before - ledger.saved(by: set.claimant), "\(name): from … to")
    #expect(set.updatesAfter >= 0 && set.updatesAfter < before, "\(name)")
    #expect(before - waste <= set.updatesAfter, "\(name): the fixes leave at least what is needed or unknown")
    let kept = set.fingerprints.compactMap { print in diagnosis.findings.first { $0.fingerprint == print } }
    #expect(kept.count == set.fingerprints.count && kept.allSatisfy { $0.saved > 0 }, "\(name)")
  }

  /// Each finding is on one card, and cards that save the same say so.
  private static func checkChanges(_ diagnosis: Diagnosis, _ name: String) {
    let ledger = diagnosis.ledger
    let all = diagnosis.changes.flatMap(\.fingerprints)
    #expect(all.sorted() == diagnosis.findings.map(\.fingerprint).sorted(), "\(name)")
    for change in diagnosis.changes {
      #expect((change.claimant == nil) == (change.lead.saved < 1), "\(name): \(change.lead.message)")
      guard let claimant = change.claimant else { continue }
      #expect(change.lead.saved == ledger.saved(by: claimant), "\(name): \(change.lead.message)")
      for other in diagnosis.changes where other.id != change.id {
        guard let second = other.claimant else { continue }
        let both = ledger.rows.filter { $0.claimants.contains(claimant) && $0.claimants.contains(second) }
          .reduce(0) { $0 + $1.number }
        let said = change.shares.first { $0.change == other.id }?.number ?? 0
        #expect(said == both, "\(name): '\(change.lead.message)' and '\(other.lead.message)'")
      }
    }
  }
}
