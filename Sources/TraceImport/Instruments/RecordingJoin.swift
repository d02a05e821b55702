/// Joins evaluations, cause edges, log lines and signposts of a recording, and sends them as events in order of time.
///
/// A class, because it is the one owner of what is looked up for every row.
final class RecordingJoin {
  /// A duration longer than this is corrupt, whatever the recording's length.
  ///
  /// - Source: analyzers of private exports, which saw 6148782250705247539 ns and draw the same line.
  static let longestDuration: UInt64 = 3_600_000_000_000
  /// Recordings shorter than this are not used to judge a duration.
  static let shortestSpan: UInt64 = 10_000_000_000
  /// How far back an evaluation known by name only may lie: `UpdateBoundary.longestPause` of the analysis.
  static let longestPause: Int64 = 100_000_000
  private static let batchSize = 4096

  private let recording: Recording
  private let symbols: TraceSymbols
  private let sink: any TraceEventSink
  private let format: UInt8
  private var strings: StringTable { recording.strings }

  private var causes: RowCauses?
  private let groups: UpdateGroups
  /// Per process the group of its last evaluation.
  private var lastGroup: [UInt16: Int] = [:]
  private var processIDs: [ProcessID] = []
  /// Views that have rows; only where there are lines that may be of the same.
  private var viewsWithRows: Set<String> = []
  private var events: [TraceEvent] = []
  private var details: [EventDetail] = []
  private var eventCount = 0
  private var eventNumbers = EventNumbers()

  // Known after `send`.
  private(set) var evaluations = 0
  private(set) var unchanged = 0
  private(set) var corruptDurations = 0
  private(set) var duplicates = 0
  private(set) var filteredCopies = 0
  private(set) var logCopies = 0
  private(set) var unreadableLogRows = 0
  /// Body evaluations that an edge leads to, and all of them; 0 of many means the edges are of another recording.
  var matchedRows: Int { causes?.matchedRows ?? 0 }
  var hasEdges: Bool { causes?.hasEdges ?? false }
  /// Causes that are counted as one because there are too many.
  var furtherCauses: Int { causes?.furtherCauses ?? 0 }
  /// Rows whose causes, or views, are not told apart because there are too many.
  private(set) var rowsOfSeveral = 0

  init(recording: Recording, sink: any TraceEventSink, format: UInt8) {
    self.recording = recording
    self.sink = sink
    self.format = format
    symbols = TraceSymbols()
    groups = UpdateGroups(recording)
  }

  func send() {
    processIDs = recording.processes.map { symbols.intern(Self.identity(strings[$0])) }
    sink.receive(facts(), symbols: symbols)
    sortRows()
    let causes = RowCauses(recording: recording, symbols: symbols, groups: groups)
    self.causes = causes
    let lines = LogLines(recording: recording, symbols: symbols)
    if !lines.order.isEmpty { noteViewsWithRows() }
    unreadableLogRows = lines.unreadable
    let markers = scenarioChanges()
    var marker = 0
    var line = 0
    for number in 0..<recording.rows.count {
      let row = recording.rows[number]
      while line < lines.order.count, lines.time(line) < row.start {
        sendLine(line, of: lines, markers, &marker)
        line += 1
      }
      while marker < markers.count, markers[marker].time <= row.start {
        send(markers[marker])
        marker += 1
      }
      send(row, number: number, causes)
    }
    while line < lines.order.count {
      sendLine(line, of: lines, markers, &marker)
      line += 1
    }
    while marker < markers.count {
      send(markers[marker])
      marker += 1
    }
    flush()
  }

  private func noteViewsWithRows() {
    var seen = [Bool](repeating: false, count: strings.count)
    for number in 0..<recording.rows.count {
      let view = Int(recording.rows[number].view)
      if seen[view] { continue }
      seen[view] = true
      viewsWithRows.insert(strings[UInt32(view)])
    }
  }

  // MARK: - Order

  /// Puts rows into order of time, without those that stand in the export twice.
  private func sortRows() {
    let rows = recording.rows
    let hasSeveralNodes = rows.first?.node != rows.last?.node
    if (recording.tables[.updates] ?? 0) > 0 {
      let before = rows.count
      rows.removeAll { $0.flags.contains(.isFiltered) }
      filteredCopies = before - rows.count
    }
    // Rows come when updates end, so only a few stand before those that they were part of.
    rows.sort { UInt64($0.start) }
    putOuterFirst()
    if hasSeveralNodes { removeDuplicates() }
  }

  /// Of rows that began at the same time the longer one is around the others: parents come before children.
  private func putOuterFirst() {
    let rows = recording.rows
    func isOuter(_ left: BodyRow, _ right: BodyRow) -> Bool {
      left.duration != right.duration ? left.duration > right.duration : left.eventID < right.eventID
    }
    var start = 0
    while start + 1 < rows.count {
      guard rows[start].start == rows[start + 1].start, rows[start].hasTime else {
        start += 1
        continue
      }
      var end = start + 2
      while end < rows.count, rows[end].start == rows[start].start { end += 1 }
      let sorted = (start..<end).map { rows[$0] }.sorted(by: isOuter)
      for (place, row) in sorted.enumerated() { rows[start + place] = row }
      start = end
    }
  }

  /// The same event in two nodes: an export of several instances of one table.
  private func removeDuplicates() {
    let rows = recording.rows
    var seen: [UInt32: UInt8] = [:]
    var time = Int64.min
    rows.removeAll { row in
      if row.start != time {
        seen.removeAll(keepingCapacity: true)
        time = row.start
      }
      guard row.eventID != .max else { return false }
      if let node = seen[row.eventID] {
        if node != row.node { duplicates += 1 }
        return node != row.node
      }
      seen[row.eventID] = row.node
      return false
    }
  }

  // MARK: - Sending

  private func send(_ row: BodyRow, number: Int, _ causes: RowCauses) {
    let (message, trigger) = causes.message(of: row, number: number)
    eventNumbers.note(row: number, event: eventCount)
    if symbols.standsForSeveral(message) { rowsOfSeveral += 1 }
    var detail = EventDetail(severity: UpdateSeverity(rawValue: row.severity))
    switch trigger {
    case .row(let earlier):
      let event = eventNumbers.event(ofRow: earlier)
      detail.trigger = event.map { .event(back: Int32(clamping: eventCount - $0)) } ?? .unknown
    case .none: detail.trigger = .none
    case .unknown: detail.trigger = .unknown
    }
    if !groups.isEmpty { detail.boundary = boundary(of: row) }
    if !row.flags.contains(.hasNoDuration) {
      if isCorrupt(row.duration) {
        corruptDurations += 1
        detail.duration = .corrupt
      } else {
        detail.duration = .nanoseconds(row.duration)
      }
    }
    evaluations += 1
    append(
      TraceEvent(
        kind: .change, value: message.index, process: processIDs[Int(row.process)],
        time: row.hasTime ? row.start : TraceEvent.noTime,
        channel: .unifiedLog,
        format: format), detail)
  }

  private func boundary(of row: BodyRow) -> EventDetail.Boundary {
    let group = row.hasTime ? groups.group(at: row.start, process: row.process) : nil
    let last = lastGroup.updateValue(group ?? -1, forKey: row.process)
    guard let group else { return last ?? -1 == -1 ? .unknown : .begins }
    return group == last ? .continues : .begins
  }

  private func isCorrupt(_ nanoseconds: UInt64) -> Bool {
    nanoseconds > Self.longestDuration || nanoseconds > max(recording.latest, Self.shortestSpan)
  }

  private func sendLine(
    _ line: Int, of lines: LogLines, _ markers: [ScenarioChange], _ marker: inout Int
  ) {
    let time = lines.time(line)
    while marker < markers.count, markers[marker].time <= time {
      send(markers[marker])
      marker += 1
    }
    for message in lines.messages(line) {
      // A view with rows of its own is counted by them; its lines say the same again.
      if viewsWithRows.contains(symbols[message].view) {
        logCopies += 1
        continue
      }
      if symbols[message].kind == .evaluation { evaluations += 1 } else { unchanged += 1 }
      append(
        TraceEvent(
          kind: .change, value: message.index, process: processIDs[lines.process(line)], time: time,
          channel: .unifiedLog,
          format: format), EventDetail())
    }
  }

  private func send(_ change: ScenarioChange) {
    let value = change.name.map { symbols.intern(scenario: $0) } ?? 0
    append(
      TraceEvent(
        kind: change.name == nil ? .scenarioEnd : .scenarioStart, value: value, time: change.time, format: format),
      EventDetail())
  }

  private func append(_ event: TraceEvent, _ detail: EventDetail) {
    events.append(event)
    details.append(detail)
    eventCount += 1
    if events.count == Self.batchSize { flush() }
  }

  private func flush() {
    guard !events.isEmpty else { return }
    events.withUnsafeBufferPointer { events in
      details.withUnsafeBufferPointer { details in
        sink.receive(events, details: details, symbols: symbols)
      }
    }
    events.removeAll(keepingCapacity: true)
    details.removeAll(keepingCapacity: true)
  }

  // MARK: - Scenarios

  private struct ScenarioChange {
    var time: Int64
    /// `nil` ends the scenario.
    var name: String?
  }

  /// When which scenario begins and ends; inside of several, the one that began last counts.
  private func scenarioChanges() -> [ScenarioChange] {
    struct Edge {
      var time: Int64
      var isStart: Bool
      var key: Int
      var name: String
    }
    var edges: [Edge] = []
    var open: [UInt64: [Int]] = [:]
    let sorted = recording.markers.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    for (offset, marker) in sorted {
      let name = strings[marker.name]
      let pairing = UInt64(marker.name) ^ marker.identifier &* 0x9E37_79B9_7F4A_7C15
      switch marker.edge {
      case .interval:
        // A moment has nothing in it.
        guard let duration = marker.duration, duration > 0 else { continue }
        edges.append(Edge(time: marker.time, isStart: true, key: offset, name: name))
        edges.append(Edge(time: marker.time + duration, isStart: false, key: offset, name: name))
      case .start:
        edges.append(Edge(time: marker.time, isStart: true, key: offset, name: name))
        open[pairing, default: []].append(offset)
      case .end:
        guard let start = open[pairing]?.popLast() else { continue }
        edges.append(Edge(time: marker.time, isStart: false, key: start, name: name))
      }
    }
    edges.sort { ($0.time, $0.isStart ? 1 : 0, $0.key) < ($1.time, $1.isStart ? 1 : 0, $1.key) }
    var stack: [(key: Int, name: String)] = []
    var changes: [ScenarioChange] = []
    for edge in edges {
      if edge.isStart { stack.append((edge.key, edge.name)) } else { stack.removeAll { $0.key == edge.key } }
      changes.append(ScenarioChange(time: edge.time, name: stack.last?.name))
    }
    return changes
  }

  // MARK: - Facts

  private func facts() -> RecordingFacts {
    var facts = RecordingFacts()
    facts.interruptions = recording.interruptions.map { row in
      Interruption(
        kind: row.kind, start: row.start, nanoseconds: isCorrupt(row.duration) ? 0 : Int64(row.duration),
        label: strings[row.label], process: processIDs[Int(row.process)], isSystem: row.isSystem)
    }.sorted { ($0.start, $0.kind.rawValue, $0.nanoseconds) < ($1.start, $1.kind.rawValue, $1.nanoseconds) }
    let edges = recording.edges.total > 0 ? recording.edges : recording.fullEdges
    facts.graph.edges = edges.pairs.map {
      CauseGraph.Edge(source: strings[$0.source], destination: strings[$0.destination], count: $0.count)
    }.sorted { ($0.source, $0.destination) < ($1.source, $1.destination) }
    facts.modules = recording.modules.compactMapValues(\.self)
    return facts
  }

  /// `TestApp (12345)`.
  static func identity(_ text: String) -> ProcessIdentity {
    guard !text.isEmpty else { return ProcessIdentity() }
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      let pid = Int(text[text.index(after: open)...].dropLast())
    else { return ProcessIdentity(name: text) }
    let name = text[..<open].reversed().drop { $0 == " " }.reversed()
    return ProcessIdentity(name: name.isEmpty ? nil : String(name), pid: pid)
  }
}

/// Which event each row became. Rows become events one after the other, so only where that is interrupted is kept.
private struct EventNumbers {
  /// From `row` on the event's number is so much larger than the row's; `nil` for rows that became none.
  private var stretches: [(row: Int, offset: Int?)] = []

  mutating func note(row: Int, event: Int?) {
    let offset = event.map { $0 - row }
    if let last = stretches.last, last.offset == offset { return }
    stretches.append((row, offset))
  }

  func event(ofRow row: Int) -> Int? {
    var low = 0
    var high = stretches.count
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].row <= row { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : stretches[low - 1].offset.map { row + $0 }
  }
}
