internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Findings of our own, for avoidable updates that no rule explains.
extension FindingJudge {
  /// What it saves if views compare what they are given, or are given only what they read.
  func comparing(_ type: TypeInfo, isNarrowing: Bool) -> (effects: [Effect], outcome: Outcome) {
    let views = remedies.views(of: type.id)
    let effects: [Effect] = [isNarrowing ? .narrowing(views: views, trust: .likelihood) : .comparing(views: views)]
    return (effects, outcomes[effects])
  }

  /// A finding of our own for avoidable updates that no rule explains.
  ///
  /// - Parameter comparing: Of the child.
  func unexplained(
    _ defeat: Defeat, child: TypeInfo, comparing: (effects: [Effect], outcome: Outcome)
  ) -> DiagnosedFinding? {
    guard let index = recorded.factsOfView[defeat.maker] else { return nil }
    let maker = recorded.facts[index].type
    let draft: Draft
    let rule: SourceRule
    if defeat.isWide, let name = defeat.argument, let property = child.property(name) {
      draft = wideInput(property, of: child, from: maker, at: defeat.place)
      rule = .broadModelDependency
    } else if let place = defeat.place, let argument = defeat.argument {
      let isFunction = self.isFunction(argument, of: child, madeBy: index)
      draft = Draft(
        isFunction
          ? "'\(child.name)' is evaluated with '\(maker.name)' although nothing that it reads changed; the likeliest cause is its argument "
            + "'\(argument)', a function, which is only as equal as what it captures; capture what stays the same, or leave it out of =="
          : "argument '\(argument)' of '\(child.name)' never compares equal, so '\(child.name)' is evaluated with every evaluation of "
            + "'\(maker.name)'; pass values that compare equal",
        at: place, code: maker.code, view: maker, subject: .argument(argument, child: child.name),
        change: .passComparable(.argument(argument, child: child.name)), certainty: isFunction ? .possible : .certain,
        steps: [
          "pass '\(child.name)' values that compare equal, or make it Equatable with '\(argument)' left out of =="
        ],
        related: [.init(.child, view: child.qualifiedName, place: child.code.nameStart, message: "the child")])
      rule = .incomparableArgument
    } else if let (name, object) = freshObject(of: child), !graph.isEquatable(child),
      let property = child.property(name)
    {
      draft = Draft(
        "'\(child.name)' makes another '\(object)' for '\(name)' each time that '\(maker.name)' makes the view, so it never equals the "
          + "one before and is evaluated with '\(maker.name)'; keep it for as long as the view lives, or make it where it is used",
        at: property.place, code: property.code, view: child, subject: .property(name),
        change: .passComparable(.input(PropertyPath(name))), certainty: .possible,
        steps: ["keep '\(name)' in @State, or take it from the parent or a model that keeps it"],
        related: [.init(.maker, view: maker.qualifiedName, place: maker.code.nameStart, message: "made here")])
      rule = .incomparableArgument
    } else {
      // Its own `==` said that something differs; which of what it compares, nothing tells.
      if graph.isEquatable(child), !graph.index.isPlainMemory(child) { return nil }
      let modifier = graph.index.isPlainMemory(child) ? " and put .equatable() behind it" : ""
      draft = Draft(
        "'\(child.name)' is evaluated with '\(maker.name)' although nothing it reads changed; make it Equatable\(modifier)",
        at: child.code.nameStart, code: child.code, view: child, subject: .type(child.qualifiedName),
        change: .compareView,
        steps: ["make '\(child.name)' Equatable by all of the inputs that its body reads\(modifier)"],
        related: [.init(.maker, view: maker.qualifiedName, place: maker.code.nameStart, message: "made here")])
      rule = .missingEquatableView
    }
    return found(Finding(draft, by: rule), comparing.effects, comparing.outcome)
  }

  /// What a view stores without a wrapper and makes with itself: another object each time.
  private func freshObject(of type: TypeInfo) -> (name: String, object: String)? {
    for property in type.storedProperties where property.wrapper == nil && !property.isStatic && !property.isLazy {
      guard let value = graph.ownValue(of: property, in: type), value.kind == .call, value.calledName.startsUppercase
      else { continue }
      let name = value.calledName
      let id = graph.index.resolve(name, near: property.code.file.path, inside: type.id)
      let isObject =
        id.map { graph.index[$0].isReference }
        ?? (KnownTypes.costly.contains(name) || Conventions.objectEndings.contains(where: name.hasSuffix))
      if isObject { return (property.name, name) }
    }
    return nil
  }

  /// Whether an argument is a function: nobody has settled how those compare.
  private func isFunction(_ name: String, of child: TypeInfo, madeBy maker: Int) -> Bool {
    guard let index = recorded.factsIndex[child.id] else { return false }
    return replay.playback.constructions[maker, index].flatMap(\.arguments).contains { argument in
      if case .function = argument.comparison { argument.name == name } else { false }
    }
  }

  /// A struct taken as a whole for some of its members, while others are what changes.
  func wideInput(_ property: Property, of child: TypeInfo, from maker: TypeInfo, at place: SourcePlace?)
    -> Draft
  {
    let read = graph.evaluation(of: child.id).map { evaluation in
      Set(evaluation.evaluationReads(of: property.name).compactMap(\.member)).sorted()
    }
    let members = (read ?? []).map { "'\($0)'" }.joined(separator: ", ")
    return Draft(
      "'\(child.name)' takes all of '\(property.name)' from '\(maker.name)' and reads \(members) of it, so it is evaluated "
        + "when something else of it changes; pass what it reads",
      at: property.place, code: property.code, view: child, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: (read ?? []).map { "take '\($0)' as a let of '\(child.name)'" } + ["remove '\(property.name)'"],
      related: place.map { [.init(.maker, view: maker.qualifiedName, place: $0, message: "passed as a whole here")] }
        ?? [])
  }

  /// A view, and the property that evaluates it more often than what it reads of it changes.
  struct Reader {
    var type: TypeInfo
    var property: Property
    var causes: Set<Cause>
    /// The share of these updates that is needed, as far as the sources tell.
    var remaining: Double
    /// How many of them are not.
    var wasted: Double
  }

  /// A finding of our own for updates by a property whose members that are read do not change.
  ///
  /// - Parameter readers: Several where one environment value reaches them all.
  func unexplained(readers: [Reader]) -> DiagnosedFinding? {
    guard let reader = readers.first, let evaluation = graph.evaluation(of: reader.type.id) else { return nil }
    let (type, property) = (reader.type, reader.property)
    let remedy = ignoringUnread(readers)
    let draft: Draft
    let rule: SourceRule
    if !evaluation.reads(of: property.name).contains(where: { $0.phase.isEvaluation }) {
      let isBinding = property.storage == .binding
      draft = Draft(
        isBinding
          ? "'\(type.name)' is evaluated whenever the value of '\(property.name)' changes, though it only writes it: whoever hands the "
            + "binding out reads the value, so the binding is another one; hand out an action instead"
          : "'\(type.name)' is evaluated whenever '\(property.name)' changes, which its body never reads; use it where the action runs",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
        certainty: isBinding ? .possible : .certain,
        steps: [
          isBinding
            ? "pass an object that holds the value, and call its method instead of writing '\(property.name)'"
            : "move '\(property.name)' into the view or model that needs it"
        ])
      rule = .unusedDynamicProperty
    } else {
      let names = readers.map { "'\($0.type.name)'" }.joined(separator: ", ")
      if property.isObservedObject { return narrowing(readers, remedy) }
      let key = property.environmentKey ?? property.name
      let writer = writer(of: key)
      draft = Draft(
        "\(names) \(readers.count == 1 ? "is" : "are") updated by parts of '\(key)' that \(readers.count == 1 ? "it doesn't" : "they don't") read; hand down the values one by one",
        at: writer?.place ?? property.place, code: writer?.code ?? property.code, view: writer?.view ?? type,
        subject: .property(property.name), change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
        steps: ["give each value that changes alone a key of its own, or pass it as an argument"],
        related: readers.map {
          .init(.reader, view: $0.type.qualifiedName, place: $0.property.place, message: "read here")
        })
      rule = .broadModelDependency
    }
    var diagnosed = found(Finding(draft, by: rule), remedy.effects, outcomes[remedy.effects], remedy)
    // Who only writes has little to show, and that it is evaluated at all rests on a rule that nobody has settled.
    if reader.property.storage == .binding { diagnosed?.severity = .note }
    return diagnosed
  }

  /// The readers are evaluated no longer for what they do not read. How much that is, is known of those alone who read nothing.
  private func ignoringUnread(_ readers: [Reader]) -> Remedies.Remedy {
    func effects(remaining: (Double) -> Double) -> [Effect] {
      readers.flatMap { reader -> [Effect] in
        let views = remedies.views(of: reader.type.id)
        let ignoring = Effect.ignoring(
          views: views, causes: reader.causes, remaining: remaining(max(0, reader.remaining)))
        // Without the binding the view is as equal as the rest of what it is given.
        return reader.property.storage == .binding ? [ignoring, .comparing(views: views)] : [ignoring]
      }
    }
    var remedy = Remedies.Remedy(effects: effects { $0 })
    if readers.contains(where: { $0.property.isObservedObject && $0.remaining > 0 }) {
      remedy.optimistic = effects { _ in 0 }
      remedy.pessimistic = effects { $0 > 0 ? 1 : 0 }
    }
    return remedy
  }

  /// Observers of an object that mostly changes in what they do not read.
  private func narrowing(_ readers: [Reader], _ remedy: Remedies.Remedy) -> DiagnosedFinding? {
    guard let reader = readers.first, let evaluation = graph.evaluation(of: reader.type.id),
      let model = graph.index.type(of: reader.property, in: reader.type)
    else { return nil }
    let (type, property) = (reader.type, reader.property)
    let read = Set(evaluation.evaluationReads(of: property.name).compactMap(\.member))
      .reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
    let hottest = remedies.shares.mostWritten(of: model, except: read)
    let what =
      hottest.map { "'\($0)' of '\(model.name)', which it doesn't read" } ?? "what it doesn't read of '\(model.name)'"
    let names = readers.dropFirst().map { "'\($0.type.name)'" }.joined(separator: ", ")
    let draft = Draft(
      "'\(type.name)' is evaluated mostly for \(what)\(names.isEmpty ? "" : ", and so are \(names)"); "
        + "pass the values that it reads"
        + (hottest.map { ", or move '\($0)' into an object that only those observe who show it" } ?? ""),
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: [
        "pass '\(type.name)' the values it reads instead of '\(property.name)'"
          + (hottest.map { ", or give '\($0)' an object of its own, observed by those who show it" } ?? "")
      ],
      related: readers.map {
        .init(.reader, view: $0.type.qualifiedName, place: $0.property.place, message: "observed here")
      })
    return found(Finding(draft, by: .broadModelDependency), remedy.effects, outcomes[remedy.effects], remedy)
  }

  /// Where a key of the environment is written.
  func writer(of key: String) -> (view: TypeInfo, code: Code, place: SourcePlace)? {
    for (type, evaluation) in graph.evaluatedViews {
      for call in evaluation.calls(namedAnyOf: Modifiers.setsEnvironment) where call.code.arguments.count == 2 {
        guard let path = call.code.arguments[0].firstChild, path.kind == .keyPath, path.name == key else { continue }
        return (type, call.code, path.start)
      }
    }
    return nil
  }

  func found(_ found: Finding, _ effects: [Effect], _ outcome: Outcome, _ remedy: Remedies.Remedy? = nil)
    -> DiagnosedFinding?
  {
    var finding = found
    finding.end = nil
    var diagnosed = measured(finding, Fingerprint.hex(of: finding.identity), effects, outcome, remedy)
    guard diagnosed.saved >= 1 else { return nil }
    diagnosed.nanoseconds = nanoseconds(of: Set(outcome.saved.keys))
    diagnosed.severity = severity(diagnosed)
    return diagnosed
  }
}
