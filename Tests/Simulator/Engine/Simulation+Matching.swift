extension Simulation {
  /// Matches what a body made with what is on screen: by structure and identifiers, then by the stored inputs.
  func matchChildren(of instance: Instance, triggeredBy trigger: Int?, origins: [String]) {
    var old = Dictionary(instance.children.map { ($0.key, $0.instance) }) { first, _ in first }
    var children: [(key: String, instance: Instance)] = []
    var inserted: [Instance] = []
    for slot in instance.slots where !slot.isOffScreen {
      let key = "\(slot.key):\(slot.type)"
      if let child = old.removeValue(forKey: key) {
        update(child, slot, triggeredBy: trigger)
        children.append((key, child))
      } else if let child = instance.leaving.first(where: { $0.key == key })?.instance {
        revive(child)
        update(child, slot, triggeredBy: trigger)
        children.append((key, child))
      } else {
        let child = makeInstance(slot, parent: instance)
        var pending = Pending(isInserted: true)
        pending.trigger = trigger
        child.pending = pending
        inserted.append(child)
        children.append((key, child))
      }
    }
    for child in inserted {
      guard let slot = child.slot else { continue }
      child.pending?.isRecreated = old.values.contains { gone in
        guard gone.type == child.type, let before = gone.slot else { return false }
        return before.position == slot.position
          && before.inputs.allSatisfy { name, value in slot.inputs[name]?.means(value) ?? false }
      }
      // What a view makes that was thrown away is thrown away with it.
      if instance.isBeingRecreated { child.pending?.isRecreated = true }
    }
    for gone in old.values { remove(gone) }
    if options.removedViewsComeBack { instance.leaving = old.map { ($0.key, $0.value) } }
    instance.children = children
  }

  private func update(_ child: Instance, _ slot: Slot, triggeredBy trigger: Int?) {
    let changed = changedInputs(child, slot)
    child.slot = slot
    child.inputs = slot.inputs
    guard !changed.isEmpty else { return }
    var pending = child.pending ?? Pending()
    pending.hasNewValue = true
    pending.trigger = trigger
    pending.changedInputs = changed
    if options.changedBindingsAreNamed {
      let names = Set(changed.map { String($0.dropFirst()) })
      for property in app.views[child.type].properties where property.wrapper == .binding {
        if names.contains(property.name) { pending.properties.insert(property.name) }
      }
    }
    child.pending = pending
  }

  private func revive(_ instance: Instance) {
    instance.isAlive = true
    for child in instance.children { revive(child.instance) }
  }

  private func remove(_ instance: Instance) {
    instance.isAlive = false
    for child in instance.children { remove(child.instance) }
  }

  /// The inputs that differ, with what kind of difference in front: `c` a closure, `=` the same in meaning, `≠` another value.
  private func changedInputs(_ child: Instance, _ slot: Slot) -> [String] {
    let type = app.views[child.type]
    let asksOperator =
      type.equality != nil
      && (slot.isEquatable || !options.plainViewsSkipTheirOperator || !comparison.isPlainMemory(type))
    if asksOperator { note(.ownComparison(view: type.printedName)) }
    var changed: [String] = []
    for (name, swiftType) in type.inputs.map({ ($0.name, $0.type) })
      + type.properties.filter(\.isInput).map({ ($0.name, $0.type) })
    {
      let old = child.inputs[name] ?? .none
      let new = slot.inputs[name] ?? .none
      if asksOperator, let equality = type.equality {
        if equality.contains(name), !areEqual(old, new) { changed.append("≠" + name) }
        continue
      }
      if isEqual(old, new, type: swiftType), !carriesChangedValue(new) { continue }
      let isClosure = if case .fresh("closure", _) = new { true } else { isMadeOfClosures(new) }
      changed.append((isClosure ? "c" : old.means(new) ? "=" : "≠") + name)
    }
    return changed
  }

  private func isMadeOfClosures(_ value: Value) -> Bool {
    if case .binding(let projection) = value { return projection.serial != nil }
    return false
  }

  /// Only with the disputed option: a binding to state that changes in this update.
  private func carriesChangedValue(_ value: Value) -> Bool {
    guard options.bindingsCarryTheirValue, case .binding(let projection) = value, projection.serial == nil,
      case .cell(let cell, _) = projection.target, case .state(let owner, let name) = cells[cell].owner,
      let last = owner.lastEvaluation
    else { return false }
    return evaluations[last].update == evaluations.last?.update && evaluations[last].causes.contains("_" + name)
  }

  /// A value that the environment writer sets again keeps the number of its write when it compares equal.
  func carryOverrides(from before: [Slot], into slots: inout [Slot]) {
    let known = Dictionary(before.map { ($0.key, $0.overrides) }) { first, _ in first }
    for index in slots.indices where !slots[index].overrides.isEmpty {
      guard let old = known[slots[index].key] else { continue }
      for (place, override) in slots[index].overrides.enumerated() where place < old.count {
        let type = app.environmentKeys.first { $0.name == override.key }?.type ?? ""
        if old[place].key == override.key, isEqual(old[place].value, override.value, type: type) {
          slots[index].overrides[place] = old[place]
        }
      }
    }
  }
}
