/// Updates of a recording that seem to be over, kept a while: an evaluation that a recorded edge joins to one of them belongs
/// to it, whatever order and time suggest.
///
/// It owns memory and cannot be copied.
struct ParkedUpdates: ~Copyable {
  /// Nothing that belongs together is parted by more guesses than this.
  private static let most = 64
  /// Buffers larger than this are not kept for use again.
  private static let largestSpare = 1 << 10

  /// The one that was left last comes last.
  private var parked: [OpenUpdate] = []
  private var spare: [OpenUpdate] = []
  private var evaluations = 0

  deinit {
    for update in parked { update.deallocate() }
    for update in spare { update.deallocate() }
  }

  var isEmpty: Bool { parked.isEmpty }

  /// Room for a new update.
  mutating func takeRoom() -> OpenUpdate { spare.popLast() ?? OpenUpdate() }

  /// Keeps an update; those that were left longest ago make room for it and are passed to `close`.
  mutating func park(_ update: OpenUpdate, close: (OpenUpdate) -> Void) {
    evaluations += update.events.count
    parked.append(update)
    if parked.count >= Self.most { closeFirst(Self.most / 2, close) }
    while evaluations > UpdateBoundary.mostElements, !parked.isEmpty { closeFirst(1, close) }
  }

  /// The update that an event belongs to, which is parked no more.
  mutating func resume(event: Int) -> OpenUpdate? {
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

  mutating func closeAll(_ close: (OpenUpdate) -> Void) { closeFirst(parked.count, close) }

  func enumerate(_ body: (OpenUpdate) -> Void) { for update in parked { body(update) } }

  private mutating func closeFirst(_ count: Int, _ close: (OpenUpdate) -> Void) {
    for place in 0..<count {
      close(parked[place])
      evaluations -= parked[place].events.count
      if parked[place].capacity <= Self.largestSpare, spare.count < Self.most {
        parked[place].removeAll()
        spare.append(parked[place])
      } else {
        parked[place].deallocate()
      }
    }
    parked.removeSubrange(0..<count)
  }
}
