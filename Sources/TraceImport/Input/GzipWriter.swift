internal import CZlib

/// Writes gzip data to a descriptor as it comes.
///
/// A class, because it owns zlib's file, which must be closed once.
package final class GzipWriter {
  private var file: gzFile?

  /// Takes the descriptor over: `finish` closes it. `nil` when there is no memory.
  package init?(descriptor: Int32) {
    // Level 6 keeps up with any log there is.
    guard let file = gzdopen(descriptor, "wb6") else { return nil }
    self.file = file
  }

  deinit { finish() }

  /// Whether everything could be written.
  @discardableResult
  package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let file else { return false }
    var rest = bytes
    while rest.count > 0 {
      let piece = UInt32(min(rest.count, 1 << 20))
      guard gzwrite(file, rest.baseAddress, piece) == Int32(piece) else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[Int(piece)...])
    }
    return true
  }

  /// Writes what is left and closes the file.
  @discardableResult
  package func finish() -> Bool {
    guard let file else { return true }
    self.file = nil
    return gzclose(file) == Z_OK
  }
}
