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
///
/// It owns plain memory, so it is held by pointers alone and never copied; a class would be retained and released with
/// every line.
struct MessageCache: ~Copyable {
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
    var message: UInt32
    /// The length; so much that it never fits for a text that must not be expected.
    var expectedLength: Int
    /// The texts that came after it, the last one first.
    var next = 0
    var otherNext = 0
  }

  private struct Slot {
    /// 0 for an empty slot.
    var hash: UInt64
    // Of the record, so that it need not be looked at.
    var offset: UInt32
    var length: UInt32
    var entry: Entry
    var record: Int
  }

  /// One less than the number of slots at the beginning.
  private static let firstMask = 255
  private static let recordLimit = 1 << 15
  private static let byteLimit = 4 << 20
  /// Shorter texts are no messages and cannot be compared by words; longer ones are too rare to matter.
  private static let expectedLengths = 8...4096
  private static let neverExpected = Int.max / 2
  /// After this many lines it is decided whether expecting pays.
  private static let probation = 1024
  /// This many lookups later it is tried again.
  private static let pause = 1 << 18

  private var slots: UnsafeMutablePointer<Slot>
  private var mask: Int
  private var arena: UnsafeMutablePointer<UInt8>
  private var arenaCapacity = 16 * 1024
  private var arenaCount = 0
  private var lists: [UInt32] = []
  /// There are none while what comes next can be expected, and most logs need no others.
  private var lines: UnsafeMutablePointer<KnownLines>?
  /// The first one stands for none.
  private var records: UnsafeMutablePointer<Record>
  private var recordCapacity = 256
  private var recordCount = 1
  /// The record of the text that came last.
  private var last = 0
  private var asked = 0
  private var found = 0
  private var waited = 0
  /// Whether expecting pays: where the order of texts is too random, wrong guesses cost more than looking up.
  private(set) var expects = true

  private init() {
    mask = Self.firstMask
    slots = Self.emptySlots(mask + 1)
    arena = .allocate(capacity: arenaCapacity)
    records = .allocate(capacity: recordCapacity)
    records.initialize(to: Self.none)
  }

  /// Makes a cache that lives until it is freed.
  static func make() -> UnsafeMutablePointer<MessageCache> {
    let cache = UnsafeMutablePointer<MessageCache>.allocate(capacity: 1)
    cache.initialize(to: MessageCache())
    return cache
  }

  static func free(_ cache: UnsafeMutablePointer<MessageCache>) {
    cache.pointee.slots.deallocate()
    cache.pointee.arena.deallocate()
    cache.pointee.records.deallocate()
    if let lines = cache.pointee.lines {
      lines.deinitialize(count: 1)
      lines.deallocate()
    }
    cache.deinitialize(count: 1)
    cache.deallocate()
  }

  private static let none = Record(
    offset: 0, message: 0, expectedLength: neverExpected)

  // MARK: - Expecting

  /// Looks whether a text that came after the last one before stands at the place; `remaining` bytes may be read there,
  /// and at least two of them lie behind what is found.
  ///
  /// Only texts of a single message that end in `changed.` are expected. The caller looks at what follows, and accepts.
  @inline(__always)
  mutating func expected(at place: UnsafePointer<UInt8>, remaining: Int) -> Hit {
    guard expects else { return Hit.none }
    asked &+= 1
    if asked == Self.probation { settle() }
    let previous = records + last
    var candidate = previous.pointee.next
    if !matches(candidate, place, remaining) {
      candidate = previous.pointee.otherNext
      if !matches(candidate, place, remaining) { return Hit.none }
    }
    let record = records + candidate
    found &+= 1
    return Hit(record: candidate, length: record.pointee.expectedLength, message: record.pointee.message)
  }

  private mutating func settle() {
    // Seven of eight: below that, a lookup without a guess is faster.
    expects = found * 8 >= asked * 7
    asked = 0
    found = 0
  }

  /// Counts lookups while nothing is expected; after many of them it is tried again.
  @inline(__always)
  mutating func wait(_ count: Int = 1) {
    waited &+= count
    guard waited >= Self.pause else { return }
    waited = 0
    expects = true
  }

  /// The text that was expected came.
  @inline(__always)
  mutating func accept(_ hit: Hit) { last = hit.record }

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
  private mutating func follow(_ record: Int) {
    let known = records[last].next
    if known != record {
      records[last].otherNext = known
      records[last].next = record
    }
    last = record
  }

  // MARK: - Looking up

  @inline(__always)
  mutating func entry(for text: ByteSpan, hash: UInt64) -> Entry? {
    var index = Int(truncatingIfNeeded: hash) & mask
    while true {
      let slot = slots + index
      if slot.pointee.hash == hash, Int(slot.pointee.length) == text.count,
        Self.isEqual(arena + Int(slot.pointee.offset), text)
      {
        if expects { follow(slot.pointee.record) } else { wait() }
        return slot.pointee.entry
      }
      if slot.pointee.hash == 0 { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// What finds lines that came lately, where what comes next cannot be expected; `nil` while it can.
  @inline(__always)
  var finder: KnownLines.Finder? {
    guard !expects, let lines else { return nil }
    return lines.pointee.finder
  }

  /// The message of a text that holds one and is known; `readable` begins with the text and goes on as far as may be read.
  @inline(__always)
  mutating func message(of text: ByteSpan, in readable: ByteSpan) -> UInt32? {
    let isShort = KnownLines.lengths.contains(text.count) && readable.count >= KnownLines.readSize
    if !expects, isShort, let lines, let message = lines.pointee.message(of: text.start, length: text.count) {
      wait()
      return message
    }
    return messageLookedUp(text, isShort: isShort)
  }

  private mutating func messageLookedUp(_ text: ByteSpan, isShort: Bool) -> UInt32? {
    guard let entry = entry(for: text, hash: Self.hash(text)), entry.count == 1 else { return nil }
    if !expects, isShort {
      knownLines().pointee.insert(text.start, length: text.count, message: entry.first)
    }
    return entry.first
  }

  private mutating func knownLines() -> UnsafeMutablePointer<KnownLines> {
    if let lines { return lines }
    let made = UnsafeMutablePointer<KnownLines>.allocate(capacity: 1)
    made.initialize(to: KnownLines())
    lines = made
    return made
  }

  /// The messages of an entry that holds several.
  func messages(of entry: Entry) -> ArraySlice<UInt32> {
    lists[Int(entry.first)..<Int(entry.first + entry.count)]
  }

  /// Remembers the messages of a text, `nil` for an unreadable one, and returns the entry.
  mutating func insert(_ messages: [UInt32]?, for text: ByteSpan, hash: UInt64) -> Entry {
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

  private mutating func store(_ entry: Entry, for text: ByteSpan, hash: UInt64) {
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
        offset: UInt32(arenaCount), message: entry.first,
        expectedLength: isExpected ? text.count : Self.neverExpected))
    place(
      Slot(
        hash: hash, offset: UInt32(arenaCount), length: UInt32(text.count), entry: entry, record: recordCount))
    follow(recordCount)
    arenaCount += text.count
    recordCount += 1
  }

  private mutating func removeAll() {
    slots.deallocate()
    mask = Self.firstMask
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

  private mutating func grow() {
    let old = slots
    let oldCount = mask + 1
    mask = oldCount * 2 - 1
    slots = Self.emptySlots(mask + 1)
    for index in 0..<oldCount where old[index].hash != 0 { place(old[index]) }
    old.deallocate()
  }

  private mutating func place(_ slot: Slot) {
    var index = Int(truncatingIfNeeded: slot.hash) & mask
    while slots[index].hash != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
    let empty = Slot(hash: 0, offset: 0, length: 0, entry: Entry(first: 0, count: 0), record: 0)
    slots.initialize(repeating: empty, count: count)
    return slots
  }

  // MARK: - Hashing and comparing

  // Up to 64 bytes, which is most messages, there is no branch and no loop: lines differ in length in no order that a
  // processor could foresee, and each wrong guess costs as much as reading the line.
  private static let shortLengths = 8...64

  /// Calls the body with the offsets of eight words that cover a short text; words of texts below 64 bytes overlap.
  @inline(__always)
  private static func forEachWord(_ count: Int, _ body: (Int) -> Void) {
    let last = count &- 8
    body(0)
    body(min(8, last))
    body(min(16, last))
    body(min(24, last))
    body(min(32, last))
    body(min(40, last))
    body(min(48, last))
    body(last)
  }

  @inline(__always)
  private static func isEqual(_ known: UnsafePointer<UInt8>, _ text: ByteSpan) -> Bool {
    guard shortLengths.contains(text.count) else { return memcmp(known, text.start, text.count) == 0 }
    let other = ByteSpan(start: known, count: text.count)
    var difference: UInt64 = 0
    forEachWord(text.count) { difference |= text.word(at: $0) ^ other.word(at: $0) }
    return difference == 0
  }

  /// A hash of the bytes, never 0, after wyhash.
  ///
  /// - Source: Wang Yi's wyhash (public domain), its constants and its way to fold 128-bit products.
  @inline(__always)
  static func hash(_ text: ByteSpan) -> UInt64 {
    guard shortLengths.contains(text.count) else { return hashOfAny(text) }
    let last = text.count &- 8
    // A sum of products is enough to tell texts apart, and a product of the sum to spread them.
    var sum = UInt64(truncatingIfNeeded: text.count) &* k0
    sum &+= text.word(at: 0) &* k1
    sum &+= text.word(at: min(8, last)) &* k2
    sum &+= text.word(at: min(16, last)) &* k3
    sum &+= text.word(at: min(24, last)) &* k4
    sum &+= text.word(at: min(32, last)) &* k5
    sum &+= text.word(at: min(40, last)) &* k6
    sum &+= text.word(at: min(48, last)) &* k7
    sum &+= text.word(at: last) &* k8
    return fold(sum, k0) | 1
  }

  private static func hashOfAny(_ text: ByteSpan) -> UInt64 {
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
    } else {
      var value: UInt64 = 0
      for index in 0..<count { value = value << 8 | UInt64(text[index]) }
      state = fold(value ^ k1, state ^ k0)
    }
    return state | 1
  }

  private static let k0: UInt64 = 0xA076_1D64_78BD_642F
  private static let k1: UInt64 = 0xE703_7ED1_A0B4_28DB
  private static let k2: UInt64 = 0x8EBC_6AF0_9C88_C6E3
  private static let k3: UInt64 = 0x5899_65CC_7537_4CC3
  private static let k4: UInt64 = 0x1D8E_4E27_C47D_124F
  private static let k5: UInt64 = 0xEB44_ACCA_B455_D165
  private static let k6: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let k7: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let k8: UInt64 = 0x1656_67B1_9E37_79F9

  @inline(__always)
  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
