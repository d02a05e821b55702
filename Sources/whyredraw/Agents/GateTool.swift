import AgentServer
import ArgumentParser
import Platform
import Reporting

/// `gate`: whether runs are within their baseline and budgets.
struct GateTool: Sendable {
  let session: AgentSession

  private static let mostEntries = 10
  private static let options = ToolOptions(
    of: GateCommand.self,
    [
      .operand("inputs", .path), .option("scenario", .namedPath), .option("split-at"), .option("input-format"),
      .option("process"), .option("window"), .option("baseline", .path), .option("confirm", .path),
      .option("sources", .path), .option("sources-base", .path), .option("config", .path), .option("view"),
      .option("module"), .option("all", .flag), .option("preset"), .option("slack", .whole),
      .option("min-increase", .whole), .option("min-percent", .number), .option("deviations", .number),
      .option("loss-limit", .whole), .option("ratchet", .flag), .option("os"), .option("device"), .option("xcode"),
      .option("build-configuration"),
    ])

  var tool: Tool {
    Tool(
      name: "gate", title: "Hold runs against the baseline",
      description: """
        Judges recordings by the baseline (Redraws.lock) and the budgets of the project: passed, failed, or inconclusive where \
        the data cannot carry a verdict. Inconclusive is not passed.
        """,
      input: Schema.object(
        Self.options.schema.merging(Page.schema(default: Self.mostEntries)) { $1 }, isOpen: false),
      output: Schema.object(
        [
          "report": Schema.report, "isComplete": Schema.isComplete, "messages": Schema.messages,
          "nextCursor": Schema.nextCursor, "verdict": Schema.one(of: ["passed", "failed", "inconclusive"]),
          "totals": Schema.any("How many failures, warnings, undecided, improvements and entries there are."),
          "doubts": Schema.list(of: Schema.any("Why the data may not carry a verdict.")),
          "remarks": Schema.list(of: Schema.text()), "runs": Schema.any("Runs of the baseline, and now."),
          "entries": Schema.list(
            of: Schema.object(
              [
                "view": Schema.text(), "kind": Schema.text(), "level": Schema.text(), "metric": Schema.text(),
                "baseline": Schema.any("By run."), "current": Schema.any("By run."), "reason": Schema.text(),
                "diagnoses": Schema.list(of: Schema.text()),
              ], required: ["view", "kind", "reason"]), "The offenders first."),
        ], required: ["report", "isComplete", "verdict", "totals", "entries"]),
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let page = try Page(arguments, default: Self.mostEntries)
    if let number = page.report { return try result(page, session.shelf.page(number, of: .verdict)) }
    let command = try GateCommand.parse(["--no-cache"] + Self.options.words(arguments, in: workspace))
    let (report, code, _) = try command.judged()
    if code == .noInput { throw code }
    try progress.step("reporting")
    let text = OutputFormat.json.verdict?(report, RenderingOptions()) ?? "{}"
    let entry = session.shelf.add(.verdict, text, header: ["isComplete": .bool(code == .success)])
    return try result(page, entry)
  }

  private struct Parts: Decodable {
    var verdict: JSONValue
    var totals: JSONValue
    var doubts: JSONValue
    var remarks: JSONValue
    var runs: JSONValue
    var entries: [[String: JSONValue]]
  }

  private func result(_ page: Page, _ entry: ReportShelf.Entry) throws -> ToolResult {
    let parts = try entry.members(Parts.self)
    let (shown, next) = page.cut(parts.entries.map(Agents.shortEntry), of: entry.number)
    var members = entry.header
    members["report"] = .string(ReportShelf.address(entry.number))
    members["verdict"] = parts.verdict
    members["totals"] = parts.totals
    members["doubts"] = parts.doubts
    members["remarks"] = parts.remarks
    members["runs"] = parts.runs
    members["entries"] = .array(shown)
    members["nextCursor"] = next
    return ToolResult(.object(members), links: [entry.resource])
  }
}
