extension Simulation {
  /// Gives a view what was written above it, and marks it where that concerns it.
  func takeEnvironment(_ environment: EnvironmentValues, into instance: Instance) {
    let before = instance.environment
    instance.environment = environment
    guard before != environment, instance.pending?.isInserted != true else { return }
    for property in app.views[instance.type].properties {
      guard case .environment(let key) = property.wrapper else { continue }
      let isRead = instance.paths.keys.contains { $0 == property.name || $0.hasPrefix(property.name + ".") }
      let changed =
        if key == "self" {
          // All of the environment: what counts are the keys that the body read of it.
          instance.paths.keys.contains { path in
            path.hasPrefix(property.name + ".")
              && differs(String(path.dropFirst(property.name.count + 1)), type: "", before, environment)
          }
        } else {
          differs(key, type: property.type, before, environment)
        }
      if changed, isRead || options.unreadEnvironmentNotifies {
        mark(instance, property: property.name, "\\.\(key)")
      }
    }
  }

  private func differs(_ key: String, type: String, _ before: EnvironmentValues, _ after: EnvironmentValues) -> Bool {
    let new = environmentValue(key, after)
    if case .fresh(_, let serial) = new, serial >= 0 {
      switch options.functions {
      // Functions cannot be compared: they count as changed with every write above.
      case .neverEqual: return true
      // A default that is a function, or made anew at each access.
      case .byCaptures: if after.entries[key]?.write == 0 { return true }
      }
    }
    return !isEqual(environmentValue(key, before), new, type: type)
  }

  func environmentValue(_ key: String, _ environment: EnvironmentValues) -> Value {
    if let derived = app.environmentKeys.first(where: { $0.name == key && $0.isDerived }) {
      let scope = Scope(locals: environment.entries.mapValues(\.value))
      return unobserved { value(derived.initial, scope) }
    }
    return environment.entries[key]?.value ?? .none
  }
}
