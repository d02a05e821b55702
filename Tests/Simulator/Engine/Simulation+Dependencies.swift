extension Simulation {
  /// Whether an update makes the view itself another value, so that what captured it before differs: a change of what the
  /// view stores does, a change of an object that it only refers to does not.
  func changesTheValue(_ pending: Pending, _ type: ViewType) -> Bool {
    if pending.isInserted || pending.hasNewValue { return true }
    return type.properties.contains { property in
      guard pending.properties.contains(property.name) else { return false }
      if case .stateObject = property.wrapper { return false }
      return true
    }
  }

  /// The bindings of a view that appears which its first line leaves out.
  func bindingsToUnreadState(of instance: Instance, _ type: ViewType) -> Set<String> {
    guard !options.insertionListsUnreadBindings else { return [] }
    return Set(
      type.properties.filter { property in
        guard property.wrapper == .binding, case .binding(let projection)? = instance.inputs[property.name],
          projection.serial == nil, case .cell(let cell, _) = projection.target, case .state = cells[cell].owner
        else { return false }
        return !cells[cell].wasRead
      }.map(\.name))
  }

  /// A body that ran for another reason leaves the tracking of the one before as it is: it fires once more.
  func keepDroppedReads(of instance: Instance, _ pending: Pending, _ reads: [Int: ReadCause]) {
    guard options.droppedDependenciesFireOnce, pending.keyPaths.isEmpty else { return }
    let dropped = instance.reads.filter { cell, cause in
      guard case .keyPath = cause else { return false }
      return reads[cell] == nil
    }
    if !dropped.isEmpty { instance.dropped.append(dropped) }
  }

  /// State of a view was read, by its own body or in a closure of it that another view runs.
  func noteStateRead(_ cell: Int, of owner: Instance, _ property: String) {
    guard let recorder else { return }
    cells[cell].wasRead = true
    if recorder.reader === owner {
      recorder.reads[cell] = .property(property)
    } else {
      recorder.readsForOwners.append(OwnedRead(owner: owner, cell: cell, property: property))
    }
  }

  /// A property of an `@Observable` was read: it concerns who runs the closure.
  func noteModelRead(_ cell: Int, _ cause: ReadCause) {
    guard let recorder else { return }
    if recorder.isInContainer, options.containersReadForThemselves {
      recorder.containerReads.insert(cell)
    } else {
      recorder.reads[cell] = cause
    }
  }

  /// Marks everybody that a change of a cell concerns.
  func notifyReaders(of cell: Int) {
    let origin = cells[cell].origin
    forEachInstance { instance in
      if let cause = instance.reads[cell] {
        mark(instance, cause, origin)
      } else if let index = instance.dropped.firstIndex(where: { $0[cell] != nil }),
        let cause = instance.dropped.remove(at: index)[cell]
      {
        mark(instance, cause, origin)
      } else if instance.containerReads.contains(cell) {
        instance.rowsArePending = true
        needsUpdate = true
      } else if case .state(let owner, let name) = cells[cell].owner, owner === instance,
        !options.unreadStateIsSilent || options.readStateStaysRead && cells[cell].wasRead
      {
        mark(instance, property: name, origin)
      }
      for read in instance.readsForOwners where read.cell == cell && read.owner.isAlive {
        mark(read.owner, property: read.property, origin)
      }
    }
  }

  func notifyObservers(of object: Int, origin: String) {
    forEachInstance { instance in
      for property in app.views[instance.type].properties where observes(instance, property, object) {
        mark(instance, property: property.name, origin)
      }
    }
  }

  private func observes(_ instance: Instance, _ property: ViewType.DynamicProperty, _ object: Int) -> Bool {
    switch property.wrapper {
    case .stateObject: instance.ownObjects[property.name] == .object(object)
    case .observedObject: instance.inputs[property.name] == .object(object)
    case .environmentObject: instance.environment.models[property.type] == .object(object)
    default: false
    }
  }

  private func mark(_ instance: Instance, _ cause: ReadCause, _ origin: String) {
    if case .property(let name) = cause { return mark(instance, property: name, origin) }
    var pending = instance.pending ?? Pending()
    if !pending.keyPaths.contains(cause) { pending.keyPaths.append(cause) }
    if !pending.origins.contains(origin) { pending.origins.append(origin) }
    instance.pending = pending
    needsUpdate = true
  }

  func mark(_ instance: Instance, property: String, _ origin: String) {
    var pending = instance.pending ?? Pending()
    pending.properties.insert(property)
    if !pending.origins.contains(origin) { pending.origins.append(origin) }
    instance.pending = pending
    needsUpdate = true
  }
}
