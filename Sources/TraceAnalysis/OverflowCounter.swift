/// Counts the evaluations of updates that are kept no more, because there were too many distinct ones.
///
/// Without the updates nothing can be learnt about which view triggers which; the evaluation an update began with is
/// taken as the trigger of all others in it.
/// It owns memory that grows and cannot be copied; one part uses it.
struct OverflowCounter: ~Copyable {
  /// A key with its count, in one place, since each place that is looked at is one to wait for.
  private struct Entry: BitwiseCopyable {
    var key: UInt64
    var count: Int
  }

  private static let empty = Entry(key: .max, count: 0)

  /// Evaluations of the first messages of the run, this many, are counted without looking their place up.
  private static let fewMessages = 1 << 14
  /// Pairs beyond this are counted without their trigger.
  private static let pairLimit = 1 << 14
  fileprivate static let noTrigger: UInt64 = (1 << 31) - 1

  /// Those without a trigger, by message and whether it was initial, where a part has room of its own: most are of that
  /// kind, and of few messages.
  private var plain = HotArray<Int>(repeating: 0, count: 0)
  private var entries = HotArray(repeating: empty, count: 0)
  private var used = 0

  /// Takes the evaluations of an update; what there is no room for, the room counts for all parts.
  ///
  /// - Parameter body: is called with the message of each element, and how often it came.
  @inline(__always)
  mutating func add(
    _ update: UnsafeBufferPointer<UInt64>, facts: FactTable, room: FoldRoom?, isInScenario: Bool,
    _ body: (_ message: Int, _ times: Int) -> Void
  ) {
    guard let start = update.first else { return }
    if plain.count == 0, room == nil { plain.grow(toHold: 2 * Self.fewMessages) }
    let startMessage = UpdateTable.Packed.message(start)
    let startFacts = facts[startMessage]
    let startIsInitial = start & 1 == 1 || startFacts.hasIdentity
    for index in update.indices {
      let word = update[index]
      let message = UpdateTable.Packed.message(word)
      let element = facts[message]
      let isTriggered = index > 0 && element.hasSelf && element.view != startFacts.view
      let isInitial = word & 1 == 1 || element.hasIdentity || (isTriggered && startIsInitial)
      let own = message << 1 | (isInitial ? 1 : 0)
      let times = Int(truncatingIfNeeded: word >> 40)
      body(message, times)
      if !isTriggered, own < plain.count, !UpdateTable.Packed.hasTrigger(word) {
        used &+= plain[own] == 0 ? 1 : 0
        plain[own] &+= times
        continue
      }
      var trigger = isTriggered && used < Self.pairLimit ? UInt64(startMessage) : Self.noTrigger
      switch UpdateTable.Packed.trigger(word) {
      case .unknown: break
      case .none: trigger = Self.noTrigger
      case .element(let place):
        if place < index, used < Self.pairLimit { trigger = UInt64(UpdateTable.Packed.message(update[place])) }
      }
      let key = UInt64(truncatingIfNeeded: own)
      if !count(trigger << 33 | key, times: times, room: room) {
        room?.noteEvaluations(Self.noTrigger << 33 | key, times, isInScenario: isInScenario)
      }
    }
  }

  /// False if the key is new and there is no room for it.
  private mutating func count(_ key: UInt64, times: Int, room: FoldRoom?) -> Bool {
    if used * 2 >= entries.count { grow() }
    let slot = slot(for: key)
    if entries[slot].key == .max {
      guard room?.takePair() ?? true else { return false }
      entries[slot].key = key
      used += 1
    }
    entries[slot].count += times
    return true
  }

  private func slot(for key: UInt64) -> Int {
    let mask = entries.count - 1
    // The highest bits: the lower ones know nothing of the trigger.
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
    while entries[slot].key != .max, entries[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var old = HotArray(repeating: Self.empty, count: max(16, entries.count * 2))
    swap(&entries, &old)
    for index in 0..<old.count where old[index].key != .max {
      let slot = slot(for: old[index].key)
      entries[slot] = old[index]
    }
  }

  func counts(facts: FactTable) -> ResolvedCounts {
    var result = ResolvedCounts()
    for own in 0..<plain.count where plain[own] > 0 {
      result.add(Self.noTrigger << 33 | UInt64(own), plain[own], facts: facts)
    }
    for index in 0..<entries.count where entries[index].key != .max {
      result.add(entries[index].key, entries[index].count, facts: facts)
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
