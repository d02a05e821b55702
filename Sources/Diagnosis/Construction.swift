internal import SourceAnalysis
import SwiftUIModel

/// One place where the body of a view makes another view, and what it passes.
struct Construction: Sendable {
  /// What an argument is to the comparison of the child's old and new value.
  enum Comparison: Sendable, Hashable {
    /// Equal when what it was made from is equal.
    case comparable
    /// Never equal, whatever it was made from; why.
    case incomparable(String)
    /// A value made anew each time whose type, of this name, is not Equatable.
    case fresh(String)
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

  /// The arguments that make the child differ each time, whatever their values.
  var defeating: [Argument] {
    arguments.filter { if case .incomparable = $0.comparison { true } else { false } }
  }
}

/// Works out what one construction passes.
struct ConstructionReader {
  let graph: SourceGraph

  func read(_ child: Child, of parent: ViewFacts, as made: ViewFacts) -> Construction {
    let comparesItself =
      !made.type.conformances.isDisjoint(with: Protocols.equality) || made.type.functions.contains { $0.name == "==" }
    let arguments = child.arguments.map { argument -> Construction.Argument in
      let property = argument.property.flatMap { made.type.property($0) } ?? byLabel(argument, made.type)
      let target = property.map { made.whole($0.name) }
      let selection = child.row.map { RowSelection(row: $0, of: argument.value, in: parent, graph) }
      var sources: PropertySet = 0
      var reads: [Read] = []
      for read in parent.evaluation.reads(in: argument.value) {
        guard !read.isProjection, argument.value.kind != .closure || read.phase.isEvaluation else { continue }
        if read.phase.isEvaluation { reads.append(read) }
      }
      let origins = reads.flatMap { given($0, in: parent) }.flatMap { read in
        (selection?.sources(of: read) ?? [read]).flatMap { parent.evaluation.originals(of: $0, in: argument.value) }
      }
      for read in origins {
        sources |= parent.mask(of: read)
        // `fleet.distance(to: vehicle)`: what is called may read anything of the object.
        if read.path.isEmpty, !read.isDerived, !isDirect(argument.value), parent.isReference(read.property) {
          sources |= parent.whole(read.property)
        }
      }
      // What a method gives, or an element is, may be part of an object that the view does not hold.
      if mayReachOthers(argument.value, selection) { sources |= ViewFacts.elsewhere }
      let isClosure = property.map { TypeName.isFunction($0.typeText ?? "") } ?? (argument.value.kind == .closure)
      let comparison = comparesItself ? .comparable : compare(argument, property, made.type, parent.type)
      // What a closure captures is no value that the child reads before it is called.
      if isClosure, !isBuilder(property) { sources = 0 }
      var passing: [(here: PropertySet, there: PropertySet)] = []
      if let path = argument.value.memberPath?.drop(while: { $0 == "self" }), path.count == 1, let name = path.first,
        let property, parent.property(name)?.isStored == true
      {
        passing = parent.passing(name, to: made, as: property.name)
      }
      let isIncomparable = if case .incomparable = comparison { true } else { false }
      return Construction.Argument(
        name: property?.name ?? (argument.label.isEmpty ? "the trailing closure" : argument.label), target: target,
        targetAsWhole: property.map { made.asWhole($0.name) } ?? 0, targetName: property?.name, value: argument.value,
        sources: sources, passing: passing,
        path: argument.value.memberPath?.drop { $0 == "self" } ?? [], isDirect: isDirect(argument.value),
        isOpen: false, comparison: comparison,
        isElementWise: selection?.isPicked(argument.value, reads, isIncomparable: isIncomparable) ?? false,
        isElement: selection?.isElement(argument.value) ?? false,
        likelyTarget: property.flatMap { likelyTarget($0, of: argument.value, selection, of: parent, as: made) })
    }
    var construction = Construction(
      parent: parent.type.id, maker: parent.type.id, child: made.type.id, code: child.code, isInRow: child.row != nil,
      arguments: arguments)
    for condition in conditions(around: child, in: parent.evaluation) {
      let isSwitch = condition.isPlainFlag
      for read in parent.evaluation.reads(in: condition) where read.phase.isEvaluation {
        construction.conditions |= parent.mask(of: read)
        if isSwitch { construction.switches |= parent.mask(of: read) }
      }
    }
    return construction
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
        entry.descendants.filter { ($0.kind == .identifier || $0.kind == .member) && $0.name == helper }
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

  /// `count`, `self.count`, `model.title`, `$count`: the value itself.
  private func isDirect(_ value: Code) -> Bool { value.memberPath != nil }

  /// `center.download(of: chapter).status`, `item.title` of an element.
  private func mayReachOthers(_ value: Code, _ selection: RowSelection?) -> Bool {
    if selection?.isElement(value) == true { return true }
    return ([value] + Array(value.descendants)).contains { code in
      code.kind == .call && code.callee?.kind == .member
    }
  }

  /// Of the child's property what the sources are seen to write; `nil` where nothing is known.
  private func likelyTarget(
    _ property: Property, of value: Code, _ selection: RowSelection?, of parent: ViewFacts, as made: ViewFacts
  ) -> PropertySet? {
    guard let path = value.memberPath else { return nil }
    if path.count == 1 { return made.seenWritten(property) }
    // `line.title` of a row's own element.
    guard let selection, path.count == 2, selection.isElement(value),
      let id = graph.elementType(ofRows: selection.row, in: parent.type)
    else { return nil }
    return parent.isSeenWritten(path[1], of: id).map { $0 ? made.whole(property.name) : 0 }
  }

  private func compare(_ argument: Child.Argument, _ property: Property?, _ child: TypeInfo, _ parent: TypeInfo)
    -> Construction.Comparison
  {
    let value = argument.value
    let maker = maker(of: value, in: parent)
    if Self.isClosureBinding(value) || maker?.descendants.contains(where: Self.isClosureBinding) == true {
      return .incomparable("a Binding made of closures")
    }
    let text = property?.typeText ?? ""
    if TypeName.isFunction(text) { return .incomparable("a closure") }
    if value.kind == .closure {
      // A builder's closure that is called in the initialiser leaves a view behind, compared by its own fields.
      let takesFunction = child.storedProperties.contains { TypeName.isFunction($0.typeText ?? "") }
      return property == nil && takesFunction ? .incomparable("a closure") : .unknown
    }
    if property?.isObservedObject == true || property?.storage == .state { return .comparable }
    // A local that a helper gives back was made there.
    let made = maker.map(Self.results)?.filter { !isStored($0, in: parent) } ?? (isDirect(value) ? [] : [value])
    if let name = made.lazy.compactMap({ newObject($0, as: text, in: parent) }).first {
      return .incomparable("a new '\(name)' each time")
    }
    if made.contains(where: { !$0.isConstant }),
      let name = notEquatable(text, near: value.file.path, inside: child.id)
    {
      return .fresh(name)
    }
    return .comparable
  }

  /// The computed property or helper of the view that makes a value.
  private func maker(of value: Code, in parent: TypeInfo) -> Code? {
    let name = value.kind == .call ? value.callee?.memberPath : value.memberPath
    guard let path = name?.drop(while: { $0 == "self" }), path.count == 1 else { return nil }
    if value.kind == .call { return parent.functions.first { $0.name == path.first }?.body }
    return path.first.flatMap { parent.property($0) }?.getter
  }

  /// A property of the view, or a member of one, as it is.
  private func isStored(_ value: Code, in view: TypeInfo) -> Bool {
    value.memberPath?.first { $0 != "self" }.flatMap { view.property($0) }?.isStored ?? false
  }

  /// What a getter or a function gives back; for a local the call that made it.
  private static func results(of block: Code) -> [Code] {
    let returned = block.descendants.filter { $0.kind == .returnStatement }.compactMap(\.firstChild)
    return (returned.isEmpty ? block.children.suffix(1) : returned).map { result in
      guard result.kind == .identifier else { return result }
      // What starts as a literal is filled afterwards.
      let made = block.descendants.first { $0.kind == .variable && $0.name == result.name }?.initialValue
      return made?.kind == .call ? made ?? result : result
    }
  }

  /// The class that the expression makes an instance of.
  ///
  /// - Parameter expected: The type that `.factory()` is a member of.
  private func newObject(_ value: Code, as expected: String, in parent: TypeInfo) -> String? {
    guard value.kind == .call, let callee = value.callee else { return nil }
    if callee.kind == .member, callee.firstChild == nil {
      return made(by: callee.name, of: TypeName.base(expected, keepsNesting: true), in: parent)
    }
    guard let path = callee.memberPath, let name = path.last else { return nil }
    if KnownTypes.objects.contains(name) { return name }
    if path.count == 2, path[0].first?.isUppercase == true, name.first?.isLowercase == true {
      return made(by: name, of: path[0], in: parent)
    }
    guard name.first?.isUppercase == true,
      let id = graph.index.resolve(path.joined(separator: "."), near: value.file.path, inside: parent.id),
      graph.index[id].isReference
    else { return nil }
    return graph.index[id].name
  }

  /// The class of the object that a static function gives back, if it makes that itself: `.departureTime()`.
  private func made(by factory: String, of owner: String, in parent: TypeInfo) -> String? {
    guard let id = graph.index.resolve(owner, near: parent.code.file.path, inside: parent.id) else { return nil }
    let type = graph.index[id]
    for function in type.functions where function.name == factory && function.isStatic {
      guard let body = function.body else { continue }
      for made in Self.results(of: body) {
        guard made.kind == .call, made.callee?.memberPath?.last?.first?.isUppercase == true else { continue }
        if let name = newObject(made, as: "", in: type) { return name }
      }
    }
    return nil
  }

  /// `Binding(get:set:)`, also with trailing closures.
  private static func isClosureBinding(_ code: Code) -> Bool {
    code.kind == .call && Wrappers.bindings.contains(code.calledName)
      && (code.argument("get") != nil || code.arguments.count { $0.firstChild?.kind == .closure } == 2)
  }

  /// The first type in a type's text that is declared in the sources and is not Equatable.
  private func notEquatable(_ text: String, near path: String, inside scope: TypeID) -> String? {
    for name in TypeName.elements(text) {
      guard let id = graph.index.resolve(name, near: path, inside: scope) else { continue }
      let type = graph.index[id]
      guard type.kind == .struct || type.kind == .enum else { continue }
      if !graph.isEquatable(type), type.kind != .enum || type.cases.contains(where: { !$0.payload.isEmpty }) {
        return type.name
      }
    }
    return nil
  }
}
