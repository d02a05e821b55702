internal import Vocabulary

/// What a judgement says of its numbers, in words that a reader can check.
extension NoiseRule {
  /// What is said of a rise that the class of the baseline does not decide; `nil` where that has the words.
  static func words(
    _ rise: Rise, _ old: [Int], _ new: [Int], _ noise: NoiseClass, _ thresholds: Thresholds
  ) -> String? {
    let before = Spread(old)
    let sides = "\(range(before, thresholds)) before, \(range(Spread(new), thresholds)) now"
    let risen = new.count { rises($0, above: old, noise, thresholds) }
    let some = "more in \(grouped(risen)) of \(grouped(new.count)) runs"
    switch rise {
    case .inMostRuns:
      return "\(some): \(sides); the others do not bear it out: record again, or pass further runs with '--confirm'"
    case .bothWays:
      let fewer = new.count { $0 < before.minimum }
      return
        "\(some) by little, and fewer in \(grouped(fewer)): \(sides); only a warning, because they differ both ways"
    case .clearlyInSomeRuns:
      return "\(some), and clearly: \(sides); find out what they do that the others do not, or pass further runs with "
        + "'--confirm'"
    case .clearlyInOneRun:
      return risen == 1
        ? "\(some), and clearly: \(sides); only a warning, because no other run bears it out: find out what that one does"
        : "\(some), clearly in one: \(sides); only a warning, because no other run rises as far: find out what that one does"
    case .slightlyInSomeRuns: return "\(some), by little: \(sides)"
    case .farAbove:
      return
        "far more: \(sides)\(share(Spread(new).median - before.median, before)); the baseline's runs differ too much to "
        + "fail it, and too little to explain it: give the view a budget, or write a calmer baseline"
    case .doubled:
      let after = Spread(new)
      return
        "twice as much or more: \(sides), by medians \(thresholds.text(before.median)) and \(thresholds.text(after.median))"
        + "\(share(after.median - before.median, before)); the baseline's runs differ too much to fail it: give the view a budget, pass "
        + "further runs with '--confirm', or write a calmer baseline"
    case .butForOneRun:
      let rest = Spread(withoutStray(old, thresholds) ?? old)
      return "more than in all runs of the baseline but one: \(range(rest, thresholds)) and once "
        + "\(thresholds.text(before.maximum)) before, \(range(Spread(new), thresholds)) now; only a warning, because of that "
        + "one run: if it was an accident, write the baseline anew without it"
    case .aboveAll:
      let after = Spread(new)
      let noise = thresholds.text(thresholds.deviations * before.deviation)
      let isClearly = new.allSatisfy { isClear($0, above: before, thresholds) }
      let runs = new.count == 1 ? "the run is" : "all \(grouped(new.count)) runs are"
      return
        "more: \(sides), by medians \(thresholds.text(before.median)) and \(thresholds.text(after.median))"
        + "\(share(after.median - before.median, before)); \(runs) \(isClearly ? "clearly " : "")above all of the baseline's; only a warning, because "
        + "those differ so much that medians have to differ by more than \(noise) to fail"
    case .overFewRuns, .beyondTheRule: return nil
    }
  }

  /// What is said of a slight rise of some runs that chance explains.
  static func slightReason(
    _ old: [Int], _ new: [Int], _ chance: Double, _ thresholds: Thresholds
  ) -> String {
    let before = Spread(old)
    let risen = new.count { $0 > before.maximum + thresholds.slack }
    let percent = Int((chance * 100).rounded())
    return
      "more in \(grouped(risen)) of \(grouped(new.count)) runs, by little: \(range(before, thresholds)) before, "
      + "\(range(Spread(new), thresholds)) now; only a warning, because chance explains it: in \(percent) % of the "
      + "ways to exchange runs between the two builds as many views rise like that"
  }

  static func threshold(
    _ before: Spread, _ noise: NoiseClass, knownRuns: Int, isSingle: Bool, mayFail: Bool, _ thresholds: Thresholds
  ) -> String {
    let allowed = before.maximum + thresholds.slack
    if knownRuns < NoiseClass.deterministicRuns, !thresholds.isTimed {
      let open = "\(mayFail ? "is inconclusive" : "warns") above \(thresholds.text(allowed))"
      let fails = mayFail && noise == .jittery && !isSingle && before.maximum > 0
      return fails ? "\(open), and fails when the median is \(distance(before, thresholds))" : open
    }
    if noise == .deterministic, isSingle, mayFail {
      let percent = Double(allowed) * thresholds.minimumPercent / 100
      return
        "a single run fails from \(grouped(max(allowed + thresholds.minimumIncrease, allowed + Int(percent) + 1))) on, "
        + "and is inconclusive above \(grouped(allowed))"
    }
    let what = !mayFail ? "warns" : isSingle ? "is inconclusive" : noise.isNoisy ? "warns" : "fails"
    if noise == .deterministic || before.maximum == 0 { return "\(what) above \(thresholds.text(allowed))" }
    let far = noise.isNoisy && mayFail && !thresholds.isTimed ? farLimit(before, noise, thresholds) : nil
    return
      "\(what) when all runs are above \(thresholds.text(before.maximum)) and their median is \(distance(before, thresholds))"
      + (far.map { ", and is inconclusive when all are above \(thresholds.text($0))" } ?? "")
  }

  /// How far above that of the baseline a median has to be: of the three numbers the one that decides.
  static func distance(_ before: Spread, _ thresholds: Thresholds) -> String {
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

  static func reason(
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
    case .unchanged where after.minimum >= before.minimum && after.maximum <= before.maximum:
      return "within the noise: \(sides)"
    case .unchanged where difference == 0: return "the same in the middle: \(sides)"
    case .unchanged:
      let medians = "by medians \(thresholds.text(before.median)) and \(thresholds.text(after.median))"
      return
        "\(difference > 0 ? "more" : "fewer") by less than counts: \(sides), \(medians)\(share(difference, before))"
    }
    switch weight {
    case .binding: break
    case .undecided where change == .improved: text += "; with a single run on a side it may be chance"
    case .undecided:
      text +=
        isSingle
        ? "; a single run cannot tell that from noise" : "; so few runs of the baseline show nobody what is noise"
    case .advisory:
      text +=
        noise == .sparse
        ? "; only a warning, because the view is missing from runs of the baseline"
        : "; only a warning, because the baseline's runs differ too much"
    }
    return text
  }

  static func range(_ spread: Spread, _ thresholds: Thresholds) -> String {
    spread.minimum == spread.maximum
      ? thresholds.text(spread.minimum)
      : "\(thresholds.text(spread.minimum)) to \(thresholds.text(spread.maximum))"
  }

  static func share(_ difference: Double, _ before: Spread) -> String {
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
