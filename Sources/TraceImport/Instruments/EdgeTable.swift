/// The edges of a cause graph: each between events, and how many between names.
///
/// A class, because it owns memory that grows; one recording uses it.
final class EdgeTable {
  /// Edges between events beyond this are counted by name only.
  static let pairLimit = 1 << 18

  /// Two names in one word, and how many edges lead from one to the other.
  private struct Pair: BitwiseCopyable {
    var key = free
    var count = 0
  }

  private static let free = UInt64.max

  let rows = ChunkedArray<EdgeRow>()
  private var table: UnsafeMutablePointer<Pair>
  /// The length of the table less one; it is a power of two.
  private var mask = 1023
  private var used = 0
  /// Edges between names that were not counted because there were too many distinct ones.
  private(set) var overflows = 0
  private(set) var total = 0

  init() {
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: Pair(), count: mask + 1)
  }

  deinit { table.deallocate() }

  @inline(__always)
  func count(source: UInt32, destination: UInt32) {
    total += 1
    let key = UInt64(source) << 32 | UInt64(destination)
    let slot = slot(of: key)
    if table[slot].key == key { table[slot].count += 1 } else { add(key, at: slot) }
  }

  /// Names of source and destination with the number of edges, in no particular order.
  var pairs: [(source: UInt32, destination: UInt32, count: Int)] {
    UnsafeBufferPointer(start: table, count: mask + 1).compactMap { pair in
      pair.key == Self.free
        ? nil : (UInt32(truncatingIfNeeded: pair.key >> 32), UInt32(truncatingIfNeeded: pair.key), pair.count)
    }
  }

  /// Takes a pair of names that was not there before.
  private func add(_ key: UInt64, at slot: Int) {
    guard used < Self.pairLimit else {
      overflows += 1
      return
    }
    used += 1
    table[slot] = Pair(key: key, count: 1)
    if used * 2 > mask { grow() }
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while table[slot].key != Self.free, table[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private func grow() {
    let old = UnsafeMutableBufferPointer(start: table, count: mask + 1)
    mask = mask * 2 + 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: Pair(), count: mask + 1)
    for pair in old where pair.key != Self.free { table[slot(of: pair.key)] = pair }
    old.deallocate()
  }
}
