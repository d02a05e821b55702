internal import Foundation
internal import TestSupport
internal import Testing

/// A package that uses the products compiles, its tests pass, and the guide shows nothing else.
@Suite struct ExampleTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/WhyRedrawKitTests/Example")

  @Test func thePackageCompilesAndItsTestsPass() throws {
    let result = try run(
      "/usr/bin/env",
      [
        "swift", "test", "--package-path", Self.folder.path, "--scratch-path",
        Repository.root.appendingPathComponent(".build/kit-example").path,
      ])
    let output = result.text + result.errors
    #expect(result.exitCode == 0, "\(output)")
    #expect(output.contains("Test run with 4 tests in 1 suite passed"), "\(output)")
    #expect(output.contains("Executed 1 test, with 0 failures"), "\(output)")
  }

  /// Blocks of Swift in the guide are pieces of the package, which compiles; indentation aside.
  @Test func theGuideShowsWhatCompiles() throws {
    let files = FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap { $0 as? String } ?? []
    let sources = try files.filter { $0.hasSuffix(".swift") && !$0.contains(".build") }.map {
      Self.lines(try String(contentsOf: Self.folder.appendingPathComponent($0), encoding: .utf8))
    }
    #expect(sources.count == 5)
    let guide = try #require(Repository.text(of: "Documentation/UnitTests.md"))
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst().map {
      Self.lines($0.components(separatedBy: "```")[0])
    }
    #expect(blocks.count >= 5)
    for block in blocks {
      let isShown = sources.contains { source in
        source.indices.contains { source[$0...].starts(with: block) }
      }
      #expect(isShown, "in no file of the example:\n\(block.joined(separator: "\n"))")
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
