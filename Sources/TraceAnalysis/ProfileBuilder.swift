package import TraceImport

/// The facts about all messages of a run, by index.
///
/// A class, because the folds of all processes look things up in it while the builder adds to it.
final class FactTable {
  private var facts = HotArray(
    repeating: ProfileBuilder.MessageFacts(
      view: 0, rootCause: 0, hasSelf: false, hasIdentity: false, isUnchanged: false), count: 256)
  private var count = 0

  func append(_ fact: ProfileBuilder.MessageFacts) {
    if count == facts.count { facts.grow(toHold: count) }
    facts[count] = fact
    count += 1
  }

  @inline(__always)
  subscript(message: Int) -> ProfileBuilder.MessageFacts { facts[message] }
}

/// What is to be counted.
package struct ProfileOptions: Sendable {
  /// Only the time between these many milliseconds after the first event; `nil` counts all.
  package var window: ClosedRange<Double>?
  /// Only processes with this name or identifier; `nil` counts all.
  package var process: String?
  /// Whether the views were evaluated before the capture began, so that the first evaluation in it is not their first.
  package var viewsHaveAppeared: Bool
  /// This many updates, the first of the run, are also kept one by one, with their times.
  package var mostMoments: Int
  /// Whether it is kept when what happened; without it all counts are the same.
  package var keepsTimeline: Bool
  /// Whether that is kept of events without times too, by their order.
  package var keepsOrder = true

  package init(
    window: ClosedRange<Double>? = nil, process: String? = nil, viewsHaveAppeared: Bool = false, mostMoments: Int = 0,
    keepsTimeline: Bool = true
  ) {
    self.window = window
    self.process = process
    self.viewsHaveAppeared = viewsHaveAppeared
    self.mostMoments = mostMoments
    self.keepsTimeline = keepsTimeline
  }
}

/// Folds the events of one run into a profile.
///
/// Evaluations are gathered into updates, and updates are counted. Where an update ends is not in a log; it is read from
/// order and time as `UpdateBoundary` says.
/// A class, because it is a sink: the one owner of the state of a run while it is read.
package final class ProfileBuilder: TraceEventSink {
  /// Facts about a message that decide what an event does, looked up per event.
  struct MessageFacts: BitwiseCopyable {
    var view: UInt32
    /// The cause that starts it, 0 for none: equal causes in two views may be one change.
    var rootCause: UInt32
    var hasSelf: Bool
    var hasIdentity: Bool
    var isUnchanged: Bool
  }

  private static let leastProcesses = 64
  private static let mostMemories = 1 << 20

  private let options: ProfileOptions
  private let scenario: String?
  private let facts = FactTable()
  private let room: FoldRoom
  private var views: [String: UInt32] = [:]
  private var causes: [Cause: UInt32] = [:]
  private var messages: [ChangeMessage] = []
  private var processes: [UInt32: ProcessFold] = [:]
  private var processOrder: [ProcessFold] = []
  /// The fold of the last event: most are of one process.
  private var lastFold: (process: UInt32, fold: ProcessFold)?
  private var excluded: Set<UInt32> = []
  private var scenarioNames: [String] = []
  private var currentScenario: Int?
  private var firstTime = TraceEvent.noTime
  // Of recordings only.
  private var eventNumber = 0
  private var modules: [String: String] = [:]
  private var graph = CauseGraph()
  private var interruptions: InterruptionFold?
  /// Evaluations outside of the window, or without a time when a window was asked for.
  package private(set) var outsideWindow = 0
  /// Those among them that have no time.
  package private(set) var withoutTime = 0
  /// Evaluations that are counted apart from their processes and scenarios, because there are too many of both.
  package var unassigned: Int { room.commonCount }

  package init(scenario: String? = nil, options: ProfileOptions = ProfileOptions()) {
    self.scenario = scenario
    self.options = options
    room = FoldRoom(
      moments: options.mostMoments, keepsTimeline: options.keepsTimeline, keepsOrder: options.keepsOrder)
  }

  package func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    learn(symbols)
    forEachRun(of: events, symbols) { add(UnsafeBufferPointer(rebasing: events[$0]), symbols: symbols) }
  }

  package func receive(_ run: MessageRun, symbols: TraceSymbols) {
    learn(symbols)
    if options.window != nil {
      for message in run.messages {
        withUnsafePointer(to: run.common.withMessage(message)) {
          add(UnsafeBufferPointer(start: $0, count: 1), symbols: symbols)
        }
      }
    } else {
      if firstTime == TraceEvent.noTime { firstTime = run.common.time }
      fold(for: run.common.process, symbols: symbols)?.add(run, scenario: currentScenario)
    }
  }

  /// Passes on the changes, those of one process that follow each other at once, and sees to all other events itself.
  @inline(__always)
  private func forEachRun(
    of events: UnsafeBufferPointer<TraceEvent>, _ symbols: TraceSymbols, _ body: (Range<Int>) -> Void
  ) {
    var start = 0
    while start < events.count {
      let event = events[start]
      switch event.kind {
      case .scenarioStart: startScenario(Int(event.value), symbols)
      case .scenarioEnd: currentScenario = nil
      case .fault:
        fold(for: event.process, symbols: symbols)?
          .add(fault: UpdateFault(rawValue: event.value), scenario: currentScenario)
      case .change:
        // Events of one process come in long runs; looking up what they share once a run is most of the speed.
        var end = start + 1
        while end < events.count, case .change = events[end].kind, events[end].process.index == event.process.index {
          end += 1
        }
        body(start..<end)
        start = end
        continue
      }
      start += 1
    }
  }

  package func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    learn(symbols)
    forEachRun(of: events, symbols) { run in
      add(
        UnsafeBufferPointer(rebasing: events[run]), UnsafeBufferPointer(rebasing: details[run]),
        number: eventNumber + run.lowerBound, symbols: symbols)
    }
    eventNumber += events.count
  }

  package func receive(_ facts: RecordingFacts, symbols: TraceSymbols) {
    modules = facts.modules
    graph = facts.graph
    let wanted = facts.interruptions.filter { isWanted(symbols[$0.process]) || $0.process == .unnamed }
    interruptions = wanted.isEmpty ? nil : InterruptionFold(wanted, symbols: symbols)
  }

  /// - Parameter number: of the first event in its input.
  private func add(
    _ changes: UnsafeBufferPointer<TraceEvent>, _ details: UnsafeBufferPointer<EventDetail>, number: Int,
    symbols: TraceSymbols
  ) {
    guard let first = changes.first else { return }
    if firstTime == TraceEvent.noTime { firstTime = first.time }
    guard let fold = fold(for: first.process, symbols: symbols) else { return }
    let isWhole = options.window == nil
    let interruptions = interruptions
    var known: PartFold?
    for index in changes.indices {
      let event = changes[index]
      guard isWhole || isInWindow(event.time) else {
        let message = facts[Int(event.value)]
        if !message.isUnchanged { outsideWindow += 1 }
        fold.skip(message)
        continue
      }
      let part = known ?? fold.part(of: currentScenario)
      known = part
      guard let root = fold.add(event, details[index], number: number + index, to: part) else { continue }
      interruptions?.add(event, details[index], root: root)
    }
  }

  private func add(_ changes: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    guard let first = changes.first else { return }
    if firstTime == TraceEvent.noTime { firstTime = first.time }
    guard let fold = fold(for: first.process, symbols: symbols) else { return }
    guard options.window != nil else { return fold.add(changes, scenario: currentScenario) }
    for index in changes.indices {
      let message = facts[Int(changes[index].value)]
      if isInWindow(changes[index].time) {
        fold.add(UnsafeBufferPointer(rebasing: changes[index...index]), scenario: currentScenario)
      } else {
        if !message.isUnchanged { outsideWindow += 1 }
        fold.skip(message)
      }
    }
  }

  /// The run so far; reading goes on. Bursts and repetitions that have not ended are not in it yet.
  package func snapshot() -> RunProfile {
    var run = RunProfile(scenario: scenario)
    run.messages = messages
    run.modules = modules
    run.graph = graph
    for fold in processOrder { run.parts += fold.snapshot(scenarioNames: scenarioNames) }
    run.parts += room.parts(facts: facts)
    return run.withoutUncertainViews()
  }

  /// Ends the run; nothing of it is kept.
  package func finish() -> RunProfile {
    var run = RunProfile(scenario: scenario)
    swap(&run.messages, &messages)
    (views, causes) = ([:], [:])
    run.modules = modules
    run.graph = graph
    run.interruptions = (interruptions?.finish() ?? []).filter(isInWindow)
    (lastFold, processes) = (nil, [:])
    processOrder.reverse()
    while let fold = processOrder.popLast() { run.parts += fold.finish(scenarioNames: scenarioNames) }
    run.parts += room.parts(facts: facts)
    return run.withoutUncertainViews()
  }

  private func isInWindow(_ time: Int64) -> Bool {
    guard let window = options.window else { return true }
    guard time != TraceEvent.noTime, firstTime != TraceEvent.noTime else {
      withoutTime += 1
      return false
    }
    return window.contains(Double(time - firstTime) / 1_000_000)
  }

  /// Whether a part of an interruption lies in the window.
  private func isInWindow(_ interruption: InterruptionProfile) -> Bool {
    guard let window = options.window, firstTime != TraceEvent.noTime else { return true }
    let start = Double(interruption.start - firstTime) / 1_000_000
    return start <= window.upperBound && start + Double(interruption.nanoseconds) / 1_000_000 >= window.lowerBound
  }

  private func isWanted(_ process: ProcessIdentity) -> Bool {
    guard let wanted = options.process else { return true }
    return process.name == wanted || process.pid.map(String.init) == wanted
  }

  private func startScenario(_ index: Int, _ symbols: TraceSymbols) {
    scenarioNames = symbols.scenarios
    currentScenario = index
  }

  private func fold(for process: ProcessID, symbols: TraceSymbols) -> ProcessFold? {
    if let lastFold, lastFold.process == process.index { return lastFold.fold }
    if let known = processes[process.index] {
      lastFold = (process.index, known)
      return known
    }
    if excluded.contains(process.index) { return nil }
    let identity = symbols[process]
    if !isWanted(identity) {
      excluded.insert(process.index)
      return nil
    }
    // Each process remembers each view; where there is no end of both, further processes are counted as one.
    if processOrder.count >= Self.leastProcesses, processOrder.count * views.count > Self.mostMemories,
      let shared = processOrder.last
    {
      processes[process.index] = shared
      return shared
    }
    let fold = ProcessFold(
      process: identity, facts: facts, room: room, isFirst: processOrder.isEmpty,
      viewsHaveAppeared: options.viewsHaveAppeared)
    processes[process.index] = fold
    processOrder.append(fold)
    return fold
  }

  /// Looks at the messages that are new since the last batch.
  private func learn(_ symbols: TraceSymbols) {
    for message in symbols.messages[messages.count...] {
      var view = views[message.view]
      if view == nil {
        view = UInt32(views.count)
        views[message.view] = view
      }
      var rootCause: UInt32 = 0
      if !message.causes.contains(.identity), let cause = message.causes.first(where: { $0 != .viewValue }) {
        rootCause = causes[cause] ?? UInt32(causes.count + 1)
        causes[cause] = rootCause
      }
      facts.append(
        MessageFacts(
          view: view ?? 0, rootCause: rootCause, hasSelf: message.causes.contains(.viewValue),
          hasIdentity: message.causes.contains(.identity), isUnchanged: message.kind == .unchanged))
      messages.append(message)
    }
  }
}

extension RunProfile {
  /// Takes out the doubtful messages that no certain message vouches for; see `ChangeMessage.isDoubtful`.
  fileprivate func withoutUncertainViews() -> RunProfile {
    guard messages.contains(where: \.isDoubtful) else { return self }
    var certain: Set<String> = []
    for part in parts {
      for update in part.updates {
        for element in update.elements where !messages[element.message].isDoubtful {
          certain.insert(messages[element.message].view)
        }
      }
      for key in part.overflow.counts.keys where !messages[key.message].isDoubtful {
        certain.insert(messages[key.message].view)
      }
    }
    func isUncertain(_ message: Int) -> Bool {
      messages[message].isDoubtful && !certain.contains(messages[message].view)
    }
    var result = self
    for index in result.parts.indices {
      var numbers: [Int?] = []
      var updates: [Update] = []
      for update in parts[index].updates {
        let kept = update.elements.filter { !isUncertain($0.message) }
        numbers.append(kept.isEmpty ? nil : updates.count)
        if !kept.isEmpty { updates.append(Update(elements: kept, count: update.count)) }
      }
      result.parts[index].updates = updates
      result.parts[index].timeline = parts[index].timeline.renumbered { subject in
        if let message = subject.messageIndex { return isUncertain(message) ? nil : subject }
        return subject.updateIndex.flatMap { numbers[$0] }.map(TimelineProfile.Subject.update)
      }
      result.parts[index].moments = parts[index].moments.compactMap { moment in
        numbers[moment.update].map { UpdateMoment(time: moment.time, number: moment.number, update: $0) }
      }
      result.parts[index].overflow.counts = parts[index].overflow.counts.filter { !isUncertain($0.key.message) }
      result.parts[index].cycles.removeAll { $0.members.contains(where: isUncertain) }
      result.parts[index].rates.storms = parts[index].rates.storms.filter { !isUncertain($0.key) }
      if certain.isEmpty {
        result.parts[index].unchanged = parts[index].unchanged.filter { !messages[$0.key].isDoubtful }
      }
    }
    return result
  }
}
