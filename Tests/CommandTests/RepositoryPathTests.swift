internal import Foundation
internal import TestSupport
internal import Testing

/// Code hosts know paths from the repository's root, whichever folder a command was run in and however a path was spelled.
@Suite struct RepositoryPathTests {
  private static let row = """
    import SwiftUI
    struct Feed: View {
      @State private var date = Date()
      var body: some View { ForEach([1, 2], id: \\.self) { _ in Row().id(UUID()) } }
    }
    struct Row: View { var body: some View { Text("a") } }

    """

  private func tool(isRepository: Bool = true) throws -> Tool {
    let tool = try Tool()
    try tool.write("app/Sources/Row.swift", Self.row)
    for index in 1...3 { try tool.write("app/runs/\(index).log", CommandTests.log) }
    if isRepository {
      try FileManager.default.createDirectory(
        at: tool.folder.appendingPathComponent(".git"), withIntermediateDirectories: true)
    }
    return tool
  }

  private func call(_ tool: Tool, in folder: String, _ line: String, _ environment: [String: String] = [:]) throws
    -> CommandResult
  {
    let none = ["GITHUB_WORKSPACE": "", "GITHUB_SERVER_URL": "", "CI_PROJECT_URL": ""]
    return try run(
      Tool.executable.path, line.split(separator: " ").map(String.init),
      folder: tool.folder.appendingPathComponent(folder), environment: none.merging(environment) { $1 })
  }

  @Test(arguments: ["github", "sarif", "gitlab"]) func pathsBeginAtTheRoot(_ format: String) throws {
    let tool = try tool()
    let key = ["github": "file=", "sarif": "\"uri\": \"", "gitlab": "\"path\": \""][format] ?? ""
    func normal(_ text: String) -> String { text.replacing("\": \"", with: "\":\"").replacing("\\/", with: "/") }
    for (folder, paths) in [("app", "Sources"), (".", "app/Sources"), ("app/runs", "../Sources")] {
      let result = try call(tool, in: folder, "lint \(paths) --all --format \(format)")
      let text = normal(result.text)
      #expect(text.contains(normal(key) + "app/Sources/Row.swift"), "\(folder): \(result.text)")
      #expect(!text.contains(normal(key) + "Sources") && !text.contains(normal(key) + ".."), "\(folder)")
    }
    // A checkout below the workspace of the runner, or no repository at all.
    let workspace = try call(
      tool, in: "app", "lint Sources --all --format \(format)",
      ["GITHUB_WORKSPACE": tool.folder.appendingPathComponent("app").path])
    #expect(normal(workspace.text).contains(normal(key) + "Sources/Row.swift"))
    let alone = try self.tool(isRepository: false)
    #expect(
      normal(try call(alone, in: "app", "lint Sources --all --format \(format)").text)
        .contains(normal(key) + "Sources/Row.swift"))
  }

  @Test func theGatesLinesBeginAtTheRoot() throws {
    let tool = try tool()
    #expect(try call(tool, in: "app", "baseline runs -o Redraws.lock").exitCode == 0)
    let lock = try #require(tool.text("app/Redraws.lock"))
    try tool.write("app/Redraws.lock", lock.replacing(/updates \d+ \d+ \d+/, with: "updates 0 0 0"))
    let result = try call(tool, in: "app", "gate runs --format github")
    #expect(result.text.contains("::error file=app/Redraws.lock,line="), "\(result.text)")
    let comment = try call(
      tool, in: "app", "gate runs --sources Sources --format markdown --source-link https://h/{path}#L{line}")
    #expect(!comment.text.contains("https://h/Sources"))
  }

  /// The fingerprint of a finding knows its file, and not how somebody came to it.
  @Test func knownFindingsAreKnownHoweverTheyAreReached() throws {
    let tool = try tool()
    let root = tool.folder.path
    #expect(try call(tool, in: ".", "lint app/Sources --write-finding-baseline known.txt").exitCode == 0)
    let known = try #require(tool.text("known.txt"))
    #expect(known.split(separator: "\n").count > 1 && known.contains(" app/Sources/Row.swift"), "\(known)")
    for (folder, paths) in [
      (".", "./app/Sources"), (".", "app//runs/../Sources/"), (".", "\(root)/app/Sources"), ("app", "Sources"),
      ("app", "."), ("app/runs", "../Sources"), ("app/runs", "\(root)/app/Sources"), ("app/Sources", "Row.swift"),
    ] {
      let name = String(repeating: "../", count: folder == "." ? 0 : folder.split(separator: "/").count) + "known.txt"
      let left = try call(
        tool, in: folder, "lint \(paths) --all --finding-baseline \(name) --format xcode --fail-on note")
      #expect(left.exitCode == 0 && left.text.isEmpty, "\(folder) \(paths): \(left.text)\(left.errors)")
      #expect(try call(tool, in: folder, "lint \(paths) --write-finding-baseline again.txt").exitCode == 0)
      #expect(tool.text(folder + "/again.txt") == known, "\(folder) \(paths)")
    }
  }
}
