/// Some ten thousand records that are remembered, and once they are compared, the layouts each came in.
///
/// A class, because it owns memory that is passed on and used again.
final class RecordRun {
  static let capacity = 1 << 16

  private let keys = UnsafeMutablePointer<RecordKey>.allocate(capacity: capacity)
  private(set) var count = 0
  /// A bit for each layout; only when there are several.
  private var formats: UnsafeMutablePointer<UInt16>?
  /// Where the next record most likely is.
  private var cursor = 0
  private var taken: (key: RecordKey, format: UInt16)?

  /// More records that are the same in all are not looked at one by one, and counted.
  private static let mostEqual = 4096

  deinit {
    keys.deallocate()
    formats?.deallocate()
  }

  var isFull: Bool { count == Self.capacity }

  @inline(__always)
  func append(_ key: RecordKey) {
    (keys + count).initialize(to: key)
    count &+= 1
  }

  /// Writes down the changes at the start of a batch as long as they are of the first one's process and style; returns how
  /// many events these were.
  @inline(__always)
  func append(_ events: UnsafeBufferPointer<TraceEvent>, _ shortcut: RecordMoments.Shortcut) -> Int {
    guard let first = events.first, let source = events.baseAddress else { return 0 }
    let (process, style) = (first.process, first.timeStyle)
    let end = min(events.count, Self.capacity - count)
    let target = keys + count
    var index = 0
    while index < end {
      let event = source + index
      guard event.pointee.kind == .change, event.pointee.process == process, event.pointee.timeStyle == style,
        let moment = shortcut.moment(of: event.pointee.time)
      else { break }
      (target + index).initialize(
        to: RecordKey(moment: moment, message: event.pointee.value, process: process.index))
      index &+= 1
    }
    count &+= index
    return index
  }

  var records: UnsafeBufferPointer<RecordKey> { UnsafeBufferPointer(start: keys, count: count) }

  /// Forgets everything; there is one layout so far.
  func reset() { count = 0 }

  /// Makes the records comparable: their messages are replaced by numbers, and all came in one layout.
  func compare(_ format: UInt16, number: (UInt32) -> UInt32) {
    for index in 0..<count { keys[index] = keys[index].replacing(message: number(keys[index].message)) }
    var all = UnsafeMutableBufferPointer(start: keys, count: count)
    all.sort()
    setFormats { _ in format }
  }

  /// Takes records over, which are sorted, each with its layouts.
  func fill(_ records: ArraySlice<(key: RecordKey, formats: UInt16)>) {
    count = 0
    for record in records { append(record.key) }
    setFormats { records[records.startIndex + $0].formats }
  }

  private func setFormats(_ value: (Int) -> UInt16) {
    let all = UnsafeMutablePointer<UInt16>.allocate(capacity: max(count, 1))
    for index in 0..<count { (all + index).initialize(to: value(index)) }
    formats = all
  }

  /// Finds a record that did not come in the layout yet, and notes that it has.
  @inline(__always)
  func take(_ key: RecordKey, _ format: UInt16) -> Bool {
    guard count > 0, key >= keys[0], key <= keys[count - 1] else { return false }
    return search(key, format)
  }

  private func search(_ key: RecordKey, _ format: UInt16) -> Bool {
    guard let formats else { return false }
    // Behind the one that was taken before, if there are several that are the same.
    var index = taken.map { $0 == (key, format) } ?? false ? cursor : lowerBound(key)
    let end = min(count, index + Self.mostEqual)
    while index < end, keys[index] == key {
      if formats[index] & format == 0 {
        formats[index] |= format
        cursor = index + 1
        taken = (key, format)
        return true
      }
      index += 1
    }
    return false
  }

  private func lowerBound(_ key: RecordKey) -> Int {
    var low = 0
    var high = count
    // Captures are in order, so it is mostly near the one before.
    if cursor < count, keys[cursor] < key {
      low = cursor + 1
      let probe = min(cursor + 32, count - 1)
      if keys[probe] >= key { high = probe }
    }
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
