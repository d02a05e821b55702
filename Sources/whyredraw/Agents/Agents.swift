import AgentServer
import SourceAnalysis

/// What is served to agents.
enum Agents {
  static let instructions = """
    Work in a loop. With a recording: 'analyze' it with 'sources', 'explain_change' the first change, 'apply_patch' (first without \
    'write') or follow its steps, build and test, record the same steps again, 'compare'. Without one: 'lint', which finds patterns \
    and measures nothing. 'instrument' makes an app log what is needed; take that out again before committing. Results are short; \
    the address under 'report' has everything. Do not add up what changes share, do not take counts of damaged inputs for counts, \
    and do not say that something is faster because it is evaluated less often: only Instruments measures time.
    """

  static func tools(_ session: AgentSession) -> [Tool] {
    [
      AnalyzeTool(session: session).tool, LintTool(session: session).tool, ExplainViewTool(session: session).tool,
      ExplainChangeTool(session: session).tool, ApplyPatchTool(session: session).tool,
      CompareTool(session: session).tool, GateTool(session: session).tool, InstrumentTool(session: session).tool,
      RulesTool().tool, DoctorTool(session: session).tool,
    ]
  }

  // MARK: - Resources

  private static let model = Resource(
    uri: "whyredraw://model", name: "model", title: "When SwiftUI evaluates a body",
    description: "What evaluates the body of a view and what does not, rule by rule, with the evidence and the doubt.",
    mediaType: "text/markdown")
  private static let rules = Resource(
    uri: "whyredraw://rules", name: "rules", title: "Rules", description: "All rules of 'lint', a line each.",
    mediaType: "text/markdown")

  static func library(_ session: AgentSession) -> Library {
    Library(
      list: { [model, rules] + session.shelf.resources },
      templates: [
        Resource(
          uri: "whyredraw://rules/{id}", name: "rule", title: "A rule",
          description: "Why, wrong and right, what a trace shows, what is never reported.", mediaType: "text/markdown"),
        Resource(
          uri: "whyredraw://reports/{number}", name: "report", title: "A report",
          description: "The whole of what a call gave in short; the last few are kept.", mediaType: "application/json"),
      ],
      read: { address in
        switch address {
        case model.uri: return (model.mediaType, String(decoding: PackageResources.Model_md, as: UTF8.self))
        case rules.uri: return (rules.mediaType, RuleDocumentation.index(allSourceRules))
        default:
          let id = address.hasPrefix(rules.uri + "/") ? String(address.dropFirst(rules.uri.count + 1)) : nil
          if let rule = allSourceRules.first(where: { $0.id == id }) {
            return (rules.mediaType, RuleDocumentation.page(rule))
          }
          return session.shelf.read(address)
        }
      })
  }

  // MARK: - What several tools do

  /// An argument that has to be given to have an effect.
  ///
  /// - Throws: `Workspace.Refusal` for what is neither true nor false.
  static func flag(_ name: String, in arguments: [String: JSONValue]) throws -> Bool {
    switch arguments[name] ?? .null {
    case .null: return false
    case .bool(let value): return value
    default: throw Workspace.Refusal(description: "'\(name)' is not true or false")
    }
  }

  /// An entry of a comparison or a verdict; of its diagnoses only what they say.
  static func shortEntry(_ entry: [String: JSONValue]) -> JSONValue {
    let kept: Set = [
      "view", "module", "scenario", "metric", "cause", "change", "kind", "level", "before", "after", "baseline",
      "current",
      "reason",
    ]
    // What is not set is not said.
    var short = entry.filter { kept.contains($0.key) && $0.value != .null }
    let diagnoses = entry["diagnoses"]?.array ?? []
    short["diagnoses"] = .array(diagnoses.prefix(3).compactMap { $0["message"] })
    return .object(short)
  }
}
