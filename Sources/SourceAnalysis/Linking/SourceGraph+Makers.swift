import SwiftUIModel

/// Views that make a view in their bodies.
extension SourceGraph {
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
