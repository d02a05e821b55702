package import Vocabulary

/// What is to be done about a finding, in terms of the code.
///
/// Everything that depends on what a fix does is decided from here, each in one switch without `default`: the word for it,
/// its heading (`Draft+Title`), its rank among others and when it goes first (`Change+Rank`), which findings it resolves
/// together (`Change+Key`), what it does to the recorded updates (`Remedies` in `Diagnosis`) and to the text (`PatchMaker` in `SourceEditing`). Properties are
/// those of the finding's view unless a case says otherwise.
package enum Change: Sendable, Hashable {
  // MARK: What a view depends on

  /// Drop a property that the body never reads.
  case stopDepending(on: PropertyPath)
  /// Read a value of the environment in the small view that acts on it.
  case readWhereUsed(PropertyPath)
  /// Hand an object on without observing it.
  case handOnUnobserved(PropertyPath)
  /// Take the values that are read instead of what holds them.
  case narrowInput(PropertyPath)
  /// Make an `ObservableObject` `@Observable`, so that each of its observers follows what it reads.
  ///
  /// - `observer`: The property of the view that the finding is about; `nil` where it is about the model.
  case publishPerMember(model: DeclaredType, observer: PropertyPath?)
  /// Take a model apart whose members cannot be observed one by one.
  case partModel(DeclaredType)
  /// Give each row an object or value of its own instead of the collection.
  ///
  /// - `rows`: How many of them one change is about: two where the value says which of them is meant.
  case observePerElement(PropertyPath, model: DeclaredType?, rows: Int)
  /// Observe an object where it is shown, not through the one that holds it.
  case observeNested(PropertyPath)
  /// Make fields of a struct properties of the model that holds it.
  case exposeFields(PropertyPath, of: DeclaredType)
  /// Store what a model computes, and assign it only when it differs.
  ///
  /// - `readers`: Qualified names of the views that read it.
  case cacheDerived(member: String, readers: Set<String>)
  /// Store whether a collection of a model is empty, and assign it only when it differs.
  ///
  /// - `readers`: Qualified names of the views that ask for no more.
  case storeEmptiness(of: String, readers: Set<String>)
  /// Pass a value that changes often as an argument.
  case keepOutOfEnvironment(EnvironmentPlace)
  /// Put data with `callAsFunction` in the place of a function.
  case useCallableStruct(key: String)
  /// Make the default of a key of the environment once.
  case stabilizeDefault(key: String)

  // MARK: Where state lives

  /// Let what uses the state own it.
  case moveState(PropertyPath, to: Owner)
  /// Compute state that only repeats other state.
  ///
  /// - `along`: Properties that have to go with it, for the same code keeps them in step.
  case derive(PropertyPath, along: [String])
  /// Take what the parent passes instead of keeping the first value.
  case followParent(PropertyPath)
  /// Take a value instead of a binding that is never written.
  case takeValue(PropertyPath)
  /// Keep an object that is made anew with each evaluation of who makes it.
  case ownObject(Holder)

  // MARK: How views compare

  /// Make parts of a body views of their own.
  case extract(Extraction)
  /// Make a view Equatable.
  case compareView
  /// Make the elements of a collection Equatable that is filled with new values, so that rows of those that stay compare equal.
  ///
  /// - `collection`: The property that holds them.
  case compareElements(DeclaredType, of: String)
  /// Let SwiftUI ask an `==` that it does not ask of plain memory.
  ///
  /// - `value`: The type of a value that the view is given, where that has the `==`; `nil` for the view's own.
  case askEquality(of: DeclaredType?)
  /// Put a view of plain values around one that has state.
  case wrapInPlainValueView
  /// Pass something that compares equal.
  case passComparable(Passed)
  /// Use a projection in place of a binding made of closures.
  case projectBinding
  /// Make the type of what a model stores Equatable.
  case conformToEquatable(type: DeclaredType, member: String)
  /// Let `==` of a view compare an input that it leaves out.
  case completeEquality(with: PropertyPath)
  /// Keep the identity of views while what they show changes.
  case keepIdentity(Identity)

  // MARK: What is written

  /// Write only what differs.
  case writeOnlyOnChange(PropertyPath)
  /// Write what is shown, when that differs, and not every event.
  case writeOnThreshold(PropertyPath)
  /// Let a clock tick less often; `perSecond` is how often it writes now.
  case slowDown(PropertyPath, perSecond: Int)
  /// Announce of a model what views show of it, and not that something may have changed.
  case announceMembers(DeclaredType)
  /// Make a published member that nobody shows a plain property of its model.
  case stopPublishing(String, of: DeclaredType)
  /// End writes that lead back to themselves.
  case breakLoop([PropertyPath], Loop)
  /// Write in an action what evaluating a body writes now.
  case moveWriteOutOfBody(PropertyPath)

  // MARK: Where work is done

  /// Make an object once.
  case hoist(object: String)
  /// Do work where its input changes.
  case moveWork(Workload)
  /// Take an effect out of a body.
  case moveEffectOutOfBody
  /// Make the rows that are visible.
  case makeLazy(container: String)

  // MARK: Edits of a line

  case makePrivate(PropertyPath)
  case useLet(PropertyPath)
  case useTaskModifier
  case captureValue(PropertyPath)
  case inlineAutoclosure
  case addMainActor
  case ignoreInObservation(PropertyPath)
  case guardDebugCode
  /// Correct a comment for the linter.
  case correctCommand

  /// Who is to own state.
  package enum Owner: Sendable, Hashable {
    /// A child, by its name, with the place where the present owner makes it or where it reads the state.
    case view(String, SourcePlace)
    /// A part of the present owner's body, by its start.
    case part(SourcePlace)
    /// A modifier that is to be written.
    case modifier
    /// An object that the present owner holds and does not read.
    case object
  }

  /// Who is to keep an object.
  package enum Holder: Sendable, Hashable {
    /// The view that the finding is about.
    case property(PropertyPath)
    /// The child that it is made for.
    case argument(String, child: DeclaredType)
  }

  package enum Extraction: Sendable, Hashable {
    /// The sections that do not use what changes most: the places with the role `section`.
    case sections
    /// The part that reads a value.
    case part(reading: PropertyPath)
    /// The parts that read a value, each by itself; the places with the role `owner`.
    case parts(reading: PropertyPath)
    /// The parts that do not; the places with the role `section`.
    case rest(without: PropertyPath)

    package var value: PropertyPath? {
      switch self {
      case .sections: nil
      case .part(let value), .parts(let value), .rest(let value): value
      }
    }

    /// The value that one or several parts are to read, and the rest of the body no longer.
    package var valueReadInParts: PropertyPath? {
      switch self {
      case .part(let value), .parts(let value): value
      case .sections, .rest: nil
      }
    }
  }

  /// What never compares equal.
  package enum Passed: Sendable, Hashable {
    case argument(String, child: String)
    case environmentValue(key: String)
    /// An input of the view itself, by its type.
    case input(PropertyPath)
    /// What the view stores and nobody passes: each of its values starts with another one.
    case initialValue(PropertyPath)
    /// An input of a row, which is an object of a collection that is filled with new ones.
    case element(PropertyPath, of: String)
  }

  /// What is thrown away and built anew.
  package enum Identity: Sendable, Hashable {
    /// Rows that are known by where they stand.
    case rowsByPosition
    /// Rows with an id that changes.
    case rows
    /// Rows of all who show values of the finding's type, which have an id that changes.
    case rowsOfType
    /// A view with an id that changes.
    case view
    /// The sides of a condition.
    case branches
    /// What `AnyView` hides.
    case erased
  }

  /// What kind of work a body does, by how much that is of a collection, text or file of ordinary size.
  package enum Workload: Sendable, Hashable {
    /// One pass over a collection.
    case pass
    /// A text is cut into pieces.
    case splitting
    /// A collection is sorted or grouped.
    case ordering
    /// Something is decoded, parsed or read from a file.
    case reading
    /// A database or a store of the system is asked, and the thread that draws waits for the answer.
    case query
  }

  package enum Loop: Sendable, Hashable {
    /// Handlers of changes write what they watch.
    case handlers
    /// Evaluation dispatches a write of what it reads.
    case dispatched
    /// A layout writes what it is laid out with.
    ///
    /// - `view`: That is laid out with it, where it is not the one that writes.
    case layout(view: String?)
  }

  package enum EnvironmentPlace: Sendable, Hashable {
    /// The view writes the key.
    case written(key: String)
    /// The view reads it.
    case read(PropertyPath)
  }

  /// The word for it in reports.
  package var fix: Fix {
    switch self {
    case .stopDepending, .stopPublishing, .readWhereUsed, .handOnUnobserved, .correctCommand: .removeDependency
    case .narrowInput: .passOnlyNeededValues
    case .publishPerMember: .migrateToObservable
    case .partModel: .passOnlyNeededValues
    case .observePerElement: .perItemObservable
    case .observeNested: .observeNestedDirectly
    case .exposeFields: .exposeFields
    case .cacheDerived, .storeEmptiness: .cacheDerivedValue
    case .keepOutOfEnvironment: .keepOutOfEnvironment
    case .useCallableStruct: .useCallableStruct
    case .stabilizeDefault: .stabiliseDefault
    case .moveState: .narrowStateScope
    case .derive: .computeDerivedValue
    case .followParent, .takeValue: .passAsLetOrBinding
    case .ownObject: .ownWithState
    case .extract: .extractSubview
    case .compareView, .compareElements, .conformToEquatable: .addEquatableConformance
    case .askEquality: .addEquatableModifier
    case .wrapInPlainValueView: .wrapInPlainValueView
    case .passComparable: .makeArgumentsComparable
    case .projectBinding: .useKeyPathBinding
    case .completeEquality: .completeEquality
    case .keepIdentity: .stabiliseIdentity
    case .writeOnlyOnChange, .announceMembers: .compareBeforeWriting
    case .writeOnThreshold, .slowDown: .writeOnThreshold
    case .breakLoop: .breakUpdateLoop
    case .moveWriteOutOfBody, .moveWork, .moveEffectOutOfBody: .moveWorkToModel
    case .hoist: .hoistObject
    case .makeLazy: .useLazyContainer
    case .makePrivate: .makePrivate
    case .useLet: .useLet
    case .useTaskModifier: .useTaskModifier
    case .captureValue: .captureValues
    case .inlineAutoclosure: .inlineAutoclosure
    case .addMainActor: .addMainActor
    case .ignoreInObservation: .addObservationIgnored
    case .guardDebugCode: .guardDebugCode
    }
  }
}
