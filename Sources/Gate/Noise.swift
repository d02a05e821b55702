internal import Vocabulary

/// The numbers that decide what is a regression; each has an option of the command line.
package struct Thresholds: Sendable, Hashable {
  /// What a view may gain above the largest run of a deterministic baseline, or of one of nothing but zeros.
  package var slack = 0
  /// The least difference of medians, in counts.
  package var minimumIncrease = 2
  /// The least difference of medians in percent of the baseline's.
  package var minimumPercent = 10.0
  /// The least difference of medians in robust standard deviations (1.4826 · MAD) of the baseline.
  package var deviations = 4.0
  /// Into how many parts the numbers divide one; see `Metric.scale`. What is divided is a rate: equal updates take no equal
  /// times, so it is never held to be constant.
  package private(set) var scale = 1
  /// Whether the numbers are times, or rates over times, which no two runs have in common; see `Metric.isTimed`.
  private(set) var isTimed = false

  package init(slack: Int = 0, minimumIncrease: Int = 2, minimumPercent: Double = 10, deviations: Double = 4) {
    self.slack = slack
    self.minimumIncrease = minimumIncrease
    self.minimumPercent = minimumPercent
    self.deviations = deviations
  }

  /// The same for another metric: of a rate, counts are what they come to over the runs of the baseline.
  ///
  /// - Parameter milliseconds: How long those took.
  package func scaled(for metric: Metric, over milliseconds: Measurements.Series) -> Thresholds {
    var result = self
    result.isTimed = metric.isTimed
    guard metric.scale > 1 else { return result }
    let length = Spread(milliseconds.compactMap(\.self)).median
    let parts = { (count: Int) in
      Int((Double(count) * Double(metric.scale) * 1000 / max(length, 1000)).rounded(.up))
    }
    result.slack = parts(slack)
    result.minimumIncrease = parts(minimumIncrease)
    result.scale = metric.scale
    return result
  }

  /// How much runs of a baseline differ.
  func noise(_ series: [Int?]) -> NoiseClass {
    let noise = NoiseClass(series)
    return scale > 1 && noise == .deterministic ? .jittery : noise
  }

  func text(_ value: Int) -> String {
    scale == 1 ? grouped(value) : Metric.decimal(value, of: scale, places: 0)
  }

  func text(_ value: Double) -> String {
    scale == 1 ? NoiseRule.text(value) : Metric.decimal(Int(value.rounded()), of: scale, places: 0)
  }
}

/// How much the runs of a baseline differ.
package enum NoiseClass: String, Sendable, Hashable, CaseIterable {
  /// Three runs or more, all equal.
  case deterministic
  /// Runs differ within bounds.
  case jittery
  /// Runs differ so much that a difference says little.
  case volatile
  /// The view is missing from some runs.
  case sparse
  /// There is one run only.
  case single

  /// As many equal runs make a series deterministic.
  package static let deterministicRuns = 3
  /// From this robust coefficient of variation on a series is volatile.
  package static let volatileVariation = 0.25

  /// Whether runs differ so much, or are so incomplete, that a difference is no more than a hint.
  var isNoisy: Bool { self == .volatile || self == .sparse }

  package init(_ series: [Int?]) {
    let values = series.compactMap(\.self)
    if values.count < series.count {
      self = .sparse
    } else if values.count == 1 {
      self = .single
    } else if values.count >= Self.deterministicRuns, Set(values).count == 1 {
      self = .deterministic
    } else if Spread(values).variation > Self.volatileVariation {
      self = .volatile
    } else {
      self = .jittery
    }
  }
}

/// Where the numbers of runs lie.
package struct Spread: Sendable, Hashable {
  /// Makes the median absolute deviation of a normal distribution its standard deviation.
  package static let deviationScale = 1.4826

  package var minimum: Int
  package var maximum: Int
  package var median: Double
  /// The median of the distances from the median.
  package var medianDeviation: Double

  /// Of no values: all zero.
  package init(_ values: [Int]) {
    minimum = values.min() ?? 0
    maximum = values.max() ?? 0
    let center = Self.median(values.map(Double.init))
    median = center
    medianDeviation = Self.median(values.map { abs(Double($0) - center) })
  }

  /// The robust standard deviation.
  package var deviation: Double { Self.deviationScale * medianDeviation }

  /// The robust coefficient of variation; 0 where there is no deviation.
  package var variation: Double { medianDeviation == 0 ? 0 : median == 0 ? .infinity : deviation / median }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
