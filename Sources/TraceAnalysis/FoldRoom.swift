internal import TraceImport

/// How much the folds of a run may still remember, over all of its processes and scenarios.
///
/// Real traces stay far below. Input with no end of distinct updates, processes and scenarios is counted all the same: first
/// without the updates, then without telling processes and scenarios apart. The first part, mostly the only one, has limits
/// of its own, so that what comes beside the app does not take its room.
///
/// A class, because all folds of a run take from the one.
final class FoldRoom {
  /// Distinct updates, and their elements.
  private var entries = 1 << 14
  private var elements = 1 << 15
  /// Evaluations told apart by message and trigger that are counted without their update.
  private var pairs = 1 << 13
  /// Messages whose rate is watched, a few words each.
  private var rates = 1 << 17
  /// Slices of timelines of scenarios that are over.
  private var cells = TimelineProfile.mostCells
  private var cycles = 1 << 12
  private var storms = 1 << 12
  /// Updates that are kept one by one.
  private var moments: Int
  /// Whether parts keep a timeline.
  let keepsTimeline: Bool
  /// Whether they do of events without times.
  let keepsOrder: Bool
  /// What found no room, of all processes: outside of scenarios, and inside of any.
  private(set) var common = [CommonCounts(), CommonCounts()]

  /// What is counted for all processes together.
  struct CommonCounts {
    /// By the packed key of an overflow counter.
    var evaluations: [UInt64: Int] = [:]
    var unchanged: [Int: Int] = [:]

    var isEmpty: Bool { evaluations.isEmpty && unchanged.isEmpty }
  }

  /// - Parameters:
  ///   - moments: This many updates are kept one by one.
  ///   - keepsTimeline: Whether parts keep a timeline.
  ///   - keepsOrder: Whether they do of events without times.
  init(moments: Int = 0, keepsTimeline: Bool = true, keepsOrder: Bool = true) {
    self.moments = moments
    self.keepsTimeline = keepsTimeline
    self.keepsOrder = keepsOrder
  }

  func takeEntry(elements count: Int) -> Bool {
    guard entries > 0, elements >= count else { return false }
    entries -= 1
    elements -= count
    return true
  }

  func takePair() -> Bool { Self.take(1, of: &pairs) }
  func takeRates(_ count: Int) -> Bool { Self.take(count, of: &rates) }
  func takeCycle() -> Bool { Self.take(1, of: &cycles) }
  func takeStorm() -> Bool { Self.take(1, of: &storms) }
  func takeMoment() -> Bool { Self.take(1, of: &moments) }

  /// How many slices a scenario that is left may keep.
  var mostCellsToKeep: Int { cells / 2 }
  func takeCells(_ count: Int) { cells = max(0, cells - count) }
  func giveBackCells(_ count: Int) { cells += count }

  func noteEvaluations(_ key: UInt64, _ number: Int, isInScenario: Bool) {
    common[isInScenario ? 1 : 0].evaluations[key, default: 0] += number
  }

  func noteUnchanged(_ message: Int, isInScenario: Bool) {
    common[isInScenario ? 1 : 0].unchanged[message, default: 0] += 1
  }

  private static func take(_ count: Int, of stock: inout Int) -> Bool {
    guard stock >= count else { return false }
    stock -= count
    return true
  }

  /// What was counted for all processes together, as parts of no process.
  func parts(facts: FactTable) -> [ProfilePart] {
    zip([nil, TraceSymbols.otherScenarios], common).compactMap { scenario, counts in
      if counts.isEmpty { return nil }
      var part = ProfilePart(scenario: scenario, process: ProcessIdentity())
      for (key, number) in counts.evaluations { part.overflow.add(key, number, facts: facts) }
      part.unchanged = counts.unchanged
      return part
    }
  }

  /// Evaluations and unchanged lines that are counted apart from their process and scenario.
  var commonCount: Int {
    common.reduce(0) { $0 + $1.evaluations.values.reduce(0, +) + $1.unchanged.values.reduce(0, +) }
  }
}
