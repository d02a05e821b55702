internal import Foundation
internal import Reporting
internal import SourceEditing
internal import TestSupport
internal import Testing

/// Patches of one file, each made of the file as it is, put together as one.
@Suite struct PatchFileTests {
  private static let text = (1...30).map { "line \($0)\n" }.joined()

  private func patch(_ changes: [String: String], of text: String = text) -> String {
    let changed = changes.reduce(text) { $0.replacing($1.key + "\n", with: $1.value + "\n") }
    return UnifiedDiff.between(text, changed, path: "a.swift")
  }

  private func combined(_ patches: [String]) throws -> PatchFile {
    var file = PatchFile(header: try #require(PatchFile.header(of: patches[0])))
    for patch in patches {
      let isTaken = file.add(patch)
      #expect(isTaken)
    }
    return file
  }

  /// However close they stand, together they do what each of them does, and 'git apply' takes them.
  @Test(arguments: [1, 2, 3, 4, 6, 7, 8, 20])
  func patchesThatStandCloseApplyTogether(distance: Int) throws {
    let first = patch(["line 5": "first\nand more"])
    let second = patch(["line \(5 + distance)": "second"])
    let both = try combined([second, first]).text
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a.swift")
    try Data(Self.text.utf8).write(to: file)
    try Data(both.utf8).write(to: folder.appendingPathComponent("p.patch"))
    let result = try run("/usr/bin/env", ["git", "apply", "p.patch"], folder: folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    let expected = Self.text.replacing("line 5\n", with: "first\nand more\n")
      .replacing("line \(5 + distance)\n", with: "second\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == expected)
  }

  @Test func aPatchAloneStaysAsItIs() throws {
    for text in [Self.text, "one\r\ntwo\r\nthree", "+\u{301}one\ntwo\n"] {
      let alone = UnifiedDiff.between(
        text, text.replacing("two", with: "2").replacing("line 7", with: "7"), path: "a.swift")
      #expect(try combined([alone]).text == alone)
    }
  }

  @Test func twoThatChangeOneLineAreNotBothTaken() throws {
    var file = try combined([patch(["line 5": "first"])])
    for refused in [patch(["line 5": "second"]), "no patch"] {
      let isTaken = file.add(refused)
      #expect(!isTaken)
    }
    #expect(file.text == patch(["line 5": "first"]))
  }
}
