#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Remembers what the text of a message was read as, so that each distinct one is parsed once.
///
/// A redraw log repeats a few thousand texts millions of times. It is a cache, not a table: when the input turns out to
/// have no end of distinct texts (remarks with times, say), it starts over, and memory stays bounded.
/// A class, because the reader owns three of them for its whole life and copies would be mistakes.
final class MessageCache {
  /// What a text was read as.
  struct Entry {
    /// The message itself when there is one, else the place of the first of several in `lists`.
    fileprivate(set) var first: UInt32
    /// How many messages the text holds; `unreadable` for a text that should be one and is not.
    fileprivate(set) var count: UInt32

    static let unreadable = UInt32.max
  }

  private struct Slot {
    var hash: UInt64
    var offset: UInt32
    var length: UInt32
    var entry: Entry
  }

  private static let slotLimit = 1 << 16
  private static let byteLimit = 8 << 20

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var used = 0
  private var arena: UnsafeMutablePointer<UInt8>
  private var arenaCapacity = 64 * 1024
  private var arenaCount = 0
  private var lists: [UInt32] = []

  init() {
    mask = 1023
    slots = Self.emptySlots(mask + 1)
    arena = .allocate(capacity: arenaCapacity)
  }

  deinit {
    slots.deallocate()
    arena.deallocate()
  }

  @inline(__always)
  func entry(for text: ByteSpan, hash: UInt64) -> Entry? {
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot.hash == hash, Int(slot.length) == text.count,
        memcmp(arena + Int(slot.offset), text.start, text.count) == 0
      {
        return slot.entry
      }
      if slot.hash == 0 { return nil }
      index = (index + 1) & mask
    }
  }

  /// The messages of an entry that holds several.
  func messages(of entry: Entry) -> ArraySlice<UInt32> {
    lists[Int(entry.first)..<Int(entry.first + entry.count)]
  }

  /// Remembers the messages of a text, `nil` for an unreadable one, and returns the entry.
  func insert(_ messages: [UInt32]?, for text: ByteSpan, hash: UInt64) -> Entry {
    // One text as long as the whole arena is no repeating message.
    let isKept = text.count < Self.byteLimit / 4
    if isKept, arenaCount + text.count > Self.byteLimit || used * 2 > Self.slotLimit { removeAll() }
    let entry: Entry
    switch messages {
    case nil: entry = Entry(first: 0, count: Entry.unreadable)
    case let messages? where messages.count == 1: entry = Entry(first: messages[0], count: 1)
    case let messages?:
      entry = Entry(first: UInt32(lists.count), count: UInt32(messages.count))
      lists += messages
    }
    if isKept { store(entry, for: text, hash: hash) }
    return entry
  }

  private func store(_ entry: Entry, for text: ByteSpan, hash: UInt64) {
    if (used + 1) * 2 > mask + 1 { grow() }
    if arenaCount + text.count > arenaCapacity {
      let capacity = max(arenaCapacity * 2, arenaCount + text.count)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: arena, count: arenaCount)
      arena.deallocate()
      arena = larger
      arenaCapacity = capacity
    }
    (arena + arenaCount).update(from: text.start, count: text.count)
    place(Slot(hash: hash, offset: UInt32(arenaCount), length: UInt32(text.count), entry: entry))
    arenaCount += text.count
    used += 1
  }

  private func removeAll() {
    slots.deallocate()
    mask = 1023
    slots = Self.emptySlots(mask + 1)
    used = 0
    arenaCount = 0
    lists.removeAll()
  }

  private func grow() {
    let old = slots
    let oldCount = mask + 1
    mask = oldCount * 2 - 1
    slots = Self.emptySlots(mask + 1)
    for index in 0..<oldCount where old[index].hash != 0 { place(old[index]) }
    old.deallocate()
  }

  private func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & mask
    while slots[index].hash != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    slots.initialize(
      repeating: Slot(hash: 0, offset: 0, length: 0, entry: Entry(first: 0, count: 0)), count: count)
    return slots
  }

  /// A hash of the bytes, never 0; 16 bytes a step, by folding 128-bit products.
  ///
  /// - Source: the mixing step of wyhash (Wang Yi, public domain).
  @inline(__always)
  static func hash(_ text: ByteSpan) -> UInt64 {
    let k0: UInt64 = 0xA076_1D64_78BD_642F
    let k1: UInt64 = 0xE703_7ED1_A0B4_28DB
    var state = UInt64(truncatingIfNeeded: text.count) &* k0
    let count = text.count
    if count >= 16 {
      var index = 0
      while index + 16 <= count {
        state = fold(text.word(at: index) ^ k1, text.word(at: index + 8) ^ state)
        index += 16
      }
      // The last 16 bytes again, overlapping, instead of a loop over the rest.
      state = fold(text.word(at: count - 16) ^ k0, text.word(at: count - 8) ^ state)
    } else if count >= 8 {
      state = fold(text.word(at: 0) ^ k1, text.word(at: count - 8) ^ state)
    } else {
      var value: UInt64 = 0
      for index in 0..<count { value = value << 8 | UInt64(text[index]) }
      state = fold(value ^ k1, state ^ k0)
    }
    return state | 1
  }

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
