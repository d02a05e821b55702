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

  /// What is proven is not told below what is only likely, in place of which it could be done.
  @Test func nothingProvenHidesBelowWhatIsLikely() throws {
    var folded = 0
    for file in try Self.rendered.get().all(withExtension: "json") {
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
      let grades = Dictionary(
        report.findings.map { ($0.fingerprint, $0.grade) }, uniquingKeysWith: { first, _ in first })
      func isProven(_ change: Change) -> Bool { change.findings.first.flatMap { grades[$0] } == "proven" }
      for change in report.changes {
        guard let id = change.insteadOf else { continue }
        folded += 1
        let other = try #require(report.changes.first { $0.id == id }, "\(file.lastPathComponent)")
        #expect(!isProven(change) || isProven(other), "\(file.lastPathComponent): \(change.title)")
      }
    }
    #expect(folded > 0)
  }

  /// What is shown in several places is one number: totals and rows, rows and cards, tiles and pages.
  @Test func whatIsShownTwiceIsTheSame() throws {
    for file in try Self.rendered.get().all(withExtension: "json") {
      let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
      let name = file.lastPathComponent
      let sums: [(title: String, value: (Counts) -> Int)] = [
        ("evaluations", \.evaluations), ("initial", \.initial), ("updates", \.updates), ("recreated", \.recreated),
      ]
      for sum in sums where report.selection.hiddenViews == 0 {
        #expect(report.views.reduce(0) { $0 + sum.value($1) } == sum.value(report.totals), "\(name): \(sum.title)")
      }
      for view in report.views {
        let title = "\(name): \(view.name ?? "")"
        #expect(view.initial + view.updates == view.evaluations && view.recreated <= view.initial, "\(title)")
        for read in view.reads ?? [] { #expect(read.updates <= view.updates, "\(title) reads \(read.name)") }
      }
      let most = [
        "updates": report.totals.updates, "evaluations": report.totals.evaluations,
        "re-creations": report.totals.recreated,
        "updates and re-creations": report.totals.updates + report.totals.recreated,
      ]
      for finding in report.findings {
        guard let measured = finding.measured else { continue }
        if let most = most[measured.unit] { #expect(measured.updates <= most, "\(name): \(finding.message)") }
        if finding.rule == "identity_churn" {
          #expect(measured.unit == "re-creations")
          let rows = report.views.filter { $0.name == finding.view && $0.recreated == measured.updates }
          #expect(!rows.isEmpty, "\(name): the card of \(finding.view ?? "") has the number of its row")
        }
        checkPublished(finding, name)
      }
      try checkPage(of: report, file)
    }
  }

  /// Of the properties that a model publishes nobody reads more than there are.
  private func checkPublished(_ finding: Finding, _ name: String) {
    guard let all = finding.message.firstMatch(of: /one of the (\d+) published/).flatMap({ Int($0.1) }) else { return }
    for reader in finding.related {
      guard let more = reader.message.firstMatch(of: /^reads .* and (\d+) more$/).flatMap({ Int($0.1) }) else {
        continue
      }
      #expect(more + 3 <= all, "\(name): \(reader.message) of \(all)")
    }
  }

  private func checkPage(of report: Report, _ file: URL) throws {
    let page = file.deletingPathExtension().appendingPathExtension("html")
    guard report.totals.evaluations > 0, let text = try? String(contentsOf: page, encoding: .utf8) else { return }
    let name = page.lastPathComponent
    func tile(_ title: String, in text: Substring) -> String? {
      guard let start = text.range(of: "<dt>\(title)</dt><dd>")?.upperBound else { return nil }
      return String(text[start...].prefix { $0 != "<" })
    }
    #expect(tile("Updates", in: text[...]) == number(report.totals.updates), "\(name)")
    #expect(tile("First appearances", in: text[...]) == number(report.totals.initial), "\(name)")
    if report.totals.recreated > 0 {
      #expect(text.contains(">\(number(report.totals.recreated)) re-created<"), "\(name)")
    }
    for view in report.views.prefix(20) where view.scenario == nil {
      guard let id = view.name, id.allSatisfy({ $0.isLetter && $0.isASCII }),
        let start = text.range(of: "<article class=\"page\" id=\"view=\(id)\"")?.upperBound
      else { continue }
      let article = text[start...].prefix(4000)
      #expect(tile("Updates", in: article) == number(view.updates), "\(name): \(id)")
      if view.recreated > 0 {
        #expect(tile("Re-created (inferred)", in: article) == number(view.recreated), "\(name): \(id)")
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
        let isWide = set.updatesAfterRange.map { 2 * ($0[1] - $0[0]) > set.updatesBefore } ?? false
        let told = text.contains("\(before) updates") && text.contains("down to \(after)")
        // Where nobody knows how many are left, no number pretends to.
        let isRough = text.contains(/about [\d,]+ of [\d,]+ [a-z\- ]+ \((at least|up to) [\d,]+\)/)
        #expect(isWide ? isRough && !told : told, "\(name)")
      }
      let likely = report.totals.likelyAvoidable
      if likely > 0 { #expect(text.contains("\(number(likely)) likely"), "\(name)") }
    }
  }

  private func number(_ value: Int) -> String { value.formatted(.number.locale(Locale(identifier: "en_US"))) }

  private struct Report: Decodable {
    let totals: Counts
    let selection: Selection
    let views: [Counts]
    let sources: Sources?
    let findings: [Finding]
    let changes: [Change]
  }

  private struct Selection: Decodable { let hiddenViews: Int }

  private struct Read: Decodable {
    let name: String
    let updates: Int
  }

  private struct Counts: Decodable {
    let name, scenario: String?
    let reads: [Read]?
    let evaluations, initial: Int
    let updates, recreated, avoidable, likelyAvoidable, avoidableRecreations: Int
    let justified, unknown: Int?

    var sum: Int { avoidable + likelyAvoidable + (justified ?? 0) + (unknown ?? 0) }
  }

  private struct Sources: Decodable {
    let fixSet: FixSet?

    struct FixSet: Decodable {
      let changes: [String]
      let updatesBefore, updatesAfter: Int
      let updatesAfterRange: [Int]?
    }
  }

  private struct Finding: Decodable {
    let fingerprint, change, rule, message, grade: String
    let view: String?
    let related: [Related]
    let measured: Measured?

    struct Related: Decodable { let message: String }
  }

  private struct Measured: Decodable {
    let updates: Int
    let unit: String
    let avoidable: Int?
  }

  private struct Change: Decodable {
    let id, title: String
    let insteadOf: String?
    let findings: [String]
    let places: [Place]
    let shares: [Share]
    let measured: Measured?

    struct Place: Decodable { let rule: String }

    struct Share: Decodable { let change: String }
  }
}
