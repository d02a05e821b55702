import ArgumentParser
import Foundation
import SourceAnalysis
import Vocabulary

/// `whyredraw rules [ID]`: lists the rules, or explains one.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of the source analysis, or explain one with its examples.")

  enum Format: String, ExpressibleByArgument, CaseIterable { case terminal, markdown, json }

  @Argument(help: "The rule to explain.") var id: String?
  @Option(help: "How to print.") var format: Format = .terminal
  @Flag(help: "Print the whole documentation as Markdown; the same as '--format markdown'.") var markdown = false
  @Option(help: "Write Rules.md and a page for each rule into this folder.") var pages: String?

  func run() throws {
    var rules = allSourceRules
    if let id {
      rules = rules.filter { $0.id == id }
      guard !rules.isEmpty else {
        throw ValidationError(
          "'\(id)' is no rule\(nearest(id, in: allSourceRules.map(\.id))); 'whyredraw rules' lists them")
      }
    }
    if let pages { return try write(pages: rules, to: pages) }
    if markdown || format == .markdown { return try writeReport(RuleDocumentation.markdown(rules)) }
    if format == .json { return try writeReport(try RuleDescription.json(rules)) }
    if id != nil, let rule = rules.first { return try writeReport(RuleDocumentation.text(rule)) }
    let width = rules.map(\.id.count).max() ?? 0
    for rule in rules {
      let name = rule.id + String(repeating: " ", count: width - rule.id.count)
      let severity = rule.severity.rawValue + String(repeating: " ", count: 7 - rule.severity.rawValue.count)
      try writeReport("\(name)  \(severity)  \(rule.summary)\(rule.isOptIn ? " (opt-in)" : "")\n")
    }
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

/// A rule as `rules --format json` tells it.
private struct RuleDescription: Encodable {
  var id: String
  var severity: String
  var summary: String
  var rationale: String
  var fix: String
  var isOptIn: Bool
  /// Code that has the fault, and code that has not.
  var triggering: [String]
  var nonTriggering: [String]

  static func json(_ rules: [SourceRule]) throws -> String {
    let descriptions = rules.map { rule in
      RuleDescription(
        id: rule.id, severity: rule.severity.rawValue, summary: rule.summary, rationale: rule.rationale,
        fix: rule.fix.rawValue,
        isOptIn: rule.isOptIn, triggering: rule.triggering.map { $0.replacing("↓", with: "") },
        nonTriggering: rule.nonTriggering)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(["rules": descriptions]), as: UTF8.self) + "\n"
  }
}
