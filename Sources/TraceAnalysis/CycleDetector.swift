/// Finds root causes that follow each other round and round: A, B, A, B, …
///
/// It looks at the last few root causes only, so it costs little and misses cycles longer than `longestPeriod`.
///
/// It owns memory and cannot be copied.
struct CycleDetector: ~Copyable {
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

  /// The last eight roots, 16 bits each, the latest in the lowest.
  private var recent: (UInt64, UInt64) = (0, 0)
  /// The periods whose repetition goes on: the highest bit of the lane of `recent` that is one period back.
  private var active: (UInt64, UInt64) = (0, 0)
  /// Eight roots at most; fewer at the beginning.
  private var known: (UInt64, UInt64) = (0, 0)
  // A ring of a power of two that is as long as the longest period.
  private var times = HotArray<Int64>(repeating: noTime, count: 8)
  /// A repetition shorter than this has too few turns, whatever its period; the first turn is compared with nothing.
  private let leastLength = (leastTurns - 1) * 2
  private var position = 0
  private var runs = HotArray<Run>(repeating: Run(), count: longestPeriod + 1)
  private var lastTime = noTime
  private(set) var cycles: [[UInt32]: Cycle] = [:]
  private let room: FoldRoom

  init(room: FoldRoom) { self.room = room }

  private static let lowBits: UInt64 = 0x7FFF_7FFF_7FFF_7FFF
  private static let highBits: UInt64 = 0x8000_8000_8000_8000

  /// Takes the root cause of the next update.
  @inline(__always)
  mutating func append(_ root: UInt32, time: Int64) {
    let lanes = UInt64(root & 0xFFFF) &* 0x0001_0001_0001_0001
    // What stands for several messages has a larger number, and repeats nothing.
    let isKnown: UInt64 = root <= 0xFFFF ? 0x8000 : 0
    let mask = 0 &- isKnown >> 15
    let matches = (
      Self.zeroLanes(recent.0 ^ lanes) & known.0 & mask, Self.zeroLanes(recent.1 ^ lanes) & known.1 & mask
    )
    // Nearly always neither a repetition goes on nor one begins.
    if matches.0 | matches.1 | active.0 | active.1 != 0 { note(matches) }
    recent.1 = recent.1 << 16 | recent.0 >> 48
    recent.0 = recent.0 << 16 | UInt64(root & 0xFFFF)
    known.1 = known.1 << 16 | known.0 >> 48
    known.0 = known.0 << 16 | isKnown
    times[position & 7] = time
    position &+= 1
    lastTime = time
  }

  /// The highest bit of each 16 that are zero.
  @inline(__always)
  private static func zeroLanes(_ word: UInt64) -> UInt64 {
    ~(((word & lowBits) &+ lowBits) | word) & highBits
  }

  private mutating func note(_ matches: (UInt64, UInt64)) {
    note(ended: active.0 & ~matches.0, matches: matches.0, firstPeriod: 1)
    note(ended: active.1 & ~matches.1, matches: matches.1, firstPeriod: 5)
    active = matches
  }

  @inline(__always)
  private mutating func note(ended: UInt64, matches: UInt64, firstPeriod: Int) {
    var ended = ended
    while ended != 0 {
      let period = firstPeriod &+ ended.trailingZeroBitCount >> 4
      ended &= ended &- 1
      // Nearly every repetition ends at once.
      if runs[period].length >= leastLength { endRun(period) } else { runs[period].length = 0 }
    }
    var matches = matches
    while matches != 0 {
      let period = firstPeriod &+ matches.trailingZeroBitCount >> 4
      matches &= matches &- 1
      if runs[period].length == 0 { runs[period].start = times[(position &- period) & 7] }
      runs[period].length &+= 1
    }
  }

  /// The root so many updates back, from 1 to 8.
  private func root(back: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: back <= 4 ? recent.0 >> ((back - 1) * 16) : recent.1 >> ((back - 5) * 16)) & 0xFFFF
  }

  /// Settles the repetitions that are still going on.
  mutating func finish() {
    for period in 1...Self.longestPeriod where runs[period].length > 0 { endRun(period) }
  }

  private mutating func endRun(_ period: Int) {
    let run = runs[period]
    runs[period] = Run()
    // The first turn is compared with nothing.
    let turns = run.length / period + 1
    guard turns >= (period == 1 ? Self.leastSelfTurns : Self.leastTurns) else { return }
    var members: [UInt32] = []
    for back in 1...period { members.append(root(back: back)) }
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
    guard cycles[canonical] != nil || (cycles.count < 256 && room.takeCycle()) else { return }
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
