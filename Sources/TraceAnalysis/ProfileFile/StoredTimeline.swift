/// A timeline as a profile stores it.
struct StoredTimeline: Codable {
  /// Whether slices count updates, since there are no times.
  var order: Bool?
  var shift: Int
  var unplaced: Int?
  /// Slice, update or message, number; a message is written as -1 less its index.
  var cells: [[Int]]

  /// All but the cells; `nil` for a timeline that holds nothing.
  init?(withoutCells timeline: TimelineProfile) {
    if timeline == TimelineProfile() { return nil }
    order = timeline.axis == .order ? true : nil
    shift = timeline.shift
    unplaced = timeline.unplaced == 0 ? nil : timeline.unplaced
    cells = []
  }

  static func row(_ cell: TimelineProfile.Cell) -> [Int] {
    let subject = cell.subject.updateIndex ?? -1 - (cell.subject.messageIndex ?? 0)
    return [Int(cell.bucket), subject, Int(cell.count)]
  }

  /// Whether an update may have come that often in a slice: each of its elements then came so often that it still is a count.
  private static func isPossible(_ count: Int, _ updates: [Update], _ index: Int) -> Bool {
    guard updates.indices.contains(index) else { return false }
    return updates[index].elements.allSatisfy { StoredPart.product($0.repetitions, count) != nil }
  }

  /// `nil` when something in it cannot be.
  func value(updates: [Update], messages: Int) -> TimelineProfile? {
    guard (0...62).contains(shift), cells.count <= TimelineProfile.mostCells * 8,
      (0...StoredRun.largestCount).contains(unplaced ?? 0)
    else { return nil }
    var result = TimelineProfile()
    result.axis = order == true ? .order : .time
    result.shift = shift
    result.unplaced = unplaced ?? 0
    // Starts of slices are multiplied out, and subtracted from each other.
    let farthest = (StoredRun.farthestTime - 1) >> Int64(shift)
    for row in cells {
      guard row.count == 3, (-farthest...farthest).contains(Int64(row[0])), let count = UInt32(exactly: row[2]),
        row[1] >= 0 ? Self.isPossible(Int(count), updates, row[1]) : -1 - row[1] < messages
      else { return nil }
      let subject: TimelineProfile.Subject = row[1] >= 0 ? .update(row[1]) : .message(-1 - row[1])
      if let last = result.cells.last, (row[0], subject) <= (Int(last.bucket), last.subject) { return nil }
      result.cells.append(.init(bucket: Int64(row[0]), subject: subject, count: count))
    }
    if let first = result.cells.first?.bucket, let last = result.cells.last?.bucket,
      last - first >= TimelineProfile.mostBuckets
    {
      return nil
    }
    return result
  }
}
