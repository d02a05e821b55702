import TestSupport
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from.
@Suite struct FailCaseTests {
  /// `Tests/Fuzzing/FailCases` and `Tests/Fuzzing/Corpus` hold a folder per target.
  private static let inputs = Repository.fuzzingInputs(in: "FailCases", "Corpus")

  @Test func everyTargetHasSeeds() {
    let folders = Repository.fuzzingInputs(in: "Corpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(ReadingCheck.names))
  }

  @Test(arguments: inputs) func readingEndsAndCountsAgree(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(ReadingCheck(named: String(name)), "'\(name)' is no target")
    let bytes = Repository.bytes(of: "Tests/Fuzzing/\(path)")
    #expect(check.violations(reading: bytes) == [])
  }
}
