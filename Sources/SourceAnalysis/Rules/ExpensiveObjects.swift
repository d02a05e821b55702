import SwiftUIModel
internal import Vocabulary

/// Types that are expensive to create.
enum ExpensiveObjects {
  static func frameworkType(_ call: Code) -> String? {
    guard call.kind == .call, let path = call.callee?.memberPath else { return nil }
    let name = path.last == "init" ? path.dropLast().last ?? "" : path.last ?? ""
    if KnownTypes.costly.contains(name) { return name }
    return KnownTypes.costlyByIdentifier.contains(name) && call.argument("identifier") != nil ? name : nil
  }

  /// A new object, and what becomes of it.
  struct Creation {
    enum Use {
      /// It is of a framework, and used for what it does.
      case framework
      /// A child owns it, which takes the first one and drops the others.
      case firstOnly(child: String)
      case observed(child: String)
      case other
    }

    var name: String
    var use: Use
  }

  /// What the call creates, if it is expensive or an object of the app's own.
  static func creation(by call: Code, _ graph: SourceGraph, in view: TypeInfo) -> Creation? {
    // What announces nothing carries a value: whoever kept it would keep an old one.
    func carriesValue(_ made: TypeInfo) -> Bool { graph.publishesNothing(made) }
    if let name = frameworkType(call) { return Creation(name: name, use: .framework) }
    if let name = madeForChild(call, graph, in: view) {
      let made = graph.index.resolve(name, near: call.file.path, inside: view.id).map { graph.index[$0] }
      return made.map(carriesValue) == true ? nil : Creation(name: name, use: use(of: call, graph, in: view))
    }
    guard let path = call.callee?.memberPath, path.last?.startsUppercase == true, !call.isOwned, !call.isInPresentation,
      let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id)
    else { return nil }
    let made = graph.index[id]
    guard made.kind == .class, made.isObservableClass || made.isObservableObject, !carriesValue(made),
      !isTakenUnevaluated(call, graph, in: view)
    else { return nil }
    return Creation(name: made.name, use: use(of: call, graph, in: view))
  }

  /// Whether a call is for a `@StateObject` of a view without initialisers of its own: the one that the compiler makes takes an
  /// autoclosure.
  private static func isTakenUnevaluated(_ call: Code, _ graph: SourceGraph, in view: TypeInfo) -> Bool {
    guard case .firstOnly(let name) = use(of: call, graph, in: view),
      let id = graph.index.resolve(name, near: call.file.path, inside: view.id)
    else { return false }
    return graph.index[id].initializers.isEmpty
  }

  private static func use(of call: Code, _ graph: SourceGraph, in view: TypeInfo) -> Creation.Use {
    guard let argument = call.parent, argument.kind == .argument, let construction = argument.parent,
      construction.kind == .call, let path = construction.callee?.memberPath,
      let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id),
      let name = ArgumentMapping.property(for: argument, of: construction, in: graph.index[id])
    else { return .other }
    let child = graph.index[id]
    switch child.property(name)?.storage {
    case .object: return .firstOnly(child: child.name)
    case .observed: return .observed(child: child.name)
    default: return .other
    }
  }
}

extension ExpensiveObjects {
  /// `Row(model: .init(item))`: the object that a child observes or owns, made in the body of who builds the child.
  ///
  /// What the child takes as an autoclosure or a function is made when the child asks for it.
  static func madeForChild(_ call: Code, _ graph: SourceGraph, in view: TypeInfo) -> String? {
    let isImplicit = call.callee?.kind == .member && call.callee?.name == "init" && call.callee?.firstChild == nil
    let made = call.callee?.memberPath?.last ?? ""
    guard
      isImplicit
        || made.hasSuffix(Conventions.viewModelEnding) && graph.index.resolve(made, near: call.file.path) == nil,
      let argument = call.parent, argument.kind == .argument, let construction = argument.parent,
      construction.kind == .call, !call.isInPresentation,
      let path = construction.callee?.memberPath, path.last?.startsUppercase == true,
      !Wrappers.keepers.contains(construction.calledName)
    else { return nil }
    guard let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id) else {
      if isImplicit { return nil }
      // `ProfileScene(model: ProfileSceneViewModel(…))`: what takes its own view model is a view.
      let isNamedAfter = made == construction.calledName + Conventions.viewModelEnding
      return isNamedAfter || UnknownViews.looksLikeView(construction.calledName) ? made : nil
    }
    let child = graph.index[id]
    guard let name = ArgumentMapping.property(for: argument, of: construction, in: child),
      let property = child.property(name), let storage = property.storage,
      storage == .object || storage == .observed && isImplicit,
      !isImplicit || takesObject(argument, child, of: property)
    else { return nil }
    return TypeName.base(property.typeText ?? property.name)
  }
}

extension ExpensiveObjects {
  /// Whether the initialiser that an argument is for takes the object itself: `.init(…)` may as well be a value that it makes one of.
  fileprivate static func takesObject(_ argument: Code, _ child: TypeInfo, of property: Property) -> Bool {
    let parameters = child.initializers.flatMap(\.parameters).filter {
      $0.label == (argument.name.isEmpty ? "_" : argument.name)
    }
    guard !parameters.isEmpty, let declared = property.typeText ?? property.initialValue?.calledName else {
      return true
    }
    return parameters.contains { TypeName.base($0.typeText) == TypeName.base(declared) }
  }
}

/// Objects that the stored properties of views start with: a view is a value, which its parent makes anew each time.
enum ObjectsOfViewValues {
  static func findings(_ graph: SourceGraph, _ seen: inout Set<Code>) -> [Draft] {
    var findings: [Draft] = []
    for (type, _) in graph.evaluatedViews
    where graph.isView(type) && type.kind == .struct || type.isRepresentable {
      // A generic type has no static stored properties.
      let isGeneric = ([type.code] + Array(type.code.ancestors)).contains {
        $0.kind == .type && $0.flags.contains(.isSpecial)
      }
      for property in type.storedProperties where property.wrapper == nil && !property.isLazy {
        guard let value = graph.ownValue(of: property, in: type), let (call, made) = created(by: value),
          !call.isInPreview,
          seen.insert(call).inserted
        else { continue }
        // A caller may hand in one of its own.
        let isOften = graph.isBuiltBelowRow(type) && !graph.passes(property.name, to: type)
        let isView = KnownTypes.systemViews.contains(made)
        let advice =
          isView
          ? "make it in the method that makes the wrapped view"
          : isGeneric ? "make '\(property.name)' a constant of the file" : "make '\(property.name)' static"
        let step =
          isView
          ? "make the '\(made)' in makeUIView or makeNSView, and reach it by the argument of the update"
          : "declare '\(property.name)' as private \(isGeneric ? "let of the file" : "static let")"
        findings.append(
          Draft(
            "each '\(type.name)' that a parent makes creates a '\(made)' for '\(property.name)', also where nothing of it changed; "
              + advice,
            at: call.start, code: call, view: type, subject: .object(made, helper: property.name),
            change: .hoist(object: made), severity: isOften && !isView ? nil : .note, steps: [step]))
      }
    }
    return findings
  }

  /// `DateFormatter()`, or what a closure makes that is called at once.
  private static func created(by value: Code) -> (call: Code, made: String)? {
    if let made = ExpensiveObjects.frameworkType(value) { return (value, made) }
    if value.kind == .call, KnownTypes.systemViews.contains(value.calledName) { return (value, value.calledName) }
    guard value.kind == .call, let closure = value.callee, closure.kind == .closure else { return nil }
    for code in closure.descendants {
      if let made = ExpensiveObjects.frameworkType(code) { return (code, made) }
    }
    return nil
  }
}

extension Code {
  /// Handed to storage that keeps the first object: `State(initialValue:)`, `.environment(Model())`.
  var isOwned: Bool {
    guard let argument = parent, argument.kind == .argument, let call = argument.parent else { return false }
    return Wrappers.keepers.contains(call.calledName) || Modifiers.keepsObject.contains(call.calledName)
  }
}
