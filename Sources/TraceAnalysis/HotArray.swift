/// A growing array that is written with every event.
///
/// `Array` checks with every write whether it is shared, and its bounds; for a counter per event that is most of the
/// time. The owner is the only one to hold it, and indices come from tables of the same size. It cannot be copied, so it
/// needs no reference counts either.
struct HotArray<Element: BitwiseCopyable>: ~Copyable {
  private(set) var pointer: UnsafeMutablePointer<Element>
  private(set) var count: Int
  private let filler: Element

  init(repeating filler: Element, count: Int) {
    self.filler = filler
    self.count = count
    pointer = .allocate(capacity: max(1, count))
    pointer.initialize(repeating: filler, count: count)
  }

  deinit { pointer.deallocate() }

  /// Makes room for the index, at least doubling.
  mutating func grow(toHold index: Int) {
    let larger = max(index + 1, count * 2)
    let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    new.update(from: pointer, count: count)
    (new + count).initialize(repeating: filler, count: larger - count)
    pointer.deallocate()
    pointer = new
    count = larger
  }

  /// Forgets everything; afterwards there is a given number of elements, all alike.
  ///
  /// Putting a new array in its place would do the same, but the compiler leaks the old one where it is a member of what
  /// cannot be copied either.
  mutating func reset(count newCount: Int) {
    pointer.deallocate()
    pointer = .allocate(capacity: max(1, newCount))
    pointer.initialize(repeating: filler, count: newCount)
    count = newCount
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { pointer[index] }
    _modify { yield &pointer[index] }
  }
}
