package import Vocabulary

/// One finding as every report shows it, whether it came from a trace, from sources, or from both.
///
/// The fields are those of `findings` in the JSON output; the renderers decide only how they look.
package struct ReportedFinding: Sendable, Hashable {
  /// A place in a source file; line and column are 1-based, the column counts UTF-8 bytes.
  package struct Location: Sendable, Hashable, Comparable {
    /// Relative to the working directory, with `/`.
    package var file: String
    package var line: Int
    package var column: Int

    package init(file: String, line: Int, column: Int) {
      self.file = file
      self.line = line
      self.column = column
    }

    package static func < (left: Location, right: Location) -> Bool {
      (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
  }

  /// What the trace shows for the finding, in numbers of evaluations.
  package struct Measurement: Sendable, Hashable {
    package var updates: Int
    /// `nil` where nothing proves how many could be avoided.
    package var avoidable: Int?
    /// `nil` where no prediction can be made.
    package var predictedUpdates: Int?
    /// Between what the prediction lies where it rests on inference; `nil` where it is exact or there is none.
    package var predictedRange: ClosedRange<Int>?
    /// The views that the fix saves most of, with what it saves of each: all to whom a quarter of it falls, and those that the finding
    /// names.
    package var views: [String: Int]

    /// What the numbers count.
    package var unit: MeasuredUnit

    /// Whether all updates are predicted to stay: the fix makes them cheaper, or may not concern them.
    var sparesNone: Bool { predictedUpdates == updates && predictedRange.map { $0.count == 1 } ?? true }

    /// Whether all updates may stay, or fewer: the recording does not show what the fix saves.
    var isOpen: Bool { predictedUpdates == updates && !sparesNone }

    /// Whether the fix takes work out of updates that all stay; where none is avoidable it may not concern them at all.
    var isWork: Bool { sparesNone && avoidable == nil }

    package init(
      updates: Int, unit: MeasuredUnit = .updates, avoidable: Int? = nil, predictedUpdates: Int? = nil,
      predictedRange: ClosedRange<Int>? = nil, savedByView: [String: Int] = [:], named: Set<String> = []
    ) {
      self.updates = updates
      self.unit = unit
      self.avoidable = avoidable
      self.predictedUpdates = predictedUpdates
      self.predictedRange = predictedRange
      let saved = savedByView.values.reduce(0, +)
      views = savedByView.filter { $0.value > 0 && (4 * $0.value >= saved || named.contains($0.key)) }
    }
  }

  /// Another view or place that takes part.
  package struct Related: Sendable, Hashable {
    package var view: String?
    package var location: Location?
    package var message: String

    package init(view: String? = nil, location: Location? = nil, message: String) {
      self.view = view
      self.location = location
      self.message = message
    }
  }

  /// The rule's identifier, such as `update_storm`.
  package var rule: String
  /// A word of the closed list of fixes, such as `narrow_state_scope`.
  package var fix: String
  /// What is to be done with what, in a few words: the heading wherever the finding speaks for a change.
  package var title: String
  package var severity: Severity
  /// The view as the trace or the source names it; `nil` where the finding is about no single view.
  package var view: String?
  /// `nil` for findings that a trace alone shows.
  package var location: Location?
  package var endLocation: Location?
  /// One sentence: what happens, how often, why, and what to do.
  package var message: String
  package var grade: Grade
  package var measured: Measurement?
  package var steps: [String]
  package var related: [Related]
  /// From the root cause to the view, a step each; empty where no trace shows it.
  package var chain: [Related] = []
  /// What to look at after the change, to know that it worked.
  package var checks: [String] = []
  /// A unified diff, or `nil`; then `patchRefusal` may say why.
  package var patch: String?
  package var patchRefusal: String?
  /// `mechanical` for a patch that changes neither what the app does nor how it looks, `suggested` for one to read.
  package var patchTier: String?
  /// Hexadecimal, the same as long as the finding is the same, wherever its lines move.
  package var fingerprint: String
  /// What it saves of the view that it stands beside in a verdict or a comparison; `nil` elsewhere.
  package var share: Share?
  /// Why, without the numbers of runs that were added up; `nil` where the message is all there is.
  package var reason: String?
  /// The id of the change that resolves it; `nil` where nobody says which other findings that resolves.
  package var change: String?

  /// What a fix saves of one view, in a run on average.
  package struct Share: Sendable, Hashable {
    package var saved: Int
    /// All updates of the view.
    package var updates: Int

    package init(saved: Int, updates: Int) {
      self.saved = saved
      self.updates = updates
    }
  }

  /// Whether the trace shows that updates lead back to themselves, which ends with the change and is no prediction: `measured` counts
  /// the evaluations of the loop.
  package var isProvenLoop: Bool {
    fix == Fix.breakUpdateLoop.rawValue && measured?.unit == .evaluations && grade == .likely && severity > .note
  }

  /// The files that it names.
  package var files: [String] { ([location] + (related + chain).map(\.location)).compactMap(\.?.file) }

  package init(
    rule: String, fix: String, title: String, severity: Severity, view: String?, location: Location? = nil,
    endLocation: Location? = nil, message: String, grade: Grade, measured: Measurement? = nil, steps: [String] = [],
    related: [Related] = [], patch: String? = nil, patchRefusal: String? = nil, fingerprint: String
  ) {
    self.rule = rule
    self.fix = fix
    self.title = title
    self.severity = severity
    self.view = view
    self.location = location
    self.endLocation = endLocation
    self.message = message
    self.grade = grade
    self.measured = measured
    self.steps = steps
    self.related = related
    self.patch = patch
    self.patchRefusal = patchRefusal
    self.fingerprint = fingerprint
  }
}
