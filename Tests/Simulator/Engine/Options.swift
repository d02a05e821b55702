/// How SwiftUI behaves where nobody has a specification: each rule is one option.
///
/// The standard is what programs showed that were executed on an independent re-implementation of SwiftUI; what is disputed
/// says so.
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
  /// Whether functions can be equal.
  package enum FunctionComparison: Hashable, Sendable {
    /// Each closure that is made is another one.
    case neverEqual
    /// The same code with equal captured values is equal.
    case byCaptures
  }

  /// Disputed: `@State` of an Equatable type compares before it notifies.
  package var equalStateWritesAreSilent = true
  /// `@State` compares every type, as inputs are compared, not only Equatable ones.
  package var stateComparesEveryType = true
  /// Disputed: once a body has read a state, writing it evaluates its owner, whether or not the last body read it.
  package var readStateStaysRead = true
  /// `@State` that the last body did not read notifies nobody.
  package var unreadStateIsSilent = true
  /// Disputed: how closures are compared, as inputs and as values of the environment.
  package var functions = FunctionComparison.byCaptures
  /// An Equatable view that is plain memory is compared bit by bit: without `.equatable()` its `==` is never asked.
  package var plainViewsSkipTheirOperator = true
  /// Disputed: a binding's value is part of the view's value, so that reading owners hand on a changed view.
  package var bindingsCarryTheirValue = true
  /// The generated setter of an `@Observable` property compares first when the type is Equatable.
  package var observableComparesFirst = true
  /// Changing an `@Observable` property in place (`count += 0`, `list[0] = same`, `user.name = same`) does not compare.
  package var inPlaceWritesAlwaysNotify = true
  /// `$model.name` reads the property: the view that projects it depends on it.
  package var projectingAnObservableReadsIt = true
  /// Disputed: what a body read of an `@Observable` fires once more if it ran for another reason and reads it no longer.
  package var droppedDependenciesFireOnce = true
  /// Disputed: what rows and other closures that containers of the framework run read of an `@Observable` concerns them,
  /// not the body they are written in.
  package var containersReadForThemselves = true
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
  /// The first line of a view lists bindings to state that its owner has not read, too.
  package var insertionListsUnreadBindings = false
  /// A binding that is not the one of before is named next to `@self`.
  package var changedBindingsAreNamed = true
  /// Views that were removed come back as they were if the next transaction shows them again before a frame has passed.
  package var removedViewsComeBack = false
  /// The `@State` macro of Xcode 27 stores private state with two underscores.
  package var stateIsMacro = false
  /// Rows of a lazy container that are on screen at first.
  package var rowsOnScreen = 8
  /// Follow-up transactions of one event, before an update loop is cut off.
  package var longestLoop = 24
  /// Gives pauses and durations their jitter.
  package var seed: UInt64 = 1

  package init() {}

  /// The standard as the executed programs printed it: by a release that did not name what changed in an `@Observable`.
  package static var executed: Options {
    var options = Options()
    options.observation = .dependencies
    return options
  }

  /// The standard, and each disputed rule turned round.
  package static var settings: [(name: String, options: Options)] {
    [("as executed", Options())]
      + OpenRule.allCases.map { rule in
        var options = Options()
        rule.set(false, in: &options)
        return ("without \(rule.rawValue)", options)
      }
  }
}

/// A rule that the evidence leaves open: nothing may be called proven that holds under one of its settings only.
package enum OpenRule: String, CaseIterable, Hashable, Sendable {
  case bindingsCarryTheirValue
  case containersReadForThemselves
  case droppedDependenciesFireOnce
  case functionsCompareByCaptures
  case readStateStaysRead

  /// Settles the rule one way or the other.
  package func set(_ holds: Bool, in options: inout Options) {
    switch self {
    case .bindingsCarryTheirValue: options.bindingsCarryTheirValue = holds
    case .containersReadForThemselves: options.containersReadForThemselves = holds
    case .droppedDependenciesFireOnce: options.droppedDependenciesFireOnce = holds
    case .functionsCompareByCaptures: options.functions = holds ? .byCaptures : .neverEqual
    case .readStateStaysRead: options.readStateStaysRead = holds
    }
  }
}
