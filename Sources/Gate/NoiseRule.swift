internal import Vocabulary

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
  /// Whether it is worth a word though it is no change: a run among others does what all of the baseline's never did.
  package var hasStrayRun = false
  /// Whether it lies so far above runs that differ too much to fail anything that it must not pass either.
  package var isFarAbove = false
}

/// The rules of what a regression is, as one pure function.
///
/// | class of the baseline | a regression is |
/// | --- | --- |
/// | deterministic | min(current) > max(baseline) + slack |
/// | jittery | Δmedian ≥ 2, > 10 %, > 4 · 1.4826 · MAD(baseline), and min(current) > max(baseline) |
/// | volatile, sparse | the same, but only a warning; undecided when all runs lie further above all of them than those differ |
/// | all zeros | min(current) > slack |
/// | deterministic, half of the runs now or more above it and some not | undecided, whatever the size |
/// | deterministic, half of the runs now or more above it by little and some below | only a warning |
/// | deterministic, fewer of them, one of those by ≥ 2 and > 10 % | undecided; of five runs or more a single one is only a warning |
/// | deterministic, one run now | that above max(baseline) + slack by ≥ 2 and > 10 %; a smaller rise is undecided |
/// | one run now otherwise | as for jittery, and undecided |
/// | one or two runs before | min(current) > max(baseline) + slack, and undecided; of two what fails as jittery fails |
/// | one run of the baseline far above all others | the same without that run, and only a warning |
/// | any that varies, median twice as large or more, half of the runs clearly above all of the baseline's and none as low as its lowest | undecided |
/// | any, all runs above all of them, clearly (by ≥ 2 and > 10 %) or by medians, and none of the above | only a warning, never a plain pass |
///
/// An improvement is the same with the sides of the comparison exchanged.
package enum NoiseRule {
  /// What further runs of the same build say about a regression.
  package enum Confirmation: Sendable, Hashable {
    case confirmed
    /// None of them rises, and they are as many as the runs that did.
    case notAgain
    /// None of them rises, and they are fewer than the runs that did.
    case tooFew
    /// Some of them rise.
    case torn
    /// They regress, but all runs of the build together differ so much that the baseline may only have been calm by luck.
    case withinNoise
  }

  /// - Parameter mayFail: Whether anybody is held to it, as its words say.
  package static func judge(
    baseline: [Int?], current: [Int?], _ thresholds: Thresholds, mayFail: Bool = true
  ) -> Judgement {
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
    let rise = rise(old, new, noise, thresholds)
    let weight: Judgement.Weight =
      switch rise {
      case .inMostRuns, .clearlyInSomeRuns, .overFewRuns, .farAbove, .doubled: .undecided
      case .butForOneRun, .clearlyInOneRun, .bothWays, .aboveAll: .advisory
      case .beyondTheRule where noise.isNoisy && old.count < NoiseClass.deterministicRuns: .undecided
      case .beyondTheRule, .slightlyInSomeRuns, nil: weight(noise, before, new, thresholds)
      }
    let change: Judgement.Change =
      switch rise {
      case .inMostRuns, .bothWays, .clearlyInSomeRuns, .clearlyInOneRun, .overFewRuns, .butForOneRun, .farAbove,
        .doubled,
        .beyondTheRule, .aboveAll:
        .regressed
      case .slightlyInSomeRuns, nil: isBelow(new, old, noise, thresholds) ? .improved : .unchanged
      }
    var judgement = Judgement(
      noise: noise, change: change, weight: weight,
      threshold: threshold(
        before, noise, knownRuns: old.count, isSingle: new.count == 1, mayFail: mayFail, thresholds),
      reason: reason(change, before, after, noise, weight, thresholds, isSingle: new.count == 1))
    if let rise, let words = words(rise, old, new, noise, thresholds) { judgement.reason = words }
    switch rise {
    case .inMostRuns, .bothWays, .clearlyInSomeRuns, .clearlyInOneRun, .slightlyInSomeRuns:
      judgement.hasStrayRun = rise == .slightlyInSomeRuns
      judgement.threshold =
        "\(mayFail ? "fails" : "warns") when all runs are above "
        + thresholds.text(before.maximum + thresholds.slack)
        + (mayFail ? ", and is inconclusive when half of them are, or one clearly is (two of five)" : "")
    case .farAbove: judgement.isFarAbove = true
    case .doubled:
      judgement.isFarAbove = true
      if mayFail {
        judgement.threshold +=
          ", and is inconclusive when half of the runs are clearly above \(thresholds.text(before.maximum)) and the median is "
          + "twice as large"
      }
    case .aboveAll where mayFail && !noise.isNoisy:
      let limit = before.maximum + thresholds.slack
      judgement.threshold += ", and warns when all runs are clearly above \(thresholds.text(limit))"
    case nil where !thresholds.isTimed && change == .unchanged:
      // What lies above all of the baseline's runs, or twice as high in the middle, is worth a word at least.
      judgement.hasStrayRun = after.minimum > before.maximum || isDouble(before, after, thresholds)
    case .overFewRuns, .butForOneRun, .beyondTheRule, .aboveAll, nil: break
    }
    return judgement
  }

  /// From this many runs on a single one may differ from all others by accident.
  private static let leastRunsOfAnAccident = 5

  /// In which way runs lie above those of the baseline.
  enum Rise {
    /// As the class of the baseline has it.
    case beyondTheRule
    /// Half of the runs or more lie above runs that were all equal, and some do not: neither red nor green holds for all.
    case inMostRuns
    /// The same by little, and some lie below: runs that were all equal now differ, and not in one direction.
    case bothWays
    /// Fewer runs do, and several of them so far that no noise explains it.
    case clearlyInSomeRuns
    /// Of more runs a single one does so: an accident as likely as not.
    case clearlyInOneRun
    /// Fewer runs do, by little.
    case slightlyInSomeRuns
    /// All runs lie above a baseline of so few that nobody knows its noise.
    case overFewRuns
    /// All runs lie further above runs that differ too much to fail anything than those differ.
    case farAbove
    /// Twice as much or more in the middle, half of the runs clearly above all of the baseline's, and too much noise to fail it.
    case doubled
    /// Beyond the rule, but for one run of the baseline that lies as far above its others.
    case butForOneRun
    /// All runs lie clearly above all of the baseline's, and the medians differ by less than the noise of those.
    case aboveAll
  }

  /// - Returns: `nil` where nothing rose.
  private static func rise(_ old: [Int], _ new: [Int], _ noise: NoiseClass, _ thresholds: Thresholds) -> Rise? {
    let before = Spread(old)
    let after = Spread(new)
    let allowed = before.maximum + thresholds.slack
    if noise == .deterministic, after.minimum <= allowed {
      let risen = new.count { $0 > allowed }
      if risen == 0 { return nil }
      if 2 * risen >= new.count {
        let isBothWays = after.minimum < before.minimum && !new.contains { isClear($0, above: before, thresholds) }
        return isBothWays ? .bothWays : .inMostRuns
      }
      return switch new.count(where: { isClear($0, above: before, thresholds) }) {
      case 0: .slightlyInSomeRuns
      case 1 where new.count >= leastRunsOfAnAccident: .clearlyInOneRun
      default: .clearlyInSomeRuns
      }
    }
    let isKnown = old.count >= NoiseClass.deterministicRuns
    if noise.isNoisy, isKnown, new.count > 1, !thresholds.isTimed, after.minimum > farLimit(before, noise, thresholds) {
      return .farAbove
    }
    let isDoubled =
      isKnown && new.count > 1 && !thresholds.isTimed && isDouble(before, after, thresholds)
      && after.minimum > before.minimum
      && 2 * new.count { isClear($0, above: before, thresholds) } >= new.count
    if isAbove(new, old, noise, thresholds) { return isDoubled && noise.isNoisy ? .doubled : .beyondTheRule }
    if isDoubled { return .doubled }
    if !isKnown, !thresholds.isTimed, after.minimum > allowed { return .overFewRuns }
    if !thresholds.isTimed, let rest = withoutStray(old, thresholds) {
      let calm = NoiseClass(rest)
      if !calm.isNoisy, isAbove(new, rest, calm, thresholds),
        isFar(after.median - Spread(rest).median, from: Spread(rest), thresholds)
      {
        return .butForOneRun
      }
    }
    let isMore =
      after.minimum > allowed && after.median - before.median >= Double(thresholds.minimumIncrease)
      && after.median - before.median > thresholds.minimumPercent / 100 * before.median
    return isMore || new.allSatisfy { isClear($0, above: before, thresholds) } ? .aboveAll : nil
  }

  /// Whether the median is twice as large or more, and by as much as counts.
  private static func isDouble(_ before: Spread, _ after: Spread, _ thresholds: Thresholds) -> Bool {
    after.median >= 2 * before.median && after.median - before.median >= Double(thresholds.minimumIncrease)
  }

  /// What all runs have to be above to lie far above runs that differ too much for a rule: as far again as those differ, and clearly.
  ///
  /// Of a view that is missing from some of the runs, those have none.
  static func farLimit(_ before: Spread, _ noise: NoiseClass, _ thresholds: Thresholds) -> Int {
    let range = before.maximum - (noise == .sparse ? 0 : before.minimum)
    let share = Int(thresholds.minimumPercent / 100 * Double(before.maximum))
    return before.maximum + max(range, thresholds.minimumIncrease - 1, share)
  }

  /// Whether one run rose by itself.
  static func rises(_ value: Int, above old: [Int], _ noise: NoiseClass, _ thresholds: Thresholds) -> Bool {
    let before = Spread(old)
    if noise == .deterministic || before.maximum == 0 || old.count < NoiseClass.deterministicRuns {
      return value > before.maximum + thresholds.slack
    }
    return value > before.maximum && isFar(Double(value) - before.median, from: before, thresholds)
  }

  /// The runs of a baseline without the one that lies far above all others; `nil` where there is none such.
  ///
  /// Whatever stays below that one run passes, so a single bad recording can switch a view off.
  package static func withoutStray(_ old: [Int], _ thresholds: Thresholds) -> [Int]? {
    guard old.count > NoiseClass.deterministicRuns, let most = old.max(), let place = old.firstIndex(of: most) else {
      return nil
    }
    var rest = old
    rest.remove(at: place)
    let others = Spread(rest)
    guard isClear(most, above: others, thresholds),
      isFar(Double(most) - others.median, from: others, thresholds)
    else { return nil }
    return rest
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

  /// Whether all of some runs lie so far above runs of a baseline that no noise explains it.
  static func isClear(again runs: [Int?], above baseline: [Int?], _ thresholds: Thresholds) -> Bool {
    runs.compactMap(\.self).min().map { isClear($0, above: Spread(baseline.compactMap(\.self)), thresholds) } ?? false
  }

  /// Whether a single run lies so far above runs that were all equal that no noise explains it.
  static func isClear(_ value: Int, above before: Spread, _ thresholds: Thresholds) -> Bool {
    let allowed = before.maximum + thresholds.slack
    let excess = value - allowed
    return excess >= thresholds.minimumIncrease
      && Double(excess) > thresholds.minimumPercent / 100 * Double(allowed)
  }

  /// As many further runs that all lie clearly above all of the baseline's bear a rise out, whatever they differ among themselves.
  package static let decidingRuns = 5

  /// Whether further runs are enough to decide, and all of them lie clearly above all runs of a baseline.
  ///
  /// Of equal builds ten runs would have to lie above five by chance: that happens to one view of 3,003, were there no margin.
  static func isDecided(by further: [Int?], above baseline: [Int?], _ thresholds: Thresholds) -> Bool {
    further.count { $0 != nil } >= decidingRuns && isClear(again: further, above: baseline, thresholds)
  }

  /// Whether some runs lie above runs that were all equal, half of them or more and not all, and none of them clearly.
  static func isSlight(_ new: [Int], above old: [Int], _ thresholds: Thresholds) -> Bool {
    guard thresholds.noise(old) == .deterministic, let most = old.first else { return false }
    let risen = new.count { $0 > most + thresholds.slack }
    return risen < new.count && 2 * risen >= new.count
      && !new.contains { isClear($0, above: Spread(old), thresholds) }
  }

  /// Whether confirming runs bear a regression out: they regress themselves, and the change stands out from the noise of
  /// all runs together. Five of them or more that are all clearly above all of the baseline's stand out whatever they vary.
  ///
  /// A baseline may be calm by luck, and then every further run regresses, again and again. The runs of the new build,
  /// twice as many now, show their noise as well. A baseline of equal runs has to lie further below all of them than they
  /// differ among themselves; elsewhere the deviation is that of all runs, each from the median of its side and in
  /// proportion to it, since what redraws twice as often varies twice as much. A view that never updated needs no more
  /// than to update.
  ///
  /// Runs that do not regress acquit only where none of them rises, and where they are as many as those that did: one good
  /// run does not outweigh nine.
  package static func confirm(
    baseline: [Int?], current: [Int?], by confirmation: [Int?], _ thresholds: Thresholds
  ) -> Confirmation {
    let noise = thresholds.noise(baseline)
    let old = baseline.compactMap(\.self)
    let confirming = confirmation.compactMap(\.self)
    let first = current.compactMap(\.self)
    guard isAbove(confirming, old, noise, thresholds) || isDecided(by: confirmation, above: baseline, thresholds) else {
      let risen = { (runs: [Int]) in runs.count { rises($0, above: old, noise, thresholds) } }
      if risen(confirming) > 0 { return .torn }
      return confirming.count >= max(risen(first), 1) ? .notAgain : .tooFew
    }
    let new = first + confirming
    let before = Spread(old)
    let after = Spread(new)
    if before.maximum == 0 || isDecided(by: confirmation, above: baseline, thresholds) { return .confirmed }
    if noise == .deterministic {
      return after.minimum - before.maximum > after.maximum - after.minimum ? .confirmed : .withinNoise
    }
    let scale = before.median / after.median
    let distances =
      old.map { abs(Double($0) - before.median) } + new.map { abs(Double($0) - after.median) * scale }
    let deviation = Spread.deviationScale * Spread.median(distances)
    return after.median - before.median > thresholds.deviations * deviation ? .confirmed : .withinNoise
  }

  /// Whether all runs of a build together lie far above a baseline, some of them not at all though.
  package static func standsOut(baseline: [Int?], runs: [Int?], _ thresholds: Thresholds) -> Bool {
    let before = Spread(baseline.compactMap(\.self))
    return isFar(Spread(runs.compactMap(\.self)).median - before.median, from: before, thresholds)
  }

  /// With fewer runs on a side, a slight rise of all of them is no wonder where anything varies.
  package static let tellingRuns = 5

  /// Whether a rise of all runs is too slight for so few of them, among views that vary: a view may be calm in few runs by luck. It is not
  /// where all runs lie clearly above all of the baseline's, and further than the runs of either build differ.
  package static func isTooSlight(baseline: [Int?], current: [Int?], _ thresholds: Thresholds) -> Bool {
    let known = { (series: [Int?]) in series.count { $0 != nil } }
    guard min(known(baseline), known(current)) < tellingRuns else { return false }
    let before = Spread(baseline.compactMap(\.self))
    let after = Spread(current.compactMap(\.self))
    let widest = max(before.maximum - before.minimum, after.maximum - after.minimum)
    return !isClear(again: current, above: baseline, thresholds) || after.minimum - before.maximum <= widest
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

  static func isFar(_ difference: Double, from before: Spread, _ thresholds: Thresholds) -> Bool {
    difference >= Double(thresholds.minimumIncrease) && difference > thresholds.minimumPercent / 100 * before.median
      && difference > thresholds.deviations * before.deviation
  }

}
