internal import Dispatch

/// A ring of reusable slots between a thread that fills them and one that empties them, in order.
///
/// Memory is the ring, whatever passes through it; the slower thread makes the faster one wait. One producer, one
/// consumer: each counter is touched by one of them only, and the semaphores order the accesses to the slots, hence
/// `@unchecked Sendable`.
final class HandOver<Slot: AnyObject>: @unchecked Sendable {
  private let slots: [Slot]
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private var produced = 0
  private var consumed = 0
  /// How many slots have been emptied that the producer does not know of yet.
  private var emptied = 0

  init(_ slots: [Slot]) {
    self.slots = slots
    // A dispatch semaphore may not be destroyed below its initial value, so it starts at zero and is raised.
    for _ in slots { free.signal() }
  }

  /// Waits for a slot that may be filled.
  func slotToFill() -> Slot {
    free.wait()
    return slots[produced % slots.count]
  }

  /// Passes on the slot that `slotToFill` returned.
  func passOn() {
    produced += 1
    filled.signal()
  }

  /// Waits for the next filled slot.
  func nextSlot() -> Slot {
    filled.wait()
    return slots[consumed % slots.count]
  }

  /// Gives back the slot that `nextSlot` returned.
  ///
  /// The producer hears of it when half of them are free, so that one that waits does not wake up for each.
  func giveBack() {
    consumed += 1
    emptied += 1
    if emptied * 2 >= slots.count { tellProducer() }
  }

  /// Tells the producer of all slots that were given back, at the end.
  func tellProducer() {
    for _ in 0..<emptied { free.signal() }
    emptied = 0
  }
}
