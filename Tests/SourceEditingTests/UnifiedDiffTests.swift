import Foundation
import SourceEditing
import TestSupport
import Testing

/// Diffs, applied by the programs that people apply them with.
@Suite struct UnifiedDiffTests {
  static let paths = [
    "A.swift", "App/Badge.swift", "My App/Badge View.swift", " leading.swift", "Vue détaillée/Über uns.swift",
    "tab\there.swift", "quote\".swift", "back\\slash.swift", "Wave 👋🏽.swift",
  ]
  static let tools = [["patch", "-p1", "--silent", "--input"], ["git", "apply"]]

  @Test(arguments: paths, tools) func isApplied(_ path: String, by tool: [String]) throws {
    let old = (1...20).map { "line \($0)\n" }.joined() + "the end"
    let new = "first\n" + old.replacing("line 10\n", with: "line ten\nand more\n").replacing("the end", with: "end")
    try expectApplied(old, new, path, by: tool)
  }

  /// Long texts are compared in parts: lines come, go, change places, and are there several times.
  @Test(arguments: 0..<4) func aLongOneIsApplied(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = (0..<3000).map { $0.isMultiple(of: 3) ? "}\n" : "line \($0)\n" }
    var new = old
    for _ in 0..<200 {
      let place = Int.random(in: new.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: new.remove(at: place)
      case 1: new.insert(["}\n", "new \(place)\n", "line 1\n"][Int.random(in: 0..<3, using: &random)], at: place)
      case 2: new[place] = "changed \(place)\n"
      default: new.swapAt(place, Int.random(in: new.indices, using: &random))
      }
    }
    try expectApplied(old.joined(), new.joined(), "A.swift", by: Self.tools[seed % 2])
  }

  private func expectApplied(_ old: String, _ new: String, _ path: String, by tool: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("whyredraw-\(UUID().uuidString)")
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(old.utf8).write(to: file)
    try Data(UnifiedDiff.between(old, new, path: path).utf8).write(to: folder.appendingPathComponent("fix.diff"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = tool + ["fix.diff"]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "needs patch and git: \(text)")
    #expect(try String(contentsOf: file, encoding: .utf8) == new)
  }

  @Test func linesAreNumbered() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 10\n", with: "line ten\n")
    let diff = UnifiedDiff.between(old, new, path: "A.swift")
    #expect(diff.hasPrefix("--- a/A.swift\n+++ b/A.swift\n@@ -7,7 +7,7 @@\n line 7\n"))
    #expect(diff.contains("-line 10\n+line ten\n"))
    #expect(UnifiedDiff.between(old, old, path: "A.swift").isEmpty)
    #expect(
      UnifiedDiff.between("a", "b", path: "A").hasSuffix(
        "-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"))
  }
}
