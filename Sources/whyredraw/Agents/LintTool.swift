import AgentServer
import ArgumentParser
import Platform
import Reporting
import Vocabulary

/// `lint`: what the sources alone show.
struct LintTool: Sendable {
  let session: AgentSession

  private static let mostFindings = 10
  private static let options = ToolOptions(
    of: LintCommand.self,
    [
      .operand("paths", .path), .option("rule"), .option("view"), .option("all", .flag), .option("config", .path),
      .option("finding-baseline", .path),
    ])

  var tool: Tool {
    Tool(
      name: "lint", title: "Find patterns in the sources",
      description: """
        Finds in Swift sources why SwiftUI views may be evaluated too often; needs no recording. Findings are patterns, not \
        measurements: with a recording use 'analyze'. 'explain_change' with a finding's fingerprint shows its steps and patch.
        """,
      input: Schema.object(
        Self.options.schema.merging(Page.schema(default: Self.mostFindings)) { $1 }, isOpen: false),
      output: Schema.object(
        [
          "report": Schema.report, "isComplete": Schema.isComplete, "messages": Schema.messages,
          "nextCursor": Schema.nextCursor, "total": Schema.whole("Findings in all pages."),
          "withheldNotes": Schema.whole("Notes that 'all' would list as well."),
          "unaskedNotes": Schema.whole("Notes about the whole app that naming their rules would list as well."),
          "findings": Schema.list(of: Schema.finding, "In the order of files and lines."),
        ], required: ["report", "isComplete", "total", "findings"]),
      run: { arguments, call in session.perform(call) { try run(arguments, $0, $1) } })
  }

  private func run(
    _ arguments: [String: JSONValue], _ workspace: Workspace, _ progress: CallProgress
  ) throws -> ToolResult {
    let page = try Page(arguments, default: Self.mostFindings)
    if let number = page.report { return try result(page, session.shelf.page(number, of: .findings)) }
    let command = try LintCommand.parse(["--no-cache"] + Self.options.words(arguments, in: workspace))
    try progress.step("reading")
    let inputs = try LintCommand.Inputs(command)
    let result = try command.found(inputs, showsPatches: true)
    try progress.step("reporting")
    let listed = command.listed(result.findings, isForReading: true)
    let shown = command.worst(of: listed)
    let code = inputs.code(unreadable: result.hasErrors)
    // Without anything read no findings would look like a clean bill.
    if inputs.files.isEmpty { throw code }
    let context = FindingsContext(
      version: toolVersion, workingDirectory: FileManager.default.currentDirectoryPath,
      rules: LintReport.ruleDescriptions)
    let text = OutputFormat.json.findings?(shown, context) ?? "{}"
    let entry = session.shelf.add(
      .findings, text,
      header: [
        "isComplete": .bool(code == .success), "withheldNotes": .integer(result.findings.count - listed.count),
        "unaskedNotes": .integer(result.unaskedNotes),
      ], sources: inputs.paths, configuration: command.configuration.config)
    return try self.result(page, entry)
  }

  private func result(_ page: Page, _ entry: ReportShelf.Entry) throws -> ToolResult {
    let findings = try entry.findings().map(\.short)
    let (entries, next) = page.cut(findings, of: entry.number)
    var members = entry.header
    members["report"] = .string(ReportShelf.address(entry.number))
    members["total"] = .integer(findings.count)
    members["findings"] = .array(entries)
    members["nextCursor"] = next
    return ToolResult(.object(members), links: [entry.resource])
  }
}
