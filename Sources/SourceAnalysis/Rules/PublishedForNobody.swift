import SwiftUIModel

/// Members that a model publishes and that nobody outside of it names: each write of one evaluates all who observe the model, and
/// shows nothing.
enum PublishedForNobody {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject, model.kind == .class, graph.isObserved(model) else { return [] }
      let usages = graph.usages(of: model)
      let readByViews = OnDemand { Self.readByViews(of: model, graph) }
      return model.storedProperties.compactMap { property in
        guard property.isPublished, !property.modifiers.contains(where: mayBeNamedElsewhere.contains),
          isWrittenLater(property, usages), !isShown(property, by: usages), !readByViews.value.contains(property.name),
          !isNamedOutside(property, of: model, graph)
        else { return nil }
        return Draft(
          "'\(property.name)' of '\(model.name)' is published and nobody shows it, yet each write of it evaluates all who observe the "
            + "object; make it a plain property",
          at: property.place, code: property.code, view: model, subject: .property(property.name),
          change: .stopPublishing(property.name, of: DeclaredType(model)), certainty: .certain,
          steps: ["take @Published off '\(property.name)'"])
      }
    }
  }

  /// What a module hands out is used where no source here shows it.
  private static let mayBeNamedElsewhere: Set<String> = ["public", "open", "package"]

  private static func isWrittenLater(_ property: Property, _ usages: Usages) -> Bool {
    usages[property.name].contains { use in
      use.isWritten && !use.ancestors.contains { $0.kind == .initializer }
    }
  }

  /// Whether the model subscribes to it, or has a computed property that shows it: what that is for, others say.
  private static func isShown(_ property: Property, by usages: Usages) -> Bool {
    if !usages["$" + property.name].isEmpty { return true }
    return usages[property.name].contains { use in
      if use.name.hasPrefix("$") { return true }
      return use.ancestors.contains { code in
        code.kind == .variable && code.parent?.kind == .type && code != property.code
      }
    }
  }

  /// What views ask the model for while they are evaluated: its stored properties, through what is made of them.
  private static func readByViews(of model: TypeInfo, _ graph: SourceGraph) -> Set<String> {
    let asked = graph.holders(of: model).reduce(into: Set<String>()) { asked, holder in
      asked.formUnion(holder.evaluation.evaluationReads(of: holder.property.name).compactMap(\.member))
    }
    return asked.reduce(into: []) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
  }

  /// Whether code outside of the model has a member of its name: of which type that is, is not asked.
  private static func isNamedOutside(_ property: Property, of model: TypeInfo, _ graph: SourceGraph) -> Bool {
    let own = model.allCode
    let names: Set = [property.name, "$" + property.name]
    func isNamed(in file: SourceFile) -> Bool {
      let ids = Array(file.tree.ids(of: names))
      guard !ids.isEmpty else { return false }
      if property.isPrivate, !own.contains(where: { $0.file.path == file.path }) { return false }
      return file.root.descendants.contains { code in
        guard [.member, .identifier, .keyPath].contains(code.kind),
          code.kind == .keyPath
            ? code.name.split(separator: ".").contains(Substring(property.name)) : ids.contains(code.node.name)
        else { return false }
        if code.kind == .identifier, code.name == property.name, code.parent?.kind != .member { return false }
        return !own.contains { $0.file === code.file && $0.contains(code) }
      }
    }
    // Whoever holds the model is asked first.
    let near = Set(graph.holders(of: model).map { ObjectIdentifier($0.view.code.file) })
    let files = graph.index.files
    return files.contains { near.contains(ObjectIdentifier($0)) && isNamed(in: $0) }
      || files.contains { !near.contains(ObjectIdentifier($0)) && isNamed(in: $0) }
  }
}
