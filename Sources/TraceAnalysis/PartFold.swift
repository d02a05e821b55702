internal import TraceImport

/// Folds what belongs to one scenario of one process.
///
/// A class, because the fold of a process adds to one of several with every event.
final class PartFold {
  let scenario: Int?
  private(set) var unchanged: [Int: Int] = [:]
  var faults: [UpdateFault: Int] = [:]

  private let room: FoldRoom
  /// The same for what the first part has room of its own for: `nil` there.
  private let sharedRoom: FoldRoom?
  private var table = UpdateTable()
  private var cycles: CycleDetector
  private var storms: [Int: Storm] = [:]
  private var firstTime = noTime
  private var lastTime = noTime
  private var second = (index: Int64.min, count: 0)
  private var frame = (index: Int64.min, count: 0)
  private var durations = DurationFold()
  private var busyUntil = Int64.min
  private var busyNanoseconds: UInt64 = 0
  private var peakPerSecond = 0
  private var peakPerFrame = 0
  private var overflow = OverflowCounter()
  /// `nil` where nobody wants to know when what happened.
  private let timeline: TimelineFold?
  private var moments: [UpdateMoment] = []

  init(scenario: Int?, room: FoldRoom, isFirst: Bool) {
    self.scenario = scenario
    self.room = room
    sharedRoom = isFirst ? nil : room
    timeline = room.keepsTimeline ? TimelineFold(isFirst: isFirst, keepsOrder: room.keepsOrder) : nil
    cycles = CycleDetector(room: room)
  }

  func close(
    _ update: UnsafeBufferPointer<UInt64>, facts: FactTable, time: Int64, number: UInt32, slices: TimelineSlices
  ) {
    if let index = table.add(update, room: sharedRoom) {
      timeline?.add(update: index, time: time, number: number, slices: slices)
      if room.takeMoment() { moments.append(UpdateMoment(time: time, number: number, update: index)) }
    } else {
      // What is counted twice is gone through once.
      let isPlaced = timeline?.place(evaluationsAt: time, number: number, slices: slices) ?? false
      overflow.add(update, facts: facts, room: sharedRoom, isInScenario: scenario != nil) { message, times in
        if isPlaced { slices.count(message: message, times) }
      }
    }
  }

  func noteUnchanged(_ message: Int) {
    if let known = unchanged[message] {
      unchanged[message] = known + 1
    } else if sharedRoom?.takePair() ?? true {
      unchanged[message] = 1
    } else {
      room.noteUnchanged(message, isInScenario: scenario != nil)
    }
  }

  @inline(__always)
  func noteRoot(_ message: UInt32, time: Int64, begins: Bool) { cycles.append(message, time: time, begins: begins) }

  /// Notes an evaluation that is no root cause.
  @inline(__always)
  func noteFollowing() { cycles.appendFollowing() }

  /// Notes when an evaluation was; returns its second.
  @inline(__always)
  func note(time: Int64) -> Int64 {
    if firstTime == noTime { firstTime = time }
    lastTime = max(lastTime, time)
    let elapsed = time &- firstTime
    let second = elapsed / 1_000_000_000
    if self.second.index == second { self.second.count += 1 } else { self.second = (second, 1) }
    if self.second.count > peakPerSecond { peakPerSecond = self.second.count }
    let frame = elapsed / 16_666_667
    if self.frame.index == frame { self.frame.count += 1 } else { self.frame = (frame, 1) }
    if self.frame.count > peakPerFrame { peakPerFrame = self.frame.count }
    return second
  }

  func note(_ message: UInt32, _ detail: EventDetail, time: Int64) {
    durations.add(detail, message: Int(message))
    guard case .nanoseconds(let nanoseconds) = detail.duration else { return }
    guard time != noTime else {
      // Nobody knows what it was inside of.
      busyNanoseconds &+= nanoseconds
      return
    }
    let end = time + Int64(clamping: nanoseconds)
    let from = max(time, busyUntil)
    guard end > from else { return }
    busyNanoseconds += UInt64(end - from)
    busyUntil = end
  }

  /// Takes a second of a message at the rate of a storm; `seconds` are those in a row.
  func noteStorm(_ message: Int, updates: Int, seconds: Int) {
    if storms[message] == nil, !room.takeStorm() { return }
    var storm = storms[message] ?? Storm(peakPerSecond: 0, longestSeconds: 0, updates: 0)
    storm.updates += updates
    storm.peakPerSecond = max(storm.peakPerSecond, updates)
    storm.longestSeconds = max(storm.longestSeconds, seconds)
    storms[message] = storm
  }

  /// What comes next belongs to another scenario.
  func leave(_ slices: TimelineSlices) { timeline?.leave(slices, room: room) }

  /// Ends the slice of the timeline; what comes next may fall into the same.
  func endSlice(_ slices: TimelineSlices) { timeline?.endBucket(slices) }

  func finish() { cycles.finish() }

  func part(process: ProcessIdentity, scenario: String?, facts: FactTable, slices: TimelineSlices) -> ProfilePart {
    var part = ProfilePart(scenario: scenario, process: process)
    part.updates = table.updates
    part.overflow = overflow.counts(facts: facts)
    part.unchanged = unchanged
    part.faults = faults
    part.durations = durations.histograms
    part.busyNanoseconds = busyNanoseconds
    if let timeline { part.timeline = timeline.finish(slices) }
    part.moments = moments
    part.cycles = cycles.cycles
    part.rates.peakPerSecond = peakPerSecond
    part.rates.peakPerFrame = peakPerFrame
    if firstTime != noTime { part.rates.span = min(firstTime, lastTime)...lastTime }
    part.rates.storms = storms
    return part
  }
}
