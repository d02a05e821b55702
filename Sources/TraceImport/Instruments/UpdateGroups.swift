/// Which evaluations SwiftUI made together: those inside of one group of `swiftui-update-groups`.
///
/// Groups may lie inside of others, as a layout lies in a transaction; the outermost counts. A group with a corrupt
/// duration lasts until the next one of its process.
struct UpdateGroups {
  private struct Span {
    var start: Int64
    var end: Int64
  }

  /// By process, in order of time; none overlaps another.
  private var spans: [UInt16: [Span]] = [:]

  let isEmpty: Bool

  /// Puts the recording's groups into order of time.
  init(_ recording: Recording) {
    let rows = recording.groups
    isEmpty = rows.isEmpty
    rows.sort { UInt64($0.start) }
    for number in 0..<rows.count { add(rows[number]) }
  }

  private mutating func add(_ row: GroupRow) {
    let isCorrupt = row.duration > RecordingJoin.longestDuration
    let span = Span(start: row.start, end: isCorrupt ? .max : row.start + Int64(row.duration))
    guard let place = spans[row.process]?.indices.last, let last = spans[row.process]?[place], row.start < last.end
    else {
      spans[row.process, default: []].append(span)
      return
    }
    if last.start == row.start {
      // The outer one counts, unless nobody knows how long it lasted.
      if !isCorrupt { spans[row.process]?[place].end = last.end == .max ? span.end : max(last.end, span.end) }
    } else if last.end == .max {
      spans[row.process]?[place].end = row.start
      spans[row.process]?.append(span)
    }
  }

  /// The number of the group at a time in its process; `nil` outside of any.
  func group(at time: Int64, process: UInt16) -> Int? {
    guard let spans = spans[process] else { return nil }
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 && (time < spans[low - 1].end || time == spans[low - 1].start) ? low - 1 : nil
  }
}
