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

  private typealias Body = (event: UInt32, view: UInt32)

  /// Steps between an evaluation and what led to it beyond this are not followed.
  private static let mostSteps = 64

  private let recording: Recording
  private let groups: UpdateGroups
  private var events: EventIndex
  private var nodes: NodeMeanings
  private var messages: CauseMessages
  private var views: Set<String> = []
  /// Per view the number of its last row so far plus 1, 0 for none.
  private var lastRows: [UInt32] = []
  /// The messages of rows without edges, by all that decides them.
  private var known = WordTable()
  // Of the climb that is going on; here so that memory is taken once.
  private var waiting: [UInt32] = []
  private var found: [UInt32] = []

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
    var seen = [Bool](repeating: false, count: recording.strings.count)
    for number in 0..<recording.rows.count {
      let view = Int(recording.rows[number].view)
      if seen[view] { continue }
      seen[view] = true
      views.insert(recording.strings[UInt32(view)])
    }
    lastRows = [UInt32](repeating: 0, count: recording.strings.count)
  }

  func hasRows(_ view: String) -> Bool { views.contains(view) }

  /// The message of the row with this number; rows must come in order.
  func message(of row: BodyRow, number: Int) -> (MessageID, Trigger) {
    defer { setLastRow(number, of: row.view) }
    let edges = events.edges(to: row.eventID)
    if edges.isEmpty { return messageFromRoots(of: row) }
    matchedRows += 1
    var causes = CauseSets.empty
    var trigger: Int?
    for place in edges { take(events.edge(place), of: row, number: number, causes: &causes, trigger: &trigger) }
    if row.flags.contains(.isCreation) { messages.add(NodeMeanings.identity, to: &causes) }
    return (messages.message(view: row.view, causes) { nodes.cause($0) }, trigger.map(Trigger.row) ?? .none)
  }

  // MARK: - Edges

  private func take(_ edge: EdgeRow, of row: BodyRow, number: Int, causes: inout UInt32, trigger: inout Int?) {
    switch nodes[edge.name] {
    case .body(let view):
      guard edge.source != row.eventID else { return }
      messages.add(NodeMeanings.viewValue, to: &causes)
      setTrigger(&trigger, (edge.source, view), of: row, number: number)
    case .creation: messages.add(NodeMeanings.identity, to: &causes)
    case .origin(let cause):
      messages.add(cause, to: &causes)
      if trigger == nil, let body = climb(from: edge.source, row) {
        setTrigger(&trigger, body, of: row, number: number)
      }
    case .step(let cause):
      if let body = climb(from: edge.source, row) {
        messages.add(NodeMeanings.viewValue, to: &causes)
        setTrigger(&trigger, body, of: row, number: number)
      } else if found.isEmpty {
        messages.add(cause, to: &causes)
      } else {
        for cause in found { messages.add(cause, to: &causes) }
      }
    }
  }

  /// The latest of several bodies is the nearest.
  private func setTrigger(_ trigger: inout Int?, _ body: Body, of row: BodyRow, number: Int) {
    var found: Int?
    if let known = events.row(of: body.event), known < number {
      found = known
    } else if body.view != row.view, let last = lastRow(of: body.view), isRecent(last, for: row) {
      found = last
    }
    if let found, found > trigger ?? -1 { trigger = found }
  }

  /// Goes up through SwiftUI's own steps to the nearest body; without one, `found` holds what is no step.
  private func climb(from event: UInt32, _ row: BodyRow) -> Body? {
    waiting.removeAll(keepingCapacity: true)
    found.removeAll(keepingCapacity: true)
    waiting.append(event)
    var next = 0
    while next < waiting.count, next < Self.mostSteps {
      for place in events.edges(to: waiting[next]) {
        let edge = events.edge(place)
        switch nodes[edge.name] {
        case .body(let view):
          if edge.source != row.eventID { return (edge.source, view) }
        case .creation: found.append(NodeMeanings.identity)
        case .origin(let cause): found.append(cause)
        case .step:
          // What waits behind the last step is never looked at.
          if waiting.count <= Self.mostSteps, edge.source != row.eventID, !waiting.contains(edge.source) {
            waiting.append(edge.source)
          }
        }
      }
      next += 1
    }
    return nil
  }

  // MARK: - Views known by name

  private func lastRow(of view: UInt32) -> Int? {
    Int(view) < lastRows.count && lastRows[Int(view)] > 0 ? Int(lastRows[Int(view)]) - 1 : nil
  }

  private func setLastRow(_ number: Int, of view: UInt32) { lastRows[Int(view)] = UInt32(number + 1) }

  /// Whether an evaluation known by name only may have led to the row: in its group, else shortly before it.
  private func isRecent(_ number: Int, for row: BodyRow) -> Bool {
    let earlier = recording.rows[number]
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
