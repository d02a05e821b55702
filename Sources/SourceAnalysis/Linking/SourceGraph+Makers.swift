import SwiftUIModel

/// Views that make a view in their bodies.
extension SourceGraph {
  /// The views whose evaluation makes a view: those whose body holds it, and those that call a builder that holds it.
  package func makers(of id: TypeID) -> [TypeID] { answers.makers.value(for: id) { findMakers(of: id) } }

  private func findMakers(of id: TypeID) -> [TypeID] {
    var result: [TypeID] = []
    for (parent, child) in parents[id] ?? [] {
      if !result.contains(parent) { result.append(parent) }
      for container in containers(around: child, in: parent) where !result.contains(container) {
        result.append(container)
      }
    }
    return result
  }

  /// The views of the sources whose stored builder holds the child.
  package func containers(around child: Child, in parent: TypeID) -> [TypeID] {
    guard let children = evaluation(of: parent)?.children else { return [] }
    // Few are around it; the others are looked at where they are kept, since a copy counts all that it refers to.
    return children.indices.compactMap { index in
      guard children[index].code.contains(child.code), children[index].code != child.code,
        let type = children[index].type, type != child.type
      else { return nil }
      let holds = children[index].arguments.contains { argument in
        guard argument.value.kind == .closure, argument.value.contains(child.code) else { return false }
        let stored = argument.property.flatMap { self.index[type].property($0)?.typeText } ?? ""
        return TypeName.isFunction(stored) && !TypeName.returnsVoid(stored)
      }
      return holds ? type : nil
    }
  }

  /// A view that makes another one, and the properties with which it observes the object that the other one observes.
  struct ObservingMaker {
    let parent: TypeInfo
    let child: Child
    let properties: [String]
  }

  /// All who make a view outside of previews, where each of them observes the object of the property as well: then the view may be
  /// evaluated with them, whether it observes the object itself or not.
  ///
  /// - Returns: `nil` where nobody makes the view, where one maker does not observe the object, or where it is none that is observed
  ///   as a whole.
  func makersObserving(_ property: Property, of type: TypeInfo) -> [ObservingMaker]? {
    guard property.isObservedObject, let model = model(of: property, in: type), model.isObservableObject else {
      return nil
    }
    let made = (parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    let makers = made.compactMap { id, child -> ObservingMaker? in
      let parent = index[id]
      let same = parent.storedProperties.filter {
        $0.isObservedObject && self.model(of: $0, in: parent)?.id == model.id
      }
      return same.isEmpty ? nil : ObservingMaker(parent: parent, child: child, properties: same.map(\.name))
    }
    return made.isEmpty || makers.count < made.count ? nil : makers
  }

  /// The bindings of a view through which it reads members of models that its makers hold: `Scrubber(time: $clock.current)`. The view
  /// depends on the member then, and a trace names that and not the binding.
  package func bindings(toMembersIn type: TypeInfo) -> [ModelMember: Set<String>] {
    answers.boundMembers.value(for: type.id) { findBindings(toMembersIn: type) }
  }

  private func findBindings(toMembersIn type: TypeInfo) -> [ModelMember: Set<String>] {
    guard type.storedProperties.contains(where: { $0.storage == .binding }) else { return [:] }
    var bindings: [ModelMember: Set<String>] = [:]
    for (id, child) in parents[type.id] ?? [] where !child.code.isInPreview {
      let maker = index[id]
      for argument in child.arguments {
        let name = argument.property ?? argument.label
        guard type.property(name)?.storage == .binding,
          let path = argument.value.memberPath?.filter({ $0 != "self" }), path.count == 2, path[0].hasPrefix("$"),
          let holder = maker.property(String(path[0].dropFirst())), let model = model(of: holder, in: maker),
          model.isObservableClass
        else { continue }
        bindings[ModelMember(path[1], of: model.name), default: []].insert(name)
      }
    }
    return bindings
  }
}

/// A member of a model as a trace names it: by the model's own name, without the types around it.
package struct ModelMember: Sendable, Hashable {
  package let model: String
  package let member: String

  /// - Parameter model: Its name, with those of the types around it or without.
  package init(_ member: String, of model: String) {
    self.member = member
    self.model = Self.ownName(of: model)
  }

  /// `Clock` of `Player.Clock`.
  package static func ownName(of model: String) -> String { model.split(separator: ".").last.map(String.init) ?? model }
}
