/// Delivers the first bytes of a source twice.
///
/// The first time it ends after `limit` bytes, since they are kept: what is looked for stands at the beginning, and an
/// input may begin with any amount of padding.
///
/// `@unchecked Sendable`: like every source it is used by one thread at a time.
final class ReplayingSource: ByteSource, @unchecked Sendable {
  static let limit = 4 << 20

  private let source: any ByteSource
  private var recorded: [UInt8] = []
  private var position = 0
  private var isRecording = true
  /// A failure comes again, too.
  private var failure: ByteSourceError?

  init(_ source: any ByteSource) { self.source = source }

  var size: Int? { source.size }

  func rewind() {
    isRecording = false
    position = 0
  }

  func stopRecording() {
    isRecording = false
    position = recorded.count
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if position < recorded.count {
      let count = min(buffer.count, recorded.count - position)
      recorded.withUnsafeBytes { bytes in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
      }
      position += count
      if position == recorded.count, !isRecording {
        recorded = []
        position = 0
      }
      return count
    }
    if let failure { throw failure }
    let room = isRecording ? min(buffer.count, Self.limit - recorded.count) : buffer.count
    guard room > 0 else { return 0 }
    do {
      let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
      if isRecording {
        recorded += buffer[..<count]
        position = recorded.count
      }
      return count
    } catch {
      failure = error
      throw error
    }
  }
}
