import TestSupport
import Testing

/// Replays what the fuzzer once failed on, and the seeds it starts from.
@Suite struct ConfigurationCheckTests {
  @Test(arguments: Repository.fuzzingInputs(in: "ConfigurationFailCases", "ConfigurationCorpus"))
  func lawsHold(_ path: String) throws {
    let bytes = Repository.bytes(of: "Tests/Fuzzing/\(path)")
    #expect(ConfigurationCheck.violations(reading: bytes) == [])
    try AsACompleteImplementationTests.expectAlike(String(decoding: bytes, as: UTF8.self))
  }
}
