/// How SwiftUI behaves where nobody has a specification: each rule is one option.
///
/// The standard is the reading of the project's model of invalidation; what is disputed says so.
package struct Options: Hashable, Sendable {
  /// How the log names a change of an `@Observable`.
  package enum Observation: Hashable, Sendable {
    /// `\Store.items`: recent systems.
    case keyPath
    /// `@dependencies`: iOS 17.
    case dependencies
    /// `\Store.<computed 0x… (Int)>`: the getter has no symbol.
    case computedKeyPath
  }

  /// In which order views of one update are evaluated, parents always before their children.
  package enum Order: Hashable, Sendable { case depthFirst, breadthFirst }

  package var observation = Observation.keyPath
  package var order = Order.depthFirst
  /// Disputed: `@State` of an Equatable type compares before it notifies.
  package var equalStateWritesAreSilent = true
  /// `@State` that the last body did not read notifies nobody.
  package var unreadStateIsSilent = true
  /// Disputed: a binding's value is part of the view's value, so that reading owners hand on a changed view.
  package var bindingsCarryTheirValue = false
  /// The generated setter of an `@Observable` property compares first when the type is Equatable.
  package var observableComparesFirst = true
  /// Every write of a `@Published` property notifies, equal or not.
  package var publishedAlwaysNotifies = true
  /// Views that declare an environment key are evaluated when it changes, read or not.
  package var unreadEnvironmentNotifies = true
  /// Disputed: views that declare `@AppStorage` are evaluated when it is written, read or not.
  package var unreadAppStorageNotifies = true
  /// A closure that was only handed on is as unequal as a new one.
  package var handedOnClosuresDiffer = true
  /// The first line of a view lists all its dynamic properties.
  package var insertionListsProperties = true
  /// The `@State` macro of Xcode 27 stores private state with two underscores.
  package var stateIsMacro = false
  /// Rows of a lazy container that are on screen at first.
  package var rowsOnScreen = 8
  /// Follow-up transactions of one event, before an update loop is cut off.
  package var longestLoop = 24
  /// Gives pauses and durations their jitter.
  package var seed: UInt64 = 1

  package init() {}
}
