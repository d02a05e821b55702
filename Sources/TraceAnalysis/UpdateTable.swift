/// The distinct updates of a part with their counts: a hash table over sequences of packed elements.
///
/// It owns memory that grows and cannot be copied.
struct UpdateTable: ~Copyable {
  /// An element in one word: whether it is the first of its view, the message (20 bits), its recorded trigger (19 bits),
  /// and how often in a row.
  struct Packed {
    static func pack(message: UInt32, isFirst: Bool, trigger: Update.Trigger = .unknown) -> UInt64 {
      let place: UInt64 =
        switch trigger {
        case .unknown: 0
        case .none: 1
        case .element(let place): UInt64(place) + 2
        }
      return place << 21 | UInt64(message) << 1 | (isFirst ? 1 : 0) | 1 << 40
    }

    @inline(__always)
    static func message(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word >> 1) & ((1 << 20) - 1) }

    static func trigger(_ word: UInt64) -> Update.Trigger {
      switch (word & identity) >> 21 {
      case 0: .unknown
      case 1: .none
      case let place: .element(Int(place) - 2)
      }
    }

    /// One more in a row.
    static let oneMore: UInt64 = 1 << 40
    static let identity: UInt64 = (1 << 40) - 1
    /// A row longer than this starts a new element; 24 bits are left.
    static let mostRepetitions: UInt64 = 1 << 23

    static func unpack(_ word: UInt64) -> Update.Element {
      Update.Element(
        message: message(word), repetitions: Int(word >> 40), isFirst: word & 1 == 1, trigger: trigger(word))
    }
  }

  private struct Entry: BitwiseCopyable {
    var hash: UInt64
    var offset: Int
    var length: Int
    var count: Int
  }

  /// Of one part; all but the first share a `FoldRoom` besides.
  private static let entryLimit = 1 << 15
  private static let elementLimit = 1 << 17

  private var entries = HotArray(repeating: Entry(hash: 0, offset: 0, length: 0, count: 0), count: 4)
  private var entryCount = 0
  /// Half of the hash, and the index of the entry from 1 on; 0 for an empty slot.
  private var slots = HotArray<UInt64>(repeating: 0, count: 8)
  private var elements = HotArray<UInt64>(repeating: 0, count: 8)
  private var elementCount = 0

  /// Counts an update, and says which of `updates` it is; `nil` when it is new and there is no room for more.
  mutating func add(_ update: UnsafeBufferPointer<UInt64>, room: FoldRoom?) -> Int? {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in update {
      let product = (hash ^ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
      hash = product.high ^ product.low
    }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0 {
        let index = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if entries[index].hash == hash, isEqual(entries[index], update) {
          entries[index].count += 1
          return index
        }
      }
      slot = (slot + 1) & mask
    }
    guard entryCount < Self.entryLimit, elementCount + update.count <= Self.elementLimit,
      room?.takeEntry(elements: update.count) ?? true
    else { return nil }
    if entryCount == entries.count { entries.grow(toHold: entryCount) }
    if elementCount + update.count > elements.count { elements.grow(toHold: elementCount + update.count) }
    entries[entryCount] = Entry(hash: hash, offset: elementCount, length: update.count, count: 1)
    for index in update.indices { elements[elementCount + index] = update[index] }
    entryCount += 1
    elementCount += update.count
    slots[slot] = hash & ~0xFFFF_FFFF | UInt64(entryCount)
    if entryCount * 2 > slots.count { grow() }
    return entryCount - 1
  }

  var updates: [Update] {
    (0..<entryCount).map { index in
      let entry = entries[index]
      return Update(
        elements: (entry.offset..<entry.offset + entry.length).map { Packed.unpack(elements[$0]) }, count: entry.count)
    }
  }

  private func isEqual(_ entry: Entry, _ update: UnsafeBufferPointer<UInt64>) -> Bool {
    guard entry.length == update.count else { return false }
    for index in 0..<entry.length where elements[entry.offset + index] != update[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = HotArray(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for index in 0..<entryCount {
      var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = entries[index].hash & ~0xFFFF_FFFF | UInt64(index + 1)
    }
  }
}
