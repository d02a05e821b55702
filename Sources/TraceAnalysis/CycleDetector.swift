/// Finds root causes that follow each other round and round: A, B, A, B, …
///
/// It looks at the last few root causes only, so it costs little and misses cycles longer than `longestPeriod`.
///
/// A class, because it is written with every update and never copied.
final class CycleDetector {
  static let longestPeriod = 8
  /// Turns below which a repetition is chance.
  static let leastTurns = 8
  /// A message that follows itself is a loop only when nothing else comes for this many updates.
  static let leastSelfTurns = 200
  /// A loop turns without waiting for the user: at most two frames of 1/60 s per step.
  static let longestStep: Int64 = 34_000_000
  /// A single cause that is no faster than the display is a storm, not a loop.
  static let longestSelfStep: Int64 = 7_000_000

  private struct Run {
    var length = 0
    var start: Int64 = noTime
  }

  // A ring of a power of two that is longer than twice the longest period.
  private let roots = HotArray<UInt32>(repeating: .max, count: 16)
  private let times = HotArray<Int64>(repeating: noTime, count: 16)
  /// A repetition shorter than this has too few turns, whatever its period; the first turn is compared with nothing.
  private let leastLength = (leastTurns - 1) * 2
  private var position = 0
  private let runs = HotArray<Run>(repeating: Run(), count: longestPeriod + 1)
  private var lastTime = noTime
  private(set) var cycles: [[UInt32]: Cycle] = [:]

  /// Takes the root cause of the next update.
  func append(_ root: UInt32, time: Int64) {
    var period = 1
    while period <= Self.longestPeriod {
      if roots[(position &- period) & 15] == root {
        if runs[period].length == 0 { runs[period].start = times[(position &- period) & 15] }
        runs[period].length += 1
      } else if runs[period].length > 0 {
        // Nearly every repetition ends at once.
        if runs[period].length >= leastLength { endRun(period) } else { runs[period].length = 0 }
      }
      period += 1
    }
    roots[position & 15] = root
    times[position & 15] = time
    position &+= 1
    lastTime = time
  }

  /// Settles the repetitions that are still going on.
  func finish() {
    for period in 1...Self.longestPeriod where runs[period].length > 0 { endRun(period) }
  }

  private func endRun(_ period: Int) {
    let run = runs[period]
    runs[period] = Run()
    // The first turn is compared with nothing.
    let turns = run.length / period + 1
    guard turns >= (period == 1 ? Self.leastSelfTurns : Self.leastTurns) else { return }
    let members = (1...period).map { roots[(position &- $0) & 15] }
    // A shorter cycle inside explains it already.
    guard Set(members).count > 1 || period == 1, !isRepetition(members) else { return }
    var nanoseconds: Int64?
    if run.start != noTime, lastTime != noTime {
      let duration = max(0, lastTime - run.start)
      let step = duration / Int64(run.length + period - 1)
      guard step <= (period == 1 ? Self.longestSelfStep : Self.longestStep) else { return }
      nanoseconds = duration
    }
    let canonical = canonicalRotation(Array(members.reversed()))
    if let known = cycles[canonical], known.turns >= turns { return }
    // Bounded: whoever has this many different loops has seen enough.
    guard cycles.count < 256 else { return }
    cycles[canonical] = Cycle(members: canonical.map(Int.init), turns: turns, nanoseconds: nanoseconds)
  }

  private func isRepetition(_ members: [UInt32]) -> Bool {
    let count = members.count
    for period in 1..<max(count, 2) where period < count && count % period == 0 {
      if (period..<count).allSatisfy({ members[$0] == members[$0 - period] }) { return true }
    }
    return false
  }

  private func canonicalRotation(_ members: [UInt32]) -> [UInt32] {
    var best = members
    for shift in 1..<max(members.count, 1) {
      let rotated = Array(members[shift...] + members[..<shift])
      if rotated.lexicographicallyPrecedes(best) { best = rotated }
    }
    return best
  }
}
