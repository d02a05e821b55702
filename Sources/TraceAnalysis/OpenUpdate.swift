/// An update that evaluations may still be added to, with what decides whether they belong to it.
///
/// Whoever holds it last deallocates it: it is swapped between the fold and the updates that are parked.
struct OpenUpdate {
  /// As `UpdateTable.Packed`; before them stands one that is equal to none.
  private(set) var elements: UnsafeMutablePointer<UInt64>
  private(set) var capacity: Int
  var count = 0
  /// Of the updates of its process, from 1 on.
  var number: UInt32 = 0
  /// What it began with.
  var startView: UInt32 = 0
  var startCause: UInt32 = 0
  /// Of its last evaluation.
  var time = noTime
  // Of recordings only.
  /// Which event became which element; events ascend.
  var events: [(event: Int, element: Int)] = []
  /// Per element the message its chain of triggers began with.
  var rootMessages: [UInt32] = []

  init() {
    capacity = 16
    elements = Self.room(capacity)
  }

  private static func room(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let room = UnsafeMutablePointer<UInt64>.allocate(capacity: count + 1)
    room.initialize(to: .max)
    return room + 1
  }

  func deallocate() { (elements - 1).deallocate() }

  var words: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(start: elements, count: count) }

  mutating func grow() {
    let larger = Self.room(capacity * 2)
    larger.update(from: elements, count: count)
    deallocate()
    elements = larger
    capacity *= 2
  }

  /// Begins anew with the same memory.
  @inline(__always)
  mutating func removeAll() {
    count = 0
    guard !events.isEmpty else { return }
    events.removeAll(keepingCapacity: true)
    rootMessages.removeAll(keepingCapacity: true)
  }

  /// The element that an event became.
  func element(ofEvent number: Int) -> Int? {
    guard let first = events.first, let last = events.last, first.event <= number, number <= last.event else {
      return nil
    }
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].event < number { low = middle + 1 } else { high = middle }
    }
    return low < events.count && events[low].event == number ? events[low].element : nil
  }
}
