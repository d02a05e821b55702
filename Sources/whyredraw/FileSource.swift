internal import TraceImport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The bytes of an open file, pipe or terminal.
///
/// `@unchecked Sendable`: the descriptor never changes, and `ByteSource` promises one reader at a time.
final class FileSource: ByteSource, @unchecked Sendable {
  private let descriptor: Int32
  private let isOwned: Bool

  /// Opens a file for reading.
  ///
  /// - Throws: `ByteSourceError` with the system's words.
  init(path: String) throws(ByteSourceError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else { throw ByteSourceError(lastSystemError()) }
    #if os(Linux)
      // Larger read-ahead; a hint that may be ignored.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Opens a file by a path that is no UTF-8 and ends in 0.
  ///
  /// - Throws: `ByteSourceError` with the system's words.
  init(systemPath: [CChar]) throws(ByteSourceError) {
    descriptor = open(systemPath, O_RDONLY | O_CLOEXEC)
    isOwned = true
    guard descriptor >= 0 else { throw ByteSourceError(lastSystemError()) }
  }

  /// Standard input.
  init() {
    descriptor = STDIN_FILENO
    isOwned = false
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR { throw ByteSourceError(lastSystemError()) }
    }
  }
}
