internal import Vocabulary

/// Slight rises of some runs, judged for all views of a scenario together.
///
/// Of a hundred views that do one thing more now and then, some were calm in all runs of the baseline by luck, and rise in half of the runs
/// now. For each alone that is as seldom as the rule for one view has it; for one among many it is what chance does. If nothing
/// changed, the runs of both builds could be exchanged: the share of all ways to do so in which as many views rise is the
/// probability of that many, whatever the views' noise and however much they have in common. This is an exact permutation test, with
/// one decision for all views. (Runs stay whole when they are exchanged, so views that rise together count as the one event they are.)
///
/// It excuses no view whose runs all rose, and none that rose clearly.
struct ChanceRises {
  /// Rises stay open that equal builds have no more often than this. A view that rises where no other varies stays open in any case.
  static let level = 0.1
  /// With fewer runs on a side there are too few ways to exchange them.
  static let leastRuns = 5
  /// Of more ways than these, this many are drawn, always the same ones.
  static let mostWays = 4000

  let gate: Gate

  /// The entries, and of those that are open because of slight rises the ones that chance explains as warnings.
  func excused(_ entries: [Verdict.Entry]) -> [Verdict.Entry] {
    var entries = entries
    let slight = entries.indices.filter { isSlight(entries[$0]) }
    if slight.isEmpty { return entries }
    let byScenario = Dictionary(grouping: entries, by: \.unit.view.scenario)
    for (scenario, places) in Dictionary(grouping: slight, by: { entries[$0].unit.view.scenario }) {
      let sides = (byScenario[scenario] ?? []).compactMap(series)
      guard let chance = Self.chance(of: sides, places.compactMap { series(entries[$0]) }), chance > Self.level else {
        continue
      }
      for place in places {
        let entry = entries[place]
        // What is open where no other view varies is open here, too.
        guard let sides = series(entry), chance > Self.chance(of: [sides], [sides]) ?? 1 else { continue }
        let thresholds = gate.thresholds(for: entry.unit)
        entries[place].isUndecided = false
        entries[place].threshold =
          "fails when all runs are above \(thresholds.text((sides.old.max() ?? 0) + thresholds.slack)); what chance does to as many "
          + "views is a warning"
        entries[place].reason = NoiseRule.slightReason(sides.old, sides.new, chance, thresholds)
      }
    }
    return entries
  }

  /// A series of as many runs on a side as it takes.
  private struct Sides {
    let old: [Int]
    let new: [Int]
    let slack: Int

    /// Whether half of the runs or more lie above runs that were all equal.
    static func isRise(_ old: [Int], _ new: [Int], slack: Int) -> Bool {
      guard let first = old.first, old.allSatisfy({ $0 == first }) else { return false }
      return 2 * new.count { $0 > first + slack } >= new.count
    }
  }

  /// What is compared of an entry that may fail; `nil` where runs lack the view or are few.
  private func series(_ entry: Verdict.Entry) -> Sides? {
    guard entry.allowed == nil, entry.isGated, gate.gateLevel(entry.unit.metric) == .error,
      !entry.unit.metric.isTimed
    else { return nil }
    let runs = entry.current + entry.confirmation
    let sides = Sides(
      old: entry.baseline.compactMap(\.self), new: runs.compactMap(\.self),
      slack: gate.thresholds(for: entry.unit).slack)
    guard sides.old.count == entry.baseline.count, sides.new.count == runs.count, sides.old.count >= Self.leastRuns,
      sides.new.count >= Self.leastRuns
    else { return nil }
    return sides
  }

  private func isSlight(_ entry: Verdict.Entry) -> Bool {
    guard entry.openBecause == .someRuns, let sides = series(entry) else { return false }
    let thresholds = gate.thresholds(for: entry.unit)
    let first = entry.current.compactMap(\.self)
    let limit = (sides.old.max() ?? 0) + thresholds.slack
    // What failed by the first runs, and would by the further ones, is excused by nothing.
    let isWhole = [first, entry.confirmation.compactMap(\.self)].contains { runs in
      !runs.isEmpty && runs.allSatisfy { $0 > limit }
    }
    return !isWhole && NoiseRule.isSlight(sides.new, above: sides.old, thresholds)
  }

  /// How likely as many rises are if nothing changed; `nil` where series differ in their runs.
  ///
  /// - Parameter slight: Those that are to be explained, from which the runs are known.
  private static func chance(of all: [Sides], _ slight: [Sides]) -> Double? {
    guard let before = slight.first?.old.count, let now = slight.first?.new.count,
      slight.allSatisfy({ $0.old.count == before && $0.new.count == now })
    else { return nil }
    let views = all.filter { $0.old.count == before && $0.new.count == now && Set($0.old + $0.new).count > 1 }
    let seen = views.count { Sides.isRise($0.old, $0.new, slack: $0.slack) }
    let pooled = views.map { (runs: $0.old + $0.new, slack: $0.slack) }
    var (ways, asMany) = (0, 0)
    for chosen in Selections(before, of: before + now, most: mostWays) {
      let isOld = Set(chosen)
      let rest = (0..<(before + now)).filter { !isOld.contains($0) }
      var rises = 0
      for (runs, slack) in pooled {
        let first = runs[chosen[0]]
        guard chosen.allSatisfy({ runs[$0] == first }) else { continue }
        if 2 * rest.count(where: { runs[$0] > first + slack }) >= now { rises += 1 }
      }
      ways += 1
      if rises >= seen { asMany += 1 }
    }
    return ways == 0 ? nil : Double(asMany) / Double(ways)
  }
}

/// All ways to choose some of a number of things, or as many of them as there may be, drawn with a fixed seed.
struct Selections: Sequence, IteratorProtocol {
  private let count: Int
  private let all: Int
  private var upcoming: [Int]?
  private var left: Int
  private let isDrawn: Bool
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ count: Int, of all: Int, most: Int) {
    self.count = count
    self.all = all
    var ways = 1
    for index in 0..<count where ways <= most { ways = ways * (all - index) / (index + 1) }
    isDrawn = ways > most
    left = Swift.min(ways, most)
    upcoming = Array(0..<count)
  }

  mutating func next() -> [Int]? {
    guard left > 0, let result = upcoming else { return nil }
    left -= 1
    upcoming = isDrawn ? drawn() : following(result)
    return result
  }

  /// The next in the order of words.
  private func following(_ places: [Int]) -> [Int]? {
    var places = places
    guard let index = places.indices.last(where: { places[$0] < all - count + $0 }) else { return nil }
    places[index] += 1
    for later in places.indices where later > index { places[later] = places[later - 1] + 1 }
    return places
  }

  /// By the generator of Vigna (SplitMix64): the same input has to give the same verdict.
  private mutating func drawn() -> [Int] {
    var rest = Array(0..<all)
    for index in 0..<count {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      bits ^= bits >> 31
      rest.swapAt(index, index + Int(bits % UInt64(all - index)))
    }
    return rest.prefix(count).sorted()
  }
}
