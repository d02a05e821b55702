import SwiftUIModel

/// How often properties change and views are evaluated, by who writes what, where, and in answer to what.
///
/// Of a few files of an app nobody knows who else writes, so that what nothing writes there is not known either. In a whole
/// app it is.
struct ChangeRates {
  let graph: SourceGraph
  /// Whether the sources are those of a whole app.
  let isWhole: Bool
  private let screens = Screens()
  let models: ModelRates
  private var properties: [Property: ChangeRate] = [:]
  private var views: [TypeID: ChangeRate] = [:]

  /// With fewer views it is a part of an app, or an example.
  private static let leastViews = 6
  /// This many are no part: what starts the app is written in another language, or it is a library.
  private static let manyViews = 50

  static func isWhole(_ graph: SourceGraph) -> Bool {
    graph.views.count >= manyViews || graph.views.count >= leastViews && graph.holdsWholeApp
  }

  init(_ graph: SourceGraph) {
    self.graph = graph
    isWhole = Self.isWhole(graph)
    models = ModelRates(graph, isWhole: isWhole)
  }

  /// How often happens what a change saves; `unknown` where that is for its rule to say.
  mutating func rate(of finding: Finding) -> ChangeRate {
    let rate = rateWithoutBranches(of: finding)
    // Nobody types into a field of one step of a form while what another step shows is evaluated.
    guard case .evaluation = finding.draft.driver, let recurrence = rate.recurrence, !recurrence.goesOnByItself,
      let control = recurrence.view, let name = finding.view, let file = finding.file,
      let view = graph.index.resolve(name, near: file),
      ShownTogether(graph: graph).excludes(recurrence.code, of: control, finding.code, of: view)
    else { return rate }
    return .unknown
  }

  private mutating func rateWithoutBranches(of finding: Finding) -> ChangeRate {
    guard let name = finding.view, let file = finding.file,
      let id = graph.index.resolve(name, near: file), graph.index[id].qualifiedName == name
    else { return .unknown }
    let type = graph.index[id]
    switch finding.draft.driver {
    case .other, .members: return .unknown
    case .evaluation:
      if isShownBriefly(type) { return .seldom }
      let clock = finding.code.ancestors.first { $0.kind == .call && Views.ticks.contains($0.calledName) }
      if let clock { return .often(Recurrence(clock.isSlowClock ? .slowClock : .clock, at: clock)) }
      if case .passComparable(.argument) = finding.change, let rate = rateOfCaptured(by: finding.code, in: type) {
        return rate
      }
      // What a stored property starts with is made with the value of the view, by who makes that.
      if type.storedProperties.contains(where: { $0.initialValue?.contains(finding.code) == true }) {
        return remakingRate(of: type)
      }
      return graph.evaluation(of: id) == nil ? .unknown : evaluationRate(of: type)
    case .input(let path):
      guard let property = type.property(path.property) else { return .unknown }
      let rate = rateOfInput(property, in: type, whileShown: true)
      // One other value is enough to show an old one.
      return rate == .seldom && graph.parents[type.id] != nil ? .unknown : rate
    case .property(let path):
      guard let property = type.property(path.property) else { return .unknown }
      if isShownBriefly(type) { return .seldom }
      if type.isObservableObject || type.isObservableClass { return models.rate(ofMember: path.property, of: type) }
      return rate(of: property, in: type, reading: path.member)
    }
  }

  /// What shows that a finding matters; `nil` where nothing does.
  mutating func grounds(of finding: Finding, rate: ChangeRate) -> Grounds? {
    if let known = finding.draft.grounds { return known }
    if case .input = finding.draft.driver {
      // Of rows others may come, each of which starts with a value of its own.
    } else if let recurrence = rate.recurrence, !finding.change.isSeldomCostly(when: recurrence),
      recurrence.isFrequent || !recurrence.isSlow && removesForNothing(finding), !isEvaluatedByClock(besides: finding)
    {
      return .recurring(recurrence)
    }
    guard let name = finding.view, let file = finding.file, let id = graph.index.resolve(name, near: file) else {
      return nil
    }
    let type = graph.index[id]
    switch finding.draft.driver {
    case .members: return unreadMember(of: type).map(Grounds.recurring)
    case .input(let path):
      guard let property = type.property(path.property) else { return nil }
      return replacement(of: property, in: type)
    case .evaluation, .property, .other: return nil
    }
  }

  /// Whether the advice is to remove a property that nothing mentions: that is worth it however seldom it changes.
  func removesForNothing(_ finding: Finding) -> Bool {
    guard case .stopDepending(let path) = finding.change, let name = finding.view, let file = finding.file,
      let id = graph.index.resolve(name, near: file)
    else { return false }
    return graph.mentions(of: path.property, in: graph.index[id]).isEmpty
  }

  /// A member of a model that changes again and again, and that some view does not read which observes the model.
  private mutating func unreadMember(of model: TypeInfo) -> Recurrence? {
    for (view, evaluation) in graph.evaluatedViews {
      for property in view.storedProperties
      where property.isObservedObject && graph.model(of: property, in: view)?.id == model.id {
        let read = Set(evaluation.evaluationReads(of: property.name).compactMap(\.member))
          .union(evaluation.reads(of: property.name).filter { $0.isProjection }.compactMap(\.member))
          .reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
        for member in ModelRates.announced(by: model) where !read.contains(member.name) {
          let rate = models.rate(ofMember: member.name, of: model, beside: beside(view))
          // What somebody types or drags is mostly read by what is around in the same form.
          if let recurrence = rate.recurrence, recurrence.isFrequent, recurrence.goesOnByItself,
            !isTicking(view, besides: model)
          {
            return recurrence
          }
        }
      }
    }
    return nil
  }

  /// Whether a clock evaluates the view as often, whatever becomes of the property that a finding is about.
  private mutating func isEvaluatedByClock(besides finding: Finding) -> Bool {
    guard case .property(let path) = finding.draft.driver, !removesForNothing(finding), let name = finding.view,
      let file = finding.file, let id = graph.index.resolve(name, near: file), graph.evaluation(of: id) != nil
    else { return false }
    return isTicking(graph.index[id], besides: path)
  }

  /// Whether something else that the body reads, or an object that it observes, changes at each tick of a clock: then the body is
  /// evaluated as often whatever becomes of a property.
  mutating func isTicking(_ view: TypeInfo, besides path: PropertyPath) -> Bool {
    guard let evaluation = graph.evaluation(of: view.id) else { return false }
    for property in view.storedProperties where property.wrapper != nil {
      if property.name != path.property, property.isObservedObject {
        if rate(of: property, in: view).recurrence?.source == .clock { return true }
        continue
      }
      guard graph.model(of: property, in: view)?.isObservableObject != true else { continue }
      for read in evaluation.evaluationReads(of: property.name) where !read.isProjection {
        guard let member = read.path.first else { continue }
        if property.name == path.property, path.member == nil || path.member == member { continue }
        if rate(of: property, in: view, reading: member).recurrence?.source == .clock { return true }
      }
    }
    return false
  }

  /// Whether another object that the view observes as a whole evaluates it at each tick of a clock anyway.
  private mutating func isTicking(_ view: TypeInfo, besides model: TypeInfo) -> Bool {
    view.storedProperties.contains { property in
      guard property.isObservedObject, let other = graph.model(of: property, in: view), other.id != model.id,
        other.isObservableObject
      else { return false }
      return models.rate(ofAll: other, beside: beside(view)).recurrence?.source == .clock
    }
  }

  /// What shows that a parent changes what it passes, itself and while the view stays: by one of its controls or actions. What it
  /// chooses the view by, and what it loads before there is one, is left out.
  private mutating func replacement(of property: Property, in type: TypeInfo) -> Grounds? {
    for (id, child) in graph.parents[type.id] ?? [] where !child.code.isInPresentation && !child.code.isInPreview {
      guard let argument = child.arguments.first(where: { $0.property == property.name }),
        let evaluation = graph.evaluation(of: id)
      else { continue }
      let parent = graph.index[id]
      for read in evaluation.reads(in: argument.value) where read.phase.isEvaluation && !read.isProjection {
        guard let source = parent.property(read.property), !read.isInRow,
          !Self.isChosen(by: source.name, child.code, evaluation)
        else { continue }
        if let member = read.path.first, graph.model(of: source, in: parent) != nil {
          guard let recurrence = rate(of: source, in: parent, reading: member).recurrence, !recurrence.isSlow else {
            continue
          }
          return .recurring(recurrence)
        }
        guard source.storage == .state, graph.index.type(of: source, in: parent)?.isReference != true,
          let change = Self.change(of: source, in: evaluation)
        else { continue }
        return .replaced(source.name, by: change.cause, change.place)
      }
    }
    return nil
  }

  /// Whether the property decides which view there is: in a condition around it, or in its id.
  private static func isChosen(by name: String, _ child: Code, _ evaluation: Evaluation) -> Bool {
    child.ancestors.contains { ancestor in
      switch ancestor.kind {
      case .ifStatement, .switchStatement, .ternary:
        let subject = ancestor.first(.conditions) ?? ancestor.firstChild
        return subject.map { evaluation.mentions(name, in: $0) } ?? false
      case .call:
        return (Modifiers.setsIdentity.contains(ancestor.calledName) || Views.makesRows.contains(ancestor.calledName))
          && ancestor.arguments.contains { !$0.contains(child) && evaluation.mentions(name, in: $0) }
      default: return false
      }
    }
  }

  /// The control or the action of a view that changes its state.
  private static func change(of state: Property, in evaluation: Evaluation) -> (cause: String, place: SourcePlace)? {
    for read in evaluation.reads(of: state.name) where read.isProjection && read.phase.isEvaluation {
      guard let control = read.code.accessChain.parent?.parent, Views.changesBinding.contains(control.calledName),
        !read.code.isInPresentation
      else { continue }
      return ("the \(control.calledName)", read.code.start)
    }
    for write in evaluation.writes(of: state.name) where !write.code.isInPresentation {
      switch write.phase.event {
      case .user, .gestureChange, .pointer, .timer:
        return ("the action of '\(write.phase.callerName)'", write.code.start)
      default: continue
      }
    }
    return nil
  }

  // MARK: What is on screen together

  /// The views whose controls somebody can use while a view is on screen: itself, what holds it, and what it builds in place.
  func beside(_ view: TypeInfo) -> () -> Set<TypeID> {
    { [graph, screens] in
      if let known = screens.known[view.id] { return known }
      var found: Set<TypeID> = [view.id]
      var above: Set<TypeID> = [view.id]
      var below: Set<TypeID> = [view.id]
      for _ in 0..<Self.reach {
        above = above.reduce(into: []) { next, id in
          for parent in graph.parents[id] ?? [] where !next.contains(parent.parent) {
            if parent.child.code.isInPresentation || parent.child.code.isInPreview { continue }
            next.insert(parent.parent)
          }
        }
        below = below.reduce(into: []) { next, id in
          for child in graph.evaluation(of: id)?.children ?? [] {
            guard let type = child.type, !next.contains(type), !child.code.isInPresentation else { continue }
            next.insert(type)
          }
        }
        found.formUnion(above)
        found.formUnion(below)
      }
      screens.known[view.id] = found
      return found
    }
  }

  /// The views on screen with a view, once worked out; asked for each value that one of them shows.
  private final class Screens {
    var known: [TypeID: Set<TypeID>] = [:]
  }

  /// As many steps up and down the tree of views are one screen.
  private static let reach = 3

  /// Whether it is only built in menus: it is on screen while somebody chooses.
  private func isShownBriefly(_ type: TypeInfo, seen: Set<TypeID> = []) -> Bool {
    let built = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    guard !built.isEmpty, !seen.contains(type.id) else { return false }
    return built.allSatisfy { parent, child in
      child.code.isInMenu || isShownBriefly(graph.index[parent], seen: seen.union([type.id]))
    }
  }

  // MARK: Properties

  /// How often a property changes that a view stores.
  mutating func rate(of property: Property, in type: TypeInfo) -> ChangeRate {
    if let known = properties[property] { return known }
    // Who asks while it is being worked out adds nothing to it.
    properties[property] = .never
    let rate = judged(property, in: type)
    properties[property] = rate
    return rate
  }

  private mutating func judged(_ property: Property, in type: TypeInfo) -> ChangeRate {
    guard let evaluation = graph.evaluation(of: type.id) else { return .unknown }
    guard let storage = property.storage else { return rateOfInput(property, in: type) }
    // Of an `@Observable` a view follows the members that it reads; the object is another one only where the view is given one.
    if let model = graph.model(of: property, in: type), model.isObservableClass, !model.isObservableObject {
      return storage == .bindable ? rateOfInput(property, in: type) : .seldom
    }
    // What is written in an object leaves the property what it is; which of its members it announces, the object says.
    let holdsObject = graph.index.type(of: property, in: type)?.isReference == true
    if !holdsObject, let recurrence = SourceGraph.recurrence(of: property, in: evaluation) { return .often(recurrence) }
    switch storage {
    // The state of a gesture with two values changes when it begins and when it ends.
    case .gesture where property.isFlag: return .seldom
    case .gesture:
      return .often(Recurrence(.events(Calls.updatesGesture), writing: property.name, at: property.code, by: type.id))
    case .constant: return .never
    case .defaults, .scene, .focus, .focusedView: return .seldom
    case .environment: return rateOfEnvironment(property, in: type)
    case .state:
      if let model = graph.model(of: property, in: type) { return models.rate(ofAll: model, beside: beside(type)) }
      return rateOfState(property, in: type, evaluation)
    case .object, .observed, .bindable, .environmentObject:
      // What an object of another module announces, and how often, is its own business.
      return graph.model(of: property, in: type).map { models.rate(ofAll: $0, beside: beside(type)) } ?? .unknown
    case .binding: return max(.seldom, rateOfInput(property, in: type))
    case .query, .foreign, .member: return .unknown
    }
  }

  private func rateOfEnvironment(_ property: Property, in type: TypeInfo) -> ChangeRate {
    if property.environmentType != nil {
      // Its members are followed one by one.
      return .unknown
    }
    guard let key = property.environmentKey else { return .unknown }
    let isOfApp = graph.index.environmentTypes.contains { graph.index[$0].property(key) != nil }
    if EnvironmentKeys.table[key] != nil, !isOfApp { return .seldom }
    return isOfApp || !isWhole ? .unknown : .seldom
  }

  /// State is written by its view, and by those that get a binding.
  private mutating func rateOfState(_ property: Property, in type: TypeInfo, _ evaluation: Evaluation) -> ChangeRate {
    var rate: ChangeRate = evaluation.writes(of: property.name).isEmpty ? .never : .seldom
    // It starts as what the parent gives.
    if property.initialValue == nil, !property.isPrivate { rate = max(rate, rateOfInput(property, in: type)) }
    for read in evaluation.reads(of: property.name) where read.isProjection {
      rate = max(rate, .seldom)
      for child in evaluation.children {
        guard let id = child.type else { continue }
        for argument in child.arguments where argument.value.contains(read.code) || argument.value == read.code {
          guard let name = argument.property, let binding = graph.index[id].property(name),
            let below = graph.evaluation(of: id)
          else { continue }
          if let recurrence = SourceGraph.recurrence(of: binding, in: below) { rate = .often(recurrence) }
        }
      }
    }
    return rate
  }

  /// As often as what the parents make it of.
  ///
  /// - Parameter whileShown: Whether what is made for a presentation counts as given once, when it appears.
  private mutating func rateOfInput(
    _ property: Property, in type: TypeInfo, whileShown: Bool = false
  ) -> ChangeRate {
    guard let parents = graph.parents[type.id] else { return isWhole ? .seldom : .unknown }
    var rate = ChangeRate.never
    for (id, child) in parents where !(whileShown && (child.code.isInPresentation || child.code.isInPreview)) {
      guard let argument = child.arguments.first(where: { $0.property == property.name }),
        let evaluation = graph.evaluation(of: id)
      else { continue }
      rate = max(rate, self.rate(ofValue: argument.value, in: graph.index[id], evaluation))
      // What the rows are made of may be of any type; their elements differ.
      if child.row != nil, !argument.value.isConstant { rate = max(rate, .seldom) }
      if rate.isOften { break }
    }
    return rate
  }

  /// How often a value differs that a body makes.
  private mutating func rate(ofValue value: Code, in type: TypeInfo, _ evaluation: Evaluation) -> ChangeRate {
    var rate = ChangeRate.never
    for read in evaluation.reads(in: value) where read.phase.isEvaluation {
      guard let property = type.property(read.property) else { continue }
      rate = max(rate, self.rate(of: property, in: type, reading: read.path.first))
      if rate.isOften { break }
    }
    return rate
  }

  private mutating func rate(of property: Property, in type: TypeInfo, reading member: String?) -> ChangeRate {
    guard let member, let model = graph.model(of: property, in: type) else { return rate(of: property, in: type) }
    // In order, since what is being worked out counts for nothing.
    return graph.storedReads(of: member, in: model).sorted().map {
      models.rate(ofMember: $0, of: model, beside: beside(type))
    }.max() ?? .unknown
  }

  // MARK: Views

  /// How often a view is evaluated after it has appeared.
  mutating func evaluationRate(of type: TypeInfo) -> ChangeRate {
    if let known = views[type.id] { return known }
    views[type.id] = .never
    let rate = judged(type)
    views[type.id] = rate
    return rate
  }

  private mutating func judged(_ type: TypeInfo) -> ChangeRate {
    guard let evaluation = graph.evaluation(of: type.id) else { return .unknown }
    var rate = ChangeRate.never
    for property in type.storedProperties where property.wrapper != nil && !rate.isOften {
      let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation }
      if property.isObservedObject {
        rate = max(rate, self.rate(of: property, in: type))
      } else if graph.model(of: property, in: type) != nil {
        for read in reads where !read.isProjection {
          rate = max(rate, read.path.first.map { self.rate(of: property, in: type, reading: $0) } ?? .unknown)
        }
      } else if reads.contains(where: { !$0.isProjection })
        || property.storage != .state && property.wrapper?.subscribesUnread == true
      {
        // Of its own state a view is evaluated for what it reads; who only hands on '$text' is not.
        rate = max(rate, self.rate(of: property, in: type))
      }
    }
    return rate.isOften ? rate : max(rate, rateByParents(of: type))
  }

  /// How often a closure is another one: with each change of what it captures, and not with each evaluation. `nil` where it may
  /// be another one each time.
  private mutating func rateOfCaptured(by closure: Code, in type: TypeInfo) -> ChangeRate? {
    guard closure.kind == .closure else { return nil }
    switch graph.comparison(ofFunction: closure, in: type).difference {
    case .view(let names), .values(let names):
      return names.compactMap { type.property($0) }.map { rate(of: $0, in: type) }.max()
    case .generic, nil: return nil
    }
  }

  /// How often the value of a view is made anew: with each evaluation of who makes it.
  mutating func remakingRate(of type: TypeInfo) -> ChangeRate {
    guard let parents = graph.parents[type.id] else { return isWhole ? .never : .unknown }
    var rate = ChangeRate.never
    for (id, child) in parents where !rate.isOften && !child.code.isInPreview {
      rate = max(rate, evaluationRate(of: graph.index[id]))
    }
    return rate
  }

  /// A view is evaluated with its parent where an input differs: closures always may.
  private mutating func rateByParents(of type: TypeInfo) -> ChangeRate {
    guard let parents = graph.parents[type.id] else { return isWhole ? .never : .unknown }
    var rate = ChangeRate.never
    for (id, child) in parents where !rate.isOften {
      guard let evaluation = graph.evaluation(of: id) else { continue }
      let parent = graph.index[id]
      var above = ChangeRate.never
      if child.arguments.contains(where: { $0.value.kind == .closure }) {
        above = evaluationRate(of: parent)
      } else {
        for argument in child.arguments {
          let rate = self.rate(ofValue: argument.value, in: parent, evaluation)
          // Who searches chooses which rows there are; those that stay are given what they were given before.
          let isChosen = rate.recurrence?.goesOnByItself == false && child.isGivenElement(argument.value)
          above = max(above, isChosen ? .seldom : rate)
        }
      }
      // Nobody types into what a sheet covers.
      if child.code.isCovering, above.recurrence?.goesOnByItself == false { above = .seldom }
      rate = max(rate, above)
    }
    return rate
  }
}

extension Change {
  /// One object more for each key that is typed is nothing that anybody notices.
  fileprivate func isSeldomCostly(when recurrence: Recurrence) -> Bool {
    if case .hoist = self { recurrence.isTyping } else { false }
  }
}

extension Child {
  /// Whether a value is the element of the row that the view stands in, or something of it: `row.title` in `ForEach(rows) { row in … }`.
  fileprivate func isGivenElement(_ value: Code) -> Bool {
    guard let row, let root = value.memberPath?.first else { return false }
    let parameter = row.arguments.last { $0.firstChild?.kind == .closure }?.firstChild?.first(.parameter)?.detail
    return root == parameter ?? "$0"
  }
}
