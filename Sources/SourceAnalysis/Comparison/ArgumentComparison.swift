import SwiftUIModel

/// How what a view gives a child compares with what it gave it in the evaluation before.
package enum ArgumentComparison: Sendable, Hashable {
  /// Equal when what it is made of is.
  case equal
  /// By what it captures.
  case function(FunctionComparison)
  /// Another one each time, whatever it is made of.
  case never(Reason)
  /// The sources do not tell.
  case unknown

  package enum Reason: Sendable, Hashable {
    /// `Binding(get:set:)`.
    case closureBinding
    /// A new object of this class.
    case object(String)
    /// A container made anew, whose elements are not Equatable.
    case container(of: String)
  }
}

/// What decides how an argument compares.
struct ComparedArgument: Hashable, Sendable {
  var value: Code
  /// Of the child, in which it ends.
  var property: String?
  var child: TypeID?
  var view: TypeID

  /// A value goes to one child nearly always.
  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(view)
  }
}

extension SourceGraph {
  /// How an argument compares.
  ///
  /// - Parameters:
  ///   - child: `nil` for views of other modules.
  ///   - view: That gives it.
  package func comparison(of argument: Child.Argument, to child: TypeInfo?, in view: TypeInfo) -> ArgumentComparison {
    let compared = ComparedArgument(value: argument.value, property: argument.property, child: child?.id, view: view.id)
    return comparisons.value(for: compared) { compare(argument, to: child, in: view) }
  }

  private func compare(_ argument: Child.Argument, to child: TypeInfo?, in view: TypeInfo) -> ArgumentComparison {
    let property = argument.property.flatMap { child?.property($0) }
    let value = MadeValue(argument.value, in: view, self)
    if value.isClosureBinding { return .never(.closureBinding) }
    // What an object that the child keeps starts with is another matter.
    if value.source.isFreshValue, property?.isPlainInput == true { return .never(.object(value.source.calledName)) }
    let text = property?.typeText ?? ""
    if TypeName.isFunction(text) {
      // `action(for: isOn)`, `isOn ? start : nil`: what it gives may as well be nothing, or what it gave before.
      if value.source.kind == .call || value.source.kind == .ternary { return .unknown }
      return .function(comparison(ofFunction: value.source, in: view))
    }
    if value.source.kind == .closure {
      // A builder's closure that is called in the initialiser leaves a view behind, compared by its own fields.
      let isKept = child?.storedProperties.contains { TypeName.isFunction($0.typeText ?? "") } ?? false
      return property == nil && isKept ? .function(comparison(ofFunction: value.source, in: view)) : .unknown
    }
    // What the child keeps is another matter than what it is given.
    if let property, let child, property.storage == .observed, !options.hasTrace, neverPublishes(property, in: child),
      let name = value.newObject(as: text)
    {
      return .never(.object(name))
    }
    if property?.isObservedObject == true || property?.storage == .state { return .equal }
    if let name = value.newObject(as: text) { return .never(.object(name)) }
    guard let child, !value.made.allSatisfy(\.isConstant) else { return .equal }
    switch index.comparison(of: text, near: property?.code.file.path ?? child.code.file.path, inside: child.id) {
    case .never(let element): return value.isSurelyMadeAnew ? .never(.container(of: element)) : .unknown
    case .function:
      // A struct of closures is as equal as these.
      let functions = value.made.flatMap { made in
        made.arguments.compactMap(\.firstChild).filter { $0.kind == .closure }
          .map { comparison(ofFunction: $0, in: view) }
      }
      return (functions.first { $0.difference != nil } ?? functions.first).map(ArgumentComparison.function) ?? .equal
    case .bitwise, .equality, .fieldByField, .identity, .unknown: return .equal
    }
  }
}

extension SourceGraph {
  /// What a view stores and makes itself with each of its values: what the declaration gives, or each initialiser, made of nothing
  /// that the initialiser takes.
  package func ownValue(of property: Property, in view: TypeInfo) -> Code? {
    if let value = property.initialValue { return value }
    guard property.wrapper == nil, property.isStored, !view.initializers.isEmpty else { return nil }
    let assigned = usages(of: view)[property.name].compactMap { usage -> (by: Code, value: Code)? in
      guard usage.accessChain.ownMemberPath == [property.name], let value = usage.assignedValue,
        let initializer = usage.enclosingFunction, initializer.kind == .initializer
      else { return nil }
      return (initializer, value)
    }
    let others = view.initializers.filter { !$0.code.delegates && $0.code.first(.block) != nil }
    guard let first = assigned.first?.value, others.allSatisfy({ one in assigned.contains { $0.by == one.code } }),
      assigned.allSatisfy({ by, value in
        value.kind == .call && value.mentionedNames.isDisjoint(with: by.all(.parameter).map(\.detail))
      })
    else { return nil }
    return first
  }

  /// How what a view stores and starts with compares with what the value of the view before started with: SwiftUI compares it
  /// like everything else that the view stores, though nobody passes it.
  ///
  /// - Parameter value: Of the property, as the declaration or the initialiser writes it.
  package func comparison(ofInitialValue value: Code, of property: Property, in view: TypeInfo) -> ArgumentComparison {
    let made = MadeValue(value, in: view, self)
    if value.isConstant || value.kind == .closure { return .equal }
    if value.isFreshValue { return .never(.object(value.calledName)) }
    let text = property.typeText ?? ""
    if let name = made.newObject(as: text) { return .never(.object(name)) }
    if case .never(let element) = index.comparison(of: text, near: property.code.file.path, inside: view.id),
      made.isSurelyMadeAnew
    {
      return .never(.container(of: element))
    }
    // `Theme().heading { … }.code { … }` of another module: what it does with the closures, only that module knows.
    guard value.kind == .call, let type = value.constructedType, index.resolve(type, near: value.file.path) == nil,
      KnownTypes.table[type] == nil
    else { return .equal }
    // `ImagePrefetcher()` of another module, which by its name is an object.
    if value.arguments.isEmpty, Conventions.objectEndings.contains(where: type.hasSuffix) {
      return .never(.object(type))
    }
    let keepsClosures = ([value] + Array(value.descendants)).contains { code in
      code.kind == .closure && code.parent?.kind == .argument
    }
    return keepsClosures ? .unknown : .equal
  }
}

extension Code {
  /// Whether an initialiser calls another one of its type.
  fileprivate var delegates: Bool {
    descendants(.call).contains { $0.callee?.memberPath?.first == "self" && $0.calledName == "init" }
  }

  /// `Theme` of `Theme().heading { … }.code { … }`: what a chain of calls begins with.
  fileprivate var constructedType: String? {
    var code = self
    while let callee = code.callee, callee.kind == .member, let receiver = callee.firstChild, receiver.kind == .call {
      code = receiver
    }
    // `Theme.gitHub.heading { … }`: a value of the type that it names.
    if let path = code.callee?.memberPath, path.count > 2, path[0].startsUppercase { return path[0] }
    return code.calledName.startsUppercase ? code.calledName : nil
  }
}

/// Where the value of an argument comes from: written at the call, in a local, or by a member of the view.
private struct MadeValue {
  private let graph: SourceGraph
  private let view: TypeInfo
  /// The argument, or what the local starts with that it names.
  let source: Code
  /// The computed property or helper that makes it, of the view, of a model that it holds or of a type that is named.
  private let maker: Code?
  /// The expressions that make it in each evaluation; empty for what is kept.
  let made: [Code]

  init(_ value: Code, in view: TypeInfo, _ graph: SourceGraph) {
    self.graph = graph
    self.view = view
    var source = value
    if value.kind == .identifier, let local = value.localDeclaration(of: value.name)?.initialValue { source = local }
    self.source = source
    let (owner, maker) = Self.maker(of: source, in: view, graph) ?? (view, nil)
    self.maker = maker
    var results =
      maker.map(Self.results)?.filter { !Self.isStored($0, in: owner) } ?? (source.memberPath == nil ? [source] : [])
    // What others keep they may give again: `if let known = surfaces[id] { return known }`.
    if owner.id != view.id, !results.allSatisfy(Self.isSurelyMadeAnew) || maker?.keepsResults == true { results = [] }
    made = results
  }

  /// The computed property or helper that makes a value, and whose it is: `rows`, `model.rows()`, `Self.rows`, `Layout.rows()`.
  private static func maker(of value: Code, in view: TypeInfo, _ graph: SourceGraph) -> (TypeInfo, Code?)? {
    let name = value.kind == .call ? value.callee?.memberPath : value.memberPath
    guard let path = name?.drop(while: { $0 == "self" }), let first = path.first, let name = path.last else {
      return nil
    }
    guard path.count == 2 else {
      if path.count > 2 { return nil }
      if value.kind == .call { return (view, view.functions.first { $0.name == name }?.body) }
      return value.binder(of: name) == nil ? (view, view.property(name)?.getter) : nil
    }
    let owner: TypeInfo?
    if first == "Self" {
      owner = view
    } else if first.startsUppercase {
      owner = graph.index.resolve(first, near: value.file.path, inside: view.id).map { graph.index[$0] }
    } else {
      owner = value.binder(of: first) == nil ? view.property(first).flatMap { graph.model(of: $0, in: view) } : nil
    }
    guard let owner else { return nil }
    let isStatic = first == "Self" || first.startsUppercase
    if value.kind == .call {
      let functions = owner.functions.filter { $0.name == name && $0.isStatic == isStatic }
      return functions.count == 1 ? (owner, functions[0].body) : nil
    }
    return (owner, owner.properties.first { $0.name == name && $0.isStatic == isStatic }?.getter)
  }

  /// A property of the view, or a member of one, as it is.
  private static func isStored(_ value: Code, in view: TypeInfo) -> Bool {
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

  var isClosureBinding: Bool {
    Self.isClosureBinding(source) || maker?.descendants.contains(where: Self.isClosureBinding) == true
  }

  /// `Binding(get:set:)`, also with trailing closures.
  private static func isClosureBinding(_ code: Code) -> Bool {
    code.kind == .call && Wrappers.bindings.contains(code.calledName)
      && (code.argument("get") != nil || code.arguments.count { $0.firstChild?.kind == .closure } == 2)
  }

  /// The class that it is a new instance of.
  ///
  /// - Parameter expected: The type that `.factory()` is a member of.
  func newObject(as expected: String) -> String? {
    made.lazy.compactMap { newObject($0, as: expected, in: view) }.first
  }

  private func newObject(_ value: Code, as expected: String, in scope: TypeInfo) -> String? {
    // `data.isEmpty ? nil : UIImage(data: data)`
    if value.kind == .ternary {
      return value.children.dropFirst().lazy.compactMap { newObject($0, as: expected, in: scope) }.first
    }
    guard value.kind == .call, let callee = value.callee else { return nil }
    if callee.kind == .member, callee.firstChild == nil {
      return object(madeBy: callee.name, of: TypeName.base(expected, keepsNesting: true), in: scope)
    }
    guard let path = callee.memberPath, let name = path.last else { return nil }
    if KnownTypes.objects.contains(name) { return name }
    if path.count == 2, path[0].startsUppercase, name.first?.isLowercase == true {
      return object(madeBy: name, of: path[0], in: scope)
    }
    guard name.startsUppercase,
      let id = graph.index.resolve(path.joined(separator: "."), near: value.file.path, inside: scope.id),
      graph.index[id].isReference, !EquatableTypes.isEquatable(graph.index[id], in: graph.index)
    else { return nil }
    return graph.index[id].name
  }

  /// The class of the object that a static function gives back, if it makes that itself: `.departureTime()`.
  private func object(madeBy factory: String, of owner: String, in scope: TypeInfo) -> String? {
    guard let id = graph.index.resolve(owner, near: scope.code.file.path, inside: scope.id) else { return nil }
    let type = graph.index[id]
    for function in type.functions where function.name == factory && function.isStatic {
      guard let body = function.body else { continue }
      for made in Self.results(of: body) {
        guard made.kind == .call, made.callee?.memberPath?.last?.startsUppercase == true else { continue }
        if let name = newObject(made, as: "", in: type) { return name }
      }
    }
    return nil
  }

  /// A construction, a literal of constructions or a transformed collection: no other call is sure to give what it has not
  /// given before.
  var isSurelyMadeAnew: Bool { made.contains(where: Self.isSurelyMadeAnew) }

  private static func isSurelyMadeAnew(_ value: Code) -> Bool {
    switch value.kind {
    case .call:
      let name = value.calledName
      if value.callee?.memberPath != nil, name.startsUppercase { return true }
      if value.callee?.kind == .member, value.callee?.firstChild == nil, name == "init" { return true }
      return value.callee?.kind == .member && Methods.makesCollections.contains(name)
    case .array, .dictionary: return value.children.contains(where: isSurelyMadeAnew)
    case .identifier where value.parent?.kind == .array:
      return value.localDeclaration(of: value.name)?.initialValue.map(isSurelyMadeAnew) ?? false
    // `[(label: "a", value: b)]`: no tuple is Equatable for a generic type.
    case .tuple: return value.parent?.kind == .array
    default: return false
    }
  }
}
