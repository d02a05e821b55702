/// Where the bytes of an input come from: a file, a pipe, memory.
///
/// A source is read by one thread at a time, from its start to its end.
package protocol ByteSource: AnyObject, Sendable {
  /// Fills the front of the buffer and returns how many bytes it wrote; 0 means the end.
  ///
  /// - Throws: `ByteSourceError` when the system refuses to read.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int

  /// How many bytes there are, as far as that was known before reading; `nil` for a pipe.
  var size: Int? { get }
}

/// Reading failed; the text is the system's.
package struct ByteSourceError: Error, Hashable, CustomStringConvertible {
  package var description: String
  package init(_ description: String) { self.description = description }
}

/// Bytes that are in memory already; `pieceSize` bounds each read so that tests can split them anywhere.
package final class MemorySource: ByteSource, @unchecked Sendable {
  // Unchecked: `position` is only touched by the one thread that reads, as `ByteSource` demands.
  private let bytes: [UInt8]
  private let pieceSize: Int
  private var position = 0

  package init(_ bytes: [UInt8], pieceSize: Int = .max) {
    self.bytes = bytes
    self.pieceSize = max(1, pieceSize)
  }

  package var size: Int? { bytes.count }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, pieceSize, bytes.count - position)
    guard count > 0 else { return 0 }
    bytes.withUnsafeBytes { all in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[position..<position + count]))
    }
    position += count
    return count
  }
}
