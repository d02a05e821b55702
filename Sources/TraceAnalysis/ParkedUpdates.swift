/// Updates of a recording that seem to be over, kept a while: an evaluation that a recorded edge joins to one of them belongs
/// to it, whatever order and time suggest.
///
/// It owns memory and cannot be copied.
struct ParkedUpdates: ~Copyable {
  /// An update with what is needed to go on with it.
  struct Parked {
    /// Before the elements stands one that is equal to none.
    var elements: UnsafeMutablePointer<UInt64>
    var capacity: Int
    var count = 0
    var number: UInt32 = 0
    var startView: UInt32 = 0
    var startCause: UInt32 = 0
    /// Of its last evaluation.
    var time = noTime
    /// Which event became which element; events ascend.
    var events: [(event: Int, element: Int)] = []
    /// Per element the message its chain of triggers began with.
    var rootMessages: [UInt32] = []

    init(capacity: Int) {
      let room = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity + 1)
      room.initialize(to: .max)
      elements = room + 1
      self.capacity = capacity
    }

    func deallocate() { (elements - 1).deallocate() }

    /// The element that an event became.
    func element(ofEvent number: Int) -> Int? { ParkedUpdates.element(ofEvent: number, in: events) }
  }

  /// Nothing that belongs together is parted by more guesses than this.
  private static let most = 64
  /// Buffers larger than this are not kept for use again.
  private static let largestSpare = 1 << 10

  /// The one that was left last comes last.
  private var parked: [Parked] = []
  private var spare: [Parked] = []
  private var evaluations = 0

  deinit {
    for update in parked { update.deallocate() }
    for update in spare { update.deallocate() }
  }

  var isEmpty: Bool { parked.isEmpty }

  /// Room for a new update.
  mutating func takeRoom() -> Parked { spare.popLast() ?? Parked(capacity: 16) }

  /// Keeps an update; those that were left longest ago make room for it and are passed to `close`.
  mutating func park(_ update: Parked, close: (Parked) -> Void) {
    evaluations += update.events.count
    parked.append(update)
    if parked.count >= Self.most { closeFirst(Self.most / 2, close) }
    while evaluations > UpdateBoundary.mostElements, !parked.isEmpty { closeFirst(1, close) }
  }

  /// The update that an event belongs to, which is parked no more.
  mutating func resume(event: Int) -> Parked? {
    var place = parked.count
    while place > 0 {
      place -= 1
      guard parked[place].element(ofEvent: event) != nil else { continue }
      let update = parked.remove(at: place)
      evaluations -= update.events.count
      return update
    }
    return nil
  }

  mutating func closeAll(_ close: (Parked) -> Void) { closeFirst(parked.count, close) }

  func enumerate(_ body: (Parked) -> Void) { for update in parked { body(update) } }

  private mutating func closeFirst(_ count: Int, _ close: (Parked) -> Void) {
    for place in 0..<count {
      close(parked[place])
      var update = parked[place]
      // Held by one only, the lists keep their memory.
      parked[place].events = []
      parked[place].rootMessages = []
      evaluations -= update.events.count
      giveBack(&update)
    }
    parked.removeSubrange(0..<count)
  }

  private mutating func giveBack(_ update: inout Parked) {
    guard update.capacity <= Self.largestSpare, spare.count < Self.most else { return update.deallocate() }
    update.count = 0
    update.events.removeAll(keepingCapacity: true)
    update.rootMessages.removeAll(keepingCapacity: true)
    spare.append(update)
  }

  static func element(ofEvent number: Int, in events: [(event: Int, element: Int)]) -> Int? {
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
