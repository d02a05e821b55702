internal import CZlib

/// Inflates gzip data as it is read: members one after the other, split anywhere.
///
/// A class, because it owns zlib's state, which must not be copied or moved.
///
/// - Source: RFC 1952; zlib's manual for `inflate`.
final class Gunzip {
  /// How a gzip input ended.
  enum Ending: Hashable {
    /// After a complete member.
    case complete
    /// After a complete member and `count` bytes that are neither a member nor padding.
    case trailingGarbage(count: Int)
    /// In the middle of a member, after `offset` compressed bytes.
    case truncated(offset: Int)
    /// At damaged data or a wrong checksum, around `offset` compressed bytes.
    case corrupt(offset: Int, detail: String)
    /// The source could not be read.
    case unreadable(ByteSourceError)
  }

  private enum State {
    case inMember
    case betweenMembers
    case finished
  }

  private static let inputSize = 64 * 1024

  private let source: any ByteSource
  private let input: UnsafeMutableRawBufferPointer
  private let stream: UnsafeMutablePointer<z_stream>
  private var state = State.inMember
  private var available = 0
  private var position = 0
  private var consumedBefore = 0
  private var garbage = 0
  private var isInitialised = false
  /// The checksum and the length, modulo 2³², of what was inflated of this member.
  private var check: UInt32 = 0
  private var length: UInt32 = 0
  /// The last eight compressed bytes used, the first of them lowest: at its end a member says its checksum and its length.
  private var trailer: UInt64 = 0
  private(set) var ending: Ending?

  /// Starts with `prefix`, which was read from `source` already.
  init(prefix: UnsafeRawBufferPointer, source: any ByteSource) {
    self.source = source
    input = .allocate(byteCount: max(Self.inputSize, prefix.count), alignment: 64)
    input.copyMemory(from: prefix)
    available = prefix.count
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 16 + 15: gzip wrapping, the largest window.
    isInitialised = whyredraw_inflateInit(stream, 31) == Z_OK
    // The checksum is compared here, because zlib takes half as long for it again as for inflating.
    if isInitialised { inflateValidate(stream, 0) }
  }

  deinit {
    if isInitialised { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
    input.deallocate()
  }

  /// Compressed bytes used so far.
  var compressedCount: Int { consumedBefore + position }

  /// Fills the front of `output` and returns how many bytes it wrote; 0 means the end, and `ending` says which.
  func read(into output: UnsafeMutableRawBufferPointer) -> Int {
    guard isInitialised else {
      ending = .corrupt(offset: 0, detail: "zlib could not be initialised")
      return 0
    }
    var written = 0
    while written < output.count, state != .finished {
      if position == available, !refill() {
        endOfInput()
        break
      }
      switch state {
      case .inMember: written += inflateSome(into: output, from: written)
      case .betweenMembers: startNextMember()
      case .finished: break
      }
    }
    return written
  }

  private func inflateSome(into output: UnsafeMutableRawBufferPointer, from start: Int) -> Int {
    stream.pointee.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self) + position
    stream.pointee.avail_in = UInt32(available - position)
    stream.pointee.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self) + start
    stream.pointee.avail_out = UInt32(output.count - start)
    let status = inflate(stream, Z_NO_FLUSH)
    let before = position
    position = available - Int(stream.pointee.avail_in)
    let count = output.count - start - Int(stream.pointee.avail_out)
    check = whyredraw_crc32(check, output.baseAddress!.assumingMemoryBound(to: UInt8.self) + start, count)
    length &+= UInt32(truncatingIfNeeded: count)
    for byte in input[max(before, position - 8)..<position] { trailer = trailer >> 8 | UInt64(byte) << 56 }
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: endMember()
    default:
      let detail = stream.pointee.msg.map { String(cString: $0) } ?? "inflate returned \(status)"
      finish(.corrupt(offset: compressedCount, detail: detail))
    }
    return count
  }

  /// Compares a member with what it says of itself.
  private func endMember() {
    state = .betweenMembers
    if UInt32(truncatingIfNeeded: trailer) != check {
      finish(.corrupt(offset: compressedCount, detail: "incorrect data check"))
    } else if UInt32(truncatingIfNeeded: trailer >> 32) != length {
      finish(.corrupt(offset: compressedCount, detail: "incorrect length check"))
    }
    check = 0
    length = 0
  }

  /// Looks at what follows a member: another one, zeros as padding, or garbage.
  private func startNextMember() {
    if garbage > 0 {
      garbage += available - position
      position = available
      return
    }
    while position < available, input[position] == 0 { position += 1 }
    guard position < available else { return }
    if available - position == 1 {
      // The two bytes of the magic number may be split between two reads.
      let first = input[position]
      guard first == 0x1F else { return noteGarbage() }
      consumedBefore += position
      input[0] = first
      position = 0
      available = 1
      guard appendToInput() else { return noteGarbage() }
    }
    if input[position] == 0x1F, input[position + 1] == 0x8B {
      inflateReset(stream)
      state = .inMember
    } else {
      noteGarbage()
    }
  }

  private func noteGarbage() {
    garbage += available - position
    position = available
  }

  private func refill() -> Bool {
    consumedBefore += available
    position = 0
    available = 0
    return appendToInput()
  }

  private func appendToInput() -> Bool {
    let rest = UnsafeMutableRawBufferPointer(rebasing: input[available...])
    do {
      let count = try source.read(into: rest)
      available += count
      return count > 0
    } catch {
      finish(.unreadable(error))
      return false
    }
  }

  private func endOfInput() {
    guard ending == nil else { return }
    switch state {
    case .inMember: finish(.truncated(offset: compressedCount))
    case .betweenMembers: finish(garbage > 0 ? .trailingGarbage(count: garbage) : .complete)
    case .finished: break
    }
  }

  private func finish(_ ending: Ending) {
    if self.ending == nil { self.ending = ending }
    state = .finished
  }
}
