/// Finds what belongs to an event: the edges of the cause graph that lead to it, and the row it is.
///
/// Both are sorted and searched, because a table for millions of events would be larger than the rows themselves. Rows and
/// edges come in about the order of events, so that the place of one is near that of the last.
struct EventIndex {
  private let edges: ChunkedArray<EdgeRow>
  private let rows: ChunkedArray<BodyRow>
  /// The rows in the order of their events; empty when they stand in it.
  private let rowOrder = ChunkedArray<UInt32>()
  private var lastEdge = 0
  private var lastRow = 0

  /// Takes the edges of a recording, and its rows in order of time. Edges without use are given up.
  init(_ recording: Recording) {
    rows = recording.rows
    if recording.edges.total > 0 { recording.fullEdges.rows.removeAll { _ in true } }
    edges = recording.edges.total > 0 ? recording.edges.rows : recording.fullEdges.rows
    guard !edges.isEmpty else { return }
    dropEnds()
    edges.sort { UInt64($0.destination) }
    var last: UInt32 = 0
    for row in 0..<rows.count {
      let event = rows[row].eventID
      if event < last || event == .max {
        let rows = rows
        for number in 0..<rows.count { rowOrder.append(UInt32(number)) }
        rowOrder.sort { UInt64(rows[Int($0)].eventID) }
        break
      }
      last = event
    }
  }

  var hasEdges: Bool { !edges.isEmpty }

  @inline(__always)
  func edge(_ place: Int) -> EdgeRow { edges[place] }

  /// The places of the edges to an event.
  @inline(__always)
  mutating func edges(to event: UInt32) -> Range<Int> {
    guard event != .max else { return 0..<0 }
    let start = Self.lowerBound(of: event, near: lastEdge, count: edges.count) { edges[$0].destination }
    lastEdge = start
    var end = start
    while end < edges.count, edges[end].destination == event { end += 1 }
    return start..<end
  }

  /// The first row that is the event.
  @inline(__always)
  mutating func row(of event: UInt32) -> Int? {
    guard event != .max else { return nil }
    lastRow = Self.lowerBound(of: event, near: lastRow, count: rows.count) { rows[rowNumber(at: $0)].eventID }
    guard lastRow < rows.count else { return nil }
    let row = rowNumber(at: lastRow)
    return rows[row].eventID == event ? row : nil
  }

  @inline(__always)
  private func rowNumber(at place: Int) -> Int { rowOrder.isEmpty ? place : Int(rowOrder[place]) }

  /// The first place whose key is not less; looked for in steps that double, from where the last one was found.
  @inline(__always)
  private static func lowerBound(of key: UInt32, near start: Int, count: Int, keyAt: (Int) -> UInt32) -> Int {
    var low = 0
    var high = count
    var step = 1
    if start < count, keyAt(start) < key {
      low = start + 1
      while low + step <= count, keyAt(low + step - 1) < key {
        low += step
        step *= 2
      }
      high = min(low + step - 1, count)
    } else {
      high = min(start, count)
      while high - step >= 0, keyAt(high - step) >= key {
        high -= step
        step *= 2
      }
      low = max(high - step + 1, 0)
    }
    while low < high {
      let middle = (low + high) / 2
      if keyAt(middle) < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - Ends

  /// Leaves out the edges to what is neither an evaluation nor the source of another edge: the ends of the graph, half of it.
  private func dropEnds() {
    var wanted = EventFilter(capacity: edges.count + rows.count)
    for place in 0..<edges.count { wanted.insert(edges[place].source) }
    for row in 0..<rows.count { wanted.insert(rows[row].eventID) }
    edges.removeAll { !wanted.mayContain($0.destination) }
  }
}

/// A set of events that may take others for its own, at a byte for each.
private struct EventFilter {
  private var bits: [UInt64]
  /// One less than the number of lines, a power of two.
  private let mask: UInt32

  init(capacity: Int) {
    var lines: UInt32 = 16
    while Int(lines) * 64 < capacity, lines < 1 << 20 { lines *= 2 }
    mask = lines - 1
    bits = [UInt64](repeating: 0, count: Int(lines) * 8)
  }

  mutating func insert(_ event: UInt32) {
    let place = place(of: event)
    bits[place >> 6] |= 1 << UInt64(place & 63)
  }

  func mayContain(_ event: UInt32) -> Bool {
    let place = place(of: event)
    return bits[place >> 6] & 1 << UInt64(place & 63) != 0
  }

  /// Neighbouring events share a line of 512 bits, so that looking at them in turn is quick.
  private func place(of event: UInt32) -> Int {
    let line = ((event >> 9) &* 0x9E37_79B1) >> 8 & mask
    return Int(line) << 9 | Int(event & 511)
  }
}
