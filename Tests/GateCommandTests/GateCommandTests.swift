import Foundation
import Gate
import TestSupport
import Testing

@Suite struct GateCommandTests {
  @Test func theExitCodeIsTheVerdict() throws {
    let tool = try GateTool.prepared()
    let passed = try tool("gate", "before")
    #expect(passed.exitCode == 0 && passed.text.hasPrefix("✓ passed"), "\(passed.text)\(passed.errors)")
    let failed = try tool("gate", "after", "--baseline", "Redraws.lock")
    #expect(failed.exitCode == 1 && failed.text.hasPrefix("✗ failed: 2 regressions"))
    #expect(failed.text.contains("; the limit: fails above 8\n  the baseline is deterministic\nRedraws.lock:"))
    #expect(try tool("gate", "after", "--confirm", "before").exitCode == 0)
    let copies = tool.folder.appendingPathComponent("again")
    try FileManager.default.copyItem(at: tool.folder.appendingPathComponent("after"), to: copies)
    #expect(try tool("gate", "after", "--confirm", "again").exitCode == 1, "without times these may be other runs")
    #expect(try tool("gate", "after", "--exit-zero").exitCode == 0)
    let single = try tool("gate", "after/1.log")
    #expect(single.exitCode == 1, "List rose from 8 to 9 and Row from 24 to 27, which is over 10 %")
    #expect(
      single.text.hasPrefix("✗ failed on few runs (1 now, 5 before; 3 are wanted): 1 regression"), "\(single.text)")
    #expect(single.text.contains("? undecided"))
    #expect(try tool("gate", "after", "--slack", "3").exitCode == 0)
    #expect(try tool("gate", "after", "--preset", "advisory").exitCode == 0)
    #expect(try tool("gate", "after", "--preset", "relaxed").exitCode == 1)
    #expect(try tool("gate", "before", "--ratchet").exitCode == 0)
    try tool("baseline", "after", "-o", "loose.lock")
    let loose = try tool("gate", "before", "--baseline", "loose.lock", "--ratchet")
    #expect(loose.exitCode == 1 && loose.text.contains("the baseline is loose"))
    #expect(try tool("gate", "before", "--baseline", "loose.lock").exitCode == 0)
  }

  @Test func explainingSaysWhatDecided() throws {
    let tool = try GateTool.prepared()
    let result = try tool("gate", "after", "--explain", "R*")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("before: 24 in all 5 runs\n  now: 27 in all 5 runs"))
    #expect(!result.text.contains("List"))
    #expect(flat(result.text).contains("fails: more: 27 before, 30 now (+11 %)"), "\(result.text)")
    let passing = flat(try tool("gate", "after", "--explain", "Header").text)
    #expect(passing.contains("passes: the same: 0; the limit: fails above 0"), "\(passing)")
    #expect(try tool("gate", "after", "--explain", "Rov").errors.contains("did you mean 'Row'?"))
  }

  @Test func damagedInputsAreNeverGreen() throws {
    let tool = try GateTool.prepared()
    try tool.write("empty.log", "")
    try tool.write("noise.log", "nothing of ours\n")
    let packed = try gzipped(Array(GateTool.log(8).utf8))
    try tool.write("cut.log.gz", Array(packed.prefix(packed.count / 2)))
    var corrupt = packed
    corrupt[corrupt.count / 2] ^= 0xFF
    try tool.write("corrupt.log.gz", corrupt)
    try tool.write("tail.log", GateTool.log(8) + "Row: @self, chan")
    for (name, code) in [("empty.log", 65), ("noise.log", 65)] as [(String, Int32)] {
      #expect(try tool("gate", name).exitCode == code, "\(name)")
      #expect(try tool("gate", "before", name).exitCode == 2, "\(name)")
    }
    for name in ["cut.log.gz", "corrupt.log.gz"] {
      let result = try tool("gate", "before/1.log", "before/2.log", name)
      #expect(result.exitCode == 2 && result.text.hasPrefix("! inconclusive"), "\(name)")
      #expect([2, 65].contains(try tool("gate", name).exitCode), "\(name)")
      #expect(try tool("baseline", "before/1.log", name, "-o", "other.lock").exitCode == 65)
      // Reports for machines must not look like success either.
      #expect(try tool("gate", "before", name, "--format", "junit").text.contains("<error type=\"inconclusive\""))
      #expect(try tool("gate", "before", name, "--format", "github").text.hasPrefix("::error"))
    }
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("other.lock").path))
    #expect(try tool("gate", "nowhere.log").exitCode == 66)
    #expect(try tool("gate", "before", "nowhere.log").exitCode == 66)
  }

  /// Every place at which a capture of many views can be cut at the end of a line, and every second line gone.
  @Test func halfLostCapturesAreNeverGreen() throws {
    let tool = try GateTool()
    let views = (0..<8).map { "View\($0)" }
    let lines =
      views.map { "\($0): @self, @identity, _x changed." }
      + (0..<20).flatMap { _ in views.map { "\($0): _x changed." } }
    func write(_ name: String, _ lines: some Sequence<String>) throws {
      for run in 1...3 { try tool.write("\(name)/\(run).log", lines.joined(separator: "\n") + "\n") }
    }
    try write("whole", lines)
    try tool("baseline", "whole", "-o", "Redraws.lock")
    #expect(try tool("gate", "whole/1.log").exitCode == 0)
    for share in [0.02, 0.04, 0.1, 0.3, 0.5, 0.6] {
      try write("cut", lines.prefix(Int(Double(lines.count) * share)))
      #expect(try tool("gate", "cut").exitCode != 0, "\(share) of the lines")
    }
    var generator = SeededGenerator(seed: 1)
    try write("thin", lines.filter { _ in Bool.random(using: &generator) })
    #expect(try tool("gate", "thin").exitCode == 2)
  }

  @Test func otherEnvironmentsAndMissingScenariosAreInconclusive() throws {
    let tool = try GateTool.prepared()
    try tool("baseline", "before", "-o", "os.lock", "--os", "iOS 26.1", environment: ["WHYREDRAW_XCODE": "26"])
    #expect(try tool.text("os.lock").contains("@os iOS\\s26.1\n@xcode 26\n"))
    let other = try tool("gate", "before", "--baseline", "os.lock", "--os", "iOS 26.2")
    #expect(other.exitCode == 2 && other.text.contains("'iOS 26.1'"))
    #expect(try tool("gate", "before", "--baseline", "os.lock").exitCode == 0, "what is not known does not differ")
    try tool("baseline", "--scenario", "scroll=before", "--scenario", "search=before", "-o", "scenarios.lock")
    let missing = try tool("gate", "--scenario", "scroll=before", "--baseline", "scenarios.lock")
    #expect(missing.exitCode == 2 && missing.text.contains("'search' is in the baseline and not in these runs"))
    for index in 1...5 { try tool.write("again/\(index).log", GateTool.log(8)) }
    #expect(
      try tool(
        "gate", "--scenario", "scroll=before", "--scenario", "search=after", "--confirm", "scroll=again",
        "search=before", "--baseline", "scenarios.lock"
      ).exitCode == 0)
    try tool.write("other.log", "Else: _x changed.\n")
    #expect(try tool("gate", "other.log").exitCode == 2)
  }

  @Test(arguments: GateFormat.allCases)
  func everyFormatRendersTheSameTwice(_ format: GateFormat) throws {
    let tool = try GateTool.prepared()
    let name = "Evil<\"a|b\", `c`>: @self changed.\n"
    for index in 1...5 {
      try tool.write("after/\(index).log", GateTool.log(9) + "Evil<@x & </script>>: _x changed.\n" + name)
    }
    let result = try tool("gate", "after", "--format", format.rawValue, "--output", "\(format.rawValue)=out.txt")
    #expect(result.exitCode == 1 && result.text.contains("Row"))
    if format != .terminal { #expect(try tool.text("out.txt") == result.text) }
    #expect(try tool("gate", "after", "--format", format.rawValue).text == result.text)
    if [.json, .sarif, .gitlab].contains(format) { _ = try JSONSerialization.jsonObject(with: Data(result.output)) }
    if [.junit, .checkstyle].contains(format) {
      let check = try run(
        "/usr/bin/env", ["python3", "-c", "import sys, xml.dom.minidom as m; m.parse(sys.stdin)"], input: result.output)
      #expect(check.exitCode == 0, "\(check.errors)")
    }
    if format == .markdown {
      #expect(result.text.hasPrefix("<!-- whyredraw-gate -->\n## ❌ Redraws failed: 2 regressions"))
    }
    if format == .github { #expect(result.text.contains("::error file=Redraws.lock,line=")) }
  }

  enum GateFormat: String, CaseIterable {
    case terminal, json, markdown, html, github, junit, sarif, gitlab, checkstyle, xcode
    case stepSummary = "step-summary"
  }

  /// The case of the issue: a deterministic baseline of five, and one run that is far worse.
  @Test func oneRunThatIsFarWorseFails() throws {
    let tool = try GateTool.prepared()
    try tool.write("worse.log", GateTool.log(88))
    let result = try tool("gate", "worse.log")
    #expect(result.exitCode == 1)
    #expect(
      result.text.hasPrefix("✗ failed on few runs (1 now, 5 before; 3 are wanted): 2 regressions"), "\(result.text)")
    try tool("baseline", "before/1.log", "-o", "one.lock")
    let open = try tool("gate", "worse.log", "--baseline", "one.lock")
    #expect(open.exitCode == 2)
    #expect(open.text.hasPrefix("! inconclusive on few runs (1 now, 1 before; 3 are wanted): 2 views rose"))
    let unit = try tool("gate", "worse.log", "--baseline", "one.lock", "--format", "junit").text
    #expect(unit.contains("<skipped message=\"1 now, 1 before; 3 are wanted\"/>"))
    #expect(unit.contains("errors=\"2\"") && unit.contains("<error type=\"inconclusive\" message=\"more: 27 before"))
    let comment = try tool("gate", "worse.log", "--baseline", "one.lock", "--format", "markdown").text
    #expect(
      comment.contains("inconclusive on few runs (1 now, 1 before; 3 are wanted)") && comment.contains("| ❓ | `Row`"))
    try tool.write("few.yml", "gate: {minimum_runs: 1}\n")
    #expect(
      try tool("gate", "worse.log", "--config", "few.yml", "--baseline", "Redraws.lock").text.hasPrefix("✗ failed: "))
  }

  @Test func bisectingSkipsWhatCannotBeJudged() throws {
    let tool = try GateTool.prepared()
    try tool.write("empty.log", "nothing of ours\n")
    try tool.write("rise.log", GateTool.log(8) + "Row: _x changed.\n")
    for (input, code) in [("before", 0), ("after", 1), ("rise.log", 125), ("empty.log", 125), ("nowhere", 125)]
      as [(String, Int32)]
    {
      #expect(try tool("gate", input, "--bisect").exitCode == code, "\(input)")
    }
    // A commit from before the baseline is no worse one.
    let unjudged = try tool("gate", "after", "--bisect", "--config", "none.yml", "--baseline", "none.lock")
    #expect(unjudged.exitCode == 125)
    try FileManager.default.removeItem(at: tool.folder.appending(path: "Redraws.lock"))
    let early = try tool("gate", "after", "--bisect")
    #expect(early.exitCode == 125 && early.errors.contains("nothing to hold the runs against"), "\(early.errors)")
    #expect(try tool("gate", "after", "--bisect", "--exit-zero").exitCode == 64)
    #expect(try tool("gate", "after", "--bisect", "--preset", "none").exitCode == 64)
  }

  /// Links of offenders' findings lead to the line at the commit; nothing that a name or an address holds ends a link.
  @Test func theCommentHasARowForEachOffenderAndFolds() throws {
    let tool = try GateTool()
    for index in 1...3 {
      try tool.write("before/\(index).log", logOfManyViews(updates: 4))
      try tool.write("after/\(index).log", logOfManyViews(updates: 9))
    }
    try tool("baseline", "before", "-o", "Redraws.lock")
    let comment = try tool("gate", "after", "--format", "markdown", "--title", "iPad -->").text
    let open = comment.components(separatedBy: "<details>")[0]
    #expect(comment.hasPrefix("<!-- whyredraw-gate: iPad -->\n## ❌ Redraws (iPad --&gt;) failed: 40 regressions\n"))
    #expect(open.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
    #expect(
      open.contains("| ❌ | `View0` | 4 in all 3 runs | 9 in all 3 runs | regression: more: 4 before, 9 now (+125 %)"))
    #expect(comment.contains("<details><summary>30 more offenders</summary>"))
    #expect((0..<40).allSatisfy { comment.contains("`View\($0)`") })
  }

  @Test func offendersLinkToTheirFindings() throws {
    let tool = try GateTool()
    try tool.write("App/Feed.swift", ScrolledFeed.sources)
    for index in 1...3 {
      try tool.write("before/\(index).log", ScrolledFeed.log(4))
      try tool.write("after/\(index).log", ScrolledFeed.log(40))
    }
    try tool("baseline", "before", "-o", "Redraws.lock")
    let github = [
      "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "acme/app", "GITHUB_SHA": "abc",
    ]
    let arguments = ["gate", "after", "--sources", "App", "--format"]
    let comment = try run(
      GateTool.executable.path, arguments + ["markdown"], folder: tool.folder, environment: github)
    #expect(comment.text.contains("<br>→ [`App/Feed.swift:"), "\(comment.text)")
    #expect(comment.text.contains("](https://github.com/acme/app/blob/abc/App/Feed.swift#L"))
    let page = try run(
      GateTool.executable.path, arguments + ["html", "--source-link", "https://code.example/{path}?line={line}"],
      folder: tool.folder, environment: github)
    #expect(page.text.contains("<a class=\"place\" href=\"https://code.example/App/Feed.swift?line="))
    #expect(page.text.hasPrefix("<!DOCTYPE html>") && page.text.contains("script-src &#39;none&#39;"))
    #expect(try tool("gate", "after", "--source-link", "javascript:alert(1)").exitCode == 64)
  }

  @Test func comparingNeverFails() throws {
    let tool = try GateTool.prepared()
    for format in ["terminal", "markdown", "json"] {
      let result = try tool("compare", "before", "--to", "after", "--format", format)
      #expect(result.exitCode == 0 && result.text.contains("Row") && result.text.contains("27"), "\(result.errors)")
    }
    let single = try tool("compare", "before/1.log", "--to", "after/1.log")
    #expect(single.text.contains("a single run on each side"))
    #expect(try tool("compare", "before", "--to", "nowhere").exitCode == 66)
    #expect(try tool("compare", "before").exitCode == 64)
    let two = try tool("compare", "before", "after")
    let apart = try tool("compare", "before", "--to", "after")
    #expect(two.exitCode == 0 && two.text == apart.text)
    #expect(try tool("compare", "before", "after", "after").exitCode == 64)
    #expect(two.text.contains("  Row: more: 24 before, 27 now (+13 %); inferred"), "the reason is whole: \(two.text)")
  }

  @Test func calibratingSaysWhatIsCaught() throws {
    let tool = try GateTool.prepared()
    let result = try tool("calibrate", "before", "after", "--write-config", "thresholds.yml")
    #expect(result.exitCode == 0 && result.text.replacing(/\n +/, with: " ").contains("falsely red"))
    #expect(try tool.text("thresholds.yml").hasPrefix("# Written by 'whyredraw calibrate'.\ngate:\n  slack: "))
    #expect(try tool("gate", "before", "--config", "thresholds.yml").exitCode == 0)
    let page = try tool("calibrate", "before", "after", "--format", "markdown")
    #expect(page.text.hasPrefix("## How noisy redraws are\n") && page.text.contains("| `Row evaluations` | "))
    let json = try tool("calibrate", "before", "after", "--format", "json")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output)) is [String: Any])
    #expect(try tool("calibrate", "before/1.log").exitCode == 64)
  }

  @Test func profilesAreInputsAndAddUp() throws {
    let tool = try GateTool.prepared()
    try tool("analyze", "before/1.log", "before/2.log", "--format", "profile", "--output", "profile=a.profile")
    try tool("analyze", "before/3.log", "before/4.log", "before/5.log", "--output", "profile=b.profile")
    try tool("analyze", "before", "--output", "profile=all.profile")
    #expect(try tool("merge", "a.profile", "b.profile", "-o", "merged.profile").exitCode == 0)
    #expect(try tool("merge", "b.profile", "a.profile").text == (try tool.text("merged.profile")))
    #expect(try tool.text("merged.profile") == (try tool.text("all.profile")))
    try tool("baseline", "merged.profile", "-o", "merged.lock")
    #expect(try tool.text("merged.lock") == (try tool.text("Redraws.lock")))
    #expect(try tool("gate", "merged.profile").exitCode == 0)
    #expect(try tool("compare", "merged.profile", "--to", "after").text.contains("27 in all 5 runs"))
    let packed = try gzipped(Array(try tool.text("merged.profile").utf8))
    try tool.write("packed", packed)
    #expect(try tool("analyze", "packed", "--format", "json").exitCode == 0)
    try tool.write("cut.profile", Array(try tool.text("merged.profile").utf8.dropLast(40)))
    #expect(try tool("gate", "cut.profile").exitCode == 65)
    #expect(try tool("gate", "before", "cut.profile").exitCode == 2)
    #expect(try tool("merge", "a.profile", "cut.profile").exitCode == 65)
    #expect(try tool("merge", "a.profile", "before/1.log").errors.contains("this is no profile"))
    #expect(try tool("merge", "a.profile", "nowhere.profile").exitCode == 66)
    try tool("analyze", "before", "--os", "iOS 1", "--output", "profile=old.profile")
    try tool("analyze", "before", "--os", "iOS 2", "--output", "profile=new.profile")
    let refused = try tool("merge", "old.profile", "new.profile")
    #expect(
      refused.exitCode == 65
        && refused.errors.contains("new.profile: recorded with os 'iOS 2', old.profile with 'iOS 1'"))
    #expect(try tool("gate", "old.profile", "new.profile").exitCode == 2)
  }

  /// A damaged capture stays damaged on its way through profiles.
  @Test func lossesTravelWithProfiles() throws {
    let tool = try GateTool.prepared()
    let packed = try gzipped(Array(GateTool.log(8).utf8))
    try tool.write("cut.log.gz", Array(packed.prefix(packed.count - 9)))
    #expect(try tool("analyze", "cut.log.gz", "--output", "profile=cut.profile").exitCode == 65)
    try tool("analyze", "before", "--output", "profile=fine.profile")
    try tool("merge", "cut.profile", "fine.profile", "-o", "all.profile")
    #expect(try tool("gate", "fine.profile").exitCode == 0)
    #expect(try tool("gate", "all.profile").exitCode == 2)
  }

  @Test func usageAndBaselinesThatAreWrongAreNamed() throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(3))
    #expect(try tool("gate", "a.log").exitCode == 64)
    #expect(try tool("gate", "a.log", "--baseline", "none.lock").exitCode == 66)
    try tool.write("bad.lock", "# whyredraw redraws 1\n- Row updates x\n")
    let bad = try tool("gate", "a.log", "--baseline", "bad.lock")
    #expect(
      bad.exitCode == 65
        && bad.errors == "whyredraw: error: bad.lock:2: 'x' is no count; expected whole numbers from 0 on, or '-'\n")
    #expect(try tool("gate", "a.log", "--baseline", "bad.lock", "--format", "dot").exitCode == 64)
    #expect(try tool("gate", "a.log", "--slack", "-1").exitCode == 64)
    #expect(try tool("baseline", "a.log", "-o", "no/such/folder").exitCode == 73)
    #expect(try tool("init").exitCode == 0)
    #expect(try tool("init").exitCode == 73)
    #expect(try tool("init", "--force").exitCode == 0)
  }
}
