import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A function in an environment key.
  package static let closureInEnvironment: SourceRule = .init(
    id: "closure_in_environment",
    summary: "a custom environment key holds a closure, which evaluates its readers on every environment write",
    rationale: """
      A view that reads such a key is evaluated on every write of the environment above it while the key has its default, \
      a function, and whenever somebody writes a closure that captures what changes. Executed programs showed a struct \
      around the closure to be silent while it is constant, kept or captures only an object; how functions compare is not \
      settled, so that is a note. Keep the data the closure would capture in a struct with `callAsFunction`, or in an \
      `@Observable`. The framework's own actions (`openURL`, `dismiss`, `refresh`) are meant to be used.
      """,
    advice: [.noClosuresInEnvironment], severity: .warning, fix: .useCallableStruct, isNoteWithoutTrace: true,
    page: Page(
      inTrace: """
        Evaluations of all who read the key with every write of the environment above
        """,
      neverReported: """
        actions of the framework, and structs that hold nothing but an object
        """,
      limits: """
        closures without captures compare equal in practice; the advice stands all the same
        """),
    triggering: [
      "extension EnvironmentValues {\n@Entry var ↓submit: (String) -> Void = { _ in }\n}",
      "struct SubmitAction { let ↓handler: (String) -> Void }\nextension EnvironmentValues {\n  @Entry var submit: SubmitAction?\n}",
      "struct SubmitKey: EnvironmentKey {\n  static let ↓defaultValue: () -> Void = {}\n}",
      """
      struct SubmitAction {
        private let ↓action: (String) -> Void
        init(_ action: @escaping (String) -> Void = { _ in }) { self.action = action }
        func callAsFunction(_ draft: String) { action(draft) }
      }
      struct SubmitKey: EnvironmentKey { static let defaultValue = SubmitAction() }
      """,
    ],
    nonTriggering: [
      "struct SubmitAction { func callAsFunction(_ draft: String) { /* ... */ } }\nextension EnvironmentValues {\n@Entry var submit = SubmitAction()\n}",
      "struct Screen: View {\n  @Environment(\\.openURL) private var openURL\n  var body: some View { Button(\"\") { openURL(url) } }\n}",
      "struct Action: Equatable {\n  let id: Int\n  let run: () -> Void\n  static func == (a: Self, b: Self) -> Bool { a.id == b.id }\n}\nextension EnvironmentValues { @Entry var action: Action? }",
    ],
    check: { graph in
      graph.environmentKeys.compactMap { key in
        guard let text = key.typeText else { return nil }
        if TypeName.isFunction(text) || key.property.initialValue?.kind == .closure {
          return finding(key, "holds a function", nil)
        }
        guard
          let id = graph.index.resolve(TypeName.base(text), near: key.property.code.file.path, inside: key.owner)
        else { return nil }
        guard let (owner, closure) = function(in: graph.index[id], graph) else { return nil }
        return finding(key, "holds the function '\(closure.name)' of '\(owner.name)'", closure)
      }
    })

  /// The function that a struct holds, itself or in another struct.
  private static func function(in type: TypeInfo, _ graph: SourceGraph, depth: Int = 0) -> (TypeInfo, Property)? {
    guard depth < 4, type.kind == .struct, !EquatableTypes.isEquatable(type, in: graph.index) else { return nil }
    if let closure = type.storedProperties.first(where: { TypeName.isFunction($0.typeText ?? "") }) {
      return (type, closure)
    }
    return type.storedProperties.lazy.compactMap { property in
      graph.index.type(of: property, in: type).flatMap { function(in: $0, graph, depth: depth + 1) }
    }.first
  }

  private static func finding(_ key: EnvironmentKeyDeclaration, _ what: String, _ closure: Property?) -> Draft {
    Draft(
      "environment key '\(key.name)' \(what), which is only as equal as what it captures, so its readers are likely evaluated on "
        + "every environment write; store data and expose the behaviour with callAsFunction",
      // What has to be another is the struct, where there is one.
      at: closure?.place ?? key.property.place, code: closure?.code ?? key.property.code, view: nil,
      subject: .environmentKey(key.name), change: .useCallableStruct(key: key.name),
      severity: closure == nil ? nil : .note,
      steps: ["store what the closure captures as properties of a struct", "give the struct callAsFunction"],
      related: closure.map { _ in [.init(.declaration, place: key.property.place, message: "the key")] } ?? [])
  }
}

/// An environment value that the app declares: `@Entry`, or the `defaultValue` of a key type.
struct EnvironmentKeyDeclaration {
  var name: String
  var typeText: String?
  var property: Property
  /// What declares the property.
  var owner: TypeID
  var isEntry: Bool
}

extension SourceGraph {
  var environmentKeys: [EnvironmentKeyDeclaration] {
    var keys: [EnvironmentKeyDeclaration] = []
    for type in index.types {
      if Protocols.environments.contains(type.name) {
        for property in type.properties where property.attributes.contains(.environmentEntry) {
          keys.append(
            .init(
              name: property.name, typeText: property.typeText ?? Self.typeMade(by: property.initialValue),
              property: property, owner: type.id, isEntry: true))
        }
      } else if !type.conformances.isDisjoint(with: Protocols.environmentKeys) {
        for property in type.properties where property.name == "defaultValue" {
          let alias = type.code.children.first { $0.kind == .typeAlias && $0.name == "Value" }
          keys.append(
            .init(
              name: type.name, typeText: property.typeText ?? alias?.detail ?? Self.typeMade(by: property.initialValue),
              property: property, owner: type.id, isEntry: false))
        }
      }
    }
    return keys.sorted { $0.property.place < $1.property.place }
  }

  /// `SubmitAction` of `= SubmitAction { … }`.
  private static func typeMade(by value: Code?) -> String? {
    guard let value, value.kind == .call, value.calledName.startsUppercase else { return nil }
    return value.callee?.memberPath?.joined(separator: ".")
  }
}
