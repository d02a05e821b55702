internal import TraceImport

/// Counts per pair of numbers.
///
/// A dictionary of dictionaries would take ten times the memory on inputs with many views. It owns memory that grows and
/// cannot be copied.
struct PairCounts: ~Copyable {
  /// A pair with its count.
  struct Entry: BitwiseCopyable {
    fileprivate var key: UInt64
    var count: Int

    var first: Int { Int(key >> 32) }
    var second: Int { Int(key & 0xFFFF_FFFF) }
  }

  private static let empty = Entry(key: .max, count: 0)

  private static let leastCount = 16

  private var entries = HotArray(repeating: empty, count: leastCount)
  private var used = 0

  /// Adds to the count of a pair of numbers below 2^32.
  mutating func add(_ first: Int, _ second: Int, _ count: Int) {
    if used * 3 >= entries.count * 2 { grow() }
    let key = UInt64(first) << 32 | UInt64(second)
    let slot = slot(for: key)
    if entries[slot].key == .max {
      entries[slot].key = key
      used += 1
    }
    entries[slot].count += count
  }

  /// The count of a pair, 0 for one that was never added to.
  func count(_ first: Int, _ second: Int) -> Int {
    entries[slot(for: UInt64(first) << 32 | UInt64(second))].count
  }

  /// Calls the body with all pairs, in no particular order.
  func visitAll(_ body: (Entry) -> Void) {
    for slot in 0..<entries.count where entries[slot].key != .max { body(entries[slot]) }
  }

  mutating func removeAll() {
    entries.reset(count: Self.leastCount)
    used = 0
  }

  /// All pairs by their first number; nothing is kept.
  mutating func takeGroups() -> PairGroups {
    var sorted: [Entry] = []
    sorted.reserveCapacity(used)
    visitAll { sorted.append($0) }
    removeAll()
    return PairGroups(entries: RadixSort.sorted(sorted) { $0.key })
  }

  /// The pairs with the largest counts, ties by number; nothing is kept.
  mutating func takeLargest(_ most: Int) -> ArraySlice<Entry> {
    var sorted = takeGroups().entries
    if sorted.count > most { sorted.sort { ($1.count, $0.key) < ($0.count, $1.key) } }
    return sorted.prefix(most)
  }

  private func slot(for key: UInt64) -> Int {
    let mask = entries.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while entries[slot].key != .max, entries[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var old = HotArray(repeating: Self.empty, count: entries.count * 2)
    swap(&entries, &old)
    for index in 0..<old.count where old[index].key != .max {
      let slot = slot(for: old[index].key)
      entries[slot] = old[index]
    }
  }
}

/// Pairs with their counts, by the first number.
struct PairGroups {
  fileprivate var entries: [PairCounts.Entry]

  /// The pairs with this first number, by the second.
  subscript(first: Int) -> ArraySlice<PairCounts.Entry> {
    let start = place(of: first)
    var end = start
    while end < entries.count, entries[end].first == first { end += 1 }
    return entries[start..<end]
  }

  private func place(of first: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].first < first { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
