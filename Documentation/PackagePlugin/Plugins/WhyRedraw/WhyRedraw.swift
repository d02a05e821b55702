import Foundation
import PackagePlugin

/// `swift package whyredraw lint`: runs the bundled executable, or the installed one, in the package's folder.
@main struct WhyRedraw: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let folders = context.package.targets.compactMap { ($0 as? SourceModuleTarget)?.directory.string }
    try run(
      try bundled(context) ?? installed(), arguments, folder: context.package.directory.string, sources: folders)
  }

  private func bundled(_ context: PluginContext) -> String? { try? context.tool(named: "whyredraw").path.string }

  private func installed() throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/opt/homebrew/bin", "/usr/local/bin"]
    guard let tool = folders.map({ $0 + "/whyredraw" }).first(where: FileManager.default.isExecutableFile) else {
      throw Failure(description: "whyredraw is not installed, and no artifact bundle came with the plugin")
    }
    return tool
  }

  private func run(_ tool: String, _ arguments: [String], folder: String, sources: [String]) throws {
    // 'lint' and 'instrument' without paths mean the package's targets.
    var arguments = arguments.isEmpty ? ["lint"] : arguments
    if ["lint", "instrument"].contains(arguments[0]), !arguments.dropFirst().contains(where: { !$0.hasPrefix("-") }) {
      arguments += sources
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    try process.run()
    process.waitUntilExit()
    // The exit codes are part of what scripts build on.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }
}
