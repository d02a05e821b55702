internal import Reporting
internal import Testing
internal import Vocabulary

/// What the cache of `lint` keeps.
@Suite struct StoredFindingsTests {
  /// Every field holds something that reading could not come up with by itself.
  private static var full: StoredFindings {
    let place = ReportedFinding.Location(file: "App/Row.swift", line: 3, column: 5)
    var finding = ReportedFinding(
      rule: "update_loop", fix: "break_update_loop", title: "Break it", severity: .error, view: "Row", location: place,
      endLocation: .init(file: "App/Row.swift", line: 4, column: 1), message: "é", grade: .likely,
      measured: .init(updates: 9, avoidable: 8, predictedUpdates: 1, predictedRange: -1...2), steps: ["a", ""],
      related: [.init(view: "List", location: place, message: "b")], patch: "-a\n+b", patchRefusal: "no",
      fingerprint: "00ff")
    finding.chain = [.init(view: nil, location: nil, message: "c"), .init(view: "Row", message: "d")]
    finding.checks = ["e"]
    finding.change = "ff00"
    finding.patchTier = "mechanical"
    finding.share = .init(saved: 5, updates: 7)
    finding.reason = "g"
    var stored = StoredFindings()
    stored.findings = [
      finding,
      ReportedFinding(
        rule: "r", fix: "f", title: "", severity: .note, view: nil, message: "", grade: .static, fingerprint: ""),
    ]
    stored.messages = ["f"]
    stored.hasErrors = true
    stored.read = 1
    stored.skipped = ["A.swift", "B.swift"]
    stored.views = 3
    stored.unaskedNotes = 4
    return stored
  }

  @Test func everyFieldSurvives() throws {
    #expect(StoredFindings(encoded: Self.full.encoded) == Self.full)
    #expect(StoredFindings(encoded: StoredFindings().encoded) == StoredFindings())
  }

  /// Otherwise a new field could be forgotten, and the test above would not notice.
  @Test func theSampleFillsEveryField() throws {
    let finding = try #require(Self.full.findings.first)
    let values: [Any] = [Self.full, finding, try #require(finding.measured), try #require(finding.related.first)]
    for value in values {
      for (name, field) in Mirror(reflecting: value).children {
        let isEmpty =
          switch field {
          case let text as String: text.isEmpty
          case let number as Int: number == 0
          case let flag as Bool: !flag
          default:
            Mirror(reflecting: field).displayStyle.map { [.optional, .collection].contains($0) } == true
              && Mirror(reflecting: field).children.isEmpty
          }
        #expect(!isEmpty, "\(type(of: value)).\(name ?? "?") needs a value, and a line in StoredFindings.swift")
      }
    }
  }

  @Test func damagedBytesAreRefusedOrReadAndNeverTrap() {
    let bytes = Self.full.encoded
    for length in bytes.indices { #expect(StoredFindings(encoded: Array(bytes[..<length])) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << bit
        #expect(StoredFindings(encoded: damaged) != Self.full)
      }
    }
  }
}
