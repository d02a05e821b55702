import SwiftUIModel

/// An object inside of a model whose announcements the model sends on as its own: who observes the model is evaluated for each
/// change of the object as well.
package struct PassedOnChange: Sendable {
  /// The stored property of the model that holds the object, or several.
  package var property: Property
  /// The class of the object, where the sources have it.
  package var model: TypeID?
  /// Where the model subscribes to the object.
  package var place: SourcePlace
}

extension SourceGraph {
  /// What a model announces: its published members, and the objects whose announcements it sends on.
  package func announcedMembers(of type: TypeInfo) -> [Property] {
    type.publishedMembers + passedOn(by: type).map(\.property).filter { !$0.isPublished }
  }

  /// Where the methods of a model announce by hand that something changed, and not what: `objectWillChange.send()`. What a property
  /// announces of itself, and what is sent on of another object, is left out.
  package func announcedByHand(_ type: TypeInfo) -> [Code] {
    guard type.isObservableObject, type.kind == .class else { return [] }
    return type.allCode.filter { !$0.file.tree.ids(of: [Protocols.changePublisher]).isEmpty }.flatMap(\.descendants)
      .filter { call in
        guard call.kind == .call, call.calledName == Protocols.announces,
          call.callee?.memberPath?.drop(while: { $0 == "self" }).first == Protocols.changePublisher
        else { return false }
        return !call.ancestors.contains { ancestor in
          ancestor.kind == .accessor
            || ancestor.kind == .call && ancestor.callee?.contains(call) == false
              && ancestor.isSubscribedToAnnouncements
        }
      }
  }

  /// The objects of a model whose announcements it sends on, in the order of its code.
  package func passedOn(by type: TypeInfo) -> [PassedOnChange] { passedOnChanges.value[type.id] ?? [] }

  static func passedOnChanges(in index: SourceIndex) -> [TypeID: [PassedOnChange]] {
    // Few files name the publisher at all.
    let files = Set(index.files.filter { !$0.tree.ids(of: [Protocols.changePublisher]).isEmpty }.map(\.path))
    var found: [TypeID: [PassedOnChange]] = [:]
    for type in index.types where type.isObservableObject && type.kind == .class {
      var seen: Set<String> = []
      for code in type.allCode.filter({ files.contains($0.file.path) }).lazy.flatMap(\.descendants) {
        guard let property = announcer(code, in: type), code.isSentOn, seen.insert(property.name).inserted else {
          continue
        }
        let text = property.typeText.map { TypeName.isCollection($0) ? TypeName.elements($0).last ?? $0 : $0 }
        let model = text.flatMap { index.resolve($0, near: property.code.file.path, inside: type.id) }
        found[type.id, default: []].append(PassedOnChange(property: property, model: model, place: code.start))
      }
    }
    return found
  }

  /// The stored property whose object a mention of `objectWillChange` belongs to: `child.objectWillChange`, or that of each
  /// element of `children`.
  private static func announcer(_ code: Code, in type: TypeInfo) -> Property? {
    guard code.kind == .member, code.name == Protocols.changePublisher, var path = code.firstChild?.memberPath else {
      return nil
    }
    if path.first == "self" { path.removeFirst() }
    guard path.count == 1, let name = path.first else { return nil }
    let source = code.collection(whoseElementsAre: name) ?? (code.isShadowed(name) ? nil : name)
    guard let property = source.flatMap(type.property), property.isStored, !property.isStatic else { return nil }
    return property
  }
}

extension Code {
  /// `child.objectWillChange.receive(on: …).sink { … }`.
  fileprivate var isSubscribedToAnnouncements: Bool {
    guard Functions.subscribes.contains(calledName), let callee else { return false }
    return callee.descendants.contains { $0.kind == .member && $0.name == Protocols.changePublisher }
  }

  /// Whether what subscribes to the publisher announces a change of the object around:
  /// `.sink { [weak self] _ in self?.objectWillChange.send() }`.
  var isSentOn: Bool {
    var chain = self
    while let parent = chain.parent, parent.kind == .call || parent.kind == .member { chain = parent }
    return chain.descendants.contains { code in
      code.kind == .identifier && code.name == Protocols.changePublisher
    }
  }

  /// `for child in children { child.… }`, `children.forEach { $0.… }`: the collection whose elements a name stands for.
  fileprivate func collection(whoseElementsAre name: String) -> String? {
    for ancestor in ancestors {
      switch ancestor.kind {
      case .forStatement:
        guard ancestor.children.contains(where: { $0.kind == .patternName && $0.name == name }) else { continue }
        return ancestor.children.first { [.identifier, .member].contains($0.kind) }?.memberPath?.last
      case .closure:
        let parameters = ancestor.all(.parameter).map(\.detail)
        guard parameters.isEmpty ? name == "$0" : parameters.contains(name),
          let call = ancestor.parent?.kind == .argument ? ancestor.parent?.parent : ancestor.parent, call.kind == .call
        else { continue }
        return call.callee?.memberPath?.dropLast().last
      case .function, .initializer, .accessor: return nil
      default: continue
      }
    }
    return nil
  }
}
