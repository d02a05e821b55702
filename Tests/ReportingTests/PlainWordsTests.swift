internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport

/// What is written for people can be read by somebody who sees it for the first time, and copied as it is.
@Suite struct PlainWordsTests {
  static let forPeople = ["terminal", "markdown", "step-summary", "html"]

  /// `sourced` with numbers of a long session.
  private static var large: RedrawReport {
    var report = SampleReports.sourced
    func times(_ number: inout Int) { number *= 1620 }
    for index in report.summary.views.indices {
      times(&report.summary.views[index].evaluations)
      times(&report.summary.views[index].initial)
      times(&report.summary.views[index].selfOnlyUpdates)
      report.summary.views[index].causes = report.summary.views[index].causes.map {
        .init(cause: $0.cause, evaluations: $0.evaluations * 1620, variants: 1)
      }
      report.summary.views[index].triggers = report.summary.views[index].triggers.map {
        .init(view: $0.view, evaluations: $0.evaluations * 1620)
      }
    }
    times(&report.summary.totals.evaluations)
    times(&report.summary.totals.initial)
    report.summary.rootCauses = report.summary.rootCauses.map {
      .init(
        view: $0.view, cause: $0.cause, changes: $0.changes * 1620, blastRadius: $0.blastRadius * 1620,
        affected: $0.affected.map { .init(view: $0.view, evaluations: $0.evaluations * 1620) })
    }
    report.diagnosedChanges = nil
    for index in report.findings.indices {
      report.findings[index].measured = .init(
        updates: 1_360_800, avoidable: 1_231_200, predictedUpdates: 129_600, predictedRange: 97_200...178_200)
    }
    report.sources?.fixSet?.updatesBefore = 1_375_380
    report.sources?.fixSet?.updatesAfter = 144_180
    report.sources?.total = .init(needed: 97_200, avoidable: 1_231_200, likelyAvoidable: 16_200, unknown: 30_780)
    for index in report.inputs.indices {
      report.inputs[index].lines = 1_458_000
      report.inputs[index].events = 1_411_020
      report.inputs[index].issues = [ImportIssue(severity: .dataLoss, message: "line cut off", count: 12_960)]
    }
    return report
  }

  private func rendered(_ id: String, _ report: RedrawReport) throws -> String {
    let text = try #require(allOutputFormats.first { $0.id == id })
      .render(report, RenderingOptions(width: 100, isVerbose: true))
    guard id == "html" else { return text }
    // What people see of it: no scripts, styles and attributes.
    return
      text.replacing(/<(script|style|template)[^>]*>.*?<\/(script|style|template)>/.dotMatchesNewlines(), with: "")
      .replacing(/<[^>]*>/, with: " ")
  }

  @Test(arguments: forPeople)
  func numbersHaveOneForm(_ id: String) throws {
    let text = try rendered(id, Self.large)
    #expect(text.contains("1,360,800"))
    // Dates and fingerprints have more than digits.
    let words = text.split { $0.isWhitespace || "()[]|`<>*'\",.;:".contains($0) }
    #expect(words.filter { $0.count >= 4 && $0.allSatisfy(\.isWholeNumber) } == [])
  }

  @Test(arguments: forPeople)
  func predictionsAreSaidInWords(_ id: String) throws {
    let text = try rendered(id, SampleReports.sourced)
    #expect(text.contains("(between 60 and 110)"))
    #expect(!text.contains(/\([0-9]+–[0-9]+\)/))
    for word in ["left open", "coordinates", "blast radius", "predicted after"] {
      #expect(!text.localizedCaseInsensitiveContains(word), "\(word)")
    }
  }

  /// What is copied out of Markdown is what stood there; nothing hides between the letters.
  @Test(arguments: ["markdown", "step-summary"])
  func markdownHoldsNothingWithoutWidth(_ id: String) throws {
    for report in [SampleReports.small, SampleReports.sourced, SampleReports.hostile] {
      let text = try rendered(id, report)
      for entity in ["&#8203;", "&#x200B;", "&ZeroWidthSpace;", "&#8288;", "&shy;"] { #expect(!text.contains(entity)) }
      // Those that join an emoji are a part of it.
      let hidden = text.unicodeScalars.filter {
        $0.properties.isDefaultIgnorableCodePoint && $0.value != 0x200D && $0.value != 0xFE0F
      }
      #expect(hidden.isEmpty)
    }
    #expect(try rendered(id, SampleReports.small).contains("as <code>@State</code> private"))
  }

  /// Cells are the text, but for an apostrophe where a spreadsheet would compute, and the description of the format says so.
  @Test func messagesOfCSVAreAlteredOnlyAgainstExecution() throws {
    let format = try #require(allOutputFormats.first { $0.id == "csv" })
    #expect(format.title.contains("apostrophe"))
    let messages = [
      "'_open' of \"Shelf\", 12,960 updates; 50 % of a|b <c> & `d` – “e”", "@State is not private", "=1+1", "+1", "-1",
      "'quoted'", "two  blanks ", "列表👩‍👩‍👧",
    ]
    let findings = messages.map { message in
      var finding = SampleReports.small.findings[0]
      finding.message = message
      return finding
    }
    let render = try #require(format.findings)
    let text = render(findings, FindingsContext(version: "1.0.0", workingDirectory: "", rules: []))
    for message in messages {
      let executed = message.first.map { "=+-@".contains($0) } == true
      let cell = (executed ? "'" : "") + message.replacing("\"", with: "\"\"")
      #expect(text.contains("," + cell + ",") || text.contains(",\"" + cell + "\","), "\(message)")
    }
  }
}
