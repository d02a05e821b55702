import Dispatch
import Synchronization

/// A block of input bytes in a fixed buffer.
///
/// `@unchecked Sendable`: `BlockPipe` hands a block back and forth; whoever holds it is the only one to touch it.
final class Block: @unchecked Sendable {
  let storage: UnsafeMutableRawBufferPointer
  /// How many bytes at the front of `storage` are filled.
  var count = 0

  init(capacity: Int) {
    storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { storage.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[0..<count]) }
}

/// A ring of fixed blocks between the thread that reads and inflates, and the one that parses.
///
/// Peak memory is the ring, whatever the size of the input. One producer and one consumer; the two semaphores
/// order their accesses, hence `@unchecked Sendable`.
final class BlockPipe: @unchecked Sendable {
  /// Large enough to make hand-overs rare, small enough that a block is still in the second-level cache when parsed.
  static let blockSize = 256 * 1024
  private static let blockCount = 6

  private let blocks: [Block]
  private let free = DispatchSemaphore(value: 0)
  private let filled = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)
  private var produced = 0
  private var consumed = 0

  init() {
    blocks = (0..<Self.blockCount).map { _ in Block(capacity: Self.blockSize) }
    // A dispatch semaphore may not be destroyed below its initial value, so it starts at zero and is raised.
    for _ in blocks { free.signal() }
  }

  /// Runs `fill` on a thread of its own until it returns 0; `fill` writes to the front of the buffer it is given.
  func produce(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int) {
    DispatchQueue(label: "whyredraw.input", qos: .userInitiated).async { [self] in
      while true {
        free.wait()
        if isCancelled.load(ordering: .acquiring) { return }
        let block = blocks[produced % blocks.count]
        block.count = fill(block.storage)
        produced += 1
        filled.signal()
        if block.count == 0 { return }
      }
    }
  }

  /// Calls `body` with each block in order, until the input ends or `body` returns false.
  func consume(_ body: (UnsafeRawBufferPointer) -> Bool) {
    while true {
      filled.wait()
      let block = blocks[consumed % blocks.count]
      if block.count == 0 { return }
      let wantsMore = body(block.bytes)
      consumed += 1
      if !wantsMore { isCancelled.store(true, ordering: .releasing) }
      free.signal()
      if !wantsMore { return }
    }
  }
}
