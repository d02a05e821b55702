/// What a capture amounts to: which view's body was evaluated how often, and because of what.
///
///     let redraws = try Redraws(contentsOf: "scroll.ndjson.gz")
///     redraws["Row"].updates                // 25
///     redraws["Row"].causes.first?.name     // "_isLiked"
///     redraws.rootCauses.first?.view        // "Feed"
///
/// The numbers are those that `whyredraw` reports for the same capture. Counts are exact. Who triggered whom and root
/// causes are inferred from order and time, unless Instruments recorded them; each value says so.
public struct Redraws: Hashable, Sendable {
  /// The views that were evaluated, or called without a change: most updates first, ties by name.
  ///
  /// A view that was evaluated in several scenarios is listed once for each.
  public let views: [View]
  /// What led to evaluations: the most evaluations first.
  public let rootCauses: [RootCause]
  /// What was lost, not understood or doubtful while reading: the worst first.
  public let issues: [Issue]
  /// The lines of `_printChanges()` as `RedrawRecorder` took them from standard output, each with its line end.
  ///
  /// Written to a file, they are a capture for `whyredraw`. Empty for what was read from a capture.
  public let log: String
  /// Whether each view that belongs to the capture has been evaluated in it at least once.
  ///
  /// So it is for whole captures, and for recordings from the views' first appearance on. Otherwise a view without
  /// evaluations may be one that had no reason to be evaluated.
  public let includesFirstAppearances: Bool

  init(views: [View], rootCauses: [RootCause], issues: [Issue], log: String, includesFirstAppearances: Bool) {
    self.views = views
    self.rootCauses = rootCauses
    self.issues = issues
    self.log = log
    self.includesFirstAppearances = includesFirstAppearances
  }

  /// The evaluations of all views.
  public var evaluations: Int { views.reduce(0) { $0 + $1.evaluations } }
  /// Those among them that are no first appearances.
  public var updates: Int { views.reduce(0) { $0 + $1.updates } }

  /// The view of a name, in all scenarios together.
  ///
  /// - Parameter name: As SwiftUI prints it: nested types with dots, generic arguments, no module, such as
  ///   `Feed.Row` or `Card<Text>`.
  /// - Returns: A view without evaluations, if there is none of the name. A misspelt name looks the same:
  ///   `excess(of:over:)` tells the two apart.
  /// - Complexity: O(*n*) in the number of views.
  public subscript(name: String) -> View {
    let parts = views.filter { $0.name == name }
    guard var sum = parts.first else { return View(name: name) }
    for part in parts.dropFirst() { sum.add(part) }
    return sum
  }

  /// The view of a name in one scenario: a test or phase that a marker in the capture begins.
  public subscript(name: String, scenario scenario: String) -> View {
    views.first { $0.name == name && $0.scenario == scenario } ?? View(name: name, scenario: scenario)
  }
}

extension Redraws {
  /// How often a view's body was evaluated: all instances of its type together.
  public struct View: Hashable, Sendable {
    /// As SwiftUI prints it: `Feed.Row`, `Card<Text>`.
    public let name: String
    /// The test or phase it was evaluated in; `nil` where the capture names none.
    public internal(set) var scenario: String?
    /// All evaluations of the body.
    public internal(set) var evaluations = 0
    /// First evaluations of new instances.
    public internal(set) var initial = 0
    /// Initial evaluations that no new element and no new screen explains: the view lost its identity; inferred.
    public internal(set) var recreated = 0
    /// Calls of the body without a recorded change; they are no evaluations.
    public internal(set) var unchanged = 0
    /// What SwiftUI named as reasons: those of the most evaluations first, ties by name.
    public internal(set) var causes: [Cause] = []
    /// The views whose evaluation made this one's happen: those of the most evaluations first.
    public internal(set) var triggers: [Trigger] = []
    /// Where it all began: what most evaluations go back to first.
    public internal(set) var origins: [Origin] = []

    init(name: String, scenario: String? = nil) {
      self.name = name
      self.scenario = scenario
    }

    /// Evaluations that are not initial.
    public var updates: Int { evaluations - initial }
    /// Whether the body was evaluated at all.
    public var isEvaluated: Bool { evaluations > 0 }
  }

  /// Something that SwiftUI says changed, and how many evaluations of a view name it.
  public struct Cause: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
      /// `@self`: the parent passed a view value that differs, or cannot be compared.
      case viewValue
      /// `@identity`: the view is new, or took the place of another one.
      case identity
      /// `@dependencies`: a property of an `@Observable` that is not named.
      case dependencies
      /// `_isLiked`: a dynamic property.
      case property
      /// `@16`: a dynamic property inside of another one, by its offset in bytes.
      case offset
      /// `\Model.items`: a property of an `@Observable`.
      case keyPath
      /// A node of Instruments' cause graph that is none of these.
      case node
    }

    public let kind: Kind
    /// As SwiftUI prints it; key paths without addresses.
    public let name: String
    /// The evaluations that name it, among other causes or alone.
    public internal(set) var evaluations: Int
  }

  /// A view whose evaluation made another one's happen.
  public struct Trigger: Hashable, Sendable {
    public let view: String
    /// Of the other view.
    public internal(set) var evaluations: Int
    /// Whether it is inferred from order and time for at least one of them, and not recorded.
    public internal(set) var isInferred: Bool
  }

  /// Where chains of triggers that end in a view began.
  public struct Origin: Hashable, Sendable {
    public let view: String
    /// As `Cause.name`.
    public let cause: String
    public let kind: Cause.Kind
    /// Of the view where the chains end.
    public internal(set) var evaluations: Int
    /// Whether it is inferred from order and time for at least one of them, and not recorded.
    public internal(set) var isInferred: Bool
  }

  /// A change that led to evaluations: a cause, in the view where it was first seen.
  public struct RootCause: Hashable, Sendable {
    public let view: String
    /// As `Cause.name`.
    public let cause: String
    public let kind: Cause.Kind
    public let scenario: String?
    /// How often it changed.
    public let changes: Int
    /// The evaluations that it led to, its own included.
    public let evaluations: Int
    /// Whether it is inferred from order and time for at least one of them, and not recorded.
    public let isInferred: Bool
  }

  /// Something in a capture that was lost, not understood, or doubtful.
  public struct Issue: Hashable, Sendable, CustomStringConvertible {
    public enum Severity: String, Hashable, Sendable {
      /// Worth knowing; nothing was lost.
      case info
      /// Part of the capture could not be used; counts may be too low.
      case dataLoss
      /// The capture is damaged, or holds nothing to work with.
      case error
    }

    public let severity: Severity
    /// A lowercase phrase that says what happened, and the way out.
    public let message: String
    /// The first line it happened at, 1-based; `nil` where it concerns no single line.
    public let line: Int?
    /// How often it happened.
    public let count: Int

    public var description: String { (line.map { "line \($0): " } ?? "") + message }
  }
}

extension Redraws: CustomStringConvertible {
  /// A line for each view: `Row: 5 updates (@self 5)`.
  public var description: String {
    views.isEmpty ? "no evaluations" : views.map(\.description).joined(separator: "\n")
  }
}

extension Redraws.View: CustomStringConvertible {
  /// `Row: 5 updates, 1 initial (@self 5, _isLiked 1)`.
  public var description: String {
    var text = "\(name): \(counted(updates, "update"))"
    if initial > 0 { text += ", \(initial) initial" }
    if !causes.isEmpty {
      text += " (" + causes.map { "\($0.name) \($0.evaluations)" }.joined(separator: ", ") + ")"
    }
    return text
  }
}

/// A number with its noun: `1 update`, `2 updates`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
