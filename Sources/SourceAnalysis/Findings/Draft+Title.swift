internal import SwiftUIModel

extension Draft {
  /// What is to be done with what, in a few words and without a full stop: the heading of the change in every report.
  ///
  /// Names are whole and as they are in the sources; whoever shows them escapes them.
  package var title: String {
    switch change {
    case .stopDepending(let path): "Stop '\(owner)' from depending on '\(path.text)', which it does not show"
    case .readWhereUsed(let path): "Read '\(path.text)' in the view that uses it\(insteadOfView)"
    case .handOnUnobserved(let path): "Hand '\(path.text)' on\(from) without observing it"
    case .narrowInput(let path): title(narrowing: path)
    case .publishPerMember(let model, _): "Make '\(model.name)' @Observable"
    case .partModel(let model): "Part '\(model.name)' by what changes together"
    case .observePerElement(let path, _, _): "Give each row its own element\(inView) instead of all of '\(path.text)'"
    case .observeNested(let path): "Observe '\(path.text)' of '\(owner)' where it is shown"
    case .exposeFields(let path, let model):
      "Make the fields that are read of '\(path.innermost)' properties of '\(model.name)'"
    case .cacheDerived(let member, _): "Store '\(member)'\(inView) and assign it only when it differs"
    case .storeEmptiness(let member, _):
      "Store whether '\(member)'\(inView) is empty, and assign it only when it differs"
    case .keepOutOfEnvironment(.written(let key)): "Pass '\(key)' as an argument instead of through the environment"
    case .keepOutOfEnvironment(.read(let path)):
      "Pass '\(path.text)' to \(receiver) as an argument instead of through the environment"
    case .useCallableStruct(let key): "Replace the closure of the environment key '\(key)' by a callable struct"
    case .stabilizeDefault(let key): "Make the default of the environment key '\(key)' only once"
    case .moveState(let path, let owner): title(moving: path, to: owner)
    case .derive(let path, let along): "Compute \(Self.listed([path.property] + along))\(inView) instead of storing it"
    case .followParent(let path): "Take '\(path.text)'\(inView) from the parent instead of keeping its first value"
    case .takeValue(let path): "Take '\(path.text)'\(inView) as a value instead of a binding"
    case .ownObject(.property(let path)): "Keep one '\(path.text)'\(inView) for as long as the view lives"
    case .ownObject(.argument(let name, let child)):
      "Keep one '\(name)' in '\(child.name)' for as long as the view lives"
    case .extract(let extraction): title(extracting: extraction)
    case .compareView: "Make '\(owner)' Equatable"
    case .askEquality(nil): "Put .equatable() behind '\(owner)' where it is made"
    case .askEquality(let type?): "Let '\(owner)' be compared by == of '\(type.name)'"
    case .wrapInPlainValueView: "Put a view of plain values around '\(owner)'"
    case .passComparable(.argument(let name, let child)): "Pass '\(child)' a value for '\(name)' that compares equal"
    case .passComparable(.environmentValue(let key)):
      "Write a value for the environment key '\(key)' that compares equal"
    case .passComparable(.element(let path, let collection)):
      "Keep the objects of '\(collection)' that '\(owner)' is given as '\(path.text)' while their elements stay"
    case .passComparable(.initialValue(let path)): "Make no new '\(path.text)' with each value of \(receiver)"
    case .passComparable(.input(let path)): "Give '\(path.text)'\(inView) a type that compares equal"
    case .projectBinding: "Bind \(subject.name)\(inView) without closures"
    case .compareElements(let type, let collection):
      "Make '\(type.name)' Equatable, so that rows of '\(collection)' that stay are not evaluated"
    case .conformToEquatable(let type, _): "Make '\(type.name)' Equatable"
    case .completeEquality(let path): "Compare '\(path.text)' in == of '\(owner)'"
    case .keepIdentity(let identity): title(keeping: identity)
    case .writeOnlyOnChange(let path):
      if case .fields = subject {
        "Write the fields of '\(path.property)'\(inView) together, and only when they change"
      } else {
        "Write '\(path.text)'\(inView) only when it changes"
      }
    case .writeOnThreshold(let path): "Write '\(path.text)'\(inView) only when what is shown changes"
    case .slowDown(let path, let number): "Write '\(path.text)'\(inView) less often than \(number) times per second"
    case .stopPublishing(let member, let model): "Stop publishing '\(member)' of '\(model.name)', which nobody shows"
    case .announceMembers(let model): "Publish what views show of '\(model.name)' instead of announcing everything"
    case .breakLoop(let paths, .handlers): "Break the loop of \(Self.listed(paths.map(\.text)))\(inView)"
    case .breakLoop(let paths, .dispatched):
      "Keep \(Self.listed(paths.map(\.text))) where nothing observes it\(inView)"
    case .breakLoop(let paths, .layout(let view)):
      paths.isEmpty
        ? "Break the loop of \(subject.name) and the layout\(inView)"
        : "Keep \(Self.listed(paths.map(\.text))) out of the layout of '\(view ?? owner)' that measures it"
    case .moveWriteOutOfBody(let path): "Write '\(path.text)' in an action instead of the body\(ofView)"
    case .hoist(let object): "Make the '\(object)'\(ofView) only once"
    case .moveWork: "Move \(subject.name) out of the body\(ofView)"
    case .moveEffectOutOfBody: "Move \(subject.name) out of the body\(ofView)"
    case .makeLazy(let container): "Use '\(Views.lazyCounterpart(of: container))' for '\(container)'\(inView)"
    case .makePrivate(let path): "Make '\(path.text)'\(ofView) private"
    case .useLet(let path): "Make '\(path.text)'\(ofView) a let"
    case .useTaskModifier: "Start the work of \(subject.name)\(inView) in a task of the view"
    case .captureValue(let path): title(capturing: path)
    case .inlineAutoclosure: "Make \(subject.name)\(inView) inside of the call that keeps it"
    case .addMainActor: "Isolate '\(owner)' to the main actor"
    case .ignoreInObservation(let path): "Mark '\(path.text)'\(ofView) as ignored in observation"
    case .guardDebugCode: "Compile \(subject.name)\(inView) for debugging only"
    case .correctCommand: subject.name
    }
  }

  /// A change of several views names how many: what it saves is saved by all of them.
  private func title(narrowing path: PropertyPath) -> String {
    var readers: [String] = []
    for case let reader? in related.lazy.filter({ $0.role == .reader }).map(\.view) where !readers.contains(reader) {
      readers.append(reader)
    }
    guard let first = readers.first, readers.count > 1 else {
      return "Pass \(receiver) only what it reads of '\(path.text)'"
    }
    let views = readers.count == 2 ? Self.listed(readers) : "'\(first)' and \(readers.count - 1) more views"
    return "Pass \(views) only what they read of '\(path.text)'"
  }

  private func title(moving path: PropertyPath, to owner: Change.Owner) -> String {
    switch owner {
    case .view(let name, _): "Move '\(path.text)'\(from) to '\(name)'"
    case .part: "Move '\(path.text)' out of '\(self.owner)' into the part that reads it"
    case .modifier: "Move '\(path.text)'\(from) into a modifier"
    case .object: "Move '\(path.text)'\(from) into an object that its body does not read"
    }
  }

  private func title(extracting extraction: Change.Extraction) -> String {
    switch extraction {
    case .sections: "Make the independent sections of '\(owner)' views of their own"
    case .part(let value): "Make the part of '\(owner)' that reads '\(value.text)' a view of its own"
    case .parts(let value): "Make the parts of '\(owner)' that read '\(value.text)' views of their own"
    case .rest(let value): "Make the parts of '\(owner)' that don't read '\(value.text)' views of their own"
    }
  }

  private func title(keeping identity: Change.Identity) -> String {
    switch (identity, subject) {
    case (.rowsByPosition, _): "Identify the rows\(ofView) by their elements, not by position"
    case (.rows, .rows(.member(let name))): "Identify the rows\(ofView) by an id that stays, not by '\(name)'"
    case (.rows, .id(.fresh)): "Identify the rows\(ofView) by an id that stays, not by one that is made with them"
    case (.rows, _): "Identify the rows\(ofView) by an id that stays, not by the whole element"
    case (.rowsOfType, .id(.holding(let path))): "Give '\(owner)' an id that stays, without '\(path.text)' in it"
    case (.rowsOfType, _): "Give '\(owner)' an id that is stored"
    case (.view, .id(.holding(let path))): "Keep the identity of the view\(inView) when '\(path.text)' changes"
    case (.view, _): "Keep the identity of the view\(inView) from one evaluation to the next"
    case (.branches, _): "Keep the identity of \(subject.name) over the branches\(inView)"
    case (.erased, _): "Show the view itself instead of an erased one\(inView)"
    }
  }

  private func title(capturing path: PropertyPath) -> String {
    guard case .capture(_, let modifier) = subject else { return "Capture the value of '\(path.text)'\(inView)" }
    return "Capture the value of '\(path.text)'\(inView) for '\(modifier)'"
  }

  // MARK: - Whose it is

  /// The view, or the file where a finding is about none.
  private var owner: String { view ?? place.file }
  private var inView: String { view.map { " in '\($0)'" } ?? "" }
  private var ofView: String { view.map { " of '\($0)'" } ?? "" }
  private var from: String { view.map { " from '\($0)'" } ?? "" }
  private var insteadOfView: String { view.map { " instead of in '\($0)'" } ?? "" }
  private var receiver: String { view.map { "'\($0)'" } ?? "each view" }

  /// `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'`.
  private static func listed(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Subject {
  /// As a title names it.
  fileprivate var name: String {
    switch self {
    case .type(let name), .environmentKey(let name), .environmentValue(let name), .binding(let name), .work(let name),
      .call(let name), .object(let name, _), .argument(let name, _), .branches(let name), .fields(let name),
      .capture(let name, _):
      "'\(name)'"
    case .path(let path): "'\(path.text)'"
    case .rows: "the rows"
    case .id: "the id"
    case .erasedView: "the erased view"
    case .body: "the body"
    case .cycle(let paths): paths.map { "'\($0.text)'" }.joined(separator: " and ")
    case .command(.noReason): "Say in the comment why it silences the linter"
    case .command(.unknown(let rule)): "Correct the rule '\(rule)' in the comment for the linter"
    case .command(.unknownVerb(let verb)): "Correct '\(verb)' in the comment for the linter"
    case .command(.unused(let rule)):
      rule.isEmpty ? "Remove the comment for the linter" : "Remove '\(rule)' from the comment for the linter"
    }
  }
}
