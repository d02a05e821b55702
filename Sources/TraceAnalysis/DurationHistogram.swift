package import TraceImport

/// How long evaluations took: exact number, sum and maximum, and a histogram for the quantiles in between.
///
/// Buckets divide every power of two into 32, so a quantile is off by at most 1/64 (1.6 %) of its value; below 32 ns it is
/// exact. Histograms of parts add up to that of the whole, exactly.
package struct DurationHistogram: Hashable, Sendable {
  /// From here on an evaluation is slow.
  ///
  /// - Source: Instruments shows updates over 500 µs in orange and over 1000 µs in red.
  package static let slow: UInt64 = 500_000
  /// From here on it is severe.
  package static let severe: UInt64 = 1_000_000

  /// A range of durations and how many lie in it.
  package struct Bucket: Hashable, Sendable, BitwiseCopyable {
    package var number: UInt16
    package var count: Int

    package init(number: UInt16, count: Int) {
      self.number = number
      self.count = count
    }
  }

  private static let bits: UInt64 = 5

  /// The buckets that hold any, ascending.
  package private(set) var buckets: [Bucket] = []
  /// Evaluations with a duration.
  package private(set) var count = 0
  /// The sum in nanoseconds; updates inside of each other are in it more than once.
  package private(set) var totalNanoseconds: UInt64 = 0
  package private(set) var maximumNanoseconds: UInt64 = 0
  /// Those over `slow`, the severe ones included.
  package private(set) var slowCount = 0
  package private(set) var severeCount = 0
  /// Evaluations whose duration is no duration; counted and not timed.
  package private(set) var untimed = 0
  /// How many evaluations Instruments gave which severity.
  private(set) var severityCounts = SeverityCounts()
  /// The same as a table.
  package var severities: [UpdateSeverity: Int] { severityCounts.byName }

  package init() {}

  /// From what was stored; `nil` when the numbers contradict each other.
  ///
  /// - Parameter buckets: ascending.
  package init?(
    buckets: [Bucket], totalNanoseconds: UInt64, maximumNanoseconds: UInt64, slowCount: Int, severeCount: Int,
    untimed: Int, severities: SeverityCounts
  ) {
    self.buckets = buckets
    count = buckets.reduce(0) { $0 + $1.count }
    self.totalNanoseconds = totalNanoseconds
    self.maximumNanoseconds = maximumNanoseconds
    self.slowCount = slowCount
    self.severeCount = severeCount
    self.untimed = untimed
    severityCounts = severities
    let isAscending = zip(buckets, buckets.dropFirst()).allSatisfy { $0.number < $1.number }
    guard slowCount <= count, severeCount <= slowCount, isAscending, (buckets.last?.number ?? 0) < Self.bucketLimit
    else {
      return nil
    }
  }

  /// One more than the bucket of the largest duration.
  private static let bucketLimit = UInt16(60 << 5)

  package var isEmpty: Bool { count == 0 && untimed == 0 && severityCounts.isEmpty }

  package mutating func add(_ detail: EventDetail) {
    switch detail.duration {
    case .nanoseconds(let nanoseconds): add(nanoseconds: nanoseconds)
    case .corrupt: untimed += 1
    case .unknown: break
    }
    if let severity = detail.severity { severityCounts[severity] += 1 }
  }

  package mutating func add(nanoseconds: UInt64) {
    add(Bucket(number: Self.bucket(of: nanoseconds), count: 1))
    count += 1
    let (sum, overflowed) = totalNanoseconds.addingReportingOverflow(nanoseconds)
    totalNanoseconds = overflowed ? .max : sum
    maximumNanoseconds = max(maximumNanoseconds, nanoseconds)
    if nanoseconds > Self.slow { slowCount += 1 }
    if nanoseconds > Self.severe { severeCount += 1 }
  }

  package mutating func merge(_ other: DurationHistogram) {
    addTotals(of: other)
    for bucket in other.buckets { add(bucket) }
  }

  private mutating func add(_ bucket: Bucket) {
    let place = buckets.firstIndex { $0.number >= bucket.number } ?? buckets.count
    if place < buckets.count, buckets[place].number == bucket.number {
      buckets[place].count += bucket.count
    } else {
      buckets.insert(bucket, at: place)
    }
  }

  /// Adds everything but the buckets, for who adds up those of many histograms at once.
  mutating func addTotals(of other: DurationHistogram) {
    count += other.count
    let (sum, overflowed) = totalNanoseconds.addingReportingOverflow(other.totalNanoseconds)
    totalNanoseconds = overflowed ? .max : sum
    maximumNanoseconds = max(maximumNanoseconds, other.maximumNanoseconds)
    slowCount += other.slowCount
    severeCount += other.severeCount
    untimed += other.untimed
    severityCounts.merge(other.severityCounts)
  }

  /// - Parameter buckets: of all histograms whose totals were added; ascending.
  mutating func setBuckets(_ buckets: [Bucket]) { self.buckets = buckets }

  /// The duration that this share of the evaluations does not exceed, in nanoseconds; `nil` without durations.
  package func quantile(_ share: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = max(1, min(count, Int((share * Double(count)).rounded(.up))))
    var seen = 0
    for bucket in buckets {
      seen += bucket.count
      if seen >= rank { return min(Self.middle(of: bucket.number), maximumNanoseconds) }
    }
    return maximumNanoseconds
  }

  /// The bucket of a duration; there are fewer than 2048.
  @inline(__always)
  static func bucket(of nanoseconds: UInt64) -> UInt16 {
    guard nanoseconds >= 1 << bits else { return UInt16(nanoseconds) }
    let exponent = UInt64(63 - nanoseconds.leadingZeroBitCount)
    let step = (nanoseconds >> (exponent - bits)) & ((1 << bits) - 1)
    return UInt16((exponent - bits + 1) << bits | step)
  }

  private static func middle(of bucket: UInt16) -> UInt64 {
    let bucket = UInt64(bucket)
    guard bucket >= 1 << bits else { return bucket }
    let shift = (bucket >> bits) - 1
    let lower = ((1 << bits) | (bucket & ((1 << bits) - 1))) << shift
    return lower + (1 << shift) / 2
  }
}

/// How many evaluations Instruments gave which severity; without a table, because every message has one.
package struct SeverityCounts: Hashable, Sendable, BitwiseCopyable {
  private var counts: (Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0)

  init() {}

  subscript(severity: UpdateSeverity) -> Int {
    get {
      switch severity {
      case .veryLow: counts.0
      case .low: counts.1
      case .moderate: counts.2
      case .high: counts.3
      case .veryHigh: counts.4
      }
    }
    set {
      switch severity {
      case .veryLow: counts.0 = newValue
      case .low: counts.1 = newValue
      case .moderate: counts.2 = newValue
      case .high: counts.3 = newValue
      case .veryHigh: counts.4 = newValue
      }
    }
  }

  var isEmpty: Bool { counts == (0, 0, 0, 0, 0) }

  /// Those that were given, the least first.
  var all: [(severity: UpdateSeverity, count: Int)] {
    UpdateSeverity.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 }
  }

  var byName: [UpdateSeverity: Int] { Dictionary(uniqueKeysWithValues: all.map { ($0.severity, $0.count) }) }

  mutating func merge(_ other: SeverityCounts) {
    for severity in UpdateSeverity.allCases { self[severity] += other[severity] }
  }

  package static func == (left: SeverityCounts, right: SeverityCounts) -> Bool { left.counts == right.counts }

  package func hash(into hasher: inout Hasher) {
    for severity in UpdateSeverity.allCases { hasher.combine(self[severity]) }
  }
}
