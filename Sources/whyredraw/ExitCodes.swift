internal import ArgumentParser

/// The exit codes of the contract.
///
/// - Source: `sysexits.h` for those from 64 on.
extension ExitCode {
  static let findings = ExitCode(1)
  static let inconclusive = ExitCode(2)
  static let usage = ExitCode(64)
  static let unusableInput = ExitCode(65)
  static let noInput = ExitCode(66)
  static let cannotCreate = ExitCode(73)
  static let wrongConfiguration = ExitCode(78)
  /// What `git bisect run` takes for "this commit cannot be tested".
  static let skippedCommit = ExitCode(125)
}
