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
  /// Eight roots at most; fewer at the beginning.
  private var known: (UInt64, UInt64) = (0, 0)
  /// For each period in the place of the root that is one period back: how long its repetition goes on, up to
  /// `leastLength`. Roots of a few views follow each other by chance all the time, and nearly all of it ends before it is
  /// worth a look, so all eight are counted at once and without a branch.
  private var lengths: (UInt64, UInt64) = (0, 0)
  /// The highest bit of each place whose repetition has become worth it, and is in `runs`.
  private var active: (UInt64, UInt64) = (0, 0)
  // A ring of a power of two that holds the times from the beginning of the longest period that was just noticed.
  private var times = HotArray<Int64>(repeating: noTime, count: timeCount)
  private static let timeCount = 32
  /// A repetition shorter than this has too few turns, whatever its period; the first turn is compared with nothing.
  private static let leastLength = (leastTurns - 1) * 2
  private var position = 0
  private var runs = HotArray<Run>(repeating: Run(), count: longestPeriod + 1)
  private var lastTime = noTime
  private(set) var cycles: [[UInt32]: Cycle] = [:]
  private let room: FoldRoom

  init(room: FoldRoom) { self.room = room }

  private static let lowBits: UInt64 = 0x7FFF_7FFF_7FFF_7FFF
  private static let highBits: UInt64 = 0x8000_8000_8000_8000
  private static let ones: UInt64 = 0x0001_0001_0001_0001

  /// Takes the root cause of the next update.
  @inline(__always)
  mutating func append(_ root: UInt32, time: Int64) {
    let lanes = UInt64(root & 0xFFFF) &* Self.ones
    // What stands for several messages has a larger number, and repeats nothing.
    let isKnown: UInt64 = root <= 0xFFFF ? 0x8000 : 0
    let mask = 0 &- isKnown >> 15
    let matches = (
      Self.zeroLanes(recent.0 ^ lanes) & known.0 & mask, Self.zeroLanes(recent.1 ^ lanes) & known.1 & mask
    )
    lengths.0 = Self.counted(lengths.0, matches.0)
    lengths.1 = Self.counted(lengths.1, matches.1)
    let long = (Self.long(lengths.0), Self.long(lengths.1))
    if long.0 | long.1 | active.0 | active.1 != 0 { note(long) }
    recent.1 = recent.1 << 16 | recent.0 >> 48
    recent.0 = recent.0 << 16 | UInt64(root & 0xFFFF)
    known.1 = known.1 << 16 | known.0 >> 48
    known.0 = known.0 << 16 | isKnown
    times[position & (Self.timeCount - 1)] = time
    position &+= 1
    lastTime = time
  }

  /// The highest bit of each 16 that are zero.
  @inline(__always)
  private static func zeroLanes(_ word: UInt64) -> UInt64 {
    ~(((word & lowBits) &+ lowBits) | word) & highBits
  }

  /// One more where there is a match, 0 where there is none.
  @inline(__always)
  private static func counted(_ lengths: UInt64, _ matches: UInt64) -> UInt64 {
    (lengths &+ ones) & (matches >> 15 &* 0xFFFF)
  }

  /// The highest bit of each length of at least `leastLength`.
  @inline(__always)
  private static func long(_ lengths: UInt64) -> UInt64 {
    (lengths &+ (0x8000 - UInt64(leastLength)) &* ones) & highBits
  }

  private mutating func note(_ long: (UInt64, UInt64)) {
    note(ended: active.0 & ~long.0, long: long.0, firstPeriod: 1)
    note(ended: active.1 & ~long.1, long: long.1, firstPeriod: 5)
    active = long
    // So that they never grow into each other.
    lengths.0 &-= Self.excess(lengths.0)
    lengths.1 &-= Self.excess(lengths.1)
  }

  /// 1 for each length above `leastLength`; none is more than one above it.
  private static func excess(_ lengths: UInt64) -> UInt64 {
    ((lengths &+ (0x8000 - UInt64(leastLength) - 1) &* ones) & highBits) >> 15
  }

  private mutating func note(ended: UInt64, long: UInt64, firstPeriod: Int) {
    var ended = ended
    while ended != 0 {
      endRun(firstPeriod &+ ended.trailingZeroBitCount >> 4)
      ended &= ended &- 1
    }
    var long = long
    while long != 0 {
      let period = firstPeriod &+ long.trailingZeroBitCount >> 4
      long &= long &- 1
      if runs[period].length == 0 {
        // It began so many roots ago, and was a repetition of what came a period before.
        runs[period].length = Self.leastLength
        runs[period].start = times[(position &- Self.leastLength &+ 1 &- period) & (Self.timeCount - 1)]
      } else {
        runs[period].length &+= 1
      }
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
