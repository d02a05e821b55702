internal import TraceImport

/// Where one update ends and the next begins, as far as order and time tell.
///
/// SwiftUI updates parents before children, and each body at most once per update. A log shows neither the beginning nor
/// the end of an update, so these rules decide:
/// - an evaluation with `@self` belongs to the update that is going on, unless it is of the very view that update began
///   with (but for the rows of a list, which come without a pause), or comes after a pause;
/// - an evaluation without `@self` begins an update, unless the same cause began the current one in another view, or it
///   follows within milliseconds;
/// - a view that was evaluated already, as often as it was inserted, begins another update: each body runs at most once in
///   one. Where there are more of it, one with `@self` goes on; one without goes on within milliseconds and by the cause that
///   the update began with: one change of an object evaluates each row that observes it.
enum UpdateBoundary {
  /// No update goes on over a pause as long as this, even with very slow bodies.
  static let longestPause: Int64 = 100_000_000
  /// Evaluations with causes of their own belong together when they follow each other as closely as this.
  static let sameUpdate: Int64 = 4_000_000
  /// A cause of its own after half a frame of 1/60 s begins an update.
  static let halfFrame: Int64 = 8_000_000
  /// An update with more distinct elements than this is cut, so that hostile input cannot grow one without end.
  static let mostElements = 1 << 16
}

/// `TraceEvent.noTime`, in this module, so that comparing with it is no call.
let noTime = Int64.min

/// Folds the evaluations of one process.
///
/// A class, because the builder holds one per process and adds to it with every event.
final class ProcessFold {
  private let process: ProcessIdentity
  private let facts: FactTable
  private var partIndex: [Int: Int] = [:]
  private var folds: [PartFold] = []
  private var current: PartFold?
  private var currentScenario: Int?

  /// The update that is going on.
  private var open = OpenUpdate()
  /// Of recordings only: updates that seem to be over, and may not be.
  private var parked = ParkedUpdates()
  /// The number of the update that began last.
  private var lastNumber: UInt32 = 0
  /// Of the last evaluation, whichever update it is in.
  private var lastTime = noTime
  private var views = HotArray(repeating: ViewState(), count: 8)
  private var rates: RateFold
  private let slices = TimelineSlices()
  private let room: FoldRoom
  /// Whether it is the first process of the run.
  private let isFirst: Bool
  /// Whether no evaluation counts as the first of its view.
  private let viewsHaveAppeared: Bool

  /// What is known of a view; one struct, so that an evaluation touches one cache line.
  private struct ViewState: BitwiseCopyable {
    /// The number of the update it was last evaluated in, 0 for none so far.
    var lastUpdate: UInt32 = 0
    /// How often it was evaluated in that one.
    var evaluations: UInt32 = 0
    /// How often it was seen to be inserted: there are no more of it than that. Of views that were there before the capture
    /// began, or that never say so, there may be any number.
    var insertions: UInt32 = 0

    @inline(__always)
    mutating func note(_ update: UInt32, isInsertion: Bool) {
      evaluations = lastUpdate == update ? evaluations &+ 1 : 1
      if isInsertion { insertions &+= 1 } else if lastUpdate == 0 { insertions = Self.any }
      lastUpdate = update
    }

    private static let any: UInt32 = 1 << 30
  }

  init(process: ProcessIdentity, facts: FactTable, room: FoldRoom, isFirst: Bool, viewsHaveAppeared: Bool) {
    self.process = process
    self.facts = facts
    self.room = room
    self.isFirst = isFirst
    self.viewsHaveAppeared = viewsHaveAppeared
    rates = RateFold(room: room)
  }

  deinit { open.deallocate() }

  /// Takes changes of this process that follow each other.
  func add(_ changes: UnsafeBufferPointer<TraceEvent>, scenario: Int?) {
    let part = part(of: scenario)
    for change in changes { add(change.value, facts[Int(change.value)], time: change.time, to: part) }
  }

  /// Takes changes of this process that follow each other and differ in nothing but their message.
  func add(_ run: MessageRun, scenario: Int?) {
    let part = part(of: scenario)
    let time = run.common.time
    if time == noTime {
      // A loop of its own, in which the compiler knows that nothing has to be done about time.
      for message in run.messages { add(message, facts[Int(message)], time: noTime, to: part) }
    } else {
      for message in run.messages { add(message, facts[Int(message)], time: time, to: part) }
    }
  }

  @inline(__always)
  private func add(_ message: UInt32, _ facts: ProfileBuilder.MessageFacts, time: Int64, to part: PartFold) {
    if facts.isUnchanged {
      part.noteUnchanged(Int(message))
      return
    }
    let view = Int(facts.view)
    if view >= views.count { views.grow(toHold: view) }
    let begins = open.count == 0 || beginsUpdate(facts, time: time)
    if begins || !facts.hasSelf {
      part.noteRoot(message, time: time, begins: begins)
    } else {
      part.noteFollowing()
    }
    if begins {
      closeUpdate(into: part)
      beginUpdate(facts)
    }
    let isFirst = views[view].lastUpdate == 0 && !viewsHaveAppeared
    views[view].note(open.number, isInsertion: facts.hasIdentity)
    push(UpdateTable.Packed.pack(message: message, isFirst: isFirst), part)
    if time != noTime {
      lastTime = time
      note(message, facts, time: time, isFirst: isFirst, to: part)
    }
  }

  @inline(__always)
  private func note(
    _ message: UInt32, _ facts: ProfileBuilder.MessageFacts, time: Int64, isFirst: Bool, to part: PartFold
  ) {
    let second = part.note(time: time)
    if !isFirst, !facts.hasIdentity { rates.note(Int(message), second: second, update: open.number, part: part) }
  }

  /// Takes one change with what the recording knows of it; returns the message its chain of triggers began with, `nil` for
  /// what is no evaluation.
  ///
  /// - Parameters:
  ///   - number: of the event in its input.
  ///   - part: of the scenario that goes on.
  @inline(__always)
  func add(_ change: TraceEvent, _ detail: EventDetail, number: Int, to part: PartFold) -> UInt32? {
    let message = change.value
    let facts = facts[Int(message)]
    if facts.isUnchanged {
      part.noteUnchanged(Int(message))
      return nil
    }
    let view = Int(facts.view)
    if view >= views.count { views.grow(toHold: view) }
    var place: Int?
    if case .event(let back) = detail.trigger { place = self.place(ofEvent: number - Int(back), part) }
    if open.count == 0 || open.events.count >= UpdateBoundary.mostElements
      || (place == nil && begins(detail.boundary, facts, time: change.time))
    {
      parkUpdate(part)
      place = nil
      beginUpdate(facts)
      part.noteRoot(message, time: change.time, begins: true)
    } else if !facts.hasSelf {
      part.noteRoot(message, time: change.time, begins: false)
    } else {
      part.noteFollowing()
    }
    let isFirst = views[view].lastUpdate == 0 && !viewsHaveAppeared
    views[view].note(open.number, isInsertion: facts.hasIdentity)
    let trigger: Update.Trigger = place.map(Update.Trigger.element) ?? (detail.trigger == .none ? .none : .unknown)
    let isOwnRoot = facts.rootCause != 0 || facts.hasIdentity
    let root = isOwnRoot ? message : place.map { open.rootMessages[$0] } ?? message
    // May close the update when it is full; what is noted here then belongs to the next one.
    push(UpdateTable.Packed.pack(message: message, isFirst: isFirst, trigger: trigger), part)
    if open.count > open.rootMessages.count { open.rootMessages.append(root) }
    open.events.append((number, open.count - 1))
    if change.time != noTime {
      lastTime = change.time
      note(message, facts, time: change.time, isFirst: isFirst, to: part)
    }
    part.note(message, detail, time: change.time)
    return root
  }

  /// SwiftUI's own groups decide where there are any; a recorded trigger joins what they part.
  private func begins(
    _ boundary: EventDetail.Boundary, _ facts: ProfileBuilder.MessageFacts, time: Int64
  ) -> Bool {
    switch boundary {
    case .begins: true
    case .continues: false
    case .unknown: beginsUpdate(facts, time: time)
    }
  }

  /// The element of the current update that an event became; if it is one of an update that seemed to be over, that is the
  /// current one again.
  private func place(ofEvent number: Int, _ part: PartFold) -> Int? {
    if let place = open.element(ofEvent: number) { return place }
    guard !parked.isEmpty, let update = parked.resume(event: number) else { return nil }
    parkUpdate(part)
    open.deallocate()
    open = update
    return open.element(ofEvent: number)
  }

  /// Leaves the current update; nothing is the current one.
  private func parkUpdate(_ part: PartFold) {
    guard open.count > 0 else { return }
    var update = parked.takeRoom()
    swap(&update, &open)
    update.time = lastTime
    parked.park(update) { close($0, into: part) }
  }

  private func close(_ update: OpenUpdate, into part: PartFold) {
    part.close(update.words, facts: facts, time: update.time, number: update.number, slices: slices)
  }

  @inline(__always)
  private func beginUpdate(_ facts: ProfileBuilder.MessageFacts) {
    beginNumber()
    open.startView = facts.view
    open.startCause = facts.rootCause
  }

  @inline(__always)
  private func beginNumber() {
    lastNumber &+= 1
    open.number = lastNumber
  }

  /// Passes over an evaluation outside of the window: it happened, but does not count.
  func skip(_ facts: ProfileBuilder.MessageFacts) {
    guard !facts.isUnchanged else { return }
    closeUpdate()
    let view = Int(facts.view)
    if view >= views.count { views.grow(toHold: view) }
    // Seen in an update of its own, to which nothing else belongs.
    beginNumber()
    views[view].note(open.number, isInsertion: facts.hasIdentity)
  }

  func add(fault: UpdateFault?, scenario: Int?) {
    guard let fault else { return }
    part(of: scenario).faults[fault, default: 0] += 1
  }

  /// Ends the process and gives what was folded; nothing of it is kept.
  func finish(scenarioNames: [String]) -> [ProfilePart] {
    leavePart()
    current = nil
    // Each fold goes when its part is made, so that there are never two of all.
    var parts: [ProfilePart] = []
    parts.reserveCapacity(folds.count)
    folds.reverse()
    while let fold = folds.popLast() {
      fold.finish()
      parts.append(part(fold, scenarioNames))
    }
    return parts
  }

  private func part(_ fold: PartFold, _ scenarioNames: [String]) -> ProfilePart {
    fold.part(process: process, scenario: fold.scenario.map { scenarioNames[$0] }, facts: facts, slices: slices)
  }

  /// What was folded so far, with the update that is going on as it is.
  func snapshot(scenarioNames: [String]) -> [ProfilePart] {
    current?.endSlice(slices)
    return folds.map { fold in
      var part = part(fold, scenarioNames)
      if fold === current {
        parked.enumerate { Self.add($0.words, to: &part) }
        if open.count > 0 { Self.add(open.words, to: &part) }
      }
      return part
    }
  }

  private static func add(_ words: UnsafeBufferPointer<UInt64>, to part: inout ProfilePart) {
    let open = words.map(UpdateTable.Packed.unpack)
    if let known = part.updates.firstIndex(where: { $0.elements == open }) {
      part.updates[known].count += 1
    } else {
      part.updates.append(Update(elements: open, count: 1))
    }
  }

  @inline(__always)
  private func beginsUpdate(_ facts: ProfileBuilder.MessageFacts, time: Int64) -> Bool {
    let isTimed = time != noTime && lastTime != noTime
    let pause = isTimed ? time &- lastTime : 0
    if isTimed, pause > UpdateBoundary.longestPause || pause < -UpdateBoundary.longestPause { return true }
    if facts.hasSelf {
      let view = views[Int(facts.view)]
      // Each body runs at most once in an update.
      if view.lastUpdate == open.number, view.evaluations >= view.insertions, !facts.hasIdentity { return true }
      guard facts.view == open.startView else { return false }
      if !isTimed || pause > UpdateBoundary.sameUpdate { return true }
      // Rows whose list is not instrumented come one right after the other.
      return open.startCause != 0 && !isOneMore(facts)
    }
    if views[Int(facts.view)].lastUpdate == open.number {
      return !isTimed || pause > UpdateBoundary.sameUpdate || !isOneMore(facts)
    }
    if isTimed { return pause > UpdateBoundary.sameUpdate && (pause > UpdateBoundary.halfFrame || !isSameCause(facts)) }
    return !isSameCause(facts)
  }

  /// Whether it may be another view of a type that was evaluated in the update already, by the change that began it.
  @inline(__always)
  private func isOneMore(_ facts: ProfileBuilder.MessageFacts) -> Bool {
    let view = views[Int(facts.view)]
    return isSameCause(facts) && view.lastUpdate == open.number && view.evaluations < view.insertions
  }

  @inline(__always)
  private func isSameCause(_ facts: ProfileBuilder.MessageFacts) -> Bool {
    facts.rootCause != 0 && facts.rootCause == open.startCause
  }

  @inline(__always)
  private func push(_ word: UInt64, _ part: PartFold) {
    // Without a branch, since rows come in any number.
    let last = open.elements[open.count - 1]
    let isMore =
      (last ^ word) & UpdateTable.Packed.identity == 0 && last >> 40 < UpdateTable.Packed.mostRepetitions
    if open.count == open.capacity, !isMore {
      if open.count >= UpdateBoundary.mostElements {
        closeUpdate(into: part)
      } else {
        open.grow()
      }
    }
    let place = open.count &- (isMore ? 1 : 0)
    open.elements[place] = isMore ? last &+ UpdateTable.Packed.oneMore : word
    open.count = place &+ 1
  }

  private func closeUpdate() {
    guard let current else { return }
    if !parked.isEmpty { parked.closeAll { close($0, into: current) } }
    closeUpdate(into: current)
  }

  /// The part is the current one; as a parameter it need not be retained.
  @inline(__always)
  private func closeUpdate(into part: PartFold) {
    guard open.count > 0 else { return }
    part.close(open.words, facts: facts, time: lastTime, number: open.number, slices: slices)
    open.removeAll()
  }

  private func leavePart() {
    closeUpdate()
    guard let current else { return }
    rates.endSeconds(of: current)
    current.leave(slices)
  }

  /// What belongs to a scenario; what went on in another one ends.
  func part(of scenario: Int?) -> PartFold {
    if let current, currentScenario == scenario { return current }
    leavePart()
    currentScenario = scenario
    let key = scenario ?? -1
    let fold: PartFold
    if let index = partIndex[key] {
      fold = folds[index]
    } else {
      fold = PartFold(scenario: scenario, room: room, isFirst: isFirst && folds.isEmpty)
      partIndex[key] = folds.count
      folds.append(fold)
    }
    current = fold
    return fold
  }
}
