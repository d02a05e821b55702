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
  func giveBack() {
    consumed += 1
    free.signal()
  }
}
