import ArgumentParser
import SourceAnalysis

/// `whyredraw rules [ID]`: lists the rules, or explains one.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of the source analysis, or explain one with its examples.")

  @Argument(help: "The rule to explain.") var id: String?
  @Flag(help: "Print the whole documentation as Markdown.") var markdown = false

  func run() throws {
    if markdown { return try writeReport(RuleDocumentation.markdown(allSourceRules)) }
    guard let id else {
      let width = allSourceRules.map(\.id.count).max() ?? 0
      for rule in allSourceRules {
        let name = rule.id + String(repeating: " ", count: width - rule.id.count)
        let severity = rule.severity.rawValue + String(repeating: " ", count: 7 - rule.severity.rawValue.count)
        try writeReport("\(name)  \(severity)  \(rule.summary)\(rule.isOptIn ? " (opt-in)" : "")\n")
      }
      return
    }
    guard let rule = allSourceRules.first(where: { $0.id == id }) else {
      throw ValidationError(
        "'\(id)' is no rule\(nearest(id, in: allSourceRules.map(\.id))); 'whyredraw rules' lists them")
    }
    try writeReport(RuleDocumentation.text(rule))
  }
}
