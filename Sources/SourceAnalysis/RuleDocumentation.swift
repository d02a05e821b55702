internal import Vocabulary

/// Documentation of rules, made from the rules themselves.
package enum RuleDocumentation {
  /// All rules as one Markdown document.
  package static func markdown(_ rules: [SourceRule]) -> String {
    var text = "# Rules\n\nMade from the rules by `whyredraw rules --markdown`; do not edit.\n\n"
    text += "| Rule | Severity | What it finds |\n| --- | --- | --- |\n"
    for rule in rules {
      text +=
        "| [`\(rule.id)`](#\(rule.id)) | \(rule.severity.rawValue)\(rule.isOptIn ? ", opt-in" : "") | \(rule.summary) |\n"
    }
    for rule in rules {
      text += "\n## \(rule.id)\n\n\(sentence(rule.summary))\n\n\(rule.rationale)\n\n"
      text += "Severity: \(rule.severity.rawValue). Fix: `\(rule.fix.rawValue)`.\n\n"
      text += "Implements: \(rule.advice.map(\.rawValue).joined(separator: "; ")).\n"
      if !rule.options.isEmpty {
        text += "\n| Option | Default | Meaning |\n| --- | --- | --- |\n"
        for option in rule.options { text += "| `\(option.key)` | \(option.standard) | \(option.meaning) |\n" }
      }
      text += "\nFires at `↓`:\n"
      for example in rule.triggering { text += "\n```swift\n\(example)\n```\n" }
      if let traces = rule.traces {
        text += "\nFires at `↓` where a trace shows that it costs something:\n"
        for example in traces.triggering { text += "\n```swift\n\(example)\n```\n" }
      }
      text += "\nSilent:\n"
      for example in rule.nonTriggering { text += "\n```swift\n\(example)\n```\n" }
    }
    return text
  }

  /// One rule for a terminal.
  package static func text(_ rule: SourceRule) -> String {
    var text = "\(rule.id) (\(rule.severity.rawValue)\(rule.isOptIn ? ", opt-in" : ""), fix: \(rule.fix.rawValue))\n\n"
    text += "\(sentence(rule.summary))\n\n\(rule.rationale)\n"
    if !rule.options.isEmpty {
      text += "\nOptions:\n"
      for option in rule.options { text += "  \(option.key) (default \(option.standard)): \(option.meaning)\n" }
    }
    text += "\nFires at ↓:\n"
    for example in rule.triggering { text += "\n" + indented(example) }
    if let traces = rule.traces {
      text += "\nFires at ↓ where a trace shows that it costs something:\n"
      for example in traces.triggering { text += "\n" + indented(example) }
    }
    text += "\nSilent:\n"
    for example in rule.nonTriggering { text += "\n" + indented(example) }
    return text
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }
}
