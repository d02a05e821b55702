package import Vocabulary

/// One rule: what it says, its examples, and a pure function from linked sources to findings.
package struct SourceRule: Sendable {
  /// A number that `.whyredraw.yml` can set for the rule.
  package struct Option: Sendable {
    package var key: String
    package var meaning: String
    package var standard: Int

    package init(_ key: String, _ meaning: String, standard: Int) {
      self.key = key
      self.meaning = meaning
      self.standard = standard
    }
  }

  /// Such as `state_scoped_too_high`.
  package var id: String
  /// One line: what the pattern is.
  package var summary: String
  /// Why it costs updates, in a few sentences.
  package var rationale: String
  /// The pieces of advice it implements, by number.
  package var seeds: [String]
  package var severity: Severity
  /// The word for what its findings ask for most of the time.
  package var fix: Fix
  /// Off unless the configuration turns it on.
  package var isOptIn = false
  package var options: [Option] = []
  /// Code on which it fires at each `↓` and nowhere else.
  package var triggering: [String]
  /// Code on which it is silent.
  package var nonTriggering: [String]
  package var check: @Sendable (SourceGraph) -> [Draft]
  /// Patterns that say too little by themselves to be reported: a trace tells which of them cost something.
  package var suspect: (@Sendable (SourceGraph) -> [Draft])?

  /// The option's value, from the configuration or the rule's own.
  package func option(_ key: String, in graph: SourceGraph) -> Int {
    graph.options.rules[id]?[key] ?? options.first { $0.key == key }?.standard ?? 0
  }
}
