internal import TraceImport

/// Adds up how long evaluations took while they are read, per message.
///
/// In plain memory, because it is written with every evaluation; in the end it becomes histograms. It owns memory that
/// grows and cannot be copied.
struct DurationFold: ~Copyable {
  private struct Sums: BitwiseCopyable {
    var total: UInt64 = 0
    var maximum: UInt64 = 0
    var slow = 0
    var severe = 0
    var untimed = 0
    var severities = SeverityCounts()
    var isUsed = false
  }

  /// A message and a bucket in one word, and how many durations are in it.
  private struct Cell: BitwiseCopyable {
    var key = free
    var count: Int = 0
  }

  private static let bucketBits: UInt64 = 11
  private static let free = UInt64.max

  private var sums = HotArray(repeating: Sums(), count: 0)
  private var cells = HotArray(repeating: Cell(), count: 8)
  private var used = 0

  @inline(__always)
  mutating func add(_ detail: EventDetail, message: Int) {
    if message >= sums.count { sums.grow(toHold: message) }
    sums[message].isUsed = true
    switch detail.duration {
    case .nanoseconds(let nanoseconds): add(nanoseconds, message)
    case .corrupt: sums[message].untimed += 1
    case .unknown: break
    }
    if let severity = detail.severity { sums[message].severities[severity] += 1 }
  }

  @inline(__always)
  private mutating func add(_ nanoseconds: UInt64, _ message: Int) {
    let (sum, overflowed) = sums[message].total.addingReportingOverflow(nanoseconds)
    sums[message].total = overflowed ? .max : sum
    sums[message].maximum = max(sums[message].maximum, nanoseconds)
    if nanoseconds > DurationHistogram.slow { sums[message].slow += 1 }
    if nanoseconds > DurationHistogram.severe { sums[message].severe += 1 }
    let key = UInt64(message) << Self.bucketBits | UInt64(DurationHistogram.bucket(of: nanoseconds))
    let slot = slot(of: key)
    if cells[slot].key == Self.free {
      cells[slot].key = key
      used += 1
    }
    cells[slot].count += 1
    if used * 2 > cells.count { grow() }
  }

  /// By index of the message; those without any are left out.
  var histograms: [Int: DurationHistogram] {
    var filled: [Cell] = []
    filled.reserveCapacity(used)
    for index in 0..<cells.count where cells[index].key != Self.free { filled.append(cells[index]) }
    // By message, then by bucket.
    filled = RadixSort.sorted(filled) { $0.key }
    var result: [Int: DurationHistogram] = [:]
    result.reserveCapacity(sums.count)
    var start = 0
    for message in 0..<sums.count where sums[message].isUsed {
      var end = start
      while end < filled.count, filled[end].key >> Self.bucketBits == UInt64(message) { end += 1 }
      let sum = sums[message]
      let histogram = DurationHistogram(
        buckets: filled[start..<end].map {
          DurationHistogram.Bucket(number: UInt16($0.key & (1 << Self.bucketBits - 1)), count: $0.count)
        }, totalNanoseconds: sum.total, maximumNanoseconds: sum.maximum, slowCount: sum.slow, severeCount: sum.severe,
        untimed: sum.untimed, severities: sum.severities)
      start = end
      if let histogram, !histogram.isEmpty { result[message] = histogram }
    }
    return result
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    let mask = cells.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while cells[slot].key != Self.free, cells[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    var old = HotArray(repeating: Cell(), count: cells.count * 2)
    swap(&cells, &old)
    for index in 0..<old.count where old[index].key != Self.free { cells[slot(of: old[index].key)] = old[index] }
  }
}
