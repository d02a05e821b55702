/// Finds out for each evaluation what led to it: from cause edges where there are any, else from the row's root causes.
///
/// A class, because it is the one owner of what is remembered between rows.
final class RowCauses {
  /// The evaluation that made a row's happen.
  enum Trigger: Equatable {
    /// By its number in order of time.
    case row(Int)
    /// The edges show what led to it, and no evaluation is among it.
    case none
    case unknown
  }

  /// Steps between an evaluation and what led to it beyond this are not followed.
  private static let mostSteps = 1 << 14
  /// This many steps are enough when following all of them has taken long already: graphs of millions of edges are walked
  /// for millions of rows.
  private static let fewSteps = 64
  /// From this number on, a set knows what is waiting.
  private static let mostInList = 32

  private let recording: Recording
  private let groups: UpdateGroups
  private var events: EventIndex
  private var nodes: NodeMeanings
  private var messages: CauseMessages
  /// Per view the number of its last row so far plus 1, 0 for none.
  private var lastRows: [UInt32] = []
  /// The messages of rows without edges, by all that decides them.
  private var known = WordTable()
  // Of the climb that is going on; here so that memory is taken once.
  private var waiting: [UInt32] = []
  private var waitingSet: Set<UInt32> = []
  private var found: [UInt32] = []
  /// Whether it was given up before the end.
  private var isCutShort = false
  /// Steps beyond the few that may still be taken for all rows together.
  private var stepsLeft = 1 << 24

  /// Rows that an edge leads to.
  private(set) var matchedRows = 0
  /// Whether the recording has edges between events.
  var hasEdges: Bool { events.hasEdges }

  /// Takes a recording whose rows are in order of time.
  init(recording: Recording, symbols: TraceSymbols, groups: UpdateGroups) {
    self.recording = recording
    self.groups = groups
    events = EventIndex(recording)
    nodes = NodeMeanings(recording.strings)
    messages = CauseMessages(recording.strings, symbols)
    lastRows = [UInt32](repeating: 0, count: recording.strings.count)
  }

  /// How many causes are counted as one because there are too many.
  var furtherCauses: Int { nodes.furtherCauses }

  /// The message of the row with this number; rows must come in order.
  func message(of row: BodyRow, number: Int) -> (MessageID, Trigger) {
    defer { setLastRow(number, of: row.view) }
    let edges = events.edges(to: row.eventID)
    if edges.isEmpty { return messageFromRoots(of: row) }
    var causes = CauseSets.empty
    var trigger = Found()
    var hasCauses = false
    for place in edges {
      let edge = events.edge(place)
      if edge.isSkipped { continue }
      hasCauses = true
      take(edge, of: row, number: number, causes: &causes, trigger: &trigger)
    }
    guard hasCauses else { return messageFromRoots(of: row) }
    matchedRows += 1
    if row.flags.contains(.isCreation) { messages.add(NodeMeanings.identity, to: &causes) }
    let message = messages.message(view: row.view, causes) { nodes.cause($0) }
    if let number = trigger.row { return (message, .row(number)) }
    return (message, trigger.isElsewhere ? .unknown : .none)
  }

  /// What the edges to a row say of its trigger.
  private struct Found {
    /// The nearest evaluation.
    var row: Int?
    /// Whether there is one that is not among the rows before, or may be.
    var isElsewhere = false
  }

  // MARK: - Edges

  private func take(_ edge: EdgeRow, of row: BodyRow, number: Int, causes: inout UInt32, trigger: inout Found) {
    switch nodes[edge.name] {
    case .body:
      guard edge.source != row.eventID else { return }
      messages.add(NodeMeanings.viewValue, to: &causes)
      setTrigger(&trigger, edge.source, number: number)
    case .creation: messages.add(NodeMeanings.identity, to: &causes)
    case .origin(let cause):
      messages.add(cause, to: &causes)
      if trigger.row == nil, let body = climb(from: edge.source, row) {
        setTrigger(&trigger, body, number: number)
      }
    case .step(let cause):
      if let body = climb(from: edge.source, row) {
        messages.add(NodeMeanings.viewValue, to: &causes)
        setTrigger(&trigger, body, number: number)
      } else if isCutShort {
        trigger.isElsewhere = true
        messages.add(NodeMeanings.viewValue, to: &causes)
      } else if found.isEmpty {
        messages.add(cause, to: &causes)
      } else {
        for cause in found { messages.add(cause, to: &causes) }
      }
    }
  }

  /// The latest of several bodies is the nearest.
  private func setTrigger(_ trigger: inout Found, _ body: UInt32, number: Int) {
    if let known = events.row(of: body), known < number {
      trigger.row = max(known, trigger.row ?? known)
    } else {
      // Another evaluation of the same name would be a guess, and guesses are made for all rows alike.
      trigger.isElsewhere = true
    }
  }

  /// Goes up through SwiftUI's own steps to the nearest body; without one, `found` holds what is no step.
  private func climb(from event: UInt32, _ row: BodyRow) -> UInt32? {
    waiting.removeAll(keepingCapacity: true)
    if !waitingSet.isEmpty { waitingSet.removeAll(keepingCapacity: true) }
    found.removeAll(keepingCapacity: true)
    isCutShort = false
    waiting.append(event)
    var next = 0
    while next < waiting.count {
      if next >= Self.fewSteps {
        guard next < Self.mostSteps, stepsLeft > 0 else {
          isCutShort = true
          return nil
        }
        stepsLeft -= 1
      }
      for place in events.edges(to: waiting[next]) {
        let edge = events.edge(place)
        switch nodes[edge.name] {
        case .body:
          if edge.source != row.eventID { return edge.source }
        case .creation: found.append(NodeMeanings.identity)
        case .origin(let cause): found.append(cause)
        case .step:
          // What waits behind the last step is never looked at.
          if waiting.count <= Self.mostSteps, edge.source != row.eventID, isNew(edge.source) {
            waiting.append(edge.source)
          }
        }
      }
      next += 1
    }
    return nil
  }

  private func isNew(_ event: UInt32) -> Bool {
    if waiting.count < Self.mostInList { return !waiting.contains(event) }
    if waitingSet.isEmpty { waitingSet.formUnion(waiting) }
    return waitingSet.insert(event).inserted
  }

  // MARK: - Views known by name

  private func lastRow(of view: UInt32) -> Int? {
    Int(view) < lastRows.count && lastRows[Int(view)] > 0 ? Int(lastRows[Int(view)]) - 1 : nil
  }

  private func setLastRow(_ number: Int, of view: UInt32) { lastRows[Int(view)] = UInt32(number + 1) }

  /// Whether an evaluation known by name only may have led to the row: in its group, else shortly before it.
  private func isRecent(_ number: Int, for row: BodyRow) -> Bool {
    let earlier = recording.rows[number]
    guard row.hasTime, earlier.hasTime else { return false }
    if !groups.isEmpty, let group = groups.group(at: row.start, process: row.process) {
      return earlier.process == row.process && groups.group(at: earlier.start, process: earlier.process) == group
    }
    return row.start - earlier.start <= RecordingJoin.longestPause
  }

  // MARK: - Root causes

  /// Without edges a row still names its root causes: the models and properties, and the bodies on the way.
  ///
  /// If one of those bodies was evaluated just before, it is the trigger, and what it has as root causes itself is its
  /// own business.
  private func messageFromRoots(of row: BodyRow) -> (MessageID, Trigger) {
    var trigger: Int?
    for view in nodes.bodies(inList: row.rootCauses) where view != row.view {
      if let last = lastRow(of: view), last > trigger ?? -1, isRecent(last, for: row) { trigger = last }
    }
    let inherited = trigger.map { recording.rows[$0].rootCauses }
    let isCreation = row.flags.contains(.isCreation)
    // All of them are texts, which have 20 bits.
    let key =
      (UInt64(row.view) << 20 | UInt64(row.rootCauses)) << 22 | UInt64(inherited.map { $0 + 1 } ?? 0) << 1
      | (isCreation ? 1 : 0)
    let reference = trigger.map(Trigger.row) ?? .unknown
    if let message = known[key] { return (MessageID(index: message), reference) }
    var causes = CauseSets.empty
    let passedOn = inherited.map { Set(nodes.causes(inList: $0)) } ?? []
    for cause in nodes.causes(inList: row.rootCauses) where !passedOn.contains(cause) {
      messages.add(cause, to: &causes)
    }
    if nodes.bodies(inList: row.rootCauses).contains(where: { $0 != row.view }) {
      messages.add(NodeMeanings.viewValue, to: &causes)
    }
    if isCreation { messages.add(NodeMeanings.identity, to: &causes) }
    let message = messages.message(view: row.view, causes) { nodes.cause($0) }
    known[key] = message.index
    return (message, reference)
  }
}
