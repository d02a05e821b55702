internal import Foundation
internal import TestSupport
internal import Testing

/// `watch` without a terminal, and in a real pseudo-terminal by way of a script.
@Suite struct WatchTests {
  private static let log = """
    Feed: @self, @identity, _items changed.
    Feed: _items changed.
    Row: @self changed.
    Row: @self changed.

    """

  @Test(arguments: ["keys", "interrupt", "terminate", "crash", "hangup", "resize", "suspend", "pipe", "rotation"])
  func theTerminal(_ scenario: String) throws {
    let script = Repository.root.appendingPathComponent("Tests/Support/drive-watch.py").path
    let result = try run("/usr/bin/env", ["python3", script, Tool.executable.path, scenario])
    #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
  }

  /// Whatever is watched, in whatever pieces it comes: the report is the one of `analyze`.
  @Test(arguments: Repository.sampleTraces) func theReportIsThatOfAnalyze(_ sample: String) throws {
    let bytes = Repository.bytes(of: "SampleTraces/\(sample)")
    let tool = try Tool()
    let expected = try tool("-", "--format", "json", input: bytes)
    let watched = try tool("watch", "-", "--format", "json", "--interval", "0.05", input: bytes)
    #expect(watched.output == expected.output)
    #expect(watched.exitCode == expected.exitCode)
    guard bytes.count < 200_000 else { return }
    try tool.write("sample", bytes)
    let script = "for at in $(seq 1 6000 \(bytes.count)); do tail -c +$at sample | head -c 6000; sleep 0.02; done"
    let pieces = try run(
      "/bin/sh", ["-c", "(\(script)) | '\(Tool.executable.path)' watch - --quiet --format json --interval 0.05"],
      folder: tool.folder)
    #expect(pieces.output == expected.output)
  }

  @Test func aLinePerIntervalGoesToStandardError() throws {
    let tool = try Tool()
    try tool.write("app.log", Self.log)
    let result = try tool("watch", "app.log", "--duration", "0.3", "--interval", "0.1")
    #expect(result.exitCode == 0)
    #expect(result.text == (try tool("app.log").text))
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count >= 2)
    #expect(lines.allSatisfy { $0.hasPrefix("whyredraw: 0.") && $0.hasSuffix("0/s") })
    #expect(lines.last?.contains("2 updates, 4 evaluations") == true)
    #expect(!result.errors.contains("\u{1B}"))
  }

  /// What is read faster than it happened has the rates of the log.
  @Test func ratesAreThoseOfTheLogsOwnTime() throws {
    let tool = try Tool()
    func line(_ second: Int, _ half: Int) -> String {
      let minutes = second / 60
      return "2025-11-08 10:\(10 + minutes):\(10 + second % 60 % 50).\(half)00000+0100 0x1 Info 0x0 7 0 MyApp: "
        + "[com.apple.SwiftUI:Changed Body Properties] Row: _x changed.\n"
    }
    try tool.write("app.log", line(0, 0))
    // Two each second, for forty seconds.
    try tool.write("more.log", (1...40).map { line($0, 0) + line($0, 5) }.joined())
    let script = """
      \(Self.waiting)
      '\(Tool.executable.path)' watch app.log --interval 0.1 2> e.txt > /dev/null & pid=$!
      wait_for ' 1 evaluations'; cat more.log >> app.log; wait_for ' 81 evaluations'; kill $pid; wait
      """
    _ = try run("/bin/sh", ["-c", script], folder: tool.folder)
    let rates = (tool.text("e.txt") ?? "").split(separator: "\n").compactMap { line in
      line.firstMatch(of: /evaluations, ([0-9.,]+)\/s/).flatMap { Double($0.1) }
    }
    #expect(rates.contains { $0 > 1.5 } && rates.allSatisfy { $0 < 4 }, "\(rates)")
  }

  @Test func idleEndsIt() throws {
    let tool = try Tool()
    try tool.write("app.log", Self.log)
    #expect(try tool("watch", "app.log", "--until-idle", "0.2", "--interval", "0.05").exitCode == 0)
  }

  @Test func filesOfAFolderAreFollowedAlsoLaterOnes() throws {
    let tool = try Tool()
    try tool.write("runs/a.log", Self.log)
    let script = """
      '\(Tool.executable.path)' watch runs --format json --interval 0.05 --duration 1.5 --quiet > r.json &
      sleep 0.4; cat runs/a.log > runs/b.log; wait
      '\(Tool.executable.path)' runs --format json > e.json
      """
    _ = try run("/bin/sh", ["-c", script], folder: tool.folder)
    #expect(tool.text("r.json") == tool.text("e.json"))
    #expect(tool.text("r.json")?.contains("\"evaluations\" : 8") == true)
  }

  /// What the command says on standard error has come so far; half a minute at most.
  private static let waiting = """
    wait_for() { n=0; until grep -q "$1" e.txt || [ $n -gt 600 ]; do n=$((n + 1)); sleep 0.05; done; }
    """

  @Test func truncationAndRotationLoseNothing() throws {
    let tool = try Tool()
    try tool.write("app.log", Self.log + "Row: @se")
    let script = """
      \(Self.waiting)
      '\(Tool.executable.path)' watch app.log --format json --interval 0.05 > r.json 2> e.txt & pid=$!
      wait_for '4 evaluations'; printf 'Row: @self changed.\\n' > app.log
      wait_for '5 evaluations'; mv app.log app.log.1; printf 'Badge: _count changed.\\n' > app.log
      wait_for '6 evaluations'; kill $pid; wait
      """
    _ = try run("/bin/sh", ["-c", script], folder: tool.folder)
    #expect(tool.text("r.json")?.contains("\"evaluations\" : 6,") == true)
    #expect(tool.text("e.txt")?.contains("rotated 1 times, truncated 1 times") == true)
  }

  @Test func terminationEndsWithTheReport() throws {
    let tool = try Tool()
    try tool.write("app.log", Self.log)
    let script = """
      \(Self.waiting)
      '\(Tool.executable.path)' watch app.log --interval 0.05 2> e.txt & pid=$!
      wait_for '4 evaluations'; kill $pid; wait $pid; echo code $?
      """
    let result = try run("/bin/sh", ["-c", script], folder: tool.folder)
    #expect(result.text.contains("leads to 3 of 4 evaluations"))
    #expect(result.text.hasSuffix("code 0\n"))
  }

  @Test func wrongUsageIsSaid() throws {
    let tool = try Tool()
    #expect(try tool("watch", "missing.log").exitCode == 66)
    #expect(try tool("watch").exitCode == 64)
    #expect(try tool("watch", "-", "--interval", "0").exitCode == 64)
    #expect(try tool("watch", "-", "--duration", "1", input: Array("nothing\n".utf8)).exitCode == 65)
  }
}
