internal import Foundation
internal import TestSupport
internal import Testing

/// What happens around a command while it works: descriptors that are closed, full disks, files that change, clocks that jump,
/// and an end in the middle. Each ends with a code of the contract, and no file is half written.
@Suite struct FaultTests {
  private func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    try tool.write(
      "App/Row.swift", "struct Row: View {\n  @State var x = 0\n  var body: some View { Text(\"\") }\n}\n")
    return tool
  }

  private func shell(_ script: String, in tool: Tool) throws -> CommandResult {
    try run("/usr/bin/env", ["bash", "-c", script, Tool.executable.path], folder: tool.folder)
  }

  private func isJSON(_ name: String, in tool: Tool) throws -> Bool {
    let bytes = try Data(contentsOf: tool.folder.appendingPathComponent(name))
    return (try? JSONSerialization.jsonObject(with: bytes)) != nil
  }

  /// With standard error closed, the next file that is opened has its number.
  @Test func nothingIsSaidIntoOutputsWhereStandardErrorIsClosed() throws {
    let tool = try tool()
    let script = """
      "$0" run.log missing.log --format json -o json=a.json >out.json 2>&-; test $? = 66 || exit 3
      "$0" run.log missing.log -o json=b.json 2>&- >&- <&-; test $? = 66 || exit 4
      "$0" lint App missing --no-cache --all -o json=c.json 2>&- <&-; test $? = 66 || exit 5
      "$0" convert run.log missing.log --format csv -o d.csv 2>&- >&- <&-; test $? = 66 || exit 6
      """
    let result = try shell(script, in: tool)
    #expect(result.exitCode == 0, "\(result.exitCode)")
    for name in ["out.json", "a.json", "b.json", "c.json"] {
      #expect(try isJSON(name, in: tool), "\(name): \(tool.text(name) ?? "")")
    }
    #expect(tool.text("d.csv")?.contains("whyredraw:") == false)
  }

  /// What can be written is written, whatever stands in front of it.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskKeepsNothingElseFromBeingWritten() throws {
    let tool = try tool()
    let script = """
      "$0" run.log --format json -o json=a.json >/dev/full; test $? = 73 || exit 3
      "$0" run.log -o html=/dev/full -o json=b.json; test $? = 73 || exit 4
      "$0" lint App --no-cache --all --format json -o json=c.json >/dev/full; test $? = 73 || exit 5
      "$0" baseline run.log -o Redraws.lock && "$0" gate run.log --baseline Redraws.lock --format json -o json=d.json >/dev/full
      test $? = 73 || exit 6
      """
    let result = try shell(script, in: tool)
    #expect(result.exitCode == 0, "\(result.errors)")
    for name in ["a.json", "b.json", "c.json", "d.json"] { #expect(try isJSON(name, in: tool), "\(name)") }
    #expect(result.errors.components(separatedBy: "cannot be written").count == 5, "\(result.errors)")
  }

  /// Nothing can be done against KILL; what was there is still whole.
  @Test(arguments: ["convert - --format ndjson -o old", "- -o json=old", "- -o html=old", "baseline - -o old"])
  func whatIsKilledLeavesTheOldFile(_ arguments: String) throws {
    let tool = try tool()
    try tool.write("old", "precious")
    let script = """
      mkfifo pipe
      "$0" \(arguments) <pipe & pid=$!
      exec 3>pipe; cat run.log >&3; sleep 0.3; kill -KILL $pid; wait $pid; test $? = 137
      """
    let result = try shell(script, in: tool)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(tool.text("old") == "precious")
  }

  @Test func manyRunsShareACache() throws {
    let tool = try tool()
    for index in 0..<30 {
      try tool.write(
        "App/V\(index).swift",
        "struct V\(index): View {\n  @State var x = 0\n  var body: some View { Row(); Text(\"\\(x)\") }\n}\n")
    }
    let script = """
      for i in $(seq 20); do "$0" lint App --all --cache-path cache --format json >$i.json 2>$i.errors & pids="$pids $!"; done
      for pid in $pids; do wait $pid || exit 3; done
      "$0" lint App --all --no-cache --format json >plain.json || exit 4
      for i in $(seq 20); do cmp $i.json plain.json || exit 5; test ! -s $i.errors || exit 6; done
      "$0" lint App --all --cache-path cache --format json | cmp - plain.json || exit 7
      """
    let result = try shell(script, in: tool)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// A file that is replaced, cut or grows while it is read ends in a report of what was there, or in an error.
  @Test func inputsMayChangeWhileTheyAreRead() throws {
    let tool = try tool()
    let script = """
      for i in $(seq 400); do cat run.log; done > long.log
      ( while test ! -e done; do cp long.log next.log; mv next.log changing.log
        : > changing.log; cat long.log >> changing.log; rm -f changing.log; done ) & writer=$!
      for i in $(seq 12); do
        "$0" changing.log --format json >report.json 2>errors
        case $? in 0|65|66) ;; *) cat errors >&2; touch done; exit 3 ;; esac
      done
      touch done; wait $writer
      """
    let result = try shell(script, in: tool)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// A clock that is put back, or forward by a century, changes no count, and its profile is read again.
  @Test func clocksMayJump() throws {
    let tool = try Tool()
    let stamps = [
      "2025-11-08 09:30:00.000", "2025-11-08 09:29:00.000", "2099-12-31 23:59:59.999", "1970-01-01 00:00:00.000",
      "2025-11-08 09:30:00.016",
    ]
    let lines = (0..<400).map {
      "\(stamps[$0 % stamps.count]) I  Shop[1:2] (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] "
        + ["A: _a changed.", "B: _b changed."][$0 % 2] + "\n"
    }
    try tool.write("a.log", lines.joined())
    #expect(try tool("a.log", "--format", "json").text.contains("\"evaluations\" : 400"))
    for format in ["terminal", "html", "markdown"] { #expect(try tool("a.log", "--format", format).exitCode == 0) }
    #expect(try tool("a.log", "--format", "profile", "-o", "profile=a.profile").exitCode == 0)
    let again = try tool("a.profile", "--format", "json")
    #expect(again.exitCode == 0 && again.text.contains("\"evaluations\" : 400"), "\(again.errors)")
  }

  /// Of a name that is no text the rest of the run knows nothing.
  @Test func oneNameThatIsNoTextDoesNotEndTheRun() throws {
    let tool = try tool()
    let script = """
      cp App/Row.swift "$(printf 'App/a\\377b.swift')" || exit 9
      "$0" lint App --no-cache --all --format json >report.json; test $? = 65 -o $? = 0 || exit 3
      grep -q App/Row.swift report.json
      """
    let result = try shell(script, in: tool)
    guard result.exitCode != 9 else { return }  // A file system that takes no such name.
    #expect(result.exitCode == 0, "\(result.errors)")
  }
}
