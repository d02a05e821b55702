import Foundation
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from.
@Suite struct SourceCheckTests {
  private static let inputs: [String] = ["SourceFailCases", "SourceCorpus"].flatMap { files(in: $0) }

  @Test func everyTargetHasSeeds() {
    let folders = Self.files(in: "SourceCorpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(SourceCheck.allCases.map(\.rawValue)))
  }

  @Test(arguments: inputs) func lawsHold(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(SourceCheck(rawValue: String(name)), "'\(name)' is no target")
    #expect(check.violations(reading: [UInt8](try Data(contentsOf: Self.root.appending(path: path)))) == [])
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzzing")

  private static func files(in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.contains("/") && !$0.hasPrefix(".") }
      .map { "\(folder)/\($0)" }.sorted()
  }
}
