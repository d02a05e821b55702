import Foundation
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from.
@Suite struct FailCaseTests {
  /// `Tests/Fuzzing/FailCases` and `Tests/Fuzzing/Corpus` hold a folder per target.
  private static let inputs: [String] = ["FailCases", "Corpus"].flatMap { files(in: $0) }

  @Test func everyTargetHasSeeds() {
    let folders = Self.files(in: "Corpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(ReadingCheck.names))
  }

  @Test(arguments: inputs) func readingEndsAndCountsAgree(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(ReadingCheck(named: String(name)), "'\(name)' is no target")
    let bytes = [UInt8](try Data(contentsOf: Self.root.appending(path: path)))
    #expect(check.violations(reading: bytes) == [])
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzzing")

  private static func files(in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.contains("/") && !$0.hasPrefix(".") }
      .map { "\(folder)/\($0)" }.sorted()
  }
}
