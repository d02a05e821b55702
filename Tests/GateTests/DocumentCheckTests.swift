import Foundation
import TestSupport
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from; then a few sessions that random bytes spell.
@Suite struct DocumentCheckTests {
  private static let inputs: [String] = ["DocumentFailCases", "DocumentCorpus"].flatMap { files(in: $0) }

  @Test func everyTargetHasSeeds() {
    let folders = Self.files(in: "DocumentCorpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(DocumentCheck.allCases.map(\.rawValue)))
  }

  @Test(arguments: inputs) func lawsHold(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(DocumentCheck(rawValue: String(name)), "'\(name)' is no target")
    #expect(check.violations(reading: [UInt8](try Data(contentsOf: Self.root.appending(path: path)))) == [])
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func lawsHoldForSpelledSessions(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(DocumentCheck.session.violations(reading: bytes) == [], "seed \(seed)")
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzzing")

  private static func files(in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.contains("/") && !$0.hasPrefix(".") }
      .map { "\(folder)/\($0)" }.sorted()
  }
}
