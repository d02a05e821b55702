import AgentServer
import ArgumentParser
import Platform
import Reporting

/// `compare`: what a change came to.
struct CompareTool: Sendable {
  let session: AgentSession

  private static let mostEntries = 10
  private static let options = ToolOptions(
    of: CompareCommand.self,
    [
      .operand("before", .path, isRequired: true), .option("to", .path, as: "after", isRequired: true),
      .option("split-at"), .option("input-format"), .option("process"), .option("window"),
      .option("sources-before", .path), .option("sources-after", .path), .option("config", .path), .option("metric"),
      .option("view"), .option("module"), .option("all", .flag), .option("preset"),
    ])

  var tool: Tool {
    Tool(
      name: "compare", title: "Compare before and after",
      description: """
        Says which views are evaluated more or less often after a change, from recordings of the same steps. With the \
        sources of both sides it tells whether what was predicted came true. Never fails because of a difference: that is 'gate'.
        """,
      input: Schema.object(
        Self.options.schema.merging(Page.schema(default: Self.mostEntries)) { $1 }, isOpen: false),
      output: Schema.object(
        [
          "report": Schema.report, "isComplete": Schema.isComplete, "messages": Schema.messages,
          "nextCursor": Schema.nextCursor,
          "updates": Schema.object(
            ["before": Schema.any("A number."), "after": Schema.any("A number.")], required: ["before", "after"],
            "In a run: the medians of the views, added up."),
          "runs": Schema.object(["before": Schema.whole(), "after": Schema.whole()]),
          "doubts": Schema.list(of: Schema.any("Why the numbers may not be comparable.")),
          "numbers": Schema.any("How many views regressed, improved, are new, removed, unchanged."),
          "total": Schema.whole("Views that are not unchanged."),
          "entries": Schema.list(
            of: Schema.object(
              [
                "view": Schema.text(), "change": Schema.text(), "metric": Schema.text(),
                "before": Schema.any("By run."),
                "after": Schema.any("By run."), "reason": Schema.text(),
                "diagnoses": Schema.list(
                  of: Schema.text(), "Predictions that held or missed, new dependencies, fixes."),
              ], required: ["view", "change", "reason"]), "Without the views that are unchanged."),
        ], required: ["report", "isComplete", "updates", "entries", "total"]),
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let page = try Page(arguments, default: Self.mostEntries)
    if let number = page.report { return try result(page, session.shelf.page(number, of: .comparison)) }
    let command = try CompareCommand.parse(["--no-cache"] + Self.options.words(arguments, in: workspace))
    let (report, code) = try command.compared()
    if code == .noInput { throw code }
    try progress.step("reporting")
    let text = OutputFormat.json.comparison?(report, RenderingOptions()) ?? "{}"
    let entry = session.shelf.add(.comparison, text, header: ["isComplete": .bool(code == .success)])
    return try result(page, entry)
  }

  private struct Parts: Decodable {
    var updates: [String: JSONValue]
    var runs: [String: JSONValue]
    var doubts: [JSONValue]
    var entries: [[String: JSONValue]]
  }

  private func result(_ page: Page, _ entry: ReportShelf.Entry) throws -> ToolResult {
    let parts = try entry.members(Parts.self)
    let numbers = Dictionary(grouping: parts.entries) { $0["change"]?.string ?? "" }.mapValues(\.count)
    let entries = parts.entries.filter { $0["change"] != "unchanged" }.map(Agents.shortEntry)
    let (shown, next) = page.cut(entries, of: entry.number)
    var members = entry.header
    members["report"] = .string(ReportShelf.address(entry.number))
    members["updates"] = .object(parts.updates)
    members["runs"] = .object(parts.runs)
    members["doubts"] = .array(parts.doubts)
    members["numbers"] = .object(numbers.mapValues(JSONValue.integer))
    members["total"] = .integer(entries.count)
    members["entries"] = .array(shown)
    members["nextCursor"] = next
    return ToolResult(.object(members), links: [entry.resource])
  }
}
