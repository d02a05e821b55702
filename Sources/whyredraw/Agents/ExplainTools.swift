import AgentServer
import Platform

/// `explain_view`: everything about one view of a report.
struct ExplainViewTool: Sendable {
  let session: AgentSession

  private static let mostViews = 5
  private static let mostFindings = 10
  /// The most causes, and other entries, that are told of one view.
  private static let mostMembers = 10

  var tool: Tool {
    Tool(
      name: "explain_view", title: "Explain a view",
      description:
        "Says what evaluated a view of a report, what that showed, which findings are about it, and what to log to know more.",
      input: Schema.object(
        ["report": Schema.report, "view": Schema.text("Its name, such as 'RecipeRow'.")],
        required: ["report", "view"], isOpen: false),
      output: Schema.object(
        [
          "report": Schema.report, "messages": Schema.messages,
          "views": Schema.list(
            of: Schema.object(
              [
                "name": Schema.text(), "updates": Schema.whole(), "avoidable": Schema.whole(),
                "causes": Schema.any("What was said to have changed, with numbers of evaluations; null where unknown."),
                "triggeredBy": Schema.any("The views whose evaluation led to it."),
                "reads": Schema.any("What its body reads, with places."),
                "instrumentation": Schema.optional(Schema.text(), "What to log, where the evidence is thin."),
              ], required: ["name", "updates"]), "One for each scenario and module; lists are cut."),
          "changes": Schema.list(of: Schema.text(), "Ids of the changes that resolve its findings."),
          "findings": Schema.list(of: Schema.finding),
        ], required: ["report", "views", "changes", "findings"]),
      readsFiles: false,
      run: { arguments, _ in explained { try run(arguments) } })
  }

  private struct Name: Decodable { var name: String }
  private struct Names: Decodable { var views: [Name] }
  private struct Views: Decodable { var views: [[String: JSONValue]] }

  private func run(_ arguments: [String: JSONValue]) throws -> ToolResult {
    let entry = try session.shelf.entry(arguments, of: [.analysis, .findings])
    guard let name = arguments["view"]?.string else { throw Workspace.Refusal(description: "'view' is missing") }
    let findings = try entry.findings().filter { $0.view == name }
    let known = try Set(entry.members(Names.self).views.map(\.name) + findings.compactMap(\.view))
    guard known.contains(name) else {
      let all = try known.union(entry.findings().compactMap(\.view))
      throw Workspace.Refusal(description: "the report has no view '\(name)'" + Offer.suffix(name, among: all))
    }
    let views = try entry.members(Views.self).views.filter { $0["name"]?.string == name }
    return ToolResult(
      .object([
        "report": .string(ReportShelf.address(entry.number)),
        "views": .array(views.prefix(Self.mostViews).map { .object($0.mapValues(Self.cut)) }),
        "changes": .array(Set(findings.compactMap(\.change)).sorted().map(JSONValue.string)),
        "findings": .array(findings.prefix(Self.mostFindings).map(\.short)),
      ]))
  }

  private static func cut(_ value: JSONValue) -> JSONValue {
    value.array.map { .array(Array($0.prefix(mostMembers))) } ?? value
  }
}

/// `explain_change`: a change of a report, or one finding, with the chain of evidence, steps and patches.
struct ExplainChangeTool: Sendable {
  let session: AgentSession

  private static let mostFindings = 5

  var tool: Tool {
    Tool(
      name: "explain_change", title: "Explain a change",
      description:
        "Shows a change of a report whole: why, how sure that is, what it saves, the steps, and the patches there are.",
      input: Schema.object(
        ["report": Schema.report, "change": Schema.text("Its id, or the fingerprint of a finding.")],
        required: ["report", "change"], isOpen: false),
      output: Schema.object(
        [
          "report": Schema.report, "messages": Schema.messages,
          "change": Schema.optional(
            Schema.object([
              "id": Schema.text(), "title": Schema.text(), "grade": Schema.text(),
              "places": Schema.any("Where it is to be made."), "steps": Schema.list(of: Schema.text()),
              "shares": Schema.any("Changes that save the same updates, which count once."),
            ]), "Null for a finding of sources alone."),
          "findings": Schema.list(
            of: Schema.object(
              [
                "fingerprint": Schema.text(), "rule": Schema.text(), "message": Schema.text(),
                "chain": Schema.any("From what changed to what was evaluated."),
                "patch": Schema.optional(Schema.text(), "A unified diff."),
                "patchRefusal": Schema.optional(Schema.text(), "Why there is no patch."),
              ], required: ["fingerprint", "rule", "message"])),
          "moreFindings": Schema.whole("Findings that are left out; they have the same remedy."),
        ], required: ["report", "change", "findings", "moreFindings"]),
      readsFiles: false,
      run: { arguments, _ in explained { try run(arguments) } })
  }

  private func run(_ arguments: [String: JSONValue]) throws -> ToolResult {
    let entry = try session.shelf.entry(arguments, of: [.analysis, .findings])
    guard let name = arguments["change"]?.string else { throw Workspace.Refusal(description: "'change' is missing") }
    let findings = try entry.findings().filter { $0.isMeant(by: name) }
    let id = findings.first?.change ?? name
    let change = try entry.changes().first { $0["id"]?.string == id }
    guard change != nil || !findings.isEmpty else {
      throw Workspace.Refusal(description: "the report has no change and no finding '\(name)'")
    }
    return ToolResult(
      .object([
        "report": .string(ReportShelf.address(entry.number)), "change": change.map(JSONValue.object) ?? .null,
        "findings": .array(findings.prefix(Self.mostFindings).map { .object($0.members) }),
        "moreFindings": .integer(max(0, findings.count - Self.mostFindings)),
      ]))
  }
}

/// What needs no files, and so no folders.
private func explained(_ work: () throws -> ToolResult) -> ToolResult {
  do {
    return try work()
  } catch {
    return .failure("\(error)")
  }
}
