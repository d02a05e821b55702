internal import SourceAnalysis
import SwiftUIModel

/// One place where the body of a view makes another view, and what it passes.
struct Construction: Sendable {
  /// What an argument is to the comparison of the child's old and new value.
  enum Comparison: Sendable, Hashable {
    /// Equal when what it was made from is equal.
    case comparable
    /// Never equal, whatever it was made from.
    case incomparable(ArgumentComparison.Reason)
    /// A function, equal to the one before unless one of these properties of the parent changed: what it captures differs
    /// then. That functions can be equal at all is not settled.
    case function(differsWith: PropertySet)
    /// The syntax does not tell.
    case unknown
  }

  struct Argument: Sendable {
    /// As the call or the child names it.
    var name: String
    /// The child's property it ends in, as bits of the child; `nil` when the initialiser does not show it.
    var target: PropertySet?
    /// Of the target the value as a whole, without the members that the child knows of it.
    var targetAsWhole: PropertySet = 0
    var targetName: String?
    var value: Code
    /// The parent's properties that reach the value.
    var sources: PropertySet
    /// For a struct that is handed on as it is: which of its members here are which there.
    var passing: [(here: PropertySet, there: PropertySet)] = []
    /// Whether a pair of `passing` is of a member that the parent does not tell apart from the whole.
    func isUnknown(_ pair: (here: PropertySet, there: PropertySet)) -> Bool {
      pair.here == passing.last?.here && pair.there != targetAsWhole
    }
    /// The value as a chain of names, `self` left out; empty for anything else.
    var path: ArraySlice<String> = []
    /// Handed on as it is, so that what changed in the parent changed in the child.
    var isDirect: Bool
    /// Something in between that the trace does not show may have changed it.
    var isOpen: Bool
    var comparison: Comparison
    /// A comparison of state with the row's own identity: one change of the state changes it in two rows at most.
    var isElementWise: Bool
    /// The row's own element, or a part of it: one change of the data is likely to change few of them.
    var isElement = false
    /// Of the target what the sources are seen to write; `nil` where nothing is known.
    var likelyTarget: PropertySet?
    /// Nothing that the call passes, but what the child stores and makes itself with each of its values.
    var isInitialValue = false
  }

  /// The view whose properties the arguments are made from.
  var parent: TypeID
  /// The view whose evaluation makes it: the parent, or one that calls the parent's builder.
  var maker: TypeID
  var child: TypeID
  var code: Code
  var isInRow: Bool
  /// Views in between that the trace never shows, outermost first.
  var via: [TypeID] = []
  var arguments: [Argument]
  /// The parent's properties that decide whether it is made at all.
  var conditions: PropertySet = 0
  /// Of these, the ones that are the condition by themselves: when one has changed and the child is made, it appears.
  var switches: PropertySet = 0

  /// Whether the child is evaluated only when one of its arguments differs.
  var isComparable: Bool {
    arguments.allSatisfy { if case .comparable = $0.comparison { !$0.isOpen && $0.target != nil } else { false } }
  }

  /// The arguments that may make the child differ although nothing that it reads does, the likeliest first.
  var defeating: [Argument] {
    let arguments = arguments.filter { !$0.isInitialValue }
    func isFunction(_ argument: Argument, thatDiffers: Bool) -> Bool {
      if case .function(let properties) = argument.comparison { (properties != 0) == thatDiffers } else { false }
    }
    return arguments.filter { if case .incomparable = $0.comparison { true } else { false } }
      + arguments.filter { isFunction($0, thatDiffers: true) } + arguments.filter { isFunction($0, thatDiffers: false) }
  }
}

/// Works out what one construction passes.
struct ConstructionReader {
  let graph: SourceGraph

  func read(_ child: Child, of parent: ViewFacts, as made: ViewFacts) -> Construction {
    let comparesItself =
      !made.type.conformances.isDisjoint(with: Protocols.equality) || made.type.functions.contains { $0.name == "==" }
    let selection = child.row.map { RowSelection(row: $0, of: child.code, in: parent, graph) }
    let arguments = child.arguments.map { argument -> Construction.Argument in
      let property = argument.property.flatMap { made.type.property($0) } ?? byLabel(argument, made.type)
      let target = property.map { made.whole($0.name) }
      let path = argument.value.memberPath
      // `count`, `self.count`, `model.title`, `$count`: the value itself.
      let isDirect = path != nil
      let isElement = path.flatMap { selection?.isElement($0) } ?? false
      var sources: PropertySet = 0
      var reads: [Read] = []
      // What the getter of a binding reads is what the child gets.
      let getter = Self.getter(ofBinding: argument.value)
      for read in parent.evaluation.reads(in: argument.value) where !read.isProjection {
        if read.phase.isEvaluation || getter?.contains(read.code) == true { reads.append(read) }
      }
      let origins = reads.flatMap { given($0, in: parent) }.flatMap { read in
        (selection?.sources(of: read) ?? [read]).flatMap { parent.evaluation.originals(of: $0, in: argument.value) }
      }
      for read in origins {
        sources |= parent.mask(of: read)
        // `fleet.distance(to: vehicle)`: what is called may read anything of the object.
        if read.path.isEmpty, !read.isDerived, !isDirect, parent.isReference(read.property) {
          sources |= parent.whole(read.property)
        }
      }
      // What a method gives, or an element is, may be part of an object that the view does not hold.
      if isElement || mayReachOthers(argument.value) { sources |= ViewFacts.elsewhere }
      let isClosure = property.map { TypeName.isFunction($0.typeText ?? "") } ?? (argument.value.kind == .closure)
      let comparison = comparesItself ? .comparable : compare(argument, made.type, parent)
      // What a closure captures is no value that the child reads before it is called.
      if isClosure, !isBuilder(property) { sources = 0 }
      var passing: [(here: PropertySet, there: PropertySet)] = []
      let ownPath = path?.drop { $0 == "self" } ?? []
      if ownPath.count == 1, let name = ownPath.first, let property, parent.property(name)?.isStored == true {
        passing = parent.passing(name, to: made, as: property.name)
      }
      let isIncomparable =
        switch comparison {
        case .incomparable, .function: true
        case .comparable, .unknown: false
        }
      return Construction.Argument(
        name: property?.name ?? (argument.label.isEmpty ? "the trailing closure" : argument.label), target: target,
        targetAsWhole: property.map { made.asWhole($0.name) } ?? 0, targetName: property?.name, value: argument.value,
        sources: sources, passing: passing,
        path: ownPath, isDirect: isDirect, isOpen: false, comparison: comparison,
        isElementWise: selection?.isPicked(argument.value, reads, isIncomparable: isIncomparable) ?? false,
        isElement: isElement,
        likelyTarget: property.flatMap { property in
          path.flatMap { likelyTarget(property, $0, selection, of: parent, as: made) }
        })
    }
    var construction = Construction(
      parent: parent.type.id, maker: parent.type.id, child: made.type.id, code: child.code, isInRow: child.row != nil,
      arguments: arguments + (comparesItself ? [] : initialValues(of: made, besides: arguments)))
    for condition in conditions(around: child, in: parent.evaluation) {
      let isSwitch = condition.isPlainFlag
      for read in parent.evaluation.reads(in: condition) where read.phase.isEvaluation {
        construction.conditions |= parent.mask(of: read)
        if isSwitch { construction.switches |= parent.mask(of: read) }
      }
    }
    return construction
  }

  /// What a view stores, is not given, and makes itself with each of its values, as far as that need not compare equal.
  private func initialValues(of made: ViewFacts, besides given: [Construction.Argument]) -> [Construction.Argument] {
    made.type.storedProperties.compactMap { property in
      guard property.wrapper == nil, !property.isStatic, !property.isLazy,
        let value = graph.ownValue(of: property, in: made.type),
        !given.contains(where: { $0.targetName == property.name })
      else { return nil }
      let comparison = comparison(graph.comparison(ofInitialValue: value, of: property, in: made.type))
      if comparison == .comparable { return nil }
      return Construction.Argument(
        name: property.name, target: made.whole(property.name), targetName: property.name, value: value, sources: 0,
        isDirect: false, isOpen: false, comparison: comparison, isElementWise: false, isInitialValue: true)
    }
  }

  /// What a parameter of the helper that holds the construction stands for: what the calls of the helper pass.
  private func given(_ read: Read, in parent: ViewFacts) -> [Read] {
    guard read.isDerived, let helper = read.code.ancestors.first(where: { $0.kind == .function }),
      let function = parent.type.functions.first(where: { $0.code == helper }),
      let place = function.parameters.firstIndex(where: { $0.name == read.code.name })
    else { return [read] }
    let parameter = function.parameters[place]
    let found = parent.evaluation.calls(namedAnyOf: [function.name]).flatMap { call -> [Read] in
      let arguments = call.code.arguments
      let argument = arguments.first { $0.name == parameter.label } ?? arguments.dropFirst(place).first
      guard let value = argument?.firstChild else { return [] }
      let selection = call.row.map { RowSelection(row: $0, of: value, in: parent, graph) }
      return parent.evaluation.reads(in: value).filter { $0.phase.isEvaluation && !$0.isProjection }
        .flatMap { selection?.sources(of: $0) ?? [$0] }
    }
    return found.isEmpty ? [read] : found
  }

  /// What the branches around a construction depend on, in the body and in the helper that holds it.
  private func conditions(around child: Child, in evaluation: Evaluation) -> [Code] {
    var sites = [child.code]
    if let helper = child.via.first {
      sites += evaluation.entries.flatMap { entry in
        entry.descendants(.identifier).filter { $0.name == helper }
          + entry.descendants(.member).filter { $0.name == helper }
      }
    }
    return sites.flatMap { site in
      site.ancestors.prefix { ![.function, .accessor, .type].contains($0.kind) }.compactMap { branch in
        switch branch.kind {
        case .ifStatement: branch.first(.conditions)
        case .switchStatement: branch.first(.value)
        case .ternary: branch.firstChild
        default: nil
        }
      }.filter { !$0.contains(site) }
    }
  }

  private func byLabel(_ argument: Child.Argument, _ type: TypeInfo) -> Property? {
    guard !argument.label.isEmpty else { return nil }
    return type.storedProperties.first { $0.name == argument.label }
  }

  private func isBuilder(_ property: Property?) -> Bool {
    guard let property else { return false }
    return property.attributes.contains(.viewBuilder) || !TypeName.returnsVoid(property.typeText ?? "")
  }

  /// `center.download(of: chapter).status`; `item.title` of an element may do so as well.
  private func mayReachOthers(_ value: Code) -> Bool {
    func reaches(_ code: Code) -> Bool { code.kind == .call && code.callee?.kind == .member }
    return reaches(value) || value.descendants(.call).contains(where: reaches)
  }

  /// Of the child's property what the sources are seen to write; `nil` where nothing is known.
  ///
  /// - Parameter path: Of the value that the property is given.
  private func likelyTarget(
    _ property: Property, _ path: [String], _ selection: RowSelection?, of parent: ViewFacts, as made: ViewFacts
  ) -> PropertySet? {
    if path.count == 1 { return made.seenWritten(property) }
    // `line.title` of a row's own element.
    guard let selection, path.count == 2, selection.isElement(path),
      let id = graph.elementType(ofRows: selection.row, in: parent.type)
    else { return nil }
    return parent.isSeenWritten(path[1], of: id).map { $0 ? made.whole(property.name) : 0 }
  }

  private func compare(_ argument: Child.Argument, _ child: TypeInfo, _ parent: ViewFacts) -> Construction.Comparison {
    comparison(graph.comparison(of: argument, to: child, in: parent.type)) { Self.differences(of: $0, parent) }
  }

  /// - Parameter differences: The properties of the maker whose change makes a function another one.
  private func comparison(
    _ comparison: ArgumentComparison, differences: (FunctionComparison) -> PropertySet = { _ in 0 }
  ) -> Construction.Comparison {
    switch comparison {
    case .equal: .comparable
    case .never(let reason): .incomparable(reason)
    case .function(let function): .function(differsWith: differences(function))
    case .unknown: .unknown
    }
  }

  /// The properties of the view that makes a function whose change makes it another one.
  private static func differences(of function: FunctionComparison, _ parent: ViewFacts) -> PropertySet {
    if let name = function.handsOn { return parent.whole(name) }
    var result: PropertySet = 0
    switch function.difference {
    case .generic: return .max
    case .view(let state): for name in state { result |= parent.valueBits(name) }
    case .values(let names): for name in names { result |= parent.whole(name) }
    case nil: break
    }
    // Who is given other values is another value.
    if function.captures.keepsSelf {
      for property in parent.type.storedProperties where property.wrapper == nil {
        result |= parent.valueBits(property.name)
      }
    }
    return result
  }

  /// The closure that a binding made of closures reads its value with.
  private static func getter(ofBinding value: Code) -> Code? {
    guard value.kind == .call, Wrappers.bindings.contains(value.calledName) else { return nil }
    return value.argument("get") ?? value.arguments.compactMap(\.firstChild).first { $0.kind == .closure }
  }
}
