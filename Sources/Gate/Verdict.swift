/// What the gate says, with everything it rests on.
package struct Verdict: Sendable, Hashable {
  package enum Outcome: String, Sendable, Hashable { case passed, failed, inconclusive }

  /// Why the data cannot carry a verdict.
  package struct Doubt: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case damagedInput, lostData, differentEnvironment, missingScenario, noCommonViews, noData, lostEvaluations
      case unmeasured, tooFewRuns, openBudget, unmatchedBudget, unmatchedPattern, goneViews, thinViews, nothingGated,
        brokenTest
      case newViews

      /// Whether the data is bad as a whole, so that not even a failure can be trusted.
      package var spoilsFailures: Bool {
        switch self {
        case .damagedInput, .lostData, .differentEnvironment, .missingScenario, .noCommonViews, .noData,
          .lostEvaluations, .unmeasured:
          true
        // What rises clearly enough fails; the others are open.
        case .tooFewRuns, .openBudget, .unmatchedBudget, .unmatchedPattern, .goneViews, .thinViews, .nothingGated,
          .brokenTest, .newViews:
          false
        }
      }
    }

    package var kind: Kind
    package var message: String
  }

  /// What was found out about one series, by the baseline or by one budget.
  package struct Entry: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case budget, regression, added, ratchet, improvement, removed, unchanged
    }

    package var unit: Unit
    package var kind: Kind
    /// `error` fails the build; `off` is for what is as it should be.
    package var level: Level
    /// The series' old name, where the view was renamed.
    package var renamedFrom: ViewUnit?
    package var baseline: Measurements.Series
    package var current: Measurements.Series
    /// Empty without confirming runs.
    package var confirmation: Measurements.Series = []
    /// `nil` where there is no baseline.
    package var noise: NoiseClass?
    /// The limit that applied.
    package var threshold: String
    /// Why it passed or failed.
    package var reason: String
    /// The most that a budget allows; `nil` for what the baseline decides.
    package var allowed: Int?
    /// The line of the baseline or of the configuration that set the limit, 1-based.
    package var line: Int?
    /// Whether anything is made of it: metrics may be recorded alone.
    package var isGated = true
    /// Whether anything that its runs show may fail the build.
    var mayFail = false
    /// Whether it rose, and the runs are too few to tell whether that is noise: the verdict is open because of it.
    package var isUndecided = false
    /// Why it is open, where neither few runs nor runs that disagree are the reason.
    package var opening: Opening?
    /// Whether its numbers rest on what the views around it suggest: they are recorded, and never judged.
    package var isInferred = false

    /// What leaves a rise open.
    package enum Opening: Sendable, Hashable, CaseIterable {
      case fewRuns, someRuns
      /// All runs rose, and they differ too much for that to stand out.
      case noisyRuns
      /// All runs lie far above a baseline whose runs differ too much to fail anything.
      case noisyBaseline
      /// There are fewer updates, and more evaluations: the view is made anew instead.
      case madeAnew
      /// All of few runs rose slightly, and other views of the scenario vary.
      case slightly
      /// The baseline does not know the view, and it does as much as nothing that the baseline knows.
      case newAndMuch
    }

    /// Why the verdict is open because of it; `nil` where it is not, and of budgets.
    package var openBecause: Opening? {
      guard isUndecided, allowed == nil else { return nil }
      return opening ?? (restsOnFewRuns ? .fewRuns : .someRuns)
    }

    package var isOffender: Bool { level >= .warn }

    /// Whether further runs had to decide about it.
    package var isOverruled: Bool {
      level == .note && !confirmation.isEmpty && [.regression, .budget, .added, .ratchet].contains(kind)
    }

    /// Whether most runs lack the view, and the baseline's never did.
    package var isThin: Bool {
      let now = current + confirmation
      let missing = now.count { $0 == nil }
      return !baseline.isEmpty && !baseline.contains(nil) && missing < now.count && 2 * missing > now.count
    }

    /// Whether one of its sides has fewer runs than it takes to see their noise.
    package var restsOnFewRuns: Bool {
      let known = { (series: Measurements.Series) in series.count { $0 != nil } }
      let least = NoiseClass.deterministicRuns
      return known(current) + known(confirmation) < least || allowed == nil && known(baseline) < least
    }
  }

  /// Fewer runs on a side than the configuration wants.
  package struct Shortage: Sendable, Hashable {
    package var minimum: Int
    /// `nil` where there is no baseline.
    package var before: Int?
    package var now: Int
    /// The scenario that has so few, where others have more.
    package var scenario: String?

    package init(minimum: Int, before: Int?, now: Int, scenario: String? = nil) {
      self.minimum = minimum
      self.before = before
      self.now = now
      self.scenario = scenario
    }
  }

  package var outcome: Outcome
  package var doubts: [Doubt]
  /// Every series with what was found: offenders first, the worst of them first.
  package var entries: [Entry]
  /// Notes that concern no series.
  package var remarks: [String]
  /// The sums of the medians of updates.
  package var updatesBefore: Double?
  package var updatesNow: Double
  /// The same of all evaluations; `nil` where the baseline does not know them.
  package var evaluationsBefore: Double?
  package var evaluationsNow: Double?
  /// How many budgets that only warn are for no view at all.
  package var idleBudgets = 0
  /// Of how many views those sums hold all evaluations, because nobody can tell which are updates.
  package var openViews = 0
  package var runsBefore: Int
  package var runsNow: Int
  /// `nil` where there are runs enough.
  package var shortage: Shortage?
  /// As many runs are wanted on each side.
  package var minimumRuns = NoiseClass.deterministicRuns

  package var undecided: [Entry] { entries.filter(\.isUndecided) }
  package var offenders: [Entry] { entries.filter(\.isOffender) }
  package var failures: [Entry] { entries.filter { $0.level == .error } }
  package var warnings: [Entry] { entries.filter { $0.level == .warn } }
  package var improvements: [Entry] { entries.filter { $0.kind == .improvement || $0.kind == .ratchet } }
}

extension Verdict.Entry {
  /// The threshold of what nothing is held against.
  static let noLimit = "none"

  package var hasLimit: Bool { threshold != Self.noLimit }
}
