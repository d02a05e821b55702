import Foundation
import TestSupport
import Testing

/// Apps of many views whose runs are not all alike: what the gate says of them, and what it tells to do.
@Suite struct LargeAppTests {
  /// Views that update that often; absent ones are `nil`.
  private static func log(_ updates: [Int?]) -> String {
    updates.enumerated().map { view, count in
      guard let count else { return "" }
      return "View\(view): @self, @identity, _x changed.\n"
        + String(repeating: "View\(view): _x changed.\n", count: count)
    }.joined()
  }

  /// A run for each element.
  private static func write(_ tool: GateTool, _ folder: String, _ runs: [[Int?]]) throws {
    for (index, run) in runs.enumerated() { try tool.write("\(folder)/\(index).log", log(run)) }
  }

  private static let calm = Array(repeating: 20, count: 6) as [Int?]

  private static func prepared(_ runs: [[Int?]]) throws -> GateTool {
    let tool = try GateTool()
    try write(tool, "before", runs)
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    return tool
  }

  @Test func furtherRunsThatAreAllClearlyAboveKeepItRed() throws {
    let tool = try Self.prepared([9, 8, 10, 9, 9].map { [$0] + Self.calm })
    try Self.write(tool, "now", [14, 12, 22, 13, 30].map { [$0] + Self.calm })
    try Self.write(tool, "again", [13, 25, 14, 12, 40].map { [$0] + Self.calm })
    #expect(try tool("gate", "now").exitCode == 1)
    let confirmed = try tool("gate", "now", "--confirm", "again")
    #expect(confirmed.exitCode == 1 && flat(confirmed.text).contains("confirmed: 10 of 10 runs"), "\(confirmed.text)")
  }

  @Test func aRiseAboveAllRunsIsNoPlainPass() throws {
    let tool = try Self.prepared([8, 9, 8, 10, 9].map { [$0] + Self.calm })
    try Self.write(tool, "now", [14, 14, 15, 14, 14].map { [$0] + Self.calm })
    let result = try tool("gate", "now")
    #expect(result.exitCode == 0 && result.text.hasPrefix("✓ passed: 1 warning\n"), "\(result.text)")
    let words = flat(result.text)
    #expect(words.contains("8 to 10 before, 14 to 15 now, by medians 9 and 14 (+56 %)"), "\(words)")
    #expect(!words.contains("within the noise"), "\(words)")
    try Self.write(tool, "again", [15, 14, 14, 14, 14].map { [$0] + Self.calm })
    let confirmed = try tool("gate", "now", "--confirm", "again")
    #expect(
      confirmed.exitCode == 1
        && flat(confirmed.text).contains("confirmed: all 10 runs of this build are clearly above"),
      "\(confirmed.text)")
  }

  @Test func whatWasNotDecidedIsSaidInTheFirstLine() throws {
    let tool = try Self.prepared([8, 8, 8].map { [$0] + Self.calm })
    try Self.write(tool, "now", [9, 10, 9].map { [$0] + Self.calm })
    try Self.write(tool, "again", [9, 9, 10].map { [$0] + Self.calm })
    let result = try tool("gate", "now", "--confirm", "again")
    #expect(result.exitCode == 2, "\(result.text)")
    #expect(
      result.text.hasPrefix("! inconclusive: 1 view rose in all runs, within what the runs of both builds vary\n"),
      "\(result.text)")
    #expect(!flat(result.text).contains("not in others"), "\(result.text)")
    for format in ["markdown", "junit", "html", "json", "github"] {
      let text = try tool("gate", "now", "--confirm", "again", "--format", format).text
      #expect(!text.contains("not in others"), "\(format): \(text)")
    }
  }

  @Test func viewsThatMostRunsLackAreNamed() throws {
    let tool = try Self.prepared(Array(repeating: [3, 4] + Self.calm, count: 5))
    try Self.write(tool, "now", [[3, 4] + Self.calm] + Array(repeating: [nil, nil] + Self.calm, count: 4))
    let result = try tool("gate", "now")
    #expect(result.exitCode == 2, "\(result.text)")
    #expect(result.text.hasPrefix("! inconclusive: 2 views missing from most runs\n"), "\(result.text)")
    #expect(flat(result.text).contains("'View0', 'View1' are missing from most of the runs"), "\(result.text)")
    for format in ["markdown", "junit", "html", "json", "github"] {
      let text = try tool("gate", "now", "--format", format).text
      #expect(text.contains("View0") && text.contains("missing from most of the runs"), "\(format): \(text)")
    }
    try tool.write("meant.yml", "gate: {removed: off}\n")
    #expect(try tool("gate", "now", "--config", "meant.yml").exitCode == 0)
  }

  /// Each command stands whole, does what is said of it, and is in every report that people read.
  @Test func manyOpenViewsAreToldWhatWouldDecide() throws {
    let tool = try Self.prepared(Array(repeating: Self.calm, count: 5))
    func raised(_ views: Int) -> [Int?] { (0..<6).map { $0 < views ? 21 : 20 } }
    try Self.write(tool, "my runs", [raised(4), raised(4), raised(4), raised(0), raised(0)])
    try Self.write(tool, "two", [raised(2), raised(2), raised(2), raised(0), raised(0)])
    let few = try tool("gate", "two")
    #expect(few.exitCode == 2 && !few.text.contains("What would decide"), "\(few.text)")
    let open = try tool("gate", "my runs", "--baseline", "Redraws.lock", "--view", "View*")
    #expect(open.exitCode == 2 && open.text.contains("\nWhat would decide\n"), "\(open.text)")
    let lines = open.text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
      .filter { $0.hasPrefix("whyredraw gate ") }
    let same = "whyredraw gate 'my runs' --baseline Redraws.lock --view 'View*'"
    #expect(
      lines == ["\(same) --confirm again/", "\(same) --slack 1", "\(same) --preset relaxed"], "\(open.text)")
    #expect(flat(open.text).contains("all 4 open views are decided"), "\(open.text)")
    for line in lines where !line.contains("--confirm") {
      let command = line.replacing("whyredraw", with: "'\(GateTool.executable.path)'")
      let result = try run("/bin/sh", ["-c", command], folder: tool.folder)
      #expect(result.exitCode == 0, "\(line): \(result.text)")
    }
    for format in ["markdown", "html", "json"] {
      let text = try tool("gate", "my runs", "--format", format).text
      #expect(text.contains("--preset relaxed") && text.contains("--slack 1"), "\(format): \(text)")
    }
  }

  @Test func theBaselinesOwnRunsSayNothingAboutAnotherBuild() throws {
    let tool = try GateTool.recorded()
    let own = try tool("gate", "before")
    #expect(own.exitCode == 0 && flat(own.text).contains("these runs are the baseline's own"), "\(own.text)")
    for format in ["markdown", "html", "json"] {
      #expect(try tool("gate", "before", "--format", format).text.contains("the baseline"), "\(format)")
    }
    try tool.write(Recording(), "others")
    #expect(!(try tool("gate", "others").text.contains("own")))
  }

  @Test func aBaselineThatWasCutOffIsRefused() throws {
    let tool = try GateTool.recorded()
    let lines = try tool.text("Redraws.lock").split(separator: "\n")
    for kept in [lines.count - 1, lines.count / 2, lines.count * 3 / 4] {
      try tool.write("cut.lock", lines.prefix(kept).map { $0 + "\n" }.joined())
      let result = try tool("gate", "before", "--baseline", "cut.lock")
      #expect(result.exitCode == 65 && result.text.isEmpty, "\(result.text)")
      #expect(
        result.errors.contains("error: cut.lock:3: the baseline has ") && result.errors.contains("it was cut off"),
        "\(result.errors)")
      #expect(result.errors.contains("write it anew with 'whyredraw baseline RUN… -o FILE'"), "\(result.errors)")
    }
    let earlier = lines.filter { !$0.hasPrefix("# Lines:") }.map { $0 + "\n" }.joined()
    try tool.write("earlier.lock", earlier)
    #expect(try tool("gate", "before", "--baseline", "earlier.lock").exitCode == 0)
  }

  /// What a run alone lacks no change did, and what most views lack at once is no cure of a clock.
  @Test func aHoleIsNotGreen() throws {
    let tool = try GateTool.recorded()
    func holed(_ run: Int, _ isLost: (Int) -> Bool) -> String {
      Recording().text(run).split(separator: "\n").enumerated().filter { !isLost($0.offset) }.map { $0.element + "\n" }
        .joined()
    }
    for run in 5...7 {
      try tool.write("one/\(run).ndjson", run == 6 ? holed(run) { (80..<102).contains($0) } : Recording().text(run))
      try tool.write("all/\(run).ndjson", holed(run) { (80..<102).contains($0) })
    }
    for folder in ["one", "all"] {
      let result = try tool("gate", folder)
      #expect(result.exitCode == 2 && flat(result.text).contains("that is a hole in the capture"), "\(result.text)")
    }
    #expect(try tool("baseline", "one", "-o", "one.lock").exitCode == 65)
  }

  @Test func programsTellWarningsFromPassesInJUnit() throws {
    let tool = try Self.prepared([8, 9, 8, 10, 9].map { [$0] + Self.calm })
    try Self.write(tool, "now", [14, 14, 15, 14, 14].map { [$0] + Self.calm })
    let text = try tool("gate", "now", "--format", "junit").text
    let cases = text.components(separatedBy: "<testcase ").dropFirst()
    let warning = try #require(cases.first { $0.contains("name=\"View0 updates\"") }, "\(text)")
    #expect(warning.contains("<property name=\"redraws.level\" value=\"warning\"/>"), "\(warning)")
    #expect(warning.contains("<system-out>warning: "), "\(warning)")
    #expect(cases.count { $0.contains("redraws.level") } == 1, "\(text)")
    #expect(cases.contains { $0.hasPrefix("classname=\"redraws\" name=\"View1 updates\"/>") }, "\(text)")
  }
}
