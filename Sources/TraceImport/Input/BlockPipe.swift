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
  /// This many bytes before them, and `Block.padding` behind them, are the reader's to write to; 0 for neither.
  var headroom = 0
  /// The line ends among them, if they were counted.
  var lineEnds: Int?
}

/// Reads and inflates on one thread while another parses.
final class BlockPipe: Sendable {
  /// Large enough to make hand-overs rare, small enough that a block is still in the second-level cache when parsed.
  static let blockSize = 256 * 1024
  private static let blockCount = 8
  /// Most inputs are over before a thread pays for itself.
  private static let sizeWithoutThread = 1024 * 1024

  private let blocks = HandOver((0..<blockCount).map { _ in Block(capacity: blockSize) })
  private let isCancelled = Atomic(false)

  /// What fills blocks, and counts the lines of XML while there is time.
  private struct Filling: Sendable {
    /// Writes to the front of the buffer it is given; returns 0 at the end of the input.
    let fill: @Sendable (UnsafeMutableRawBufferPointer) -> Int
    var countsLines: Bool?

    /// False at the end of the input.
    mutating func next(_ block: Block) -> Bool {
      block.count = fill(block.storage)
      let bytes = ByteSpan(block.input.bytes)
      let isXML = countsLines ?? Instruments.recognises(bytes)
      countsLines = isXML
      block.lineEnds = isXML ? bytes.lineEnds : nil
      return block.count > 0
    }
  }

  /// Calls `body` with each block that `fill` writes, in order, until `fill` or `body` ends it: `fill` by returning 0, `body`
  /// by returning false.
  static func pass(
    _ fill: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Int, to body: (InputBlock) -> Bool
  ) {
    var filling = Filling(fill: fill)
    let block = Block(capacity: blockSize)
    var size = 0
    while size < sizeWithoutThread {
      guard filling.next(block), body(block.input) else { return }
      size += block.count
    }
    let pipe = BlockPipe()
    pipe.produce(filling)
    pipe.consume(body)
  }

  private func produce(_ filling: Filling) {
    DispatchQueue(label: "whyredraw.input", qos: .userInitiated).async { [self] in
      var filling = filling
      while true {
        let block = blocks.slotToFill()
        if isCancelled.load(ordering: .acquiring) { return }
        let isEnd = !filling.next(block)
        blocks.passOn()
        if isEnd { return }
      }
    }
  }

  private func consume(_ body: (InputBlock) -> Bool) {
    while true {
      let block = blocks.nextSlot()
      if block.count == 0 { return }
      let wantsMore = body(block.input)
      if !wantsMore { isCancelled.store(true, ordering: .releasing) }
      blocks.giveBack()
      if wantsMore { continue }
      blocks.tellProducer()
      return
    }
  }
}
