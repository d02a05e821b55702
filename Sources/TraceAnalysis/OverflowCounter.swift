/// Counts the evaluations of updates that are kept no more, because there were too many distinct ones.
///
/// Without the updates nothing can be learnt about which view triggers which; the evaluation an update began with is
/// taken as the trigger of all others in it.
/// It owns memory that grows and cannot be copied; one part uses it.
struct OverflowCounter: ~Copyable {
  /// Pairs beyond this are counted without their trigger.
  private static let pairLimit = 1 << 14
  fileprivate static let noTrigger: UInt64 = (1 << 31) - 1

  private var keys = HotArray<UInt64>(repeating: .max, count: 0)
  private var values = HotArray<Int>(repeating: 0, count: 0)
  private var used = 0

  /// Takes the evaluations of an update; what there is no room for, the room counts for all parts.
  mutating func add(_ update: UnsafeBufferPointer<UInt64>, facts: FactTable, room: FoldRoom?, isInScenario: Bool) {
    guard let start = update.first else { return }
    let startMessage = UpdateTable.Packed.message(start)
    let startFacts = facts[startMessage]
    let startIsInitial = start & 1 == 1 || startFacts.hasIdentity
    for index in update.indices {
      let word = update[index]
      let message = UpdateTable.Packed.message(word)
      let element = facts[message]
      let isTriggered = index > 0 && element.hasSelf && element.view != startFacts.view
      let isInitial = word & 1 == 1 || element.hasIdentity || (isTriggered && startIsInitial)
      var trigger = isTriggered && used < Self.pairLimit ? UInt64(startMessage) : Self.noTrigger
      switch UpdateTable.Packed.trigger(word) {
      case .unknown: break
      case .none: trigger = Self.noTrigger
      case .element(let place):
        if place < index, used < Self.pairLimit { trigger = UInt64(UpdateTable.Packed.message(update[place])) }
      }
      let own = UInt64(message) << 1 | (isInitial ? 1 : 0)
      if !count(trigger << 33 | own, times: Int(word >> 40), room: room) {
        room?.noteEvaluations(Self.noTrigger << 33 | own, Int(word >> 40), isInScenario: isInScenario)
      }
    }
  }

  /// False if the key is new and there is no room for it.
  private mutating func count(_ key: UInt64, times: Int, room: FoldRoom?) -> Bool {
    if used * 2 >= keys.count { grow() }
    let slot = slot(for: key)
    if keys[slot] == .max {
      guard room?.takePair() ?? true else { return false }
      keys[slot] = key
      used += 1
    }
    values[slot] += times
    return true
  }

  private func slot(for key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while keys[slot] != .max, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var oldKeys = HotArray<UInt64>(repeating: .max, count: max(16, keys.count * 2))
    var oldValues = HotArray<Int>(repeating: 0, count: oldKeys.count)
    swap(&keys, &oldKeys)
    swap(&values, &oldValues)
    for index in 0..<oldKeys.count where oldKeys[index] != .max {
      let slot = slot(for: oldKeys[index])
      keys[slot] = oldKeys[index]
      values[slot] = oldValues[index]
    }
  }

  func counts(facts: FactTable) -> ResolvedCounts {
    var result = ResolvedCounts()
    for index in 0..<keys.count where keys[index] != .max {
      result.add(keys[index], values[index], facts: facts)
    }
    return result
  }
}

extension ResolvedCounts {
  /// Adds what an overflow counter has counted under a packed key.
  mutating func add(_ key: UInt64, _ number: Int, facts: FactTable) {
    let message = Int(key >> 1) & Int(UInt32.max)
    let trigger = key >> 33 == OverflowCounter.noTrigger ? nil : Int(key >> 33)
    // An evaluation with a cause of its own is its own root, triggered or not.
    let root = facts[message].rootCause == 0 && !facts[message].hasIdentity ? trigger ?? message : message
    counts[ResolvedCounts.Key(message: message, trigger: trigger, root: root, isInitial: key & 1 == 1), default: 0] +=
      number
  }
}
