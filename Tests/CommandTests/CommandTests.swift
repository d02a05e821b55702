internal import Foundation
internal import TestSupport
internal import Testing

/// The built executable, run as users run it.
struct Tool {
  /// A folder of its own per test.
  let folder: URL

  init() throws {
    folder = try TemporaryFolder.make()
  }

  /// Beside the test bundle, where SwiftPM builds both.
  static let executable: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      let products = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
    return products.appendingPathComponent("whyredraw")
  }()

  func callAsFunction(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> CommandResult {
    try run(Self.executable.path, arguments, input: input, folder: folder, environment: environment)
  }

  func write(_ name: String, _ text: String) throws {
    try write(name, Array(text.utf8))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func text(_ name: String) -> String? { try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }
}

@Suite struct CommandTests {
  static let log = "List: @self, @identity, _x changed.\nRow: @self changed.\nList: _x changed.\nRow: @self changed.\n"

  private func json(_ result: CommandResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  @Test func analyzeIsTheDefault() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    let named = try tool("analyze", "run.log")
    let short = try tool("run.log")
    #expect(named.exitCode == 0 && short.output == named.output)
    #expect(named.errors.isEmpty)
    #expect(named.text.contains("Row"))
  }

  @Test func standardInputIsReadOnce() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    let fromFile = try json(try tool("run.log", "--format", "json"))
    let fromInput = try json(try tool("-", "--format", "json", input: Array(Self.log.utf8)))
    #expect(fromFile["totals"] as? NSDictionary == fromInput["totals"] as? NSDictionary)
    #expect(try tool("-", "-").exitCode == 64)
  }

  @Test func exitCodesAreThoseOfTheContract() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    try tool.write("notes.txt", "Nothing to see here.\n")
    let whole = try gzipped(Array(Self.log.utf8))
    try tool.write("cut.log.gz", Array(whole.dropLast(9)))
    #expect(try tool("run.log").exitCode == 0)
    #expect(try tool().exitCode == 64)
    #expect(try tool("run.log", "--nonsense").exitCode == 64)
    #expect(try tool("run.log", "--format", "nonsense").exitCode == 64)
    #expect(try tool("run.log", "--input-format", "nonsense").exitCode == 64)
    #expect(try tool("run.log", "--window", "nonsense").exitCode == 64)
    #expect(try tool("run.log", "--split-at", "(").exitCode == 64)
    #expect(try tool("notes.txt").exitCode == 65)
    #expect(try tool("cut.log.gz").exitCode == 65)
    #expect(try tool("missing.log").exitCode == 66)
    #expect(try tool("run.log", "--output", "json=nowhere/out.json").exitCode == 73)
    #expect(try tool("--version").exitCode == 0)
    #expect(try tool("--help").exitCode == 0)
  }

  @Test func oneBadInputDoesNotStopTheOthers() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    try tool.write("notes.txt", "Nothing to see here.\n")
    let result = try tool("run.log", "notes.txt", "missing.log", "--format", "json")
    #expect(result.exitCode == 66)
    #expect(result.errors.contains("notes.txt: no redraw events"))
    #expect(result.errors.contains("missing.log: no such file"))
    let totals = try #require(try json(result)["totals"] as? [String: Any])
    #expect(totals["evaluations"] as? Int == 4)
  }

  @Test func damageIsReportedWithWhatCameBefore() throws {
    let tool = try Tool()
    let long = Array(repeating: Self.log, count: 500).joined()
    try tool.write("cut.log.gz", Array(try gzipped(Array(long.utf8)).dropLast(20)))
    let result = try tool("cut.log.gz", "--format", "json")
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("the gzip data ends too early"))
    let totals = try #require(try json(result)["totals"] as? [String: Any])
    #expect((totals["evaluations"] as? Int ?? 0) > 1000)
  }

  @Test func foldersArePassedThroughInOrder() throws {
    let tool = try Tool()
    try tool.write("captures/b/run.log", Self.log)
    try tool.write("captures/a.log.gz", try gzipped(Array(Self.log.utf8)))
    try tool.write("captures/README.md", "# Captures\n")
    try tool.write("captures/.hidden.log", Self.log)
    try FileManager.default.createSymbolicLink(
      at: tool.folder.appendingPathComponent("captures/link.log"),
      withDestinationURL: tool.folder.appendingPathComponent("captures/b/run.log"))
    let result = try tool("captures", "--format", "json")
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("captures/README.md"))
    let inputs = try #require(try json(result)["inputs"] as? [[String: Any]])
    #expect(inputs.compactMap { $0["path"] as? String } == ["captures/a.log.gz", "captures/b/run.log"])
  }

  @Test func bundlesAreNamedWithTheWayOut() throws {
    let tool = try Tool()
    try tool.write("App.trace/form.template", "x")
    try tool.write("System.logarchive/Info.plist", "x")
    try tool.write("System.logarchive/Persist/0000.tracev3", "x")
    let archive = try tool("System.logarchive")
    #expect(archive.exitCode == 65 && archive.errors.contains("log show System.logarchive"))
    let trace = try tool("App.trace")
    #expect(trace.exitCode == 65 && trace.errors.contains("xctrace"))
  }

  @Test func severalRenderingsInOneRun() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    let result = try tool("run.log", "--output", "json=out.json", "--output", "out.md", "--output", "csv=views.csv")
    #expect(result.exitCode == 0 && result.output.isEmpty)
    #expect(tool.text("out.json")?.hasPrefix("{") == true)
    #expect(tool.text("out.md")?.isEmpty == false)
    #expect(tool.text("views.csv")?.isEmpty == false)
    let both = try tool("run.log", "--format", "csv", "--output", "json=again.json")
    #expect(both.text == tool.text("views.csv"))
    #expect(tool.text("again.json") == tool.text("out.json"))
  }

  @Test func scenariosAreNamedOrCut() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    try tool.write("marked.log", "## phase scroll\n" + Self.log + "## phase search\n" + Self.log)
    func scenarios(_ result: CommandResult) throws -> Set<String> {
      let views = try #require(try json(result)["views"] as? [[String: Any]])
      return Set(views.map { $0["scenario"] as? String ?? "-" })
    }
    #expect(try scenarios(try tool("--scenario", "open=run.log", "run.log", "--format", "json")) == ["open", "-"])
    #expect(
      try scenarios(try tool("marked.log", "--split-at", "^## phase (.*)$", "--format", "json")) == [
        "scroll", "search",
      ])
  }

  @Test func viewsAreSelectedAndTotalsAreNot() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    let report = try json(try tool("run.log", "--view", "R*", "--format", "json"))
    let views = try #require(report["views"] as? [[String: Any]])
    #expect(views.compactMap { $0["name"] as? String } == ["Row"])
    #expect((report["totals"] as? [String: Any])?["evaluations"] as? Int == 4)
    let top = try json(try tool("run.log", "--top", "1", "--format", "json"))
    #expect((top["views"] as? [Any])?.count == 1)
  }

  @Test func findingsFailOnRequest() throws {
    let tool = try Tool()
    let storm =
      "Form: @self, @identity, _dismiss changed.\n" + String(repeating: "Form: _dismiss changed.\n", count: 30)
    try tool.write("run.log", storm)
    #expect(try tool("run.log").exitCode == 0)
    #expect(try tool("run.log", "--fail-on", "warning").exitCode == 1)
    #expect(try tool("run.log", "--fail-on", "error").exitCode == 0)
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let tool = try Tool()
    let sample = Repository.root.appendingPathComponent("SampleTraces").path
    let formats = ["json", "terminal", "markdown", "csv"]
    for format in formats {
      let first = try tool(sample, "--format", format, "--jobs", "1")
      let second = try tool(sample, "--format", format, "--jobs", "4")
      #expect(first.output == second.output, "\(format)")
      #expect(!first.output.isEmpty)
    }
  }

  @Test func coloursAreForTerminalsOnly() throws {
    let tool = try Tool()
    try tool.write("run.log", Self.log)
    #expect(try !tool("run.log").text.contains("\u{1B}["))
    #expect(try tool("run.log", "--color", "always").text.contains("\u{1B}["))
    #expect(try !tool("run.log", "--color", "never", environment: ["TERM": "xterm"]).text.contains("\u{1B}["))
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let tool = try Tool()
    try tool.write("run.log", String(repeating: Self.log, count: 20_000))
    let command =
      "'\(Tool.executable.path)' convert --format ndjson run.log | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}"
    let result = try run("/usr/bin/env", ["bash", "-c", command], folder: tool.folder)
    #expect(result.text.trimmingCharacters(in: .whitespacesAndNewlines) == "0")
    #expect(result.errors.isEmpty)
  }

  @Test func helpNamesEveryCommandAndOption() throws {
    let tool = try Tool()
    let help = try tool("--help").text
    for command in ["analyze", "convert", "formats"] { #expect(help.contains(command)) }
    let analyze = try tool("analyze", "--help").text
    for option in [
      "--scenario", "--split-at", "--input-format", "--process", "--window", "--format", "--output", "--view", "--top",
      "--fail-on",
    ] {
      #expect(analyze.contains(option))
    }
  }
}
