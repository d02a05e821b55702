internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport

@Suite struct RendererTests {
  static let ids = allOutputFormats.filter { $0.report != nil }.map(\.id)

  @Test func identifiersAreUnique() { #expect(Set(Self.ids).count == Self.ids.count) }

  @Test(arguments: ids)
  func renderingIsDeterministicAndEndsWithANewline(_ id: String) throws {
    let renderer = try #require(allOutputFormats.first { $0.id == id })
    let text = renderer.render(SampleReports.hostile, RenderingOptions())
    #expect(text == renderer.render(SampleReports.hostile, RenderingOptions()))
    #expect(text.utf8.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: ids)
  func hostileNamesLeaveNothingInvisible(_ id: String) throws {
    let renderer = try #require(allOutputFormats.first { $0.id == id })
    let text = renderer.render(SampleReports.hostile, RenderingOptions(width: 80, isVerbose: true))
    for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\r" {
      // A patch has the tabs of its file.
      if id == "diff", scalar == "\t" { continue }
      #expect(scalar.properties.generalCategory != .control)
      #expect(scalar.value < 0x2028 || scalar.value > 0x202E)
      #expect(scalar.value != 0x200B)
    }
  }

  /// Text is wrapped between words; a line that is wider holds a name, a path or a command that stays whole.
  @Test(arguments: [24, 40, 60, 80, 100, 160])
  func terminalLinesAreWiderThanAskedForNamesAlone(_ width: Int) throws {
    let renderer = try #require(allOutputFormats.first { $0.id == "terminal" })
    let small = renderer.render(SampleReports.small, RenderingOptions(width: width, isVerbose: true))
    for line in small.split(separator: "\n") where DisplayWidth.of(String(line)) > width {
      let quoted = line.matches(of: /'[^']*'/).map { DisplayWidth.of(String($0.output)) }
      let longest = (line.split(separator: " ").map { DisplayWidth.of(String($0)) } + quoted).max() ?? 0
      #expect(line.contains(": whyredraw ") || DisplayWidth.of(String(line)) - longest < max(width, 60), "\(line)")
    }
    let hostile = renderer.render(SampleReports.hostile, RenderingOptions(width: width, isVerbose: true))
    for line in hostile.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 4200, "\(line)") }
  }

  @Test func namesAreWordsWithAllTheirSpaces() {
    let names = [
      "'Row<Int, String>'", "Row<Int, [String: Int]>,", "'My App/Row.swift:3'", "(Pair<A, B>)", "F<(Int) -> Void>",
      "'let _ = Self._logChanges()'",
    ]
    for name in names {
      let text = "what stands in \(name) stays whole"
      for width in [8, 12, 20, 30] {
        let lines = DisplayWidth.wrap(text, to: width)
        #expect(lines.contains { $0.contains(name) }, "\(lines)")
        #expect(lines.joined(separator: " ") == text)
        #expect(lines.allSatisfy { $0.count <= width || $0 == name }, "\(lines)")
      }
    }
    let shares = "may come from 'items' 79 %, 'state' 21 % (+635 %) or 12 others"
    for width in 4...60 {
      let lines = DisplayWidth.wrap(shares, to: width)
      #expect(lines.allSatisfy { !$0.hasPrefix("%") } && lines.joined(separator: " ") == shares, "\(lines)")
    }
    // What nothing closes belongs to the prose.
    for text in [
      "a view's body takes < 1 % of the time", "the 'tis of it is that a < b and so on", "x > y in 'Row's body",
    ] {
      #expect(DisplayWidth.wrap(text, to: 6).allSatisfy { $0.count <= 6 }, "\(DisplayWidth.wrap(text, to: 6))")
    }
  }

  @Test func placesStandAtTheStartOfALineAndAreWhole() throws {
    let renderer = try #require(allOutputFormats.first { $0.id == "terminal" })
    for width in [24, 80, nil] {
      let lines = renderer.render(SampleReports.small, RenderingOptions(width: width)).split(separator: "\n")
      for finding in SampleReports.small.findings.prefix(1) {
        let place = try #require(finding.location.map { "\($0.file):\($0.line):\($0.column)" })
        #expect(lines.contains { $0 == place || $0.hasPrefix(place + " ") }, "\(place)")
      }
      for view in SampleReports.small.summary.views { #expect(lines.contains { $0.contains(view.id.name) }) }
    }
  }

  @Test func markdownFitsACommentAndKeepsItsStructure() throws {
    var report = SampleReports.hostile
    report.summary.views = Array(repeating: report.summary.views, count: 200).flatMap { $0 }
    let renderer = try #require(allOutputFormats.first { $0.id == "markdown" })
    let text = renderer.render(report, RenderingOptions(isVerbose: true))
    #expect(text.utf8.count <= 65_536)
    #expect(text.contains("left out"))
    let whole = renderer.render(SampleReports.hostile, RenderingOptions())
    let lines = whole.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("<details>") } == lines.count { $0 == "</details>" })
    #expect(!whole.contains("<script"))
    let table = lines.drop { $0 != "## Views" }.dropFirst().prefix { $0.hasPrefix("|") }
    #expect(Set(table.map { row in row.count { $0 == "|" } }) == [10])
  }

  @Test func marksOnSyntaxHideItFromNobody() throws {
    let name = SampleReports.accented
    var finding = try #require(SampleReports.small.findings.first)
    finding.view = name
    finding.message = name
    finding.location?.file = name
    func findings(_ id: String) throws -> String {
      let render = try #require(allOutputFormats.first { $0.id == id }?.findings)
      return render([finding], FindingsContext(version: "1", workingDirectory: "/"))
    }
    let csv = parseCSV(try findings("csv"))
    #expect(csv.count == 2 && csv[1].count == 13)
    #expect(count("\"", in: csv[1][4]) == 1)
    // Nothing gets out of a code span, and the table keeps its columns.
    let markdown = withoutMarks(try findings("markdown"))
    let parts = markdown.replacing("\\`", with: "").split(separator: "`", omittingEmptySubsequences: false)
    #expect(parts.count == 7, "three code spans")
    for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
      #expect(count("<", in: part) == 0, "markup outside of code: \(part)")
    }
    let github = try findings("github")
    #expect(github.hasPrefix("::error file="))
    // Of the properties themselves, and none from a name.
    let properties = github.dropFirst(2).prefix(while: { $0 != "\n" })
    let place = String(properties.prefix(upTo: properties.firstRange(of: ",line=")?.lowerBound ?? properties.endIndex))
    #expect(count(",", in: place) == 0 && count(":", in: place) == 0)
  }

  @Test func marksOnSyntaxHideItInReportsNeither() throws {
    let name = SampleReports.accented
    var report = SampleReports.small
    report.summary.views[0].id.name = name
    report.summary.rootCauses[0].view = name
    report.summary.rootCauses[0].affected[0].view = name
    func bare(_ id: String) throws -> String {
      withoutMarks(try #require(allOutputFormats.first { $0.id == id }).render(report, RenderingOptions()))
    }
    #expect(try !bare("markdown").contains("<b>"))
    for line in try bare("dot").split(separator: "\n") where line.contains("label") {
      let plain = line.replacing("\\\\", with: "").replacing("\\\"", with: "")
      #expect(count("\"", in: plain) <= 4, "\(line)")
    }
  }

  private func withoutMarks(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{301}" }))
  }

  private func count(_ scalar: Unicode.Scalar, in text: some StringProtocol) -> Int {
    String(text).unicodeScalars.reduce(0) { $0 + ($1 == scalar ? 1 : 0) }
  }

  @Test func csvSurvivesTheRoundTripAndHoldsNoFormula() throws {
    let renderer = try #require(allOutputFormats.first { $0.id == "csv" })
    let text = renderer.render(SampleReports.hostile, RenderingOptions())
    let rows = parseCSV(text)
    #expect(rows.count == SampleReports.hostileNames.count + 1)
    #expect(Set(rows.map(\.count)) == [22])
    for (row, name) in zip(rows.dropFirst(), SampleReports.hostileNames) {
      let cell = row[0].hasPrefix("'") ? String(row[0].dropFirst()) : row[0]
      #expect(cell == Escaping.visible(name))
      for cell in row { #expect(!cell.starts(with: /[=+\-@\t]/)) }
    }
    #expect(parseCSV(renderer.render(SampleReports.small, RenderingOptions()))[1][11] == "'@self 800; @identity 20")
  }

  @Test func widthsCountColumns() {
    #expect(DisplayWidth.of("列表") == 4)
    #expect(DisplayWidth.of("👩‍👩‍👧") == 2)
    #expect(DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.cut("RecipeDetailViewModel", to: 11) == "Recip…Model")
    #expect(DisplayWidth.cut("列表视图", to: 5) == "列…图")
  }

  private func parseCSV(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var isQuoted = false
    var wasQuote = false
    // By scalars, as a spreadsheet does.
    for character in text.unicodeScalars where character != "\r" {
      if isQuoted {
        if character == "\"" {
          isQuoted = false
          wasQuote = true
        } else {
          cell.unicodeScalars.append(character)
        }
        continue
      }
      switch character {
      case "\"":
        if wasQuote { cell.append("\"") }
        isQuoted = true
      case ",":
        row.append(cell)
        cell = ""
      case "\n":
        rows.append(row + [cell])
        row = []
        cell = ""
      default: cell.unicodeScalars.append(character)
      }
      wasQuote = false
    }
    return rows
  }
}

@Suite struct WordingTests {
  @Test(arguments: [
    (0 as Int64, "0 ms"), (400, "< 1 µs"), (640_000, "640 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"),
    (1_000_000, "1 ms"),
    (850_000_000, "850 ms"), (12_300_000_000, "12.3 s"), (245_000_000_000, "4 min 5 s"),
  ])
  func durationsOfMicrosecondsAreNotZero(nanoseconds: Int64, expected: String) {
    #expect(Wording.duration(nanoseconds: nanoseconds) == expected)
  }

  @Test func timesOfBodiesHaveNoLimit() {
    #expect(Wording.bodyTime(.max).hasSuffix(" s"))
  }

  @Test(arguments: [
    (0 as Int64, "0 %"), (1, "< 1 %"), (4_999, "< 1 %"), (5_000, "1 %"), (500_000, "50 %"), (999_999, "> 99 %"),
    (1_000_000, "100 %"), (2_000_000, "100 %"),
  ])
  func sharesOfInterruptionsAreNotRoundedAway(covered: Int64, expected: String) {
    let one = RedrawSummary.InterruptionCount(
      kind: .hang, start: 0, nanoseconds: 1_000_000, label: "", process: ProcessIdentity(), coveredNanoseconds: covered)
    #expect(Wording.share(one) == expected)
  }
}
