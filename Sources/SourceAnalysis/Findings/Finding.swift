package import Vocabulary

/// What a rule found at one place, before anybody says which rule and how bad it is.
package struct Draft: Sendable, Hashable {
  /// `Outer.Inner`, without the module.
  package var view: String?
  /// The file that declares the view, which `place` need not be in.
  package var file: String?
  package var place: SourcePlace
  package var end: SourcePlace?
  /// One sentence: what happens, why, and what to do.
  package var message: String
  package var steps: [String]
  package var related: [Related]
  /// What it is about besides the view: keeps fingerprints stable when lines move.
  package var subject: Subject
  /// What is to be done.
  package var change: Change
  /// What makes the updates happen that the change saves.
  var driver: Change.Driver
  /// The syntax a patch starts from.
  package var code: Code
  /// That of the rule unless it says another.
  package var severity: Severity?
  package var certainty: Certainty
  /// A trace tells better: where there is one, the same is suspected and judged by that.
  package var isOfSourcesAlone = false
  /// Whether its rule leaves it to traces, and it is listed because there is none.
  package var isSuspected = false
  /// Whether grounds make it more than a note although its rule leaves that to traces.
  var isWorthWithoutTrace = false
  /// Whether as a note about a whole app it is said only to who asks for its rule: it mostly spares less than it costs to do.
  var isForWhoAsks = false
  /// Whether its advice is to do the same work once in an evaluation that does it several times.
  var isToBeDoneOnce = false
  /// What its rule knows to show that it matters without a trace; what makes its updates happen is looked up besides.
  var grounds: Grounds?

  /// How sure the sources alone are that what they show is what the rule says; no configuration changes it.
  package enum Certainty: Sendable, Hashable {
    case certain
    /// A trace has to show how much of it is so.
    case possible
  }

  /// Another place or view that takes part.
  package struct Related: Sendable, Hashable {
    package var role: Role
    package var view: String?
    package var place: SourcePlace?
    package var message: String

    package init(_ role: Role, view: String? = nil, place: SourcePlace? = nil, message: String) {
      self.role = role
      self.view = view
      self.place = place
      self.message = message
    }
  }

  /// What a related place is to the finding.
  package enum Role: Sendable, Hashable {
    /// Who is to own the state, or the part of the body that is.
    case owner
    /// Who makes the view or the value.
    case maker
    case child
    /// A part of a body that can be a view of its own.
    case section
    /// Who observes or reads the value.
    case reader
    /// Where it is written.
    case writer
    /// What starts the work.
    case starter
    /// State that has to change along.
    case sibling
    case declaration
    /// The same once more.
    case repetition
    /// What shows that it matters.
    case grounds
  }

  package init(
    _ message: String, at place: SourcePlace, code: Code, view: TypeInfo?, subject: Subject, change: Change,
    severity: Severity? = nil, certainty: Certainty = .certain, grounds: Grounds? = nil, steps: [String] = [],
    related: [Related] = []
  ) {
    self.message = message
    self.place = place
    self.code = code
    self.view = view?.qualifiedName
    file = view?.code.file.path
    self.subject = subject
    self.change = change
    driver = change.driver
    self.severity = severity
    self.certainty = certainty
    self.grounds = grounds
    self.steps = steps
    self.related = related
    end = code.end
  }

  package func places(_ role: Role) -> [Related] { related.filter { $0.role == role } }
}

/// A draft with the rule that made it, and how bad that rule says it is, whatever the configuration makes of it.
@dynamicMemberLookup
package struct Finding: Sendable, Hashable {
  /// In one piece of memory that copies share: findings are sorted, joined and handed on far more often than they change.
  private final class Kept: Sendable, Hashable {
    let draft: Draft

    init(_ draft: Draft) { self.draft = draft }

    static func == (left: Kept, right: Kept) -> Bool { left === right || left.draft == right.draft }

    func hash(into hasher: inout Hasher) { hasher.combine(draft) }
  }

  private var kept: Kept

  package var draft: Draft {
    get { kept.draft }
    set { kept = Kept(newValue) }
  }

  /// Such as `state_scoped_too_high`.
  package var rule: String
  package var severity: Severity
  /// What a trace has to show of it where the rule only suspects it.
  package var evidence = SourceRule.Evidence.savedUpdates
  /// Whether it breaks the app, so that no trace acquits it.
  package var isAboutCorrectness = false
  /// Whether it is a note where no trace shows what it costs.
  var isNoteWithoutTrace = false
  /// Whether it is left out as a note about a whole app, unless somebody asks for its rule.
  var isOptInForApps = false

  package init(_ draft: Draft, rule: String, severity: Severity) {
    kept = Kept(draft)
    self.rule = rule
    self.severity = draft.severity ?? severity
  }

  package init(_ draft: Draft, by rule: SourceRule) {
    self.init(draft, rule: rule.id, severity: rule.severity)
    evidence = rule.traces?.evidence ?? .savedUpdates
    isAboutCorrectness = rule.isAboutCorrectness
    isNoteWithoutTrace = rule.isNoteWithoutTrace
    isOptInForApps = rule.isOptInForApps || draft.isForWhoAsks
  }

  package var fix: Fix { kept.draft.change.fix }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Draft, Value>) -> Value {
    get { kept.draft[keyPath: path] }
    set { draft[keyPath: path] = newValue }
  }

  // What is asked for most, without the way over a key path.
  package var place: SourcePlace { kept.draft.place }
  package var view: String? { kept.draft.view }
  package var file: String? { kept.draft.file }
  package var subject: Subject { kept.draft.subject }
  package var change: Change { kept.draft.change }
  package var code: Code { kept.draft.code }
  package var message: String { kept.draft.message }
  package var certainty: Draft.Certainty { kept.draft.certainty }

  package var changeKey: ChangeKey { kept.draft.changeKey }
  package var title: String { kept.draft.title }

  package func places(_ role: Draft.Role) -> [Draft.Related] { kept.draft.places(role) }

  /// What tells it from others of all files, whichever lines it is on.
  package var identity: String { identity(in: place.file) }

  /// The same wherever somebody stands.
  ///
  /// - Parameter file: The path of its file, however it was spelled.
  package func identity(in file: String) -> String {
    [rule, file, view ?? "", subject.identity].joined(separator: "\u{1F}")
  }
}

extension Finding {
  /// The property whose changes are said to cost something; `nil` where it is something else.
  package var drivingProperty: PropertyPath? {
    if case .property(let path) = draft.driver { return path }
    return nil
  }
}

extension SourceGraph {
  /// What is left to suspicions where there is a trace: looked for only where there is none.
  func ofSourcesAlone(_ find: () -> [Draft]) -> [Draft] {
    if isBesideTrace { return [] }
    return find().map { draft in
      var draft = draft
      draft.isOfSourcesAlone = true
      return draft
    }
  }
}
