import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import Vocabulary

/// `whyredraw rules [ID]`: lists the rules, or explains one.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of the source analysis, or explain one with its examples.")

  @Argument(help: "The rule to explain; by default all are listed.", completion: .list(allSourceRules.map(\.id)))
  var id: String?
  @OptionGroup(title: "Output") var output: RenderingArguments<RuleFormats>
  @Flag(help: "Print the whole documentation as Markdown; the same as '--format markdown'.") var markdown = false
  @Option(help: ArgumentHelp("Write Rules.md and a page for each rule into this folder.", valueName: "folder"))
  var pages: String?

  func run() throws {
    var rules = allSourceRules
    if let id {
      rules = rules.filter { $0.id == id }
      guard !rules.isEmpty else {
        throw ValidationError(Self.refusal(of: id))
      }
    }
    if let pages { return try write(pages: rules, to: pages) }
    var output = output
    if markdown, output.format == nil { output.format = FormatName(argument: OutputFormat.markdown.id) }
    try output.targets().writeEach { try $0.write($0.render(rules, id != nil)) }
  }

  /// Says that there is no such rule, with the one that may be meant.
  static func refusal(of id: String) -> String {
    let suggestion = nearest(id, in: allSourceRules.map(\.id))
    return "'\(id)' is no rule" + (suggestion.isEmpty ? "; 'whyredraw rules' lists them" : suggestion)
  }

  private func write(pages rules: [SourceRule], to folder: String) throws {
    let pages = folder + "/" + RuleDocumentation.folder
    do {
      try FileManager.default.createDirectory(atPath: pages, withIntermediateDirectories: true)
    } catch {
      throw ValidationError("\(pages): cannot be made")
    }
    for rule in rules { try OutputFile.write(RuleDocumentation.page(rule), to: "\(pages)/\(rule.id).md") }
    if id == nil { try OutputFile.write(RuleDocumentation.index(rules), to: pages + ".md") }
  }
}

/// What `rules` prints: a line for each, or all of one; and all of them as documentation or data.
enum RuleFormats: RenderingKind {
  /// - Parameter isOne: Whether one rule was asked for by its name.
  typealias Rendering = @Sendable (_ rules: [SourceRule], _ isOne: Bool) throws -> String

  static var formats: [FormatRendering<Rendering>] {
    [
      (format: .terminal, render: { rules, isOne in isOne ? rules.map(RuleDocumentation.text).joined() : list(rules) }),
      (format: .markdown, render: { rules, _ in RuleDocumentation.markdown(rules) }),
      (format: .json, render: { rules, _ in try RuleDescription.json(rules) }),
    ]
  }

  private static func list(_ rules: [SourceRule]) -> String {
    let width = rules.map(\.id.count).max() ?? 0
    return rules.map { rule in
      "\(rule.id.padded(to: width))  \(rule.severity.rawValue.padded(to: 7))  \(rule.summary)\(rule.isOptIn ? " (opt-in)" : "")\n"
    }.joined()
  }
}

/// A rule as `rules --format json` tells it.
struct RuleDescription: Encodable {
  var id: String
  var severity: String
  var summary: String
  var rationale: String
  var fix: String
  var isOptIn: Bool
  /// Code that has the fault, and code that has not.
  var triggering: [String]
  var nonTriggering: [String]

  init(_ rule: SourceRule) {
    id = rule.id
    severity = rule.severity.rawValue
    summary = rule.summary
    rationale = rule.rationale
    fix = rule.fix.rawValue
    isOptIn = rule.isOptIn
    triggering = rule.triggering.map { $0.replacing("↓", with: "") }
    nonTriggering = rule.nonTriggering
  }

  static func json(_ rules: [SourceRule]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(["rules": rules.map(RuleDescription.init)]), as: UTF8.self) + "\n"
  }
}
