internal import TraceImport

/// When which updates happened, in at most `mostBuckets` slices of equal length.
///
/// A slice is 2^`shift` nanoseconds long, or as many updates where the trace has no times, and begins at a multiple of its
/// length: series of different resolution become one by doubling, without rounding. The resolution is the finest that keeps
/// within the bounds, which only what is in the series decides and not the order it came in.
package struct TimelineProfile: Hashable, Sendable {
  /// What a slice is measured in.
  package enum Axis: Hashable, Sendable {
    /// Nanoseconds, as `TraceEvent.time`.
    case time
    /// The number of the update in its process, since the trace has no times.
    case order
  }

  /// What happened in a slice.
  package struct Cell: Hashable, Sendable, BitwiseCopyable {
    /// The number of the slice: its start, divided by its length.
    package var bucket: Int64
    package var subject: Subject
    package var count: UInt32
  }

  /// The update or the evaluation that a cell counts, in one word.
  package struct Subject: Hashable, Sendable, BitwiseCopyable, Comparable {
    private static let messageBit: UInt32 = 1 << 31
    let word: UInt32

    /// The index of an update in the part.
    static func update(_ index: Int) -> Subject { Subject(word: UInt32(truncatingIfNeeded: index)) }
    /// The index of a message in the run; for evaluations that are counted without their update.
    static func message(_ index: Int) -> Subject { Subject(word: UInt32(truncatingIfNeeded: index) | messageBit) }

    package var updateIndex: Int? { word & Self.messageBit == 0 ? Int(word) : nil }
    package var messageIndex: Int? { word & Self.messageBit == 0 ? nil : Int(word & ~Self.messageBit) }

    /// Of both, the kind apart.
    fileprivate var index: Int { Int(truncatingIfNeeded: word & ~Self.messageBit) }
    fileprivate var isMessage: Bool { word & Self.messageBit != 0 }

    package static func < (left: Subject, right: Subject) -> Bool { left.word < right.word }
  }

  /// From the first to the last slice there are never more than this many.
  package static let mostBuckets: Int64 = 512
  /// More cells than this are avoided by longer slices: 2 MB.
  package static let mostCells = 1 << 17

  package internal(set) var axis = Axis.time
  package internal(set) var shift = TimelineFold.finestShift(.time)
  /// In the order of slices and subjects, each pair once.
  package internal(set) var cells: [Cell] = []
  /// Updates that are on no slice, because they have no time and others do, or the other way round.
  package internal(set) var unplaced = 0

  package init() {}

  /// The same with other numbers for the updates; what the function gives `nil` for is taken out.
  func renumbered(_ number: (Subject) -> Subject?) -> TimelineProfile {
    var result = self
    result.cells = cells.compactMap { cell in
      number(cell.subject).map { Cell(bucket: cell.bucket, subject: $0, count: cell.count) }
    }
    return result
  }
}

/// The counts of the slice that is going on in a process, of updates and of messages.
///
/// A class, because the timelines of all scenarios of a process write to the one, in turns.
final class TimelineSlices {
  typealias Subject = TimelineProfile.Subject

  fileprivate var updates = HotArray<UInt32>(repeating: 0, count: 16)
  fileprivate var messages = HotArray<UInt32>(repeating: 0, count: 0)
  /// Those that are not 0.
  private var touched = HotArray<Subject>(repeating: .update(0), count: 16)
  fileprivate private(set) var touchedCount = 0

  @inline(__always)
  fileprivate func count(_ subject: Subject, _ number: UInt32) {
    let isNew =
      subject.isMessage
      ? Self.add(number, to: &messages, at: subject.index) : Self.add(number, to: &updates, at: subject.index)
    if isNew { touch(subject) }
  }

  @inline(__always)
  func count(message: Int, _ times: Int) { count(.message(message), UInt32(truncatingIfNeeded: times)) }

  @inline(__always)
  fileprivate func touch(_ subject: Subject) {
    if touchedCount == touched.count { touched.grow(toHold: touchedCount) }
    touched[touchedCount] = subject
    touchedCount &+= 1
  }

  /// Whether nothing was counted there so far.
  @inline(__always)
  private static func add(_ number: UInt32, to counts: inout HotArray<UInt32>, at index: Int) -> Bool {
    if index >= counts.count { counts.grow(toHold: index) }
    let isNew = counts[index] == 0
    // Saturates: a number this large is the same strip on any screen.
    let (sum, overflows) = counts[index].addingReportingOverflow(number)
    counts[index] = overflows ? .max : sum
    return isNew
  }

  /// Ends the slice.
  @inline(__always)
  fileprivate func take(_ body: (Subject, UInt32) -> Void) {
    for place in 0..<touchedCount {
      let subject = touched[place]
      if subject.isMessage {
        body(subject, messages[subject.index])
        messages[subject.index] = 0
      } else {
        body(subject, updates[subject.index])
        updates[subject.index] = 0
      }
    }
    touchedCount = 0
  }
}

/// Counts updates per slice of time while they are read.
///
/// A class, because it owns memory that is written with every update. What happens in the current slice is counted in place;
/// a slice that is over becomes cells, and when there are too many of them slices are made twice as long.
final class TimelineFold {
  typealias Cell = TimelineProfile.Cell
  typealias Subject = TimelineProfile.Subject

  private var axis: TimelineProfile.Axis?
  private var shift: Int64 = 0
  private var current = Int64.min
  private var range: ClosedRange<Int64>?
  private var isOrdered = true
  private var unplaced = 0
  private var cells = HotArray(repeating: Cell(bucket: 0, subject: .update(0), count: 0), count: 0)
  private var cellCount = 0
  /// Whether it is the one that has room for updates that are not kept, too.
  private let isFirst: Bool
  /// Whether it counts by order what has no times.
  private let keepsOrder: Bool
  private let mostCells: Int
  /// What of the room is ours, after the part was left.
  private var keptCells = 0

  init(isFirst: Bool, keepsOrder: Bool) {
    self.isFirst = isFirst
    self.keepsOrder = keepsOrder
    mostCells = isFirst ? TimelineProfile.mostCells : TimelineProfile.mostCells / 16
  }

  /// A quarter of a frame of 1/60 s, and every single update.
  static func finestShift(_ axis: TimelineProfile.Axis) -> Int { axis == .time ? 22 : 0 }

  /// - Parameters:
  ///   - time: of its last evaluation; `noTime` when there is none.
  ///   - number: of the update in its process.
  @inline(__always)
  func add(update index: Int, time: Int64, number: UInt32, slices: TimelineSlices) {
    guard move(to: time, number, slices) else { return }
    if index >= slices.updates.count { slices.updates.grow(toHold: index) }
    if slices.updates[index] == 0 { slices.touch(.update(index)) }
    slices.updates[index] &+= 1
  }

  /// Makes the slice of an update that is not kept the current one; true if its evaluations are to be counted in it.
  @inline(__always)
  func place(evaluationsAt time: Int64, number: UInt32, slices: TimelineSlices) -> Bool {
    if !isFirst { unplaced += 1 }
    return isFirst && move(to: time, number, slices)
  }

  /// What comes next belongs to another part; of many parts each keeps little.
  func leave(_ slices: TimelineSlices, room: FoldRoom) {
    endBucket(slices)
    room.giveBackCells(keptCells)
    compact(to: room.mostCellsToKeep, slices)
    keptCells = cellCount
    room.takeCells(keptCells)
  }

  func finish(_ slices: TimelineSlices) -> TimelineProfile {
    var result = TimelineProfile()
    guard let axis else { return result }
    endBucket(slices)
    compact(to: mostCells, slices)
    result.axis = axis
    result.shift = Int(shift)
    result.unplaced = unplaced
    // Slices are few, so that one and what is in it are one word.
    let first = range?.lowerBound ?? 0
    let order = RadixSort.order(count: cellCount) { index in
      UInt64(truncatingIfNeeded: cells[index].bucket &- first) << 32 | UInt64(cells[index].subject.word)
    }
    result.cells = order.map { cells[Int($0)] }
    return result
  }

  /// Makes the slice of this moment the current one; false when it has none.
  @inline(__always)
  private func move(to time: Int64, _ number: UInt32, _ slices: TimelineSlices) -> Bool {
    let place = axis == .order ? Int64(number) : time
    if place >> shift == current, axis == .order || time != noTime { return true }
    return begin(time, number, slices)
  }

  private func begin(_ time: Int64, _ number: UInt32, _ slices: TimelineSlices) -> Bool {
    let own: TimelineProfile.Axis = time == noTime ? .order : .time
    if axis == nil {
      axis = own
      shift = Int64(Self.finestShift(own))
    }
    guard axis == own else {
      unplaced += 1
      return false
    }
    guard own == .time || keepsOrder else { return false }
    endBucket(slices)
    let place = own == .order ? Int64(number) : time
    var bucket = place >> shift
    var lower = min(range?.lowerBound ?? bucket, bucket)
    var upper = max(range?.upperBound ?? bucket, bucket)
    if upper &- lower >= TimelineProfile.mostBuckets || upper &- lower < 0 {
      var steps: Int64 = 0
      while upper &- lower >= TimelineProfile.mostBuckets || upper &- lower < 0 {
        steps += 1
        lower >>= 1
        upper >>= 1
        bucket >>= 1
      }
      coarsen(by: steps, slices)
    } else if cellCount > 2 * mostCells {
      let before = shift
      compact(to: mostCells, slices)
      let steps = shift - before
      (lower, upper, bucket) = (lower >> steps, upper >> steps, bucket >> steps)
    }
    if bucket < current { isOrdered = false }
    range = lower...upper
    current = bucket
    return true
  }

  func endBucket(_ slices: TimelineSlices) {
    let bucket = current
    let end = cellCount + slices.touchedCount
    if end > cells.count { cells.grow(toHold: end - 1) }
    var place = cellCount
    slices.take { subject, count in
      cells[place] = Cell(bucket: bucket, subject: subject, count: count)
      place &+= 1
    }
    cellCount = place
  }

  /// Makes slices longer until there are no more cells than that.
  private func compact(to most: Int, _ slices: TimelineSlices) {
    // What came twice to the same slice is counted twice until here.
    coarsen(by: 0, slices)
    while cellCount > most, shift < 62, let range, range.lowerBound < range.upperBound { coarsen(by: 1, slices) }
    guard cellCount > most else { return }
    // More distinct updates than there is room for even in a single slice.
    for index in 0..<cellCount { unplaced += Int(cells[index].count) }
    cellCount = 0
  }

  /// Makes slices 2^steps times as long, adding up what falls together.
  private func coarsen(by steps: Int64, _ slices: TimelineSlices) {
    if !isOrdered { order() }
    isOrdered = true
    let count = cellCount
    // What is written takes the place of what was read, and is never more.
    cellCount = 0
    shift += steps
    current = Int64.min
    for index in 0..<count {
      let cell = cells[index]
      let bucket = cell.bucket >> steps
      if bucket != current {
        endBucket(slices)
        current = bucket
      }
      slices.count(cell.subject, cell.count)
    }
    endBucket(slices)
    range = range.map { ($0.lowerBound >> steps)...($0.upperBound >> steps) }
  }

  /// Puts the cells in the order of their slices.
  private func order() {
    var cells = UnsafeMutableBufferPointer(start: cells.pointer, count: cellCount)
    cells.sort { $0.bucket < $1.bucket }
  }
}
