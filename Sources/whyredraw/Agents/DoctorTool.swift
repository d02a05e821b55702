import AgentServer
import ArgumentParser

/// `doctor`: what is missing to record and to analyze.
struct DoctorTool: Sendable {
  let session: AgentSession

  private static let options = ToolOptions(
    of: DoctorCommand.self, [.operand("paths", .path), .option("for"), .option("config", .path)])

  var tool: Tool {
    Tool(
      name: "doctor", title: "Say what is missing",
      description: "Says what is missing to record and to analyze here, each with its remedy.",
      input: Schema.object(Self.options.schema, isOpen: false),
      output: Schema.object(
        [
          "missing": Schema.whole("How many things are missing."), "messages": Schema.messages,
          "checks": Schema.list(
            of: Schema.object(
              [
                "state": Schema.one(of: ["ok", "missing", "note"]), "subject": Schema.text(), "message": Schema.text(),
              ], required: ["state", "subject", "message"])),
        ], required: ["missing", "checks"]),
      run: { arguments, call in
        session.perform(call) { workspace, _ in
          let command = try DoctorCommand.parse(["--no-cache"] + Self.options.words(arguments, in: workspace))
          let checks = command.checks()
          return ToolResult([
            "missing": .integer(checks.count { $0.state == .missing }),
            "checks": .array(
              checks.map {
                [
                  "state": .string($0.state.rawValue), "subject": .string($0.subject), "message": .string($0.message),
                ]
              }),
          ])
        }
      })
  }
}
