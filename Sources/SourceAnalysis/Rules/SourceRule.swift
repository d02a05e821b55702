/// One rule: what it says, its examples, and a pure function from linked sources to findings.
package struct SourceRule: Sendable {
  package enum Severity: String, Sendable, CaseIterable, Comparable {
    case note, warning, error

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

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
  /// A word of the closed list of fixes.
  package var fix: String
  /// Off unless the configuration turns it on.
  package var isOptIn = false
  package var options: [Option] = []
  /// Code on which it fires at each `↓` and nowhere else.
  package var triggering: [String]
  /// Code on which it is silent.
  package var nonTriggering: [String]
  package var check: @Sendable (SourceGraph) -> [Finding]
  /// Patterns that say too little by themselves to be reported: a trace tells which of them cost something.
  package var suspect: (@Sendable (SourceGraph) -> [Finding])?

  /// The option's value, from the configuration or the rule's own.
  package func option(_ key: String, in graph: SourceGraph) -> Int {
    graph.options.rules[id]?[key] ?? options.first { $0.key == key }?.standard ?? 0
  }
}

/// What a rule found at one place.
package struct Finding: Sendable, Hashable {
  /// Filled in by the linter.
  package var rule = ""
  /// That of the rule unless it says another.
  package var fix = ""
  package var severity: SourceRule.Severity?
  /// `Outer.Inner`, without the module.
  package var view: String?
  package var place: SourcePlace
  package var end: SourcePlace?
  /// One sentence: what happens, why, and what to do.
  package var message: String
  package var steps: [String]
  package var related: [Related]
  /// What the finding is about besides the view, such as the property's name: keeps fingerprints stable when lines move.
  package var subject: String
  /// The syntax a patch starts from.
  package var code: Code
  /// What of a body is to become a view of its own, where that is for the sake of one value: `recorder.level`.
  package var extraction: Extraction?

  package enum Extraction: Sendable, Hashable {
    /// The part that reads the value.
    case part(reading: String)
    /// The parts that do not.
    case rest(without: String)

    package var value: String {
      switch self {
      case .part(let value), .rest(let value): value
      }
    }
  }

  package struct Related: Sendable, Hashable {
    package var view: String?
    package var place: SourcePlace?
    package var message: String

    package init(view: String? = nil, place: SourcePlace? = nil, message: String) {
      self.view = view
      self.place = place
      self.message = message
    }
  }

  package init(
    _ message: String, at place: SourcePlace, code: Code, view: TypeInfo?, subject: String,
    severity: SourceRule.Severity? = nil, steps: [String] = [], related: [Related] = []
  ) {
    self.message = message
    self.place = place
    self.code = code
    self.view = view?.qualifiedName
    self.subject = subject
    self.severity = severity
    self.steps = steps
    self.related = related
    end = code.end
  }
}
