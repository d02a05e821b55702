package import TestSupport

extension Session {
  /// The session as an export of Instruments: the table of updates, and that of causes.
  ///
  /// Instruments sees every view, instrumented or not, and knows which rows are creations. It names an `@Observable`
  /// property by its type, an observed object not at all, and a custom key by the type of its value.
  package func export(_ version: ExportBuilder.Version = .xcode26, withCauses: Bool = true) -> [UInt8] {
    var builder = ExportBuilder(version)
    let process = "\(app.name) (4127)"
    builder.updates(
      all.enumerated().map { index, evaluation in
        .init(
          start: UInt64(evaluation.time) * 1000, duration: 20_000 + UInt64(index % 97) * 1000, id: UInt64(index + 1),
          description: evaluation.view + ".body", category: evaluation.isInserted ? "Creation" : "Update",
          module: app.name, process: process, roots: roots(of: index))
      })
    if withCauses {
      var edges: [(String, UInt64, String, UInt64)] = []
      for (index, evaluation) in all.enumerated() {
        let body = evaluation.view + ".body"
        if let parent = evaluation.parent {
          edges.append((all[parent].view + ".body", UInt64(parent + 1), body, UInt64(index + 1)))
        }
        for node in nodes(of: evaluation) { edges.append((node, UInt64(1_000_000 + index), body, UInt64(index + 1))) }
      }
      builder.causes(edges)
    }
    return builder.bytes
  }

  /// Where the chain began, and the bodies on the way.
  private func roots(of index: Int) -> [String] {
    var start = index
    var bodies: [String] = []
    while let parent = all[start].parent, nodes(of: all[start]).isEmpty {
      bodies.append(all[parent].view + ".body")
      start = parent
    }
    var roots = nodes(of: all[start]) + bodies.reversed()
    if start == index, let parent = all[index].parent { roots.append(all[parent].view + ".body") }
    return roots
  }

  /// The nodes of the graph that lead to an evaluation, besides the parent's body.
  private func nodes(of evaluation: Evaluation) -> [String] {
    if evaluation.isInserted {
      return evaluation.causes.contains("@identity") || evaluation.parent == nil ? ["View Creation / Reuse"] : []
    }
    guard let type = app.views.first(where: { $0.printedName == evaluation.view }) else { return [] }
    let properties = type.properties.filter { property in
      evaluation.causes.contains { $0.drop { $0 == "_" } == property.name && $0.hasPrefix("_") }
    }
    return properties.map { node(of: $0, in: type) }
      + evaluation.origins.filter { origin in
        evaluation.causes.contains { $0.hasPrefix("\\") || $0 == "@dependencies" } && isObservable(origin)
      }.map { origin in
        let parts = origin.split(separator: ".", maxSplits: 1).map(String.init)
        let swiftType = app.model(parts[0])?.properties.first { $0.name == parts[1] }?.type ?? "Int"
        return "@Observable \(parts[0]).(\(Simulation.runtimeName(of: swiftType)))"
      }
  }

  private func isObservable(_ origin: String) -> Bool {
    let parts = origin.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 && app.model(parts[0])?.kind == .observable
  }

  private func node(of property: ViewType.DynamicProperty, in type: ViewType) -> String {
    switch property.wrapper {
    case .state: "@State \(property.name)"
    case .binding: "@Binding \(property.name)"
    case .appStorage: "@AppStorage \(type.name).\(property.name)"
    case .stateObject, .observedObject, .environmentObject: "AttributeInvalidatingSubscriber.invalidateAttribute()"
    case .environment(let key):
      "EnvironmentWriter: \(app.environmentKeys.first { $0.name == key }?.type ?? property.type)"
    case .environmentModel: "@Environment \(property.name)"
    case .composed, .stored: property.type
    }
  }
}
