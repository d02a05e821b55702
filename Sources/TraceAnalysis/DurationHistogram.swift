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

  private static let bits: UInt64 = 5

  /// How many durations lie in each bucket.
  package private(set) var buckets: [UInt16: Int] = [:]
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
  package private(set) var severities: [UpdateSeverity: Int] = [:]

  package init() {}

  /// From what was stored; `nil` when the numbers contradict each other.
  package init?(
    buckets: [UInt16: Int], totalNanoseconds: UInt64, maximumNanoseconds: UInt64, slowCount: Int, severeCount: Int,
    untimed: Int, severities: [UpdateSeverity: Int]
  ) {
    self.buckets = buckets
    count = buckets.values.reduce(0, +)
    self.totalNanoseconds = totalNanoseconds
    self.maximumNanoseconds = maximumNanoseconds
    self.slowCount = slowCount
    self.severeCount = severeCount
    self.untimed = untimed
    self.severities = severities
    guard slowCount <= count, severeCount <= slowCount, buckets.keys.allSatisfy({ $0 < Self.bucketLimit }) else {
      return nil
    }
  }

  /// One more than the bucket of the largest duration.
  private static let bucketLimit = UInt16(60 << 5)

  package var isEmpty: Bool { count == 0 && untimed == 0 && severities.isEmpty }

  package mutating func add(_ detail: EventDetail) {
    switch detail.duration {
    case .nanoseconds(let nanoseconds): add(nanoseconds: nanoseconds)
    case .corrupt: untimed += 1
    case .unknown: break
    }
    if let severity = detail.severity { severities[severity, default: 0] += 1 }
  }

  package mutating func add(nanoseconds: UInt64) {
    buckets[Self.bucket(of: nanoseconds), default: 0] += 1
    count += 1
    let (sum, overflowed) = totalNanoseconds.addingReportingOverflow(nanoseconds)
    totalNanoseconds = overflowed ? .max : sum
    maximumNanoseconds = max(maximumNanoseconds, nanoseconds)
    if nanoseconds > Self.slow { slowCount += 1 }
    if nanoseconds > Self.severe { severeCount += 1 }
  }

  package mutating func merge(_ other: DurationHistogram) {
    buckets.merge(other.buckets, uniquingKeysWith: +)
    count += other.count
    let (sum, overflowed) = totalNanoseconds.addingReportingOverflow(other.totalNanoseconds)
    totalNanoseconds = overflowed ? .max : sum
    maximumNanoseconds = max(maximumNanoseconds, other.maximumNanoseconds)
    slowCount += other.slowCount
    severeCount += other.severeCount
    untimed += other.untimed
    severities.merge(other.severities, uniquingKeysWith: +)
  }

  /// The duration that this share of the evaluations does not exceed, in nanoseconds; `nil` without durations.
  package func quantile(_ share: Double) -> UInt64? {
    guard count > 0 else { return nil }
    let rank = max(1, min(count, Int((share * Double(count)).rounded(.up))))
    var seen = 0
    for (bucket, number) in buckets.sorted(by: { $0.key < $1.key }) {
      seen += number
      if seen >= rank { return min(Self.middle(of: bucket), maximumNanoseconds) }
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
