import AgentServer
import ArgumentParser
import Diagnosis
import Platform
import Reporting
import TraceAnalysis

/// `analyze`: what a trace shows, and with sources what to change first.
struct AnalyzeTool: Sendable {
  let session: AgentSession

  private static let mostChanges = 5
  private static let mostViews = 5
  private static let options = ToolOptions(
    of: AnalyzeCommand.self,
    [
      .operand("inputs", .path), .option("scenario", .namedPath), .option("split-at"), .option("input-format"),
      .option("run", .whole), .option("process"), .option("window"), .option("sources", .path),
      .option("config", .path),
      .option("view"), .option("module"), .option("all", .flag),
    ])

  var tool: Tool {
    Tool(
      name: "analyze", title: "Analyze a trace",
      description: """
        Reads logs of _printChanges()/_logChanges() or exports of Instruments, and says which SwiftUI views are evaluated \
        (redrawn) too often and because of what; with 'sources' also what to change first, with what that saves. Begin here \
        when there is a recording. Without a recording use 'lint'.
        """,
      input: Schema.object(
        Self.options.schema.merging(Page.schema(default: Self.mostChanges)) { $1 }, isOpen: false),
      output: Self.output,
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private static let output = Schema.object(
    [
      "report": Schema.report, "isComplete": Schema.isComplete, "messages": Schema.messages,
      "nextCursor": Schema.nextCursor,
      "totals": Schema.object(
        [
          "evaluations": Schema.whole(), "initial": Schema.whole("First appearances, which nobody can save."),
          "updates": Schema.whole("Evaluations that are no first appearance: the number to bring down."),
          "avoidable": Schema.whole("Updates that showed nothing new, by proof."),
          "likelyAvoidable": Schema.whole("The same, but something had to be assumed."), "views": Schema.whole(),
        ], required: ["evaluations", "updates", "avoidable", "views"]),
      "prediction": Schema.optional(
        Schema.object(
          ["updatesBefore": Schema.whole(), "updatesAfter": Schema.whole(), "changes": Schema.list(of: Schema.text())]),
        "What is left when the best changes are made together; null where nobody knows."),
      "inputs": Schema.list(
        of: Schema.object([
          "path": Schema.text(), "format": Schema.optional(Schema.text()), "events": Schema.whole(),
          "issues": Schema.list(of: Schema.text(), "Lost or damaged data."),
        ])),
      "views": Schema.list(
        of: Schema.object([
          "name": Schema.text(), "scenario": Schema.optional(Schema.text()), "updates": Schema.whole(),
          "avoidable": Schema.whole(),
        ]), "Those with most updates."),
      "totalChanges": Schema.whole(),
      "changes": Schema.list(
        of: Schema.object(
          [
            "id": Schema.text("For 'explain_change' and 'apply_patch'."), "title": Schema.text(),
            "view": Schema.optional(Schema.text()), "severity": Schema.text(),
            "grade": Schema.one(of: ["proven", "likely", "possible", "static"], "How sure it is."),
            "measured": Schema.optional(
              Schema.object([
                "updates": Schema.whole(), "unit": Schema.text("What is counted."),
                "avoidable": Schema.optional(Schema.whole()),
                "predictedUpdates": Schema.optional(Schema.whole()),
              ])), "location": Schema.location, "patches": Schema.whole("Places for which there is a patch."),
          ], required: ["id", "title", "grade"]), "What to do, best first."),
    ], required: ["report", "isComplete", "totals", "changes", "totalChanges"])

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let page = try Page(arguments, default: Self.mostChanges)
    if let number = page.report { return try result(page, session.shelf.page(number, of: .analysis)) }
    let words = try Self.options.words(arguments, in: workspace)
    let command = try AnalyzeCommand.parse(["--no-cache"] + words)
    let loading = try command.loadSources()
    let read = try command.input.read()
    let linked = loading?.wait()
    try progress.step("joining")
    let diagnosed = linked.map {
      DiagnosisReport(
        diagnosis: $0.diagnose(read.profile), sources: $0, showsAll: command.output.views.all)
    }
    let report = try command.assembled(
      diagnosed?.diagnosis.summary ?? RedrawSummary(read.profile), diagnosed, read, hasAny: read.hasAny)
    if !read.hasAny { throw read.exitCode }
    try command.refuseNothing(report, read.processes)
    try progress.step("reporting")
    let sourceCode = linked?.exitCode ?? .success
    let text = OutputFormat.json.render(report, RenderingOptions())
    let entry = session.shelf.add(
      .analysis, text, header: try Self.header(text, isComplete: read.exitCode == .success && sourceCode == .success),
      sources: try command.sources.paths(command.sources.configuration.load()),
      configuration: command.sources.configuration.config)
    return try result(page, entry)
  }

  // MARK: - In short

  private struct Parts: Decodable {
    struct Input: Decodable {
      struct Issue: Decodable { var severity, message: String }

      var path: String
      var format: String?
      var events: Int
      var issues: [Issue]
    }

    struct View: Decodable {
      var name: String
      var scenario: String?
      var updates, avoidable: Int
    }

    struct Sources: Decodable { var fixSet: JSONValue? }

    var totals: [String: JSONValue]
    var inputs: [Input]
    var views: [View]
    var sources: Sources?
  }

  private static func header(_ text: String, isComplete: Bool) throws -> [String: JSONValue] {
    let parts = try JSONDecoder().decode(Parts.self, from: Data(text.utf8))
    let inputs = parts.inputs.prefix(Page.largest).map { input -> JSONValue in
      let issues = input.issues.filter { $0.severity != "info" }.map { JSONValue.string($0.message) }
      return [
        "path": .string(input.path), "format": input.format.map(JSONValue.string) ?? .null,
        "events": .integer(input.events), "issues": .array(Array(issues.prefix(5))),
      ]
    }
    let views = parts.views.prefix(mostViews).map { view -> JSONValue in
      [
        "name": .string(view.name), "scenario": view.scenario.map(JSONValue.string) ?? .null,
        "updates": .integer(view.updates), "avoidable": .integer(view.avoidable),
      ]
    }
    let counts = parts.totals.filter { $0.value.integer != nil }
    return [
      "isComplete": .bool(isComplete), "totals": .object(counts), "inputs": .array(Array(inputs)),
      "views": .array(Array(views)), "prediction": parts.sources?.fixSet ?? .null,
    ]
  }

  private struct Changes: Decodable { var changes: [[String: JSONValue]] }

  private func result(_ page: Page, _ entry: ReportShelf.Entry) throws -> ToolResult {
    let changes = try entry.members(Changes.self).changes.map { change -> JSONValue in
      var short = change.filter {
        ["id", "title", "view", "severity", "grade", "measured", "patches"].contains($0.key)
      }
      short["location"] = change["places"]?.array?.first?["location"] ?? .null
      return .object(short)
    }
    let (entries, next) = page.cut(changes, of: entry.number)
    var members = entry.header
    members["report"] = .string(ReportShelf.address(entry.number))
    members["changes"] = .array(entries)
    members["totalChanges"] = .integer(changes.count)
    members["nextCursor"] = next
    return ToolResult(.object(members), links: [entry.resource])
  }
}
