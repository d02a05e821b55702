#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Remembers what the text of a message was read as, so that each distinct one is parsed once, and which text came after
/// which.
///
/// A redraw log repeats a few thousand texts millions of times, and in the same order, that of the tree of views. So the
/// next text is first held against those that came after the last one before: comparing is much cheaper than finding the
/// end of a line and looking its text up.
///
/// It is a cache, not a table: when the input turns out to have no end of distinct texts (remarks with times, say), it
/// starts over, and memory stays bounded.
/// A class, because the reader owns a few of them for its whole life and copies would be mistakes.
final class MessageCache {
  /// What a text was read as.
  struct Entry {
    /// The message itself when there is one, else the place of the first of several in `lists`.
    fileprivate(set) var first: UInt32
    /// How many messages the text holds; `unreadable` for a text that should be one and is not.
    fileprivate(set) var count: UInt32

    static let unreadable = UInt32.max
  }

  /// A text that was found where one was expected.
  struct Hit {
    fileprivate var record: Int
    /// 0 when it is none of those expected.
    var length: Int
    var message: UInt32

    static var none: Hit { Hit(record: 0, length: 0, message: 0) }
  }

  private struct Record {
    var offset: UInt32
    var length: UInt32
    var entry: Entry
    /// As `length`; so much that it never fits for a text that must not be expected.
    var expectedLength: Int
    /// The texts that came after it, the last one first.
    var next = 0
    var otherNext = 0
  }

  private struct Slot {
    /// 0 for an empty slot.
    var hash: UInt64
    var record: Int
  }

  private static let recordLimit = 1 << 15
  private static let byteLimit = 4 << 20
  /// Shorter texts are no messages and cannot be compared by words; longer ones are too rare to matter.
  private static let expectedLengths = 8...4096
  private static let neverExpected = Int.max / 2

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var arena: UnsafeMutablePointer<UInt8>
  private var arenaCapacity = 16 * 1024
  private var arenaCount = 0
  private var lists: [UInt32] = []
  /// The first one stands for none.
  private var records: UnsafeMutablePointer<Record>
  private var recordCapacity = 256
  private var recordCount = 1
  /// The record of the text that came last.
  private var last = 0

  init() {
    mask = 1023
    slots = Self.emptySlots(mask + 1)
    arena = .allocate(capacity: arenaCapacity)
    records = .allocate(capacity: recordCapacity)
    records.initialize(to: Self.none)
  }

  deinit {
    slots.deallocate()
    arena.deallocate()
    records.deallocate()
  }

  private static let none = Record(
    offset: 0, length: 0, entry: Entry(first: 0, count: 0), expectedLength: neverExpected)

  // MARK: - Expecting

  /// Looks whether a text that came after the last one before stands at the place; `remaining` bytes may be read there,
  /// and at least two of them lie behind what is found.
  ///
  /// Only texts of a single message that end in `changed.` are expected. The caller looks at what follows, and accepts.
  @inline(__always)
  func expected(at place: UnsafePointer<UInt8>, remaining: Int) -> Hit {
    let previous = records + last
    var candidate = previous.pointee.next
    if !matches(candidate, place, remaining) {
      candidate = previous.pointee.otherNext
      if !matches(candidate, place, remaining) { return Hit.none }
    }
    let record = records + candidate
    return Hit(record: candidate, length: record.pointee.expectedLength, message: record.pointee.entry.first)
  }

  /// The text that was expected came.
  @inline(__always)
  func accept(_ hit: Hit) { last = hit.record }

  @inline(__always)
  private func matches(_ record: Int, _ place: UnsafePointer<UInt8>, _ remaining: Int) -> Bool {
    let count = records[record].expectedLength
    guard count &+ 2 <= remaining else { return false }
    let text = UnsafeRawPointer(arena + Int(records[record].offset))
    let other = UnsafeRawPointer(place)
    var index = 0
    while index &+ 8 <= count {
      if text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index &+= 8
    }
    // The last eight again, overlapping.
    return text.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
  }

  @inline(__always)
  private func follow(_ record: Int) {
    let known = records[last].next
    if known != record {
      records[last].otherNext = known
      records[last].next = record
    }
    last = record
  }

  // MARK: - Looking up

  @inline(__always)
  func entry(for text: ByteSpan, hash: UInt64) -> Entry? {
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots[index]
      if slot.hash == hash {
        let record = records[slot.record]
        if Int(record.length) == text.count, memcmp(arena + Int(record.offset), text.start, text.count) == 0 {
          follow(slot.record)
          return record.entry
        }
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
    if isKept, arenaCount + text.count > Self.byteLimit || recordCount >= Self.recordLimit { removeAll() }
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
    if recordCount * 2 > mask + 1 { grow() }
    if arenaCount + text.count > arenaCapacity {
      let capacity = max(arenaCapacity * 2, arenaCount + text.count)
      arena = Self.moved(arena, count: arenaCount, capacity: capacity)
      arenaCapacity = capacity
    }
    if recordCount == recordCapacity {
      recordCapacity *= 2
      records = Self.moved(records, count: recordCount, capacity: recordCapacity)
    }
    (arena + arenaCount).update(from: text.start, count: text.count)
    let isExpected = entry.count == 1 && Self.expectedLengths.contains(text.count) && text.hasSuffix("changed.")
    (records + recordCount).initialize(
      to: Record(
        offset: UInt32(arenaCount), length: UInt32(text.count), entry: entry,
        expectedLength: isExpected ? text.count : Self.neverExpected))
    place(Slot(hash: hash, record: recordCount))
    follow(recordCount)
    arenaCount += text.count
    recordCount += 1
  }

  private func removeAll() {
    slots.deallocate()
    mask = 1023
    slots = Self.emptySlots(mask + 1)
    records[0] = Self.none
    recordCount = 1
    last = 0
    arenaCount = 0
    lists.removeAll()
  }

  private static func moved<Element: BitwiseCopyable>(
    _ old: UnsafeMutablePointer<Element>, count: Int, capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    new.update(from: old, count: count)
    old.deallocate()
    return new
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
    slots.initialize(repeating: Slot(hash: 0, record: 0), count: count)
    return slots
  }

  // MARK: - Hashing

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
