internal import Vocabulary

/// Documentation of rules, made from the rules themselves.
package enum RuleDocumentation {
  /// The list of all rules, with links to their pages.
  package static func index(_ rules: [SourceRule]) -> String {
    var text = "# Rules\n\nMade from the rules by `whyredraw rules --pages Documentation`; do not edit.\n\n"
    text += weighing
    text += "| Rule | Severity | What it finds |\n| --- | --- | --- |\n"
    for rule in rules {
      text += "| [`\(rule.id)`](\(folder)/\(rule.id).md) | \(severity(of: rule)) | \(rule.summary) |\n"
    }
    return text
  }

  /// How findings without a trace come by their severities.
  private static let weighing = """
    A trace tells what costs something. Without one, a warning needs grounds in the sources, which its message names with \
    their place. Most are a write that happens again and again while the view is on screen: for a timer, a stream, a sensor, a gesture, \
    or with each key and each step of a drag on the same screen; or more and more rows, or a value that the parent changes \
    while the view stays. What is wrong at every use, such as state that is lost, is grounds by itself. Without any, a finding is \
    a note, also where its rule is listed as a warning, or made an error by the configuration. Of a whole app, which is six views or \
    more with their `@main` or the delegate of the app and the project that builds them or most of the views that they make, all who write are known: what nothing changes is left out there, and so are notes for \
    which the sources do not show that it happens often and that much is spared: about what only a setting, a tap or a clock of many \
    seconds writes, or nobody knows who; views that are only on screen in settings, dialogs and widgets, that their parents evaluate for the \
    same object anyway, or that are a few lines and no rows; work on collections that nothing loads, whose result differs with each change, or \
    that a child does; one of several writes that announce a change; ids of rows that keep no state, and a first value that no parent \
    is seen to replace. \
    Rules of which strict readers of strange apps found fewer than three notes in four worth their time, "notes of a whole app opt-in" below, \
    objects that nothing reads or only actions use and that nothing is seen to change often, and work on collections and texts that each key makes a body do once or twice say theirs of a whole app to who \
    names the rule (`--rule`, `opt_in`, a severity of its own), or where a trace weighs them; the last line of `lint` counts these. A clock makes a \
    warning where the sources show that it runs while the view is there: the view, what it shows or what shows it starts it, it starts with its \
    object, or with the app. Of a part of an app, where next to nothing of that shows, what rules leave to traces is listed too, as notes that say so.


    """

  /// The folder of the pages, beside the index.
  package static let folder = "Rules"

  /// The page of a rule: why, wrong, right, what a trace shows, what is never reported, and what it cannot know.
  package static func page(_ rule: SourceRule) -> String {
    var text = "# \(rule.id)\n\n\(sentence(rule.summary))\n\n"
    text += "Severity: \(severity(of: rule)). Fix: `\(rule.fix.rawValue)`.\n"
    text += "\nImplements: \(rule.advice.map(\.rawValue).joined(separator: "; ")).\n"
    text += "\n## Why\n\n\(rule.rationale)\n"
    if !rule.options.isEmpty {
      text += "\n| Option | Default | Meaning |\n| --- | --- | --- |\n"
      for option in rule.options { text += "| `\(option.key)` | \(option.standard) | \(option.meaning) |\n" }
    }
    text += "\n## Wrong\n\nFires at `↓`.\n"
    for example in rule.triggering { text += "\n```swift\n\(example)\n```\n" }
    if let traces = rule.traces {
      text += "\nFires at `↓` where a trace shows that it costs something.\n"
      for example in traces.triggering { text += "\n```swift\n\(example)\n```\n" }
    }
    text += "\n## Right\n\nSilent.\n"
    for example in rule.nonTriggering { text += "\n```swift\n\(example)\n```\n" }
    text += "\n## What a trace shows\n\n\(sentence(rule.page.inTrace))\n"
    text += "\n## Never reported\n\n\(sentence(rule.page.neverReported))\n"
    text += "\n## Known limits\n\n\(sentence(rule.page.limits))\n"
    return text
  }

  /// All pages, one after the other.
  package static func markdown(_ rules: [SourceRule]) -> String { rules.map(page).joined(separator: "\n") }

  /// One rule for a terminal.
  package static func text(_ rule: SourceRule) -> String {
    var text = "\(rule.id) (\(severity(of: rule)), fix: \(rule.fix.rawValue))\n\n"
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
    text += "\nA trace shows: \(sentence(rule.page.inTrace))\n"
    text += "Never reported: \(sentence(rule.page.neverReported))\n"
    return text + "Known limits: \(sentence(rule.page.limits))\n"
  }

  private static func severity(of rule: SourceRule) -> String {
    let without =
      rule.isNoteWithoutTrace && rule.severity > .note
      ? ", a note without a trace" : ""
    let ofApps = rule.isOptInForApps ? ", notes of a whole app opt-in" : ""
    return "\(rule.severity.rawValue)\(without)\(ofApps)\(rule.isOptIn ? ", opt-in" : "")"
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }
}
