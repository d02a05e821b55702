/// What happened when an app was played: every evaluation with the truth about it.
package struct Session: Sendable {
  package var app: SimulatedApp
  package var options: Options
  /// In order; those of views that are not instrumented are among them, and marked.
  package var all: [Evaluation]
  /// Where an event of the script began: the first evaluation after it, by the event's index.
  package var updates: Int
  /// Everything in its order: evaluations, and what else a program can notice.
  package var moments: [Moment]

  /// The evaluations that a log shows, numbered as `trigger` counts them.
  package var evaluations: [Evaluation] { all.filter(\.isLogged) }

  /// How often each view was evaluated, as the log shows it.
  package var counts: [String: Int] {
    evaluations.reduce(into: [:]) { $0[$1.view, default: 0] += 1 }
  }

  /// Logged evaluations that are not initial.
  package var updateCount: Int { evaluations.filter { !$0.isInitial }.count }
  package var avoidableCount: Int { evaluations.filter(\.isAvoidable).count }

  package func updates(of view: String) -> Int { evaluations.filter { $0.view == view && !$0.isInitial }.count }
}

/// Something that happened while an app was played.
package struct Moment: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// By its place in `all`.
    case evaluation(Int)
    /// The `==` of a view was asked.
    case ownComparison(view: String)
    /// `onChange` or `onAppear` ran the handler.
    case callback(String)
  }
  /// The event of the script that led to it; `nil` for the launch.
  package var event: Int?
  package var kind: Kind
}

/// One evaluation of a body, with the truth about it.
package struct Evaluation: Hashable, Sendable {
  /// Whether it was needed.
  package enum Verdict: Hashable, Sendable {
    /// The view appeared.
    case initial
    /// The view appeared again although nothing new was to be shown: its identity changed.
    case recreated
    /// Something that the body reads had changed.
    case justified
    /// What the body reads is as it was; the reasons say why it ran all the same.
    case avoidable([Reason])
    /// Something it reads had changed, but what it makes of it is as before: it depends on more than it needs.
    case withoutEffect
  }

  package enum Reason: Hashable, Sendable {
    /// A closure or a binding made of closures: never equal.
    case closureArgument(String)
    /// Made anew, or of a type that does not compare; the same in meaning.
    case incomparableArgument(String)
    /// It changed, but not what the body reads of it.
    case unreadArgument(String)
    /// The value that was written is the one it had.
    case equalWrite(String)
    /// Another part changed than those the body reads.
    case unreadProperty(String)
  }

  /// A view and what changed there, as the log names it.
  package struct Root: Hashable, Sendable {
    package var view: String
    package var cause: String
    /// Whether the view's evaluation is in the log.
    package var isLogged: Bool

    package init(view: String, cause: String, isLogged: Bool) {
      self.view = view
      self.cause = cause
      self.isLogged = isLogged
    }
  }

  /// Among the logged ones; -1 for one that is not logged.
  package var index: Int
  /// Microseconds since the start.
  package var time: Int
  /// The number of the update, from 0.
  package var update: Int
  /// The event of the script that led to it; `nil` for the launch.
  package var event: Int?
  package var view: String
  /// Which instance of the view.
  package var instance: Int
  /// As printed: `@self`, `_items`.
  package var causes: [String]
  package var isLogged: Bool
  /// The logged evaluation whose body passed a new value or made the view, through bodies that are not logged.
  package var trigger: Int?
  /// The same, among all evaluations: those that are not logged as well.
  package var parent: Int?
  /// Where the chain of triggers began.
  package var root: Root
  /// What was written at the beginning: `RecipeList.expandedID`, `Store.items`; several when one transaction wrote them.
  package var origins: [String]
  /// Whether SwiftUI inserted the view.
  package var isInserted: Bool
  /// By the contract's definition: `@identity`, the first of its type, or made by an initial evaluation.
  package var isInitial: Bool
  package var verdict: Verdict
  /// What its texts show.
  package var texts: [Value]

  package var isAvoidable: Bool { if case .avoidable = verdict { !isInitial } else { false } }
  /// As a log writes it.
  package var message: String { "\(view): \(causes.joined(separator: ", ")) changed." }
}

/// Plays an app.
package func simulate(_ app: SimulatedApp, options: Options = Options()) -> Session {
  let simulation = Simulation(app, options)
  simulation.play()
  return simulation.session
}
