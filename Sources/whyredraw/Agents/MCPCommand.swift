import AgentServer
import ArgumentParser
import Platform

/// `whyredraw mcp`: serves a coding agent by the Model Context Protocol.
struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve a coding agent by the Model Context Protocol, on standard input and output.",
    discussion: """
      The agent's program starts it and ends it. It reads and writes nothing outside of the folders that it is given, and writes \
      only when a call asks for it with 'write'. Documentation/AGENTS.md says how to add it to common programs.

        whyredraw mcp
        whyredraw mcp --root ~/Projects/App
      """)

  @Option(
    help: ArgumentHelp(
      "A folder that may be read, and written when a call asks for it; by default those that the client names, else the "
        + "working directory; may be repeated.", valueName: "folder"))
  var root: [String] = []

  func validate() throws {
    for folder in root where SystemPath.real(folder) == nil {
      throw ValidationError("'--root \(folder)': " + MissingPath.message(folder))
    }
  }

  func run() throws {
    guard let stream = MessageStream.takingStandardStreams(),
      let start = SystemPath.real(FileManager.default.currentDirectoryPath)
    else {
      tell("error: standard input or output is not open, or the working directory is gone")
      throw ExitCode.noInput
    }
    let session = AgentSession(roots: root.compactMap(SystemPath.real), start: start)
    let server = Server(
      stream,
      Server.Description(
        name: "whyredraw", title: "WhyRedraw", version: toolVersion, instructions: Agents.instructions),
      tools: Agents.tools(session), library: Agents.library(session), asksForRoots: root.isEmpty, stackSize: 16 << 20,
      whenGone: { Reach.end { Platform.exit(EXIT_SUCCESS) } })
    Reach.close()
    server.serve()
    // Calls that were given up may still be looking at something.
    Reach.end { Platform.exit(EXIT_SUCCESS) }
  }
}
