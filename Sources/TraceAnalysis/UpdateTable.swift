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

    /// Whether a trigger was recorded, or that there is none.
    @inline(__always)
    static func hasTrigger(_ word: UInt64) -> Bool { word & identity >= 1 << 21 }

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

  /// What stands before the elements of an update. All of it is in one place, because a large table is in no cache, and
  /// each place that is looked at is one to wait for.
  private enum Header {
    /// The number of elements, and above it the index of the update.
    static let length = 0
    static let count = 1
    static let size = 2
  }

  /// Half a word, so that twice as many are in the cache: updates that are each new come to the slots in no order.
  private enum Slot {
    /// Where the update stands in `words`, from 1 on, needs this many bits; the others hold a part of its hash.
    static let placeBits: UInt32 = 18

    @inline(__always)
    static func make(_ hash: UInt64, place: Int) -> UInt32 { tag(hash) | UInt32(truncatingIfNeeded: place + 1) }

    @inline(__always)
    static func tag(_ hash: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: hash >> 32) & ~((1 << placeBits) - 1)
    }

    @inline(__always)
    static func place(_ slot: UInt32) -> Int { Int(slot & ((1 << placeBits) - 1)) - 1 }
  }

  /// Of one part, and with the headers as many as a slot's place can name; all but the first share a `FoldRoom` besides.
  private static let mostEntries = 1 << 15
  private static let elementLimit = 1 << 17
  /// With this many it is asked for the first time, and with each doubling again, whether more are worth their places.
  private static let leastEntries = 1 << 12
  /// How often updates of several evaluations have to come on the average. Where most of them come once, as in input
  /// without order, more of them teach nothing about what triggers what, and each costs a hundred times what counting its
  /// evaluations does.
  private static let leastRepetitions = 2

  private var entryLimit = leastEntries
  /// Whether no update is taken in any more.
  private var isClosed = false

  private var entryCount = 0
  private var elementCount = 0
  /// The updates in the order of their first appearance, headers and elements.
  private var words = HotArray<UInt64>(repeating: 0, count: 16)
  private var wordCount = 0
  /// 0 for an empty slot.
  private var slots = HotArray<UInt32>(repeating: 0, count: 8)

  /// Counts an update, and says which of `updates` it is; `nil` when it is new and there is no room for more.
  @inline(__always)
  mutating func add(_ update: UnsafeBufferPointer<UInt64>, room: FoldRoom?) -> Int? {
    var hash = Self.seed
    for word in update { hash = Self.mix(hash, word) }
    let tag = Slot.tag(hash)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let known = slots[slot]
      if known == 0 { break }
      if Slot.tag(UInt64(known) << 32) == tag {
        let place = Slot.place(known)
        if isEqual(place, update) {
          words[place + Header.count] += 1
          return Int(truncatingIfNeeded: words[place + Header.length] >> 32)
        }
      }
      slot = (slot + 1) & mask
    }
    return insert(update, hash: hash, slot: slot, room: room)
  }

  private static let seed: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }

  private mutating func insert(
    _ update: UnsafeBufferPointer<UInt64>, hash: UInt64, slot: Int, room: FoldRoom?
  ) -> Int? {
    guard entryCount < entryLimit || raiseLimit(), elementCount + update.count <= Self.elementLimit,
      room?.takeEntry(elements: update.count) ?? true
    else { return nil }
    let place = wordCount
    wordCount += Header.size + update.count
    if wordCount > words.count { words.grow(toHold: wordCount) }
    words[place + Header.length] = UInt64(entryCount) << 32 | UInt64(update.count)
    words[place + Header.count] = 1
    for index in update.indices { words[place + Header.size + index] = update[index] }
    entryCount += 1
    elementCount += update.count
    slots[slot] = Slot.make(hash, place: place)
    if entryCount * 2 > slots.count { grow() }
    return entryCount - 1
  }

  /// Makes room for twice as many updates if those that are known come again and again.
  private mutating func raiseLimit() -> Bool {
    guard entryLimit < Self.mostEntries, !isClosed else { return false }
    var (distinct, total) = (0, 0)
    var place = 0
    while place < wordCount {
      let length = length(place)
      if length > 1 {
        distinct += 1
        total += Int(truncatingIfNeeded: words[place + Header.count])
      }
      place += Header.size + length
    }
    isClosed = total < distinct * Self.leastRepetitions
    if !isClosed { entryLimit *= 2 }
    return !isClosed
  }

  var updates: [Update] {
    var updates: [Update] = []
    updates.reserveCapacity(entryCount)
    var place = 0
    while place < wordCount {
      let first = place + Header.size
      let end = first + length(place)
      updates.append(
        Update(
          elements: (first..<end).map { Packed.unpack(words[$0]) },
          count: Int(truncatingIfNeeded: words[place + Header.count])))
      place = end
    }
    return updates
  }

  @inline(__always)
  private func length(_ place: Int) -> Int { Int(truncatingIfNeeded: words[place + Header.length] & 0xFFFF_FFFF) }

  @inline(__always)
  private func isEqual(_ place: Int, _ update: UnsafeBufferPointer<UInt64>) -> Bool {
    guard length(place) == update.count else { return false }
    // To the end, since equal hashes mean equal updates nearly always.
    var difference: UInt64 = 0
    for index in update.indices { difference |= words[place + Header.size + index] ^ update[index] }
    return difference == 0
  }

  private mutating func grow() {
    slots.reset(count: slots.count * 2)
    let mask = slots.count - 1
    var place = 0
    while place < wordCount {
      let first = place + Header.size
      var hash = Self.seed
      for index in first..<(first + length(place)) { hash = Self.mix(hash, words[index]) }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = Slot.make(hash, place: place)
      place += Header.size + length(place)
    }
  }
}
