internal import Dispatch
internal import Synchronization

/// A block of input bytes in a fixed buffer.
///
/// `@unchecked Sendable`: `HandOver` passes a block back and forth; whoever holds it is the only one to touch it.
final class Block: @unchecked Sendable {
  let storage: UnsafeMutableRawBufferPointer
  /// How many bytes at the front of `storage` are filled; 0 marks the end of the input.
  var count = 0

  init(capacity: Int) {
    storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit { storage.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: storage[0..<count]) }
}

/// Reads and inflates on one thread while another parses.
final class BlockPipe: Sendable {
  /// Large enough to make hand-overs rare, small enough that a block is still in the second-level cache when parsed.
  static let blockSize = 256 * 1024
  private static let blockCount = 16

  private let blocks = HandOver((0..<blockCount).map { _ in Block(capacity: blockSize) })
  private let isCancelled = Atomic(false)

  /// Runs `fill` on a thread of its own until it returns 0; `fill` writes to the front of the buffer it is given.
  func produce(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int) {
    DispatchQueue(label: "whyredraw.input", qos: .userInitiated).async { [self] in
      while true {
        let block = blocks.slotToFill()
        if isCancelled.load(ordering: .acquiring) { return }
        block.count = fill(block.storage)
        let isEnd = block.count == 0
        blocks.passOn()
        if isEnd { return }
      }
    }
  }

  /// Calls `body` with each block in order, until the input ends or `body` returns false.
  func consume(_ body: (UnsafeRawBufferPointer) -> Bool) {
    while true {
      let block = blocks.nextSlot()
      if block.count == 0 { return }
      let wantsMore = body(block.bytes)
      if !wantsMore { isCancelled.store(true, ordering: .releasing) }
      blocks.giveBack()
      if !wantsMore { return }
    }
  }
}
