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
    guard metric.scale > 1 else { return self }
    let length = Spread(milliseconds.compactMap(\.self)).median
    let parts = { (count: Int) in
      Int((Double(count) * Double(metric.scale) * 1000 / max(length, 1000)).rounded(.up))
    }
    var result = self
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

/// What became of a series, and whether that may fail a build.
package struct Judgement: Sendable, Hashable {
  package enum Change: String, Sendable, Hashable { case regressed, improved, unchanged }

  /// What the runs allow to conclude from a change.
  package enum Weight: String, Sendable, Hashable {
    /// It may fail a build.
    case binding
    /// The runs of the baseline differ too much for more than a warning.
    case advisory
    /// A single run on one side tells no regression from noise: neither failed nor passed.
    case undecided
  }

  package var noise: NoiseClass
  package var change: Change
  package var weight: Weight
  /// Which rule applied, with its numbers: `fails above 8`.
  package var threshold: String
  /// Why the change counts or does not.
  package var reason: String
}

/// The rules of what a regression is, as one pure function.
///
/// | class of the baseline | a regression is |
/// | --- | --- |
/// | deterministic | min(current) > max(baseline) + slack |
/// | jittery | Δmedian ≥ 2, > 10 %, > 4 · 1.4826 · MAD(baseline), and min(current) > max(baseline) |
/// | volatile, sparse | the same, but only a warning |
/// | all zeros | min(current) > slack |
/// | deterministic, most runs now clear of it and some not | as with one run now, and undecided |
/// | deterministic, one run now | that above max(baseline) + slack by ≥ 2 and > 10 %; a smaller rise is undecided |
/// | one run on either side otherwise | as for jittery, and undecided |
///
/// An improvement is the same with the sides of the comparison exchanged.
package enum NoiseRule {
  /// What further runs of the same build say about a regression.
  package enum Confirmation: Sendable, Hashable {
    case confirmed
    /// They do not regress.
    case notAgain
    /// They regress, but all runs of the build together differ so much that the baseline may only have been calm by luck.
    case withinNoise
  }

  package static func judge(baseline: [Int?], current: [Int?], _ thresholds: Thresholds) -> Judgement {
    let noise = thresholds.noise(baseline)
    let old = baseline.compactMap(\.self)
    let new = current.compactMap(\.self)
    guard !old.isEmpty, !new.isEmpty else {
      return Judgement(
        noise: noise, change: .unchanged, weight: .advisory, threshold: "none",
        reason: "there are no runs to compare")
    }
    let before = Spread(old)
    let after = Spread(new)
    let isTorn = isTorn(after, before, noise, thresholds)
    let weight = isTorn ? .undecided : weight(noise, before, new, thresholds)
    let change: Judgement.Change =
      if isTorn || isAbove(new, old, noise, thresholds) {
        .regressed
      } else if isBelow(new, old, noise, thresholds) {
        .improved
      } else {
        .unchanged
      }
    return Judgement(
      noise: noise, change: change, weight: weight,
      threshold: threshold(before, noise, isSingle: new.count == 1, thresholds),
      reason: isTorn
        ? "more in most runs: \(range(before, thresholds)) before, \(range(after, thresholds)) now; the others do not bear it out"
        : reason(change, before, after, noise, weight, thresholds, isSingle: new.count == 1))
  }

  /// What differs by medians, and in which way, whatever that may mean.
  static func difference(
    from baseline: [Int?], to current: [Int?], _ thresholds: Thresholds
  ) -> (change: Judgement.Change, text: String) {
    let before = Spread(baseline.compactMap(\.self))
    let after = Spread(current.compactMap(\.self))
    let change: Judgement.Change =
      after.median > before.median ? .regressed : after.median < before.median ? .improved : .unchanged
    return (change, reason(change, before, after, .single, .binding, thresholds, isSingle: false))
  }

  /// Whether most runs lie clearly above runs that were all equal, and some do not: no verdict that is green or red holds for all.
  private static func isTorn(
    _ after: Spread, _ before: Spread, _ noise: NoiseClass, _ thresholds: Thresholds
  ) -> Bool {
    noise == .deterministic && after.minimum <= before.maximum + thresholds.slack
      && isClear(Int(after.median), above: before, thresholds)
  }

  /// What a change from these runs would weigh.
  private static func weight(
    _ noise: NoiseClass, _ before: Spread, _ new: [Int], _ thresholds: Thresholds
  ) -> Judgement.Weight {
    switch noise {
    case .single: .undecided
    case .deterministic where new.count == 1: isClear(new[0], above: before, thresholds) ? .binding : .undecided
    case .jittery, .volatile, .sparse: new.count == 1 ? .undecided : noise == .jittery ? .binding : .advisory
    case .deterministic: .binding
    }
  }

  /// Whether a single run lies so far above runs that were all equal that no noise explains it.
  private static func isClear(_ value: Int, above before: Spread, _ thresholds: Thresholds) -> Bool {
    let allowed = before.maximum + thresholds.slack
    let excess = value - allowed
    return excess >= thresholds.minimumIncrease
      && Double(excess) > thresholds.minimumPercent / 100 * Double(allowed)
  }

  /// Whether confirming runs bear a regression out: they regress themselves, and the change stands out from the noise of
  /// all runs together.
  ///
  /// A baseline may be calm by luck, and then every further run regresses, again and again. The runs of the new build,
  /// twice as many now, show their noise as well. A baseline of equal runs has to lie further below all of them than they
  /// differ among themselves; elsewhere the deviation is that of all runs, each from the median of its side and in
  /// proportion to it, since what redraws twice as often varies twice as much. A view that never updated needs no more
  /// than to update.
  package static func confirm(
    baseline: [Int?], current: [Int?], by confirmation: [Int?], _ thresholds: Thresholds
  ) -> Confirmation {
    let noise = thresholds.noise(baseline)
    let old = baseline.compactMap(\.self)
    let confirming = confirmation.compactMap(\.self)
    guard isAbove(confirming, old, noise, thresholds) else { return .notAgain }
    let new = current.compactMap(\.self) + confirming
    let before = Spread(old)
    let after = Spread(new)
    if before.maximum == 0 { return .confirmed }
    if noise == .deterministic {
      return after.minimum - before.maximum > after.maximum - after.minimum ? .confirmed : .withinNoise
    }
    let scale = before.median / after.median
    let distances =
      old.map { abs(Double($0) - before.median) } + new.map { abs(Double($0) - after.median) * scale }
    let deviation = Spread.deviationScale * Spread.median(distances)
    return after.median - before.median > thresholds.deviations * deviation ? .confirmed : .withinNoise
  }

  /// Whether a build would fail: the same rule without the words.
  package static func fails(baseline: [Int?], current: [Int?], _ thresholds: Thresholds) -> Bool {
    let noise = thresholds.noise(baseline)
    guard noise == .deterministic || noise == .jittery else { return false }
    let new = current.compactMap(\.self)
    let old = baseline.compactMap(\.self)
    guard isAbove(new, old, noise, thresholds) else { return false }
    return new.count > 1 || weight(noise, Spread(old), new, thresholds) == .binding
  }

  /// The smallest number which, added to every run, would be a regression; `nil` where nothing would fail a build.
  package static func smallestCaught(_ series: [Int?], _ thresholds: Thresholds) -> Int? {
    let values = series.compactMap(\.self)
    let noise = thresholds.noise(series)
    guard values.count > 1, noise != .volatile, noise != .sparse else { return nil }
    // The rule is monotone in what is added, and bounded by all of its parts together.
    var low = 1
    let spread = Spread(values)
    var high = max(
      thresholds.slack + 1, thresholds.minimumIncrease, Int(thresholds.minimumPercent / 100 * spread.median) + 1,
      Int(thresholds.deviations * spread.deviation) + 1)
    high += spread.maximum - spread.minimum + 1
    while low < high {
      let middle = (low + high) / 2
      if isAbove(values.map { $0 + middle }, values, noise, thresholds) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func isAbove(_ new: [Int], _ old: [Int], _ noise: NoiseClass, _ thresholds: Thresholds) -> Bool {
    // All rows of the table ask for this, and it is quickly answered.
    guard let least = new.min(), let most = old.max(), least > most else { return false }
    if noise == .deterministic || most == 0 { return least - most > thresholds.slack }
    let before = Spread(old)
    return isFar(Spread(new).median - before.median, from: before, thresholds)
  }

  private static func isBelow(_ new: [Int], _ old: [Int], _ noise: NoiseClass, _ thresholds: Thresholds) -> Bool {
    let before = Spread(old)
    let after = Spread(new)
    if noise == .deterministic { return after.maximum < before.minimum - thresholds.slack }
    return isFar(before.median - after.median, from: before, thresholds) && after.maximum < before.minimum
  }

  private static func isFar(_ difference: Double, from before: Spread, _ thresholds: Thresholds) -> Bool {
    difference >= Double(thresholds.minimumIncrease) && difference > thresholds.minimumPercent / 100 * before.median
      && difference > thresholds.deviations * before.deviation
  }

  private static func threshold(
    _ before: Spread, _ noise: NoiseClass, isSingle: Bool, _ thresholds: Thresholds
  ) -> String {
    let allowed = before.maximum + thresholds.slack
    if noise == .deterministic, isSingle {
      let percent = Double(allowed) * thresholds.minimumPercent / 100
      return
        "a single run fails from \(grouped(max(allowed + thresholds.minimumIncrease, allowed + Int(percent) + 1))) on, "
        + "and is inconclusive above \(grouped(allowed))"
    }
    let what = isSingle || noise == .single ? "is inconclusive" : noise.isNoisy ? "warns" : "fails"
    if noise == .deterministic || before.maximum == 0 { return "\(what) above \(thresholds.text(allowed))" }
    return
      "\(what) when all runs are above \(thresholds.text(before.maximum)) and their median is \(distance(before, thresholds))"
  }

  /// How far above that of the baseline a median has to be: of the three numbers the one that decides.
  private static func distance(_ before: Spread, _ thresholds: Thresholds) -> String {
    let median = thresholds.text(before.median)
    let share = thresholds.minimumPercent / 100 * before.median
    let noise = thresholds.deviations * before.deviation
    if Double(thresholds.minimumIncrease) > max(share, noise) {
      return "\(thresholds.text(thresholds.minimumIncrease)) or more above \(median)"
    }
    return share >= noise
      ? "more than \(text(thresholds.minimumPercent)) % above \(median)"
      : "more than \(thresholds.text(noise)) above \(median) (less is noise)"
  }

  private static func reason(
    _ change: Judgement.Change, _ before: Spread, _ after: Spread, _ noise: NoiseClass, _ weight: Judgement.Weight,
    _ thresholds: Thresholds, isSingle: Bool
  ) -> String {
    let difference = after.median - before.median
    let range = { (spread: Spread) in Self.range(spread, thresholds) }
    let sides = "\(range(before)) before, \(range(after)) now"
    var text: String
    switch change {
    case .regressed where before.maximum == 0: text = "new: none before, \(range(after)) now"
    case .regressed: text = "more: \(sides)\(share(difference, before))"
    case .improved: text = "fewer: \(sides)\(share(difference, before))"
    case .unchanged where before.minimum == after.minimum && before.maximum == after.maximum:
      return "the same: \(range(after))"
    case .unchanged: return "within the noise: \(sides)"
    }
    switch weight {
    case .binding: break
    case .undecided where change == .improved: text += "; with a single run on a side it may be chance"
    case .undecided:
      text += isSingle ? "; a single run cannot tell that from noise" : "; the baseline's single run shows no noise"
    case .advisory:
      text +=
        noise == .sparse
        ? "; only a warning, because the view is missing from runs of the baseline"
        : "; only a warning, because the baseline's runs differ too much"
    }
    return text
  }

  private static func range(_ spread: Spread, _ thresholds: Thresholds) -> String {
    spread.minimum == spread.maximum
      ? thresholds.text(spread.minimum)
      : "\(thresholds.text(spread.minimum)) to \(thresholds.text(spread.maximum))"
  }

  private static func share(_ difference: Double, _ before: Spread) -> String {
    guard before.median > 0 else { return "" }
    let percent = Int((difference / before.median * 100).rounded())
    return " (\(percent >= 0 ? "+" : "−")\(grouped(abs(percent))) %)"
  }

  /// One decimal where it is needed.
  static func text(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e15 else { return "\(value)" }
    let whole = Int(tenths)
    return whole % 10 == 0 ? grouped(whole / 10) : "\(grouped(whole / 10)).\(abs(whole % 10))"
  }
}
