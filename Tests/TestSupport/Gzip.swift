package import Foundation

/// Runs the system's `gzip`, an implementation that is not ours.
package func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  let result = try run("/usr/bin/env", ["gzip", "-nc"], input: bytes)
  return result.output
}

/// What a command did.
package struct CommandResult {
  package var exitCode: Int32
  package var output: [UInt8]
  package var errors: String

  package var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a command to its end.
package func run(
  _ path: String, _ arguments: [String], input: [UInt8] = [], folder: URL? = nil, environment: [String: String] = [:]
) throws -> CommandResult {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  if let folder { process.currentDirectoryURL = folder }
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  let output = Pipe()
  let errors = Pipe()
  let source = Pipe()
  process.standardOutput = output
  process.standardError = errors
  process.standardInput = source
  try process.run()
  // All three at once: whichever fills up first would otherwise stop the command for good.
  let group = DispatchGroup()
  let collected = Collected()
  DispatchQueue.global().async(group: group) {
    let data = output.fileHandleForReading.readDataToEndOfFile()
    collected.set { $0.output = [UInt8](data) }
  }
  DispatchQueue.global().async(group: group) {
    let data = errors.fileHandleForReading.readDataToEndOfFile()
    collected.set { $0.errors = String(decoding: data, as: UTF8.self) }
  }
  try? source.fileHandleForWriting.write(contentsOf: Data(input))
  try? source.fileHandleForWriting.close()
  group.wait()
  process.waitUntilExit()
  var result = collected.get()
  result.exitCode = process.terminationStatus
  return result
}

/// `@unchecked Sendable`: every access is under the lock.
private final class Collected: @unchecked Sendable {
  private let lock = NSLock()
  private var result = CommandResult(exitCode: -1, output: [], errors: "")

  func set(_ body: (inout CommandResult) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&result)
  }

  func get() -> CommandResult {
    lock.lock()
    defer { lock.unlock() }
    return result
  }
}
