/// The edges of a cause graph: each between events, and how many between names.
///
/// A class, because it owns memory that grows; one recording uses it.
final class EdgeTable {
  /// Edges between events beyond this are counted by name only.
  static let pairLimit = 1 << 18

  let rows = ChunkedArray<EdgeRow>()
  private var keys = [UInt64](repeating: .max, count: 1024)
  private var counts = [Int](repeating: 0, count: 1024)
  private var used = 0
  /// Edges between names that were not counted because there were too many distinct ones.
  private(set) var overflows = 0
  private(set) var total = 0

  func count(source: UInt32, destination: UInt32) {
    total += 1
    let key = UInt64(source) << 32 | UInt64(destination)
    var slot = slot(of: key)
    if keys[slot] == .max {
      guard used < Self.pairLimit else {
        overflows += 1
        return
      }
      if used * 2 >= keys.count {
        grow()
        slot = self.slot(of: key)
      }
      keys[slot] = key
      used += 1
    }
    counts[slot] += 1
  }

  /// Names of source and destination with the number of edges, in no particular order.
  var pairs: [(source: UInt32, destination: UInt32, count: Int)] {
    zip(keys, counts).compactMap { key, count in
      key == .max ? nil : (UInt32(truncatingIfNeeded: key >> 32), UInt32(truncatingIfNeeded: key), count)
    }
  }

  private func slot(of key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while keys[slot] != .max, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private func grow() {
    let old = zip(keys, counts).filter { $0.0 != .max }
    let capacity = keys.count * 2
    keys = [UInt64](repeating: .max, count: capacity)
    counts = [Int](repeating: 0, count: capacity)
    for (key, count) in old {
      let slot = slot(of: key)
      keys[slot] = key
      counts[slot] = count
    }
  }
}
