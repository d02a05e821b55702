extension SimulatedApp {
  /// The app as SwiftUI sees it: in the place of a wrapper of the app's own stand the properties that it is made of.
  ///
  /// A log names the first of them, which has the wrapper's place in memory, as the wrapper, and others by their own place.
  var withComposedPropertiesInPlace: SimulatedApp {
    guard views.contains(where: { $0.properties.contains(where: \.isComposed) }) else { return self }
    var app = self
    for index in app.views.indices { app.views[index].properties = Self.flattened(app.views[index].properties) }
    return app
  }

  private static func flattened(_ properties: [ViewType.DynamicProperty]) -> [ViewType.DynamicProperty] {
    var end = 0
    return properties.flatMap { property -> [ViewType.DynamicProperty] in
      guard case .composed(let parts) = property.wrapper, !parts.isEmpty else {
        end = property.place(after: end) + property.size
        return [property]
      }
      var inner: [ViewType.DynamicProperty] = []
      for part in parts {
        let place = part.place(after: end)
        let isFirst = inner.isEmpty
        end = place + part.size
        if part.wrapper == .stored { continue }
        inner.append(
          .init(
            "\(property.name).\(part.name)", part.type, part.wrapper,
            logName: isFirst ? property.logName ?? "_" + property.name : "@\(place)"))
      }
      return inner
    }
  }
}

extension ViewType.DynamicProperty {
  fileprivate var isComposed: Bool { if case .composed = wrapper { true } else { false } }

  /// Bytes, for the few kinds that composed wrappers are made of on a 64-bit machine.
  fileprivate var size: Int {
    switch wrapper {
    // The value or the key path, and a flag that tells which.
    case .environment: max(8, valueSize) + 1
    // The value, and a reference to where it is kept.
    case .state: Self.aligned(valueSize) + 8
    case .stored: valueSize
    default: 8
    }
  }

  fileprivate func place(after end: Int) -> Int { size < 8 ? end : Self.aligned(end) }

  private static func aligned(_ size: Int) -> Int { (size + 7) / 8 * 8 }

  private var valueSize: Int {
    switch type {
    case "Bool": 1
    case "String": 16
    default: 8
    }
  }
}
