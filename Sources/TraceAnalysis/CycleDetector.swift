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

  private typealias Lanes = SIMD2<UInt64>

  private struct Run {
    var length = 0
    var start: Int64 = noTime
  }

  /// The last eight roots, 16 bits each, the latest in the lowest.
  ///
  /// A vector, like all that follows: what is written as two words and read as one is waited for.
  private var recent = Lanes()
  /// Eight roots at most; fewer at the beginning.
  private var known = Lanes()
  /// For each period in the place of the root that is one period back: how long its repetition goes on, up to
  /// `leastLength`. Roots of a few views follow each other by chance all the time, and nearly all of it ends before it is
  /// worth a look, so all eight are counted at once and without a branch.
  private var lengths = Lanes()
  /// The highest bit of each place whose repetition has become worth it, and is in `runs`.
  private var active = Lanes()
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

  // Computed, since a stored vector is looked up with each use.
  @inline(__always) private static var lowBits: Lanes { Lanes(repeating: 0x7FFF_7FFF_7FFF_7FFF) }
  @inline(__always) private static var highBits: Lanes { Lanes(repeating: 0x8000_8000_8000_8000) }
  @inline(__always) private static var ones: Lanes { Lanes(repeating: 0x0001_0001_0001_0001) }

  /// Takes the root cause of the next update.
  @inline(__always)
  mutating func append(_ root: UInt32, time: Int64) {
    let lanes = Lanes(repeating: UInt64(root & 0xFFFF)) &* Self.ones
    // What stands for several messages has a larger number, and repeats nothing.
    let isKnown: UInt64 = root <= 0xFFFF ? 0x8000 : 0
    let mask = Lanes(repeating: 0 &- isKnown >> 15)
    let matches = Self.zeroLanes(recent ^ lanes) & known & mask
    lengths = Self.counted(lengths, matches)
    let long = Self.long(lengths)
    let noted = long | active
    if noted[0] | noted[1] != 0 { note(long) }
    recent = Self.shifted(recent, UInt64(root & 0xFFFF))
    known = Self.shifted(known, isKnown)
    times[position & (Self.timeCount - 1)] = time
    position &+= 1
    lastTime = time
  }

  /// With so much in the lowest place, and all others one higher.
  @inline(__always)
  private static func shifted(_ lanes: Lanes, _ lowest: UInt64) -> Lanes {
    lanes &<< Lanes(repeating: 16) | Lanes(lowest, lanes[0] &>> 48)
  }

  /// The highest bit of each 16 that are zero.
  @inline(__always)
  private static func zeroLanes(_ word: Lanes) -> Lanes {
    ~(((word & lowBits) &+ lowBits) | word) & highBits
  }

  /// One more where there is a match, 0 where there is none.
  @inline(__always)
  private static func counted(_ lengths: Lanes, _ matches: Lanes) -> Lanes {
    (lengths &+ ones) & ((matches &+ matches) &- (matches &>> Lanes(repeating: 15)))
  }

  /// The highest bit of each length of at least `leastLength`.
  @inline(__always)
  private static func long(_ lengths: Lanes) -> Lanes {
    (lengths &+ Lanes(repeating: (0x8000 - UInt64(leastLength)) &* 0x0001_0001_0001_0001)) & highBits
  }

  private mutating func note(_ long: Lanes) {
    let ended = active & ~long
    note(ended: ended[0], long: long[0], firstPeriod: 1)
    note(ended: ended[1], long: long[1], firstPeriod: 5)
    active = long
    // So that they never grow into each other.
    lengths &-= Self.excess(lengths)
  }

  /// 1 for each length above `leastLength`; none is more than one above it.
  private static func excess(_ lengths: Lanes) -> Lanes {
    let mostly = Lanes(repeating: (0x8000 - UInt64(leastLength) - 1) &* 0x0001_0001_0001_0001)
    return ((lengths &+ mostly) & highBits) &>> Lanes(repeating: 15)
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
    UInt32(truncatingIfNeeded: back <= 4 ? recent[0] >> ((back - 1) * 16) : recent[1] >> ((back - 5) * 16)) & 0xFFFF
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
