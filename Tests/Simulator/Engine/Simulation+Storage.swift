extension Simulation {
  /// Makes the places for what a view stores itself.
  func makeStorage(of instance: Instance) {
    let type = app.views[instance.type]
    for property in type.properties {
      switch property.wrapper {
      case .state(let initial):
        let scope = Scope(instance: instance)
        cells.append(
          Cell(
            value: value(initial, scope), owner: .state(instance, name: property.name), type: property.type,
            origin: "\(type.name).\(property.name)"))
        instance.ownCells[property.name] = cells.count - 1
      case .stateObject(let initial): instance.ownObjects[property.name] = value(initial, Scope(instance: instance))
      case .appStorage(let key, let initial):
        if defaultsCells[key] == nil {
          cells.append(Cell(value: initial, owner: .defaults(key), type: property.type, origin: "defaults.\(key)"))
          defaultsCells[key] = cells.count - 1
        }
        instance.ownCells[property.name] = defaultsCells[key]
      case .binding, .observedObject, .environmentObject, .environment, .environmentModel, .composed, .stored: break
      }
    }
  }

  func makeModel(_ name: String, _ arguments: [String: Value]) -> Int {
    guard let type = app.models.firstIndex(where: { $0.name == name }) else { return 0 }
    let model = app.models[type]
    let number = objects.count
    objects.append(LiveModel(type: type, cells: [:]))
    for property in model.properties {
      let initial = arguments[property.name] ?? unobserved { value(property.initial, Scope(object: number)) }
      let owner: Cell.Owner =
        property.isSilent || model.kind == .plain
        ? .silent
        : .model(object: number, type: name, property: property.name, isPublished: model.kind == .observableObject)
      cells.append(
        Cell(value: initial, owner: owner, type: property.type, origin: "\(name).\(property.name)"))
      objects[number].cells[property.name] = cells.count - 1
    }
    return number
  }

  /// The inputs of a view with those that it gives itself.
  func completed(_ inputs: [String: Value], of type: Int) -> [String: Value] {
    var inputs = inputs
    for input in app.views[type].inputs where inputs[input.name] == nil {
      guard let initial = input.initial else { continue }
      inputs[input.name] = unobserved { value(initial, Scope()) }
    }
    return inputs
  }

  func makeInstance(_ slot: Slot, parent: Instance) -> Instance {
    let instance = Instance(number: instanceCount, type: slot.type, parent: parent, inputs: slot.inputs)
    instanceCount += 1
    instance.slot = slot
    return instance
  }
}
