internal import Foundation
internal import TestSupport
internal import Testing

/// Whatever a report is rendered as, its numbers are those of one ledger.
@Suite struct ReportLawTests {
  private static let rendered = Result { try RenderedReports() }

  @Test func numbersOfAReportAddUp() throws {
    let files = try Self.rendered.get().all(withExtension: "json")
    #expect(files.count > 50)
    for file in files {
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
      check(report, file.lastPathComponent)
      try checkTexts(of: report, file)
    }
  }

  private func check(_ report: Report, _ name: String) {
    if report.sources != nil {
      for counts in [report.totals] + report.views {
        #expect(counts.sum == counts.updates, "\(name): classes add up to updates in \(counts.name ?? "all views")")
      }
      #expect(report.views.reduce(0) { $0 + $1.avoidable } == report.totals.avoidable, "\(name)")
      #expect(report.views.reduce(0) { $0 + $1.likelyAvoidable } == report.totals.likelyAvoidable, "\(name)")
    }
    let waste = report.totals.avoidable + report.totals.likelyAvoidable + report.totals.avoidableRecreations
    if let set = report.sources?.fixSet {
      #expect(set.updatesBefore == report.totals.updates + report.totals.recreated, "\(name)")
      #expect(set.updatesBefore - set.updatesAfter <= waste, "\(name): the fixes save what is avoidable")
      #expect(Set(set.changes).isSubset(of: report.changes.map(\.id)), "\(name)")
    }
    let ids = Set(report.changes.map(\.id))
    #expect(report.findings.allSatisfy { ids.contains($0.change) }, "\(name): each finding is on a card")
    let onCards = report.changes.flatMap(\.findings)
    #expect(onCards.count == report.findings.count, "\(name): and on no other")
    #expect(Set(onCards) == Set(report.findings.map(\.fingerprint)), "\(name)")
    for change in report.changes {
      #expect(change.findings.count == change.places.count, "\(name)")
      for share in change.shares { #expect(share.change != change.id && ids.contains(share.change), "\(name)") }
      let saved = (change.measured?.avoidable ?? 0)
      #expect(saved <= waste || report.sources == nil, "\(name): \(change.title)")
      for finding in report.findings where finding.change == change.id {
        #expect((finding.measured?.avoidable ?? 0) <= saved, "\(name): a finding saves no more than its change")
      }
    }
  }

  /// The reports for people say what the one for programs says.
  private func checkTexts(of report: Report, _ file: URL) throws {
    guard let sources = report.sources else { return }
    for kind in ["txt", "md", "html"] {
      let page = file.deletingPathExtension().appendingPathExtension(kind)
      guard let text = try? String(contentsOf: page, encoding: .utf8) else { continue }
      let name = page.lastPathComponent
      let saysNone = text.contains("no update is known to be avoidable")
      #expect(!(saysNone && sources.fixSet != nil), "\(name): nothing is avoidable, and a fix saves")
      if let set = sources.fixSet {
        let (before, after) = (number(set.updatesBefore), number(set.updatesAfter))
        #expect(text.contains("\(before) updates") && text.contains("down to \(after)"), "\(name)")
      }
      let likely = report.totals.likelyAvoidable
      if likely > 0 { #expect(text.contains("\(number(likely)) likely"), "\(name)") }
    }
  }

  private func number(_ value: Int) -> String { value.formatted(.number.locale(Locale(identifier: "en_US"))) }

  private struct Report: Decodable {
    let totals: Counts
    let views: [Counts]
    let sources: Sources?
    let findings: [Finding]
    let changes: [Change]
  }

  private struct Counts: Decodable {
    let name: String?
    let updates, recreated, avoidable, likelyAvoidable, avoidableRecreations: Int
    let justified, unknown: Int?

    var sum: Int { avoidable + likelyAvoidable + (justified ?? 0) + (unknown ?? 0) }
  }

  private struct Sources: Decodable {
    let fixSet: FixSet?

    struct FixSet: Decodable {
      let changes: [String]
      let updatesBefore, updatesAfter: Int
    }
  }

  private struct Finding: Decodable {
    let fingerprint, change: String
    let measured: Measured?
  }

  private struct Measured: Decodable { let avoidable: Int? }

  private struct Change: Decodable {
    let id, title: String
    let findings: [String]
    let places: [Place]
    let shares: [Share]
    let measured: Measured?

    struct Place: Decodable { let rule: String }

    struct Share: Decodable { let change: String }
  }
}
