#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An array in memory of the C library, which grows large blocks without copying them; what is not used is not touched
/// and so takes no memory.
struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  private static var smallest: Int { 1 << 10 }

  private var pointer: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init() {
    capacity = Self.smallest
    pointer = Self.resize(nil, to: capacity)
  }

  deinit { free(pointer) }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { pointer[index] }
    _modify { yield &pointer[index] }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (pointer + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  func address(of index: Int) -> UnsafePointer<Element> { UnsafePointer(pointer + index) }

  mutating func insert(_ element: Element, at index: Int) {
    append(element)
    (pointer + index + 1).update(from: pointer + index, count: count - 1 - index)
    pointer[index] = element
  }

  mutating func remove(_ number: Int, at index: Int) {
    // Few elements come behind as a rule, so no call that moves memory.
    var place = index + number
    while place < count {
      pointer[place - number] = pointer[place]
      place += 1
    }
    count -= number
  }

  mutating func removeLast() { count -= 1 }

  mutating func removeAll() {
    count = 0
    guard capacity > Self.smallest else { return }
    capacity = Self.smallest
    pointer = Self.resize(pointer, to: capacity)
  }

  private mutating func grow() {
    capacity *= 2
    pointer = Self.resize(pointer, to: capacity)
  }

  private static func resize(
    _ memory: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let raw = realloc(memory, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return raw.bindMemory(to: Element.self, capacity: capacity)
  }
}

extension GrowingMemory<UInt8> {
  mutating func append(_ bytes: ByteSpan) {
    while capacity - count < bytes.count { grow() }
    (pointer + count).update(from: bytes.start, count: bytes.count)
    count += bytes.count
  }
}
