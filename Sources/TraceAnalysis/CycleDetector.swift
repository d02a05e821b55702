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
    /// When its first turn began.
    var mark = Mark()
  }

  /// What was counted up to a root cause.
  private struct Mark: BitwiseCopyable {
    /// All evaluations: those of the root causes, and those that followed from them.
    var evaluations = 0
    /// Of these what some loop is charged with already: none is charged to two.
    var charged = 0
    /// Updates that began.
    var updates = 0
  }

  /// A loop that was noticed and may go on: no turn has to be just like the one before.
  private struct Going {
    /// By which its cycle is known: of the repetition that turned most often without anything between.
    var key: [UInt32]
    var longest: Cycle
    /// All root causes that take part.
    var members: Set<UInt32>
    /// All that it evaluated so far.
    var evaluations: Int
    var start: Int64
    var end: Int64
    /// Root causes since the last one that takes part.
    var strangers = 0
    /// Whether what is evaluated now follows from a root cause that takes part, and of `evaluations` when that came.
    var isTurning = false
    var mark = 0
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
  // The same of what was counted before each root.
  private var marks = HotArray<Mark>(repeating: Mark(), count: timeCount)
  /// A repetition shorter than this has too few turns, whatever its period; the first turn is compared with nothing.
  private static let leastLength = (leastTurns - 1) * 2
  private var position = 0
  private var runs = HotArray<Run>(repeating: Run(), count: longestPeriod + 1)
  private var lastTime = noTime
  private var ended: [[UInt32]: Cycle] = [:]
  private var going: Going?
  private var evaluations = 0
  private var charged = 0
  private var updates = 0
  private let room: FoldRoom

  init(room: FoldRoom) { self.room = room }

  // Computed, since a stored vector is looked up with each use.
  @inline(__always) private static var lowBits: Lanes { Lanes(repeating: 0x7FFF_7FFF_7FFF_7FFF) }
  @inline(__always) private static var highBits: Lanes { Lanes(repeating: 0x8000_8000_8000_8000) }
  @inline(__always) private static var ones: Lanes { Lanes(repeating: 0x0001_0001_0001_0001) }

  /// Takes the next root cause.
  ///
  /// - Parameter begins: Whether an update begins with it; others come in the update that goes on.
  @inline(__always)
  mutating func append(_ root: UInt32, time: Int64, begins: Bool) {
    if time &- lastTime > UpdateBoundary.longestPause { pause(time) }
    let lanes = Lanes(repeating: UInt64(root & 0xFFFF)) &* Self.ones
    // What stands for several messages has a larger number, and repeats nothing.
    let isKnown: UInt64 = root <= 0xFFFF ? 0x8000 : 0
    let mask = Lanes(repeating: 0 &- isKnown >> 15)
    let matches = Self.zeroLanes(recent ^ lanes) & known & mask
    lengths = Self.counted(lengths, matches)
    let long = Self.long(lengths)
    let noted = long | active
    if noted[0] | noted[1] != 0 { note(long) }
    if going != nil { follow(root, time: time) }
    recent = Self.shifted(recent, UInt64(root & 0xFFFF))
    known = Self.shifted(known, isKnown)
    times[position & (Self.timeCount - 1)] = time
    marks[position & (Self.timeCount - 1)] = Mark(
      evaluations: evaluations, charged: charged, updates: updates)
    evaluations &+= 1
    updates &+= begins ? 1 : 0
    position &+= 1
    lastTime = time
  }

  /// What comes after a pause is no turn of what was before it.
  private mutating func pause(_ time: Int64) {
    guard time != noTime, lastTime != noTime else { return }
    for period in 1...Self.longestPeriod where runs[period].length > 0 { endRun(period) }
    (lengths, active, known) = (Lanes(), Lanes(), Lanes())
  }

  /// Takes an evaluation that follows from the root cause before.
  @inline(__always)
  mutating func appendFollowing() { evaluations &+= 1 }

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
        // It began that number of roots ago, and was a repetition of what came a period before.
        runs[period].length = Self.leastLength
        let first = (position &- Self.leastLength &+ 1 &- period) & (Self.timeCount - 1)
        runs[period].start = times[first]
        runs[period].mark = marks[first]
      } else {
        runs[period].length &+= 1
      }
    }
  }

  /// The root of an earlier update, from 1 to 8 back.
  private func root(back: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: back <= 4 ? recent[0] >> ((back - 1) * 16) : recent[1] >> ((back - 5) * 16)) & 0xFFFF
  }

  /// Settles the repetitions that are still going on.
  mutating func finish() {
    for period in 1...Self.longestPeriod where runs[period].length > 0 { endRun(period) }
    endLoop()
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
      // What begins one update in each turn leads to nothing but itself, however many views observe it.
      if updates - run.mark.updates < turns + turns / 2 {
        guard turns >= Self.leastSelfTurns, duration / Int64(turns) <= Self.longestSelfStep else { return }
      }
      guard step <= (period == 1 ? Self.longestSelfStep : Self.longestStep) else { return }
      nanoseconds = duration
    }
    let key = canonicalRotation(Array(members.reversed()))
    turn()
    // What it evaluated, and no loop that was known already.
    let new = evaluations - run.mark.evaluations - (charged - run.mark.charged)
    let isOfGoing = going.map { !$0.members.isDisjoint(with: members) } ?? false
    // Turns of another loop, with a part of it in a row by chance.
    let own = min(turns, (new + (isOfGoing ? going?.evaluations ?? 0 : 0)) / period)
    guard own >= Self.leastTurns else { return }
    charge(from: run.mark)
    let cycle = Cycle(
      members: key.map(Int.init), turns: own, nanoseconds: nanoseconds.map { $0 / Int64(turns) * Int64(own) })
    if isOfGoing, var loop = going {
      loop.members.formUnion(members)
      loop.evaluations += new
      if loop.longest.steps < cycle.steps { (loop.key, loop.longest) = (key, cycle) }
      going = loop
    } else {
      endLoop()
      going = Going(
        key: key, longest: cycle, members: Set(members), evaluations: new, start: run.start, end: lastTime)
    }
    going?.end = lastTime
  }

  /// Charges a loop with all from a mark on, which whatever began meanwhile has to know.
  private mutating func charge(from mark: Mark) {
    func settled(_ later: Mark) -> Mark {
      var later = later
      if later.evaluations > mark.evaluations { later.charged = mark.charged + later.evaluations - mark.evaluations }
      return later
    }
    charged = mark.charged + evaluations - mark.evaluations
    for index in 0..<Self.timeCount { marks[index] = settled(marks[index]) }
    for period in 1...Self.longestPeriod where runs[period].length > 0 {
      runs[period].mark = settled(runs[period].mark)
    }
  }

  /// What comes after a repetition is of the loop as long as its root causes come again, and without a pause.
  private mutating func follow(_ root: UInt32, time: Int64) {
    turn()
    if time != noTime, lastTime != noTime, time - lastTime > Self.longestStep { return endLoop() }
    if going?.members.contains(root) == true {
      going?.isTurning = true
      going?.mark = evaluations
      going?.strangers = 0
      going?.end = time
    } else {
      going?.strangers += 1
      if going?.strangers ?? 0 > Self.longestPeriod { endLoop() }
    }
  }

  /// Charges the loop that goes on with what was evaluated since its last root cause.
  private mutating func turn() {
    guard let mark = going?.mark, going?.isTurning == true else { return }
    going?.evaluations += evaluations - mark
    charged += evaluations - mark
    going?.isTurning = false
  }

  private mutating func endLoop() {
    turn()
    guard let loop = going else { return }
    going = nil
    // Bounded: whoever has this many different loops has seen enough.
    guard ended[loop.key] != nil || (ended.count < 256 && room.takeCycle()) else { return }
    Self.add(loop, to: &ended)
  }

  private static func add(_ loop: Going, to cycles: inout [[UInt32]: Cycle]) {
    // Between lines without a time, a clock may have jumped.
    let longest = ProfilePart.longestDuration
    var cycle = loop.longest
    cycle.evaluations = loop.evaluations
    cycle.nanoseconds = cycle.nanoseconds.map { min(longest, $0) }
    cycle.wholeNanoseconds =
      loop.start != noTime && loop.end != noTime ? min(longest, max(0, loop.end - loop.start)) : nil
    if let known = cycles[loop.key] {
      if known.steps >= cycle.steps { (cycle.turns, cycle.nanoseconds) = (known.turns, known.nanoseconds) }
      cycle.evaluations += known.evaluations
      if let whole = known.wholeNanoseconds {
        cycle.wholeNanoseconds = min(longest, whole + (cycle.wholeNanoseconds ?? 0))
      }
    }
    cycles[loop.key] = cycle
  }

  /// The loops that were noticed up to now.
  var cycles: [Cycle] {
    var all = ended
    if let going { Self.add(going, to: &all) }
    return all.values.sorted { $0.members.lexicographicallyPrecedes($1.members) }
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
