import Foundation
import TestSupport

/// The built executable in a folder of its own.
struct GateTool {
  let folder: URL

  init() throws {
    folder = try TemporaryFolder.make("whyredraw-gate")
  }

  /// Beside the test bundle, where SwiftPM builds both.
  static let executable: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
      let products = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    #else
      let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #endif
    return products.appendingPathComponent("whyredraw")
  }()

  @discardableResult
  func callAsFunction(_ arguments: String..., environment: [String: String] = [:]) throws -> CommandResult {
    // What the machine that runs the tests says of itself is not what they are about.
    let none = ["GITHUB_SHA", "GITHUB_REF_NAME", "GITHUB_RUN_ID", "CI_COMMIT_SHA"].map { ($0, "") }
    return try run(
      Self.executable.path, arguments, folder: folder,
      environment: Dictionary(uniqueKeysWithValues: none).merging(environment) { $1 })
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func write(_ name: String, _ bytes: [UInt8]) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// `PATH` with the stand-ins of `bin` first.
  var path: String {
    folder.appendingPathComponent("bin").path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// A file that can be run.
  func writeTool(_ name: String, _ text: String) throws {
    try write(name, text)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.appendingPathComponent(name).path)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// A run of a list whose rows follow it with each change.
  static func log(_ changes: Int, rows: Int = 3) -> String {
    let row = String(repeating: "Row: @self changed.\n", count: rows)
    return "List: @self, @identity, _x changed.\n" + row + "Header: @self, @identity, _t changed.\n"
      + String(repeating: "List: _x changed.\n" + row, count: changes)
  }

  /// Five runs each of a build before and after a regression, and a baseline of those before.
  static func prepared() throws -> GateTool {
    let tool = try GateTool()
    for index in 1...5 {
      try tool.write("before/\(index).log", log(8))
      try tool.write("after/\(index).log", log(9))
    }
    try tool("baseline", "before", "-o", "Redraws.lock")
    return tool
  }
}
