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

  private enum Meaning {
    case body(view: UInt32)
    case creation
    case origin(cause: UInt32)
    case step(cause: UInt32)
  }

  /// What stands in a row's `root-causes`.
  private struct Roots {
    var causes: [UInt32] = []
    var bodies: [UInt32] = []
  }

  private struct Key: Hashable {
    var view: UInt32
    var roots: UInt32
    /// The root causes of the trigger plus 1, 0 without one.
    var inherited: UInt32
    var isCreation: Bool
  }

  /// Steps between an evaluation and what led to it beyond this are not followed.
  private static let mostSteps = 64

  private let recording: Recording
  private let symbols: TraceSymbols
  private let groups: UpdateGroups
  private var strings: StringTable { recording.strings }
  private var edges: EdgeTable
  /// The edges by destination; empty when they stand in this order already.
  private var edgeOrder: [UInt32] = []
  /// Numbers of rows by the events they are.
  private var rowOfEvent: [UInt32] = []
  private var order: [UInt32] = []
  private var views: Set<String> = []

  // Causes by number; the first three are fixed.
  private var causes: [Cause] = [.viewValue, .identity, .node("cause not recorded")]
  private var causeIndex: [Cause: UInt32] = [:]
  private static let viewValue: UInt32 = 0
  private static let identity: UInt32 = 1
  private static let notRecorded: UInt32 = 2

  private var meanings: [UInt32: Meaning] = [:]
  private var roots: [UInt32: Roots] = [:]
  private var messages: [[UInt32]: MessageID] = [:]
  private var known: [Key: MessageID] = [:]
  /// Per view the number of its last row so far.
  private var lastRow: [UInt32: Int] = [:]
  private var set: [UInt32] = []

  /// Rows that an edge leads to.
  private(set) var matchedRows = 0

  init(recording: Recording, symbols: TraceSymbols, groups: UpdateGroups) {
    self.recording = recording
    self.symbols = symbols
    self.groups = groups
    edges = recording.edges.total > 0 ? recording.edges : recording.fullEdges
    for (index, cause) in causes.enumerated() { causeIndex[cause] = UInt32(index) }
  }

  func hasRows(_ view: String) -> Bool { views.contains(view) }

  /// Takes the rows in order of time.
  func prepare(_ order: [UInt32]) {
    self.order = order
    var seen: Set<UInt32> = []
    for index in order {
      let view = recording.rows[Int(index)].view
      if seen.insert(view).inserted { views.insert(strings[view]) }
    }
    let edgeCount = edges.rows.count
    guard edgeCount > 0, !order.isEmpty else { return }
    let edgeRows = edges.rows
    let isSorted = (1..<edgeCount).allSatisfy { edgeRows[$0 - 1].destination <= edgeRows[$0].destination }
    if !isSorted {
      edgeOrder.reserveCapacity(edgeCount)
      for index in 0..<UInt32(edgeCount) { edgeOrder.append(index) }
      edgeOrder.sortLocally { left, right in
        let (first, second) = (edgeRows[Int(left)].destination, edgeRows[Int(right)].destination)
        return first != second ? first < second : left < right
      }
    }
    rowOfEvent.reserveCapacity(order.count)
    for number in 0..<UInt32(order.count) where event(of: number) != .max { rowOfEvent.append(number) }
    rowOfEvent.sortLocally { left, right in
      let (first, second) = (event(of: left), event(of: right))
      return first != second ? first < second : left < right
    }
  }

  private func event(of number: UInt32) -> UInt32 { recording.rows[Int(order[Int(number)])].eventID }

  /// The edge at a place in the order of destinations.
  private func edge(at place: Int) -> EdgeRow { edges.rows[edgeOrder.isEmpty ? place : Int(edgeOrder[place])] }

  /// The message of the row with this number; rows must come in order.
  func message(of row: BodyRow, number: Int) -> (MessageID, Trigger) {
    defer { lastRow[row.view] = number }
    let range = edgeRange(to: row.eventID)
    if range.isEmpty { return messageFromRoots(of: row) }
    matchedRows += 1
    set.removeAll(keepingCapacity: true)
    var trigger: Int?
    for place in range { take(edge(at: place), of: row, number: number, trigger: &trigger) }
    if row.flags.contains(.isCreation) { add(Self.identity) }
    return (message(view: row.view), trigger.map(Trigger.row) ?? .none)
  }

  // MARK: - Edges

  private func take(_ edge: EdgeRow, of row: BodyRow, number: Int, trigger: inout Int?) {
    switch meaning(of: edge.name) {
    case .body(let view):
      guard edge.source != row.eventID else { return }
      add(Self.viewValue)
      setTrigger(&trigger, event: edge.source, view: view, of: row, number: number)
    case .creation: add(Self.identity)
    case .origin(let cause):
      add(cause)
      if trigger == nil, let body = climb(from: edge.source, row).body {
        setTrigger(&trigger, event: body.event, view: body.view, of: row, number: number)
      }
    case .step(let cause):
      let found = climb(from: edge.source, row)
      if let body = found.body {
        add(Self.viewValue)
        setTrigger(&trigger, event: body.event, view: body.view, of: row, number: number)
      } else if found.causes.isEmpty {
        add(cause)
      } else {
        for cause in found.causes { add(cause) }
      }
    }
  }

  /// The latest of several bodies is the nearest.
  private func setTrigger(_ trigger: inout Int?, event: UInt32, view: UInt32, of row: BodyRow, number: Int) {
    var found: Int?
    if let known = self.row(of: event), known < number {
      found = known
    } else if view != row.view, let last = lastRow[view], isRecent(last, for: row) {
      found = last
    }
    if let found, found > trigger ?? -1 { trigger = found }
  }

  /// Goes up through SwiftUI's own steps until a body, or what is no step.
  private func climb(from event: UInt32, _ row: BodyRow) -> (body: (event: UInt32, view: UInt32)?, causes: [UInt32]) {
    var queue = [event]
    var seen: Set<UInt32> = [event, row.eventID]
    var found: [UInt32] = []
    var index = 0
    while index < queue.count, index < Self.mostSteps {
      for place in edgeRange(to: queue[index]) {
        let edge = edge(at: place)
        switch meaning(of: edge.name) {
        case .body(let view):
          if edge.source != row.eventID { return ((edge.source, view), []) }
        case .creation: found.append(Self.identity)
        case .origin(let cause): found.append(cause)
        case .step:
          if seen.insert(edge.source).inserted { queue.append(edge.source) }
        }
      }
      index += 1
    }
    return (nil, found)
  }

  private func edgeRange(to event: UInt32) -> Range<Int> {
    // Without rows nothing was prepared.
    guard !rowOfEvent.isEmpty, event != .max else { return 0..<0 }
    let count = edges.rows.count
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if edge(at: middle).destination < event { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < count, edge(at: end).destination == event { end += 1 }
    return low..<end
  }

  private func row(of event: UInt32) -> Int? {
    var low = 0
    var high = rowOfEvent.count
    while low < high {
      let middle = (low + high) / 2
      if self.event(of: rowOfEvent[middle]) < event { low = middle + 1 } else { high = middle }
    }
    guard low < rowOfEvent.count, self.event(of: rowOfEvent[low]) == event else { return nil }
    return Int(rowOfEvent[low])
  }

  /// Whether an evaluation known by name only may have led to the row: in its group, else shortly before it.
  private func isRecent(_ number: Int, for row: BodyRow) -> Bool {
    let earlier = recording.rows[Int(order[number])]
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
    let own = roots(row.rootCauses)
    var trigger: Int?
    for view in own.bodies where view != row.view {
      if let last = lastRow[view], isRecent(last, for: row), last > trigger ?? -1 { trigger = last }
    }
    let inherited = trigger.map { recording.rows[Int(order[$0])].rootCauses }
    let key = Key(
      view: row.view, roots: row.rootCauses, inherited: inherited.map { $0 + 1 } ?? 0,
      isCreation: row.flags.contains(.isCreation))
    let reference = trigger.map(Trigger.row) ?? .unknown
    if let message = known[key] { return (message, reference) }
    set.removeAll(keepingCapacity: true)
    let known = inherited.map { roots($0).causes } ?? []
    for cause in own.causes where !known.contains(cause) { add(cause) }
    if own.bodies.contains(where: { $0 != row.view }) { add(Self.viewValue) }
    if row.flags.contains(.isCreation) { add(Self.identity) }
    let message = message(view: row.view)
    self.known[key] = message
    return (message, reference)
  }

  private func roots(_ text: UInt32) -> Roots {
    if let known = roots[text] { return known }
    var result = Roots()
    for name in NodeName.list(strings[text]) {
      switch meaning(NodeName(name), name) {
      case .body(let view): result.bodies.append(view)
      case .creation: result.causes.append(Self.identity)
      case .origin(let cause), .step(let cause): result.causes.append(cause)
      }
    }
    roots[text] = result
    return result
  }

  // MARK: - Messages

  private func add(_ cause: UInt32) {
    if !set.contains(cause) { set.append(cause) }
  }

  private func message(view: UInt32) -> MessageID {
    if set.isEmpty { set = [Self.notRecorded] }
    set.sort()
    set.append(view)
    defer { set.removeLast() }
    if let known = messages[set] { return known }
    // The view value and identity first, as in a log; the rest by name, because rows have no order among causes.
    let fixed = set.dropLast().filter { $0 < Self.notRecorded }.map { causes[Int($0)] }
    let others = set.dropLast().filter { $0 >= Self.notRecorded }.map { causes[Int($0)] }
      .sorted { Self.text($0) < Self.text($1) }
    let message = symbols.intern(
      ChangeMessage(kind: .evaluation, view: strings[view], causes: fixed + others)
    ).id
    messages[set] = message
    return message
  }

  private static func text(_ cause: Cause) -> String {
    switch cause {
    case .dynamicProperty(let name), .node(let name), .keyPath(let name, _): name
    case .viewValue, .identity, .dependencies, .offset: ""
    }
  }

  private func meaning(of name: UInt32) -> Meaning {
    if let known = meanings[name] { return known }
    let text = strings[name]
    let meaning = meaning(NodeName(text), text)
    meanings[name] = meaning
    return meaning
  }

  private func meaning(_ node: NodeName, _ name: String) -> Meaning {
    switch node {
    case .body(let view): .body(view: strings.intern(view))
    case .creation: .creation
    case .origin(let cause): .origin(cause: index(of: cause))
    case .step, .skippedBody: .step(cause: index(of: .node(name)))
    }
  }

  private func index(of cause: Cause) -> UInt32 {
    if let known = causeIndex[cause] { return known }
    let index = UInt32(causes.count)
    causes.append(cause)
    causeIndex[cause] = index
    return index
  }
}

/// The lines of `_logChanges()` in a recording, read by the grammar of redraw logs.
struct LogLines {
  private let recording: Recording
  private var read: [UInt32: [MessageID]] = [:]
  /// Indices of log rows in order of time.
  private(set) var order: [UInt32] = []
  /// Lines of SwiftUI's category that say nothing known.
  private(set) var unreadable = 0

  init(recording: Recording, symbols: TraceSymbols) {
    self.recording = recording
    let rows = recording.logRows
    order = (0..<UInt32(rows.count)).map(\.self)
    order.sort { (rows[Int($0)].time, $0) < (rows[Int($1)].time, $1) }
    for index in 0..<rows.count {
      let row = rows[index]
      if read[row.message] == nil {
        let process = RecordingJoin.identity(recording.strings[recording.processes[Int(row.process)]])
        var text = LogTable.withoutPadding(recording.strings[row.message])
        // The unified log names the module; an app's module is called like the app.
        if let name = process.name, text.hasPrefix(name + ".") { text = String(text.dropFirst(name.count + 1)) }
        let messages = text.withUTF8 {
          ChangeGrammar.messages(in: ByteSpan(UnsafeRawBufferPointer($0)), context: .changedBodyProperties)
        }
        read[row.message] = messages.map { symbols.intern($0).id }
      }
      if read[row.message]?.isEmpty != false { unreadable += 1 }
    }
  }

  func time(_ place: Int) -> Int64 { recording.logRows[Int(order[place])].time }
  func process(_ place: Int) -> Int { Int(recording.logRows[Int(order[place])].process) }
  func messages(_ place: Int) -> [MessageID] { read[recording.logRows[Int(order[place])].message] ?? [] }
}
