internal import Dispatch
internal import Synchronization

/// A block of input bytes in a fixed buffer.
///
/// `@unchecked Sendable`: `HandOver` passes a block back and forth; whoever holds it is the only one to touch it.
final class Block: @unchecked Sendable {
  /// Room in front of and behind the bytes, for a reader that wants the rest of the last block before them.
  static let headroom = 32 * 1024
  static let padding = 64

  private let memory: UnsafeMutableRawBufferPointer
  /// Where bytes go.
  let storage: UnsafeMutableRawBufferPointer
  /// How many bytes at the front of `storage` are filled; 0 marks the end of the input.
  var count = 0
  /// The line ends among them, if they were counted.
  var lineEnds: Int?

  init(capacity: Int) {
    memory = .allocate(byteCount: Self.headroom + capacity + Self.padding, alignment: 64)
    storage = UnsafeMutableRawBufferPointer(rebasing: memory[Self.headroom..<Self.headroom + capacity])
  }

  deinit { memory.deallocate() }

  var input: InputBlock {
    InputBlock(
      bytes: UnsafeRawBufferPointer(rebasing: storage[0..<count]), headroom: Self.headroom, lineEnds: lineEnds)
  }
}

/// Bytes on their way to a reader.
struct InputBlock {
  var bytes: UnsafeRawBufferPointer
  /// So many bytes before them, and `Block.padding` behind them, are the reader's to write to; 0 for neither.
  var headroom = 0
  /// The line ends among them, if they were counted.
  var lineEnds: Int?
}

/// Reads and inflates on one thread while another parses.
final class BlockPipe: Sendable {
  /// Large enough to make hand-overs rare, small enough that a block is still in the second-level cache when parsed.
  static let blockSize = 256 * 1024
  private static let blockCount = 8

  private let blocks = HandOver((0..<blockCount).map { _ in Block(capacity: blockSize) })
  private let isCancelled = Atomic(false)

  /// Runs `fill` on a thread of its own until it returns 0; `fill` writes to the front of the buffer it is given.
  ///
  /// Of XML the thread, which has time, counts the lines.
  func produce(_ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int) {
    DispatchQueue(label: "whyredraw.input", qos: .userInitiated).async { [self] in
      var countsLines: Bool?
      while true {
        let block = blocks.slotToFill()
        if isCancelled.load(ordering: .acquiring) { return }
        block.count = fill(block.storage)
        let bytes = ByteSpan(block.input.bytes)
        let isXML = countsLines ?? Instruments.recognises(bytes)
        countsLines = isXML
        block.lineEnds = isXML ? bytes.lineEnds : nil
        let isEnd = block.count == 0
        blocks.passOn()
        if isEnd { return }
      }
    }
  }

  /// Calls `body` with each block in order, until the input ends or `body` returns false.
  func consume(_ body: (InputBlock) -> Bool) {
    while true {
      let block = blocks.nextSlot()
      if block.count == 0 { return }
      let wantsMore = body(block.input)
      if !wantsMore { isCancelled.store(true, ordering: .releasing) }
      blocks.giveBack()
      if !wantsMore { return }
    }
  }
}
