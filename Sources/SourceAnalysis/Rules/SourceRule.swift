package import Vocabulary

/// One rule: what it says, its examples, what it looks for in the sources, and what it looks for where a trace tells what costs
/// something.
package struct SourceRule: Sendable {
  /// A number that `.whyredraw.yml` can set for the rule.
  package struct Option: Sendable {
    package var key: String
    package var meaning: String
    package var standard: Int
    /// Whether it stands for what a trace shows, so that it counts for nothing where there is one.
    package var isWaivedByTrace: Bool

    package init(_ key: String, _ meaning: String, standard: Int, isWaivedByTrace: Bool = false) {
      self.key = key
      self.meaning = meaning
      self.standard = standard
      self.isWaivedByTrace = isWaivedByTrace
    }
  }

  /// What the page of a rule says besides its examples, each a phrase or two without a full stop at the end.
  package struct Page: Sendable {
    /// What a trace shows where the pattern costs something.
    package var inTrace: String
    /// What is not reported, on purpose.
    package var neverReported: String
    /// What it cannot know.
    package var limits: String

    package init(inTrace: String = "", neverReported: String = "", limits: String = "") {
      self.inTrace = inTrace
      self.neverReported = neverReported
      self.limits = limits
    }
  }

  /// Such as `state_scoped_too_high`.
  package var id: String
  /// One line: what the pattern is.
  package var summary: String
  /// Why it costs updates, in a few sentences.
  package var rationale: String
  /// The published advice that it implements.
  package var advice: [Guideline]
  package var severity: Severity
  /// The word for what its findings ask for most of the time.
  package var fix: Fix
  /// Off unless the configuration turns it on.
  package var isOptIn = false
  /// Whether sources alone cannot tell a case that is worth a warning from one that costs nothing: where nobody shows what it
  /// costs, its findings are notes.
  package var isNoteWithoutTrace = false
  /// Whether its notes about a whole app are said only to who asks for the rule by name, or has a trace: of those that strict readers
  /// of strange apps were shown, fewer than three in four were worth their time.
  package var isOptInForApps = false
  /// Whether the pattern breaks an app rather than slows it down: no trace acquits it.
  package var isAboutCorrectness = false
  package var options: [Option] = []
  /// What else its page in the documentation says.
  package var page = Page()
  /// Code on which it fires at each `↓` and nowhere else.
  package var triggering: [String]
  /// Code on which it is silent.
  package var nonTriggering: [String]
  package var check: @Sendable (SourceGraph) -> [Draft]
  /// `nil` for a rule that looks for nothing more where there is a trace.
  package var traces: TraceCheck?

  /// What a rule looks for where there is a trace.
  package struct TraceCheck: Sendable {
    /// Patterns that say too little by themselves to be reported: the trace tells which of them cost something. `nil` where
    /// only the thresholds differ.
    package var suspects: (@Sendable (SourceGraph) -> [Draft])?
    /// What the trace has to show of such a pattern.
    package var evidence: Evidence
    /// Which of the suspects are listed where there is no trace.
    package var listed: Listed
    /// Code on which this fires at each `↓` and nowhere else, and on which the check of sources alone is silent there, or off
    /// unless somebody turns it on.
    package var triggering: [String]

    package init(
      evidence: Evidence = .savedUpdates, listed: Listed = .all, triggering: [String],
      suspects: (@Sendable (SourceGraph) -> [Draft])? = nil
    ) {
      self.suspects = suspects
      self.listed = listed
      self.evidence = evidence
      self.triggering = triggering
    }
  }

  /// Which suspects a part of an app is told about. What most views have is left out, since to list it tells nobody anything.
  package enum Listed: Sendable {
    case all
    case nothing
    /// Those that few views have, of a rule whose others are common.
    case only(@Sendable (SourceGraph) -> [Draft])
  }

  /// What a trace has to show before it is reported what the sources alone are too little for.
  package enum Evidence: Sendable, Hashable {
    /// The change saves an update.
    case savedUpdates
    /// A long body was evaluated again and again, by the value that the change is about if there is one.
    case repeatedBody
    /// Many rows appeared at once.
    case burst
    /// What reads the value was evaluated often, as many of it as there are.
    case frequentChanges
    /// The sources are certain that the work starts itself, or the trace shows a cycle.
    case cycle
    /// The same, or a storm of updates, or children that come back to their parent with what it told them.
    case layoutCycle
    /// Others gain than the view itself, or it is large.
    case beyondLeaf
  }

  /// What it looks for where there is a trace: with the thresholds that stand for one waived in the options of the graph.
  package func suspicions(in graph: SourceGraph) -> [Draft] {
    guard let traces else { return [] }
    let again = options.contains(where: \.isWaivedByTrace) ? check(graph) : []
    return again + (traces.suspects?(graph) ?? [])
  }

  /// What is listed about a part of an app, of which nobody shows what it costs.
  package func listedSuspicions(in graph: SourceGraph) -> [Draft] {
    switch traces?.listed {
    case .all: traces?.suspects?(graph) ?? []
    case .only(let find): find(graph)
    case nil, .nothing: []
    }
  }

  /// The options where there is a trace, without those that stand for what it shows; what the user has set stays.
  package func waivingThresholds(_ options: AnalysisOptions) -> AnalysisOptions {
    var result = options
    result.hasTrace = true
    for option in self.options where option.isWaivedByTrace && options.rules[id]?[option.key] == nil {
      result.rules[id, default: [:]][option.key] = 0
    }
    return result
  }

  /// The option's value, from the configuration or the rule's own.
  package func option(_ key: String, in graph: SourceGraph) -> Int {
    graph.options.rules[id]?[key] ?? options.first { $0.key == key }?.standard ?? 0
  }
}
