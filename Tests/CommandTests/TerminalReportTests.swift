internal import Foundation
internal import TestSupport
internal import Testing

/// What a terminal report is good for once it is printed: to click, to search, and to go on from.
@Suite struct TerminalReportTests {
  private static let scenarios = Repository.root.appendingPathComponent("SampleTraces/Scenarios").path

  /// A copy of a scenario's sources and runs, in folders with spaces.
  private func tool(_ scenario: String) throws -> Tool {
    let tool = try Tool()
    try FileManager.default.copyItem(
      atPath: "\(Self.scenarios)/\(scenario)/before", toPath: tool.folder.path + "/my app")
    let after = "\(Self.scenarios)/\(scenario)/after/run-1.log.gz"
    if FileManager.default.fileExists(atPath: after) {
      try FileManager.default.copyItem(atPath: after, toPath: tool.folder.path + "/after.log.gz")
    }
    return tool
  }

  /// What is narrowed to some views says so where it gives totals, and tells nothing of others.
  @Test func aNarrowReportSaysWhatItsTotalsAreOf() throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    let whole = try tool("run.log").text
    let narrow = try tool("run.log", "--view", "Row").text.replacing(#/\n +/#, with: " ")
    #expect(!whole.contains("totals are of all views") && narrow.contains("totals are of all views"))
  }

  /// A change is about the views whose updates it saves, in whichever view it is to be made.
  @Test func whatSavesUpdatesOfAViewIsAboutIt() throws {
    let tool = try tool("expanded-row")
    let text = try tool("my app/run-1.log.gz", "--sources", "my app/Sources", "--view", "RecipeRow").text
    #expect(text.contains("Move 'expandedRecipeID' from 'RecipeListView' to 'RecipeRow'"), "\(text)")
  }

  /// The page calls runs by their files, and its recording begins with the first event.
  @Test func aPageNamesFilesAndWhenTheyBegan() throws {
    let tool = try Tool()
    for run in 1...2 {
      let lines = (0..<90).map { second in
        "{\"timestamp\":\"2025-11-0\(run) 10:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60).900000+0100\","
          + "\"processID\":5,\"processImagePath\":\"/x/MyApp\",\"subsystem\":\"com.apple.SwiftUI\","
          + "\"category\":\"Changed Body Properties\",\"eventMessage\":\"Row: \(second == 0 ? "@self, @identity, " : "")_x changed.\"}"
      }
      try tool.write("capture-\(run).ndjson", lines.joined(separator: "\n") + "\n")
    }
    let page = try tool("capture-1.ndjson", "capture-2.ndjson", "--format", "html").text
    #expect(page.contains("2025-11-01 09:00:00 UTC"), "the first line's time, to the second")
    #expect(page.contains("capture-1.ndjson") && !page.contains("Run 1"))
  }

  /// The same report whatever the width: on terminals that are narrow, and in a pipe.
  @Test(arguments: [
    "analyze 'my app' --sources 'my app/Sources' --verbose", "analyze 'my app' --sources 'my app/Sources'",
    "lint 'my app/Sources' --all", "compare after.log.gz 'my app/run-1.log.gz' --sources 'my app/Sources'",
    "gate 'my app' --baseline none.lock --sources 'my app/Sources'",
    "calibrate 'my app/run-1.log.gz' 'my app/run-2.log.gz'",
  ]) func placesAndNamesAreWholeInEveryWidth(_ line: String) throws {
    let tool = try tool("expanded-row")
    try tool.write("none.lock", "# whyredraw redraws 1\n- RecipeListView updates 1 1 1\n- RecipeRow updates 1 1 1\n")
    let piped = try run("/bin/sh", ["-c", "'\(Tool.executable.path)' \(line)"], folder: tool.folder).text
    let places = Set(piped.matches(of: /my app\/Sources\/\w+\.swift:\d+(:\d+)?/).map { String($0.output.0) })
    for width in [30, 60, 200] {
      let text = try tool.drawn(line, columns: width)
      for place in places { #expect(text.contains(place), "\(width) columns cut '\(place)':\n\(text)") }
      // A line that begins with a place has it at its very start.
      for part in text.split(separator: "\n") where part.drop(while: { $0 == " " }).hasPrefix("my app/") {
        #expect(part.hasPrefix("my app/"), "\(part)")
      }
      for name in ["RecipeRow", "RecipeListView"] where piped.contains(name) { #expect(text.contains(name)) }
      #expect(!text.contains(/Recipe\w*…/), "\(text)")
      #expect(!text.contains(/(?m)^ *%/), "a number and its percent sign are one word: \(text)")
    }
    if !line.hasPrefix("calibrate") { #expect(piped.contains(#/(?m)^my app/Sources/\w+\.swift:\d+/#), "\(piped)") }
  }

  /// The numbers of the best changes are their places in the list, and those of their cards.
  @Test(arguments: ["broad-config", "environment-timer"])
  func theBestChangesAreNumberedAsTheyStand(_ scenario: String) throws {
    let tool = try tool(scenario)
    let log = try #require(
      FileManager.default.contentsOfDirectory(atPath: tool.folder.appendingPathComponent("my app").path).sorted()
        .first { $0.hasPrefix("run-") })
    let text = try tool("my app/\(log)", "--sources", "my app/Sources").text
    let list = try #require(
      text.components(separatedBy: "\nBest changes\n").last?.components(separatedBy: "\n\n").first)
    let numbers = list.split(separator: "\n").compactMap { $0.firstMatch(of: #/^(\d+)\. /#).flatMap { Int($0.1) } }
    #expect(numbers.count > 1 && numbers == Array(1...numbers.count), "\(list)")
    let cards = text.matches(of: /change (\d+), \[/).compactMap { Int($0.1) }
    #expect(cards == cards.sorted(), "cards stand in the same order")
  }

  @Test func theEndSaysWhatToDoNext() throws {
    let tool = try tool("expanded-row")
    let report = try tool("my app/run-1.log.gz", "--sources", "my app/Sources").text
    let end = try #require(report.components(separatedBy: "\nWhat to do first\n").last?.split(separator: "\n"))
    #expect(end.first == "→ Move 'expandedRecipeID' from 'RecipeListView' to 'RecipeRow'")
    #expect(end.dropFirst().first == "my app/Sources/RecipeListView.swift:4:24")
    #expect(end.contains("  saves 240 of all 264 updates"))
    #expect(end.contains("  before you change it: mkdir -p /tmp/before && cp -R 'my app/Sources' /tmp/before"))
    let compare =
      "whyredraw compare 'my app/run-1.log.gz' --to AFTER --sources-before /tmp/before --sources-after 'my app/Sources'"
    #expect(end.last?.hasSuffix(compare) == true, "\(end)")
    // The command is as good as it looks.
    let command = compare.replacing("whyredraw", with: "'\(Tool.executable.path)'")
      .replacing("AFTER", with: "after.log.gz").replacing("/tmp/before", with: "'my app/Sources'")
    let compared = try run("/bin/sh", ["-c", command], folder: tool.folder)
    #expect(compared.exitCode == 0 && compared.text.contains("updates 264 → 24"), "\(compared.errors)")
  }

  /// Copied from the report, it changes the file: with sources that were named, and with those of the configuration.
  @Test(arguments: [["--sources", "my app/Sources"], []]) func thePatchCommandAtTheEndAppliesThePatch(
    _ sources: [String]
  ) throws {
    let tool = try tool("non-equatable-status")
    try tool.write(".whyredraw.yml", "sources: ['my app/Sources']\n")
    let report = try run(Tool.executable.path, ["my app/run-1.log.gz"] + sources, folder: tool.folder).text
    let line = try #require(report.split(separator: "\n").last { $0.hasPrefix("  patch: ") }, "\(report)")
    let command = String(line.dropFirst("  patch: ".count))
      .replacing("whyredraw ", with: "'\(Tool.executable.path)' ", maxReplacements: 1)
    #expect(tool.text("my app/Sources/Values.swift")?.contains("struct DeliveryStatus {") == true)
    let result = try run("/bin/sh", ["-c", command], folder: tool.folder)
    #expect(result.exitCode == 0, "\(command): \(result.errors)")
    #expect(tool.text("my app/Sources/Values.swift")?.contains("struct DeliveryStatus: Equatable {") == true)
  }

  @Test func withoutSourcesTheEndAsksForThem() throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    let report = try tool("run.log").text
    #expect(
      report.hasSuffix("whyredraw run.log --sources App/\n") || report.contains("whyredraw run.log --sources App/"))
    #expect(try tool("-", input: Array(CommandTests.log.utf8)).text.contains("whyredraw INPUT --sources App/"))
  }
}

extension Tool {
  /// What a command prints on a terminal of some width, without colours.
  func drawn(_ line: String, columns: Int) throws -> String {
    let script = """
      import fcntl, os, pty, struct, sys, termios
      pid, terminal = pty.fork()
      if pid == 0:
          fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[2]), 0, 0))
          os.environ["NO_COLOR"] = "1"
          os.execv("/bin/sh", ["sh", "-c", sys.argv[1] + " 2> /dev/null"])
      said = b""
      try:
          while True:
              more = os.read(terminal, 65536)
              if not more:
                  break
              said += more
      except OSError:
          pass
      os.waitpid(pid, 0)
      sys.stdout.buffer.write(said.replace(b"\\r", b""))
      """
    return try run(
      "/usr/bin/env", ["python3", "-c", script, "'\(Self.executable.path)' \(line)", String(columns)],
      folder: folder
    ).text
  }
}
