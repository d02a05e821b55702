import AgentServer
import SourceAnalysis
import Vocabulary

/// `rules`: what `lint` looks for.
struct RulesTool: Sendable {
  var tool: Tool {
    let ids = allSourceRules.map(\.id)
    return Tool(
      name: "rules", title: "List or explain rules",
      description:
        "Lists what 'lint' looks for, or with 'id' explains one rule with code that has the fault and code that has not.",
      input: Schema.object(["id": Schema.text("The rule to explain; by default all are listed.")], isOpen: false),
      output: Schema.object(
        [
          "rules": Schema.list(
            of: Schema.object(
              [
                "id": Schema.text(), "severity": Schema.text(), "summary": Schema.text(), "isOptIn": Schema.truth(),
                "rationale": Schema.text(), "fix": Schema.text(),
                "triggering": Schema.list(of: Schema.text(), "Code that has the fault."),
                "nonTriggering": Schema.list(of: Schema.text(), "Code that has not."),
              ], required: ["id", "severity", "summary", "isOptIn"]))
        ], required: ["rules"]),
      readsFiles: false,
      run: { arguments, _ in
        switch arguments["id"] ?? .null {
        case .null: return listed()
        case .string(let id) where ids.contains(id): return explained(id)
        case .string(let id): return .failure(RulesCommand.refusal(of: id))
        default: return .failure("'id' is not a text")
        }
      })
  }

  private func listed() -> ToolResult {
    let rules = allSourceRules.map { rule -> JSONValue in
      [
        "id": .string(rule.id), "severity": .string(rule.severity.rawValue), "summary": .string(rule.summary),
        "isOptIn": .bool(rule.isOptIn),
      ]
    }
    return ToolResult(["rules": .array(rules)])
  }

  private func explained(_ id: String) -> ToolResult {
    let rules = allSourceRules.filter { $0.id == id }.compactMap { try? JSONValue(encoding: RuleDescription($0)) }
    return ToolResult(["rules": .array(rules)])
  }
}
