internal import SwiftUIModel
package import TraceImport

/// What the runs of a profile amount to: counts per view, what triggered what, and where it all came from.
///
/// Evaluations are exact. Triggers, and all that follows from them (which evaluations of views without storage are first
/// appearances, root causes, blast radius), are inferred from order and time; see `TriggerModel`.
package struct RedrawSummary: Sendable {
  /// The lists inside a view or a root cause keep this many entries, the most first.
  ///
  /// Real ones are far shorter; without a bound, a report on random input would be larger than the input.
  package static let longestList = 25

  /// Of input with no end of views, those that are updated least have shorter lists.
  static func longestList(atRank rank: Int) -> Int { rank < 1000 ? longestList : rank < 10_000 ? 5 : 2 }

  /// This many root causes, the largest, are listed and keep the views they affected.
  ///
  /// An app has hundreds; input with no end of distinct messages has tens of thousands.
  package static let mostRootCauses = 1000

  package struct Totals: Hashable, Sendable {
    package var evaluations = 0
    package var initial = 0
    /// The evaluations that are inferred to be first appearances or updates.
    package var inferred = 0
    package var recreated = 0
    package var unchanged = 0
    /// Distinct views.
    package var views = 0

    package init() {}

    package var updates: Int { evaluations - initial }
  }

  /// A view in a scenario.
  package struct ViewID: Hashable, Sendable, Comparable {
    package var name: String
    /// `nil` when the trace names none.
    package var module: String?
    package var scenario: String?

    package init(name: String, module: String? = nil, scenario: String? = nil) {
      self.name = name
      self.module = module
      self.scenario = scenario
    }

    /// Whether it belongs to a module whose views nobody can change; lists leave those out until asked for.
    package var isOfFramework: Bool { module.map(SwiftUIModel.frameworks.contains) ?? false }

    package static func < (left: ViewID, right: ViewID) -> Bool {
      (left.name, left.module ?? "", left.scenario ?? "") < (right.name, right.module ?? "", right.scenario ?? "")
    }
  }

  package struct View: Hashable, Sendable {
    package var id: ViewID
    package var evaluations = 0
    package var initial = 0
    /// Of `initial` those that the views around them suggest: their own lines do not tell them from updates.
    package var inferredInitial = 0
    /// Of the updates those that might as well be first appearances.
    package var inferredUpdates = 0
    package var recreated = 0
    package var unchanged = 0
    /// Updates of each run that has the scenario.
    package var runs: [Int] = []
    /// Per cause the evaluations that name it, the most first.
    package var causes: [CauseCount] = []
    /// Evaluations whose only cause is `@self`.
    package var selfOnly = 0
    /// Updates whose only cause is `@self`.
    package var selfOnlyUpdates = 0
    /// The views whose evaluation made this one's happen, the most first; inferred.
    package var triggeredBy: [(view: String, evaluations: Int)] { triggers.map { ($0.view, $0.evaluations) } }
    package var triggers: [TriggerCount] = []
    /// Where chains of triggers that end here began, the most first; inferred.
    package var rootCauses: [RootCount] = []
    /// The processes it was evaluated in.
    package var processes: [ProcessIdentity] = []
    /// Evaluations whose trigger, or lack of one, is recorded in the trace and not inferred.
    package var recordedTriggers = 0
    /// How long its evaluations took; `nil` when the trace does not say.
    package var duration: DurationHistogram? {
      get { durations.first }
      set { durations = newValue.map { [$0] } ?? [] }
    }
    /// One or none: a log has none, and room for it would be a third of a view.
    private var durations: [DurationHistogram] = []

    package init(id: ViewID) { self.id = id }

    package var updates: Int { evaluations - initial }

    /// The evaluations that are inferred to be first appearances or updates.
    package var inferred: Int { inferredInitial + inferredUpdates }

    /// The middle one of the runs' updates; the lower of two.
    package var medianUpdates: Int {
      let sorted = runs.sorted()
      return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
    }
  }

  package struct CauseCount: Hashable, Sendable {
    package var cause: Cause
    package var evaluations: Int
    /// Key paths that differ only by an address and share this entry.
    package var variants: Int

    package init(cause: Cause, evaluations: Int, variants: Int) {
      self.cause = cause
      self.evaluations = evaluations
      self.variants = variants
    }
  }

  package struct TriggerCount: Hashable, Sendable {
    package var view: String
    package var evaluations: Int
    /// Whether the trigger of one of the evaluations is inferred and not recorded.
    package var isInferred: Bool

    package init(view: String, evaluations: Int, isInferred: Bool = true) {
      self.view = view
      self.evaluations = evaluations
      self.isInferred = isInferred
    }
  }

  package struct RootCount: Hashable, Sendable {
    package var view: String
    package var cause: Cause
    package var evaluations: Int
    /// Whether a trigger on the way to one of the evaluations is inferred and not recorded.
    package var isInferred: Bool

    package init(view: String, cause: Cause, evaluations: Int, isInferred: Bool = true) {
      self.view = view
      self.cause = cause
      self.evaluations = evaluations
      self.isInferred = isInferred
    }
  }

  /// A change that led to evaluations: a cause in the view that it was first seen in.
  package struct RootCause: Hashable, Sendable {
    package var view: String
    package var cause: Cause
    package var scenario: String?
    /// How often it changed.
    package var changes: Int
    /// The evaluations it led to, its own included.
    package var blastRadius: Int
    /// The evaluations of other views among them, the most first.
    package var affected: [TriggerCount]
    /// Whether a trigger on the way to one of the evaluations is inferred and not recorded.
    package var isInferred: Bool

    package init(
      view: String, cause: Cause, scenario: String? = nil, changes: Int, blastRadius: Int, affected: [TriggerCount],
      isInferred: Bool = true
    ) {
      self.isInferred = isInferred
      self.view = view
      self.cause = cause
      self.scenario = scenario
      self.changes = changes
      self.blastRadius = blastRadius
      self.affected = affected
    }
  }

  /// What one process did in one scenario.
  package struct Part: Hashable, Sendable {
    package var scenario: String?
    package var process: ProcessIdentity
    package var evaluations: Int
    package var initial: Int
    package var faults: [UpdateFault: Int]
    /// The time from the first to the last evaluation in nanoseconds; `nil` without times.
    package var nanoseconds: Int64?
    package var peakPerSecond: Int
    package var peakPerFrame: Int
    package var storms: [(view: String, cause: Cause, storm: Storm)] {
      stormCounts.map { ($0.view, $0.cause, $0.storm) }
    }
    package var stormCounts: [StormCount]
    package var cycles: [CycleCount]

    package init(
      scenario: String? = nil, process: ProcessIdentity, evaluations: Int, initial: Int, faults: [UpdateFault: Int],
      nanoseconds: Int64? = nil, peakPerSecond: Int, peakPerFrame: Int, stormCounts: [StormCount], cycles: [CycleCount]
    ) {
      self.scenario = scenario
      self.process = process
      self.evaluations = evaluations
      self.initial = initial
      self.faults = faults
      self.nanoseconds = nanoseconds
      self.peakPerSecond = peakPerSecond
      self.peakPerFrame = peakPerFrame
      self.stormCounts = stormCounts
      self.cycles = cycles
    }

    package var updates: Int { evaluations - initial }
  }

  package struct StormCount: Hashable, Sendable {
    package var view: String
    package var cause: Cause
    package var storm: Storm

    package init(view: String, cause: Cause, storm: Storm) {
      self.view = view
      self.cause = cause
      self.storm = storm
    }
  }

  package struct CycleCount: Hashable, Sendable {
    /// View and cause of each step.
    package var members: [RootMember]
    /// In the longest repetition without anything between, which lasted so long.
    package var turns: Int
    package var nanoseconds: Int64?
    /// All evaluations of the loop, also where a turn was not just like the one before, and how long they took together.
    package var evaluations: Int
    package var wholeNanoseconds: Int64?

    package init(
      members: [RootMember], turns: Int, nanoseconds: Int64? = nil, evaluations: Int, wholeNanoseconds: Int64? = nil
    ) {
      self.members = members
      self.turns = turns
      self.nanoseconds = nanoseconds
      self.evaluations = evaluations
      self.wholeNanoseconds = wholeNanoseconds
    }

    /// Whether all steps name one property: a change that several views observe looks the same, one evaluated after the other.
    package var mayBeOneChange: Bool { members.count > 1 && Set(members.map(\.cause)).count == 1 }

    /// Whether nothing speaks for a loop. A key path names what its observers share, while properties of one name may hold
    /// several objects; and without times that is how every change looks that several views observe.
    package var isOneChange: Bool {
      guard mayBeOneChange else { return false }
      if case .keyPath = members.first?.cause { return true }
      return nanoseconds == nil
    }
  }

  /// A hitch or a hang, and what SwiftUI was evaluating meanwhile.
  package struct InterruptionCount: Hashable, Sendable {
    package var kind: Interruption.Kind
    /// The number of the run, from 0.
    package var run: Int
    /// Nanoseconds since the recording began.
    package var start: Int64
    package var nanoseconds: Int64
    /// Instruments' words, empty when there are none.
    package var label: String
    package var isSystem: Bool
    package var process: ProcessIdentity
    /// The views evaluated in it, the most first.
    package var views: [TriggerCount]
    /// Where these evaluations came from, the most first.
    package var rootCauses: [RootCount]
    /// The part of it in which bodies were evaluated, in nanoseconds.
    package var coveredNanoseconds: Int64

    package init(
      kind: Interruption.Kind, run: Int = 0, start: Int64, nanoseconds: Int64, label: String, isSystem: Bool = false,
      process: ProcessIdentity, views: [TriggerCount] = [], rootCauses: [RootCount] = [], coveredNanoseconds: Int64 = 0
    ) {
      self.kind = kind
      self.run = run
      self.start = start
      self.nanoseconds = nanoseconds
      self.label = label
      self.isSystem = isSystem
      self.process = process
      self.views = views
      self.rootCauses = rootCauses
      self.coveredNanoseconds = coveredNanoseconds
    }
  }

  package struct RootMember: Hashable, Sendable {
    package var view: String
    package var cause: Cause

    package init(view: String, cause: Cause) {
      self.view = view
      self.cause = cause
    }
  }

  package var totals = Totals()
  /// Most updates first, ties by name.
  package var views: [View] = []
  /// The largest blast radius first; beyond `mostRootCauses` without the views they affected.
  package var rootCauses: [RootCause] = []
  package var parts: [Part] = []
  /// The number of runs.
  package var runs = 0
  /// Evaluations whose trigger, or lack of one, is recorded and not inferred.
  package var recordedTriggers = 0
  /// Evaluations whose recorded duration is none; they are counted and not timed.
  package var untimed = 0
  /// How many evaluations Instruments gave which severity.
  package var severities: [UpdateSeverity: Int] = [:]
  /// Whether triggers, and what follows from them, are inferred, at least in part.
  package var isInferred: Bool { recordedTriggers < totals.evaluations }
  /// The time in which bodies were evaluated in nanoseconds, those inside of others counted once; `nil` without durations.
  package var busyNanoseconds: UInt64?
  /// Hitches and hangs with the evaluations in them, in order of runs and time.
  package var interruptions: [InterruptionCount] = []
  /// The recorded cause graphs of all runs, added up; empty without one.
  package var graph = CauseGraph()
  /// The evaluations over time, one for each run that has any.
  package var timelines: [Timeline] = []
  /// Evaluations counted without their update because the input had too many distinct ones.
  package var withoutUpdate = 0

  package init() {}
}

extension Cause {
  /// As SwiftUI writes it; key paths without addresses.
  package var text: String {
    switch self {
    case .viewValue: "@self"
    case .identity: "@identity"
    case .dependencies: "@dependencies"
    case .dynamicProperty(let name): name
    case .offset(let offset): "@\(offset)"
    case .keyPath(let path, _): path
    case .node(let name): name
    }
  }

  /// For people: the property's own name, `count` for `_count` and for Xcode 27's `__count`.
  package var displayName: String {
    guard case .dynamicProperty(let name) = self else { return text }
    let bare = name.drop { $0 == "_" }
    return bare.isEmpty ? name : String(bare)
  }

  /// The word for its kind in reports.
  package var kind: String {
    switch self {
    case .viewValue: "self"
    case .identity: "identity"
    case .dependencies: "dependencies"
    case .dynamicProperty: "property"
    case .offset: "offset"
    case .keyPath: "keyPath"
    case .node: "node"
    }
  }
}
