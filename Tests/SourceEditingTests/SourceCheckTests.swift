import TestSupport
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from.
@Suite struct SourceCheckTests {
  private static let inputs = Repository.fuzzingInputs(in: "SourceFailCases", "SourceCorpus")

  @Test func everyTargetHasSeeds() {
    let folders = Repository.fuzzingInputs(in: "SourceCorpus").map { String($0.split(separator: "/")[1]) }
    #expect(Set(folders) == Set(SourceCheck.allCases.map(\.rawValue)))
  }

  @Test(arguments: inputs) func lawsHold(_ path: String) throws {
    let name = try #require(path.split(separator: "/").dropFirst().first)
    let check = try #require(SourceCheck(rawValue: String(name)), "'\(name)' is no target")
    #expect(check.violations(reading: Repository.bytes(of: "Tests/Fuzzing/\(path)")) == [])
  }
}
