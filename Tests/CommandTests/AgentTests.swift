internal import Foundation
internal import TestSupport
internal import Testing

/// `mcp`, asked by the official client library and by clients that keep to nothing.
@Suite(.serialized) struct AgentTests {
  @Test(arguments: [
    "lists", "agent", "withoutPatch", "gate", "instrument", "pages", "roots", "changedRoots", "readsOnly", "arguments",
    "malformed",
    "tenThousandCalls", "parallelCalls", "cancellation", "progress", "goneClient", "cleanOutput",
  ])
  func theServer(_ scenario: String) throws {
    let script = Repository.root.appendingPathComponent("Tests/Support/drive-mcp.py").path
    let result = try run(
      "/usr/bin/env", ["python3", script, Tool.executable.path, scenario, Repository.root.path])
    #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
  }

  /// A call that comes with the end of the input is answered, so that a pipe is enough to try it.
  @Test func aPipeIsAClient() throws {
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"rules","arguments":{"id":"none"}}}"#,
    ]
    let result = try Tool()("mcp", input: Array(messages.joined(separator: "\n").utf8))
    #expect(result.exitCode == 0)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""protocolVersion":"2025-06-18""#) == true)
    #expect(lines.last?.contains("'none' is no rule") == true)
  }

  @Test func aRootThatIsNotThereIsRefused() throws {
    let result = try Tool()("mcp", "--root", "nowhere")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("nowhere"))
    #expect(result.text.isEmpty)
  }
}
