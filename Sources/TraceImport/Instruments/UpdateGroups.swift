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

  init(_ recording: Recording) {
    let rows = recording.groups
    isEmpty = rows.isEmpty
    guard !rows.isEmpty else { return }
    var order = (0..<UInt32(rows.count)).map(\.self)
    order.sortLocally { left, right in
      let (first, second) = (rows[Int(left)], rows[Int(right)])
      // The outer before the inner.
      if first.start != second.start { return first.start < second.start }
      return first.duration != second.duration ? first.duration > second.duration : left < right
    }
    for index in order {
      let row = rows[Int(index)]
      let isCorrupt = row.duration > RecordingJoin.longestDuration
      let end = isCorrupt ? Int64.max : row.start + Int64(row.duration)
      if let last = spans[row.process]?.last, row.start < last.end {
        let place = (spans[row.process]?.count ?? 1) - 1
        if last.end == .max {
          spans[row.process]?[place].end = row.start
        } else {
          continue
        }
      }
      spans[row.process, default: []].append(Span(start: row.start, end: end))
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
