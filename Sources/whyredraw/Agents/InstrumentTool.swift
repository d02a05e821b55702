import AgentServer
import ArgumentParser
import Platform

/// `instrument`: puts `_logChanges()` into bodies and takes it out again, when it is told to.
struct InstrumentTool: Sendable {
  let session: AgentSession

  private static let mostFiles = 50
  private static let options = ToolOptions(
    of: InstrumentCommand.self,
    [
      .operand("paths", .path, isRequired: true), .option("only"), .option("call"), .option("deployment-target"),
      .option("remove", .flag), .option("check", .flag), .option("config", .path),
    ])

  var tool: Tool {
    Tool(
      name: "instrument", title: "Log the changes of views",
      description: """
        Puts a marked line into the body of each view, inside #if DEBUG, so that a recording says why it is evaluated; \
        'remove' takes out just these lines, 'check' says where any are left. Without 'write' nothing is changed and the diff is \
        shown. Never commit the lines.
        """,
      input: Schema.object(
        Self.options.schema.merging([
          "report": Schema.text("Only the views that this report of 'analyze' leaves open; by default all."),
          "write": Schema.truth("Whether the files are changed; by default they are not."),
        ]) { $1 }, required: Self.options.required, isOpen: false),
      output: Schema.object(
        [
          "written": Schema.truth("Whether files were changed."), "isComplete": Schema.isComplete,
          "messages": Schema.messages, "report": Schema.report,
          "bodies": Schema.whole("Bodies that get the line, or lines that are taken out or left."),
          "alreadyLogging": Schema.whole(), "leftAlone": Schema.whole("Previews, tests and others."),
          "files": Schema.list(of: Schema.text(), "At most \(Self.mostFiles)."), "totalFiles": Schema.whole(),
          "left": Schema.list(of: Schema.text(), "Of 'check': places with what to do."),
          "diff": Schema.text("A unified diff; cut where it is long, then it is whole in the report."),
        ], required: ["written", "isComplete", "bodies", "files", "totalFiles"]),
      effect: .files,
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let isWriting = try Agents.flag("write", in: arguments)
    let command = try InstrumentCommand.parse(Self.options.words(arguments, in: workspace))
    guard !isWriting || !command.paths.isEmpty else {
      throw Workspace.Refusal(description: "'paths' is empty: files are changed where they are named")
    }
    if isWriting, command.check { throw Workspace.Refusal(description: "'check' changes nothing; leave out 'write'") }
    try progress.step("reading")
    let reported = try arguments["report"].map { _ in
      let entry = try session.shelf.entry(arguments, of: [.analysis])
      return try ReportedViews.names(in: Data(entry.text.utf8), from: entry.resource.uri)
    }
    let inputs = try InstrumentCommand.Inputs(command, reported: reported)
    if command.check { return checked(inputs) }
    let changes = command.changes(inputs)
    let code = inputs.code(changes.hasErrors ? .unusableInput : .success)
    if code == .noInput { throw code }
    try progress.step(isWriting ? "writing" : "comparing")
    if isWriting { try Reach.write { try FileSwap.replaceAll(changes.edited) } }
    let diff = changes.edited.map(\.diff).joined()
    let (entry, shown, links) = session.shelf.add(diff: diff)
    return ToolResult(
      .object([
        "written": .bool(isWriting && !changes.edited.isEmpty), "isComplete": .bool(code == .success),
        "report": .string(ReportShelf.address(entry.number)), "bodies": .integer(changes.count),
        "alreadyLogging": .integer(changes.alreadyLogging), "leftAlone": .integer(changes.leftAlone),
        "files": .array(changes.edited.prefix(Self.mostFiles).map { .string($0.path) }),
        "totalFiles": .integer(changes.edited.count),
        "diff": .string(shown),
      ]), links: links)
  }

  private func checked(_ inputs: InstrumentCommand.Inputs) -> ToolResult {
    let left = inputs.run.left()
    let files = Set(left.map(\.path)).sorted()
    return ToolResult(
      .object([
        "written": false, "isComplete": .bool(inputs.code(.success) == .success), "bodies": .integer(left.count),
        "files": .array(files.prefix(Self.mostFiles).map(JSONValue.string)), "totalFiles": .integer(files.count),
        "left": .array(left.prefix(Self.mostFiles).map { .string("\($0.path):\($0.message)") }),
      ]))
  }
}
