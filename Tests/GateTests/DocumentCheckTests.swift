import TestSupport
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from; then a few sessions that random bytes spell.
@Suite struct DocumentCheckTests {
  private static let inputs = Repository.fuzzingInputs(in: "DocumentFailCases", "DocumentCorpus")

  @Test func everyTargetHasSeeds() {
    let folders = Repository.fuzzingInputs(in: "DocumentCorpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(DocumentCheck.allCases.map(\.rawValue)))
  }

  @Test(arguments: inputs) func lawsHold(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(DocumentCheck(rawValue: String(name)), "'\(name)' is no target")
    #expect(check.violations(reading: Repository.bytes(of: "Tests/Fuzzing/\(path)")) == [])
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func lawsHoldForSpelledSessions(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
    #expect(DocumentCheck.session.violations(reading: bytes) == [], "seed \(seed)")
  }
}
