internal import Platform
internal import TraceImport

/// The bytes of an open file, pipe or terminal.
///
/// `@unchecked Sendable`: the descriptor never changes, and `ByteSource` promises one reader at a time.
final class FileSource: ByteSource, @unchecked Sendable {
  private let descriptor: Int32
  private let isOwned: Bool
  let size: Int?

  /// Opens a file for reading.
  ///
  /// - Throws: `ByteSourceError` with the system's words.
  convenience init(path: String) throws(ByteSourceError) {
    guard Reach.includesFile(path) else { throw ByteSourceError(Self.outOfReach) }
    try self.init(opened: open(path, O_RDONLY | O_CLOEXEC))
  }

  private static let outOfReach = "it is no file in a folder that may be read"

  /// Opens a file by a path that is no UTF-8 and ends in 0.
  ///
  /// - Throws: `ByteSourceError` with the system's words.
  convenience init(systemPath: [CChar]) throws(ByteSourceError) {
    // What may be read is said in text, and such a path is none.
    guard !Reach.isLimited else { throw ByteSourceError(Self.outOfReach) }
    try self.init(opened: open(systemPath, O_RDONLY | O_CLOEXEC))
  }

  /// - Parameter descriptor: As `open` gives it, a negative number after an error.
  private init(opened descriptor: Int32) throws(ByteSourceError) {
    self.descriptor = descriptor
    isOwned = true
    guard descriptor >= 0 else { throw ByteSourceError(lastSystemError()) }
    size = Self.size(of: descriptor)
    #if os(Linux)
      // Larger read-ahead; a hint that may be ignored.
      posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  /// Standard input.
  init() {
    descriptor = STDIN_FILENO
    isOwned = false
    size = nil
  }

  /// The size of a regular file.
  private static func size(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if Reach.isCancelled { throw ByteSourceError("reading was given up") }
    while true {
      let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        Reach.noteRead(count)
        return count
      }
      if errno != EINTR { throw ByteSourceError(lastSystemError()) }
    }
  }
}
