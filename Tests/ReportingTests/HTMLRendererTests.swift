internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What can be known of the page without opening it; `Tests/BrowserTests` opens it.
@Suite struct HTMLRendererTests {
  private func html(_ report: RedrawReport, _ options: RenderingOptions = RenderingOptions()) throws -> String {
    try #require(allOutputFormats.first { $0.id == "html" }).render(report, options)
  }

  /// The elements that nothing inside of may break.
  /// Markup of our own that is escaped as if it came from a trace is seen by readers.
  @Test func noMarkupIsShownAsText() throws {
    // A view that no source declares has no number of avoidable updates.
    var partly = SampleReports.sourced
    partly.sources?.worth = [:]
    for report in [SampleReports.small, partly] {
      let page = try html(report)
      #expect(!page.contains("&lt;span") && !page.contains("&lt;a "))
    }
  }

  @Test(arguments: ["small", "sourced", "hostile"])
  func namesCannotLeaveTheirElement(_ name: String) throws {
    let text = try html(SampleReports.named(name))
    #expect(text.components(separatedBy: "<script").count == text.components(separatedBy: "</script>").count)
    for (opening, closing) in [
      ("<article ", "</article>"), ("<section", "</section>"), ("<table", "</table>"), ("<tr", "</tr>"),
      ("<template>", "</template>"), ("<svg ", "</svg>"), ("<details", "</details>"),
    ] {
      #expect(
        text.components(separatedBy: opening).count == text.components(separatedBy: closing).count, "\(opening)")
    }
    #expect(!text.contains("View<\"a"))
    #expect(!text.contains("<script></details>"))
  }

  @Test func nothingIsLoadedAndOnlyOurScriptRuns() throws {
    let text = try html(SampleReports.sourced)
    #expect(text.contains("content=\"default-src &#39;none&#39;;"))
    for pattern in [
      "src=", "@import", "url(", "http-equiv=\"refresh\"", "<link", "<img", "<iframe", " onclick", "style=\"",
    ] {
      #expect(!text.contains(pattern), "\(pattern)")
    }
  }

  /// Every address inside of the page leads somewhere.
  @Test(arguments: ["small", "sourced", "hostile"])
  func everyLinkHasItsTarget(_ name: String) throws {
    let text = try html(SampleReports.named(name))
    func values(_ attribute: String) -> [String] {
      text.components(separatedBy: attribute + "=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    let ids = values(" id")
    #expect(Set(ids).count == ids.count, "ids are unique")
    for target in values("href") where target.hasPrefix("#") {
      #expect(ids.contains(String(target.dropFirst())), "\(target)")
    }
  }

  @Test func sourcesBaselineAndTimelineShow() throws {
    let text = try html(SampleReports.sourced)
    for part in [
      "Changes 1 and 2 would take 849 updates down to 89", "<mark class=\"heat-4\"", "← 40 updates",
      "How many updates are needed",
      "−100 <small>−11 %</small>", "1 view of “main” that did not show up", "class=\"hitch\"",
      "840 → 80 updates (between 60 and 110)", "data-file=\"App/RecipeList.swift\" data-line=\"5\" data-column=\"22\"",
      "&#9;// a tab &amp; a &lt;tag&gt;", "names that several declarations answer to",
    ] {
      #expect(text.localizedCaseInsensitiveContains(part), "\(part)")
    }
  }

  @Test func editorLinksComeFromATemplateAndAreNeverCode() throws {
    var options = RenderingOptions()
    options.workingDirectory = "/home/me/my app"
    options.editorLink = "vscode://file{path}:{line}:{column}"
    let text = try html(SampleReports.sourced, options)
    #expect(text.contains("href=\"vscode://file/home/me/my%20app/App/RecipeList.swift:5:22\""))
    options.editorLink = "javascript:alert('{path}')"
    #expect(try !html(SampleReports.sourced, options).contains("javascript:"))
  }

  @Test func aHugeReportIsCutToFitAndSaysSo() throws {
    var report = SampleReports.sourced
    report.summary.views = (0..<20_000).map { index in
      SampleReports.view(
        "Module\(index % 97).VeryLongViewName\(index)<Array<Dictionary<String, Optional<Recipe>>>>",
        scenario: "scenario \(index % 11)", updates: 20_000 - index, initial: 3,
        causes: [(.viewValue, 9), (.identity, 3)])
    }
    report.diagnosedChanges = nil
    report.findings = (0..<3000).map { index in
      ReportedFinding(
        rule: "rule", fix: "some_fix", title: "Change V\(index)", severity: .warning, view: "V\(index)",
        message: String(repeating: "long ", count: 200), grade: .likely,
        patch: String(repeating: "+ line of a patch\n", count: 200), fingerprint: "\(index)")
    }
    let text = try html(report)
    #expect(text.utf8.count <= 5_000_000)
    #expect(text.contains("more views left out"))
    #expect(text.contains("more findings left out"))
  }

  @Test func aReportWithoutAnythingIsStillAPage() throws {
    let report = RedrawReport(toolVersion: "1.0.0", inputs: [], summary: RedrawSummary(), findings: [])
    let text = try html(report)
    #expect(text.contains("No redraws found"))
    #expect(text.hasSuffix("</html>\n"))
  }

  @Test func theDigestIsThatOfTheStandard() {
    // The two messages of FIPS 180-4's example file, and one that fills a block to the last byte.
    #expect(SHA256.base64(Array("abc".utf8)) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    #expect(SHA256.base64([]) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(
      SHA256.base64(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=")
  }
}
