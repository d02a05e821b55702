internal import Platform
internal import Synchronization
internal import TraceImport

/// The bytes of a file that is still being written, or of a pipe: it ends when it is told to, or when the pipe does.
///
/// A file that is replaced under its name (rotation) is read to its end, and then the new one from its start; one that
/// becomes shorter (truncation) is read from its start again. What was read before counts all the same.
///
/// `@unchecked Sendable`: only the one thread that reads touches what is not behind the lock.
final class FollowedSource: ByteSource, @unchecked Sendable {
  /// What others may see of it.
  struct Progress {
    var bytes = 0
    var rotations = 0
    var truncations = 0
    var hasEnded = false
    /// The first bytes, until there are too many of them.
    var beginning: [UInt8] = []
  }

  /// Until the first batch of events is through, the input is read from here again for every look at it.
  private static let longestBeginning = 32 << 20
  private static let pollMilliseconds: Int32 = 40

  /// Ends in 0; `nil` for standard input.
  private let path: [CChar]?
  private var descriptor: Int32
  private var position = 0
  private var endsLine = true
  private var isGzip = false
  private let progress = Mutex(Progress())
  private let isStopped = Atomic(false)
  private let keepsBeginning = Atomic(true)
  /// Where to stop, once it is told to: whatever is appended after that is not waited for.
  private var lastPosition: Int?

  /// - Throws: `ByteSourceError` with the system's words.
  init(_ file: InputFile) throws(ByteSourceError) {
    // A name need not be UTF-8.
    let path = file.systemPath ?? file.path.map { $0.utf8.map(CChar.init(bitPattern:)) + [0] }
    self.path = path
    descriptor = path.map { open($0, O_RDONLY | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw ByteSourceError(lastSystemError()) }
  }

  deinit { if path != nil { close(descriptor) } }

  /// It may grow.
  var size: Int? { nil }

  var current: Progress {
    progress.withLock {
      var copy = $0
      copy.beginning = []
      return copy
    }
  }

  var beginning: [UInt8] { progress.withLock { $0.beginning } }

  /// What has been written and not been read yet, in bytes; 0 for a pipe.
  var backlog: Int {
    guard let path else { return 0 }
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return max(0, Int(status.st_size) - current.bytes)
  }

  /// Ends the input after what has been written by now.
  func stop() { isStopped.store(true, ordering: .releasing) }

  func dropBeginning() {
    guard keepsBeginning.exchange(false, ordering: .relaxed) else { return }
    progress.withLock { $0.beginning = [] }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = try path == nil ? readPipe(into: buffer) : readFile(into: buffer)
    progress.withLock { progress in
      progress.bytes += count
      if count == 0 { progress.hasEnded = true }
      if keepsBeginning.load(ordering: .relaxed), progress.beginning.count < Self.longestBeginning {
        progress.beginning += buffer[..<count]
      }
    }
    return count
  }

  private func readPipe(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&request, 1, Self.pollMilliseconds)
      if isReady > 0 { return try readSome(into: buffer) }
      // A pipe that is silent when it is told to end has nothing left to say.
      if isStopped.load(ordering: .acquiring) { return 0 }
    }
  }

  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      var room = buffer
      if let lastPosition {
        guard position < lastPosition else { return 0 }
        room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, lastPosition - position)])
      }
      let count = try readSome(into: room)
      if count > 0 {
        if position == 0, count > 1 { isGzip = buffer[0] == 0x1F && buffer[1] == 0x8B }
        position += count
        endsLine = buffer[count - 1] == UInt8(ascii: "\n")
        return count
      }
      if lastPosition != nil { return 0 }
      if isStopped.load(ordering: .acquiring) {
        var status = stat()
        lastPosition = fstat(descriptor, &status) == 0 ? max(position, Int(status.st_size)) : position
        continue
      }
      if startsAnew() {
        // Half a line and the first line of the new file are not one.
        if !endsLine, !isGzip {
          endsLine = true
          buffer[0] = UInt8(ascii: "\n")
          return 1
        }
        continue
      }
      poll(nil, 0, Self.pollMilliseconds)
    }
  }

  private func startsAnew() -> Bool {
    var own = stat()
    guard let path, fstat(descriptor, &own) == 0 else { return false }
    if Int(own.st_size) < position {
      lseek(descriptor, 0, SEEK_SET)
      position = 0
      progress.withLock { $0.truncations += 1 }
      return true
    }
    var named = stat()
    guard stat(path, &named) == 0, named.st_ino != own.st_ino || named.st_dev != own.st_dev else { return false }
    let next = open(path, O_RDONLY | O_CLOEXEC)
    guard next >= 0 else { return false }
    close(descriptor)
    descriptor = next
    position = 0
    progress.withLock { $0.rotations += 1 }
    return true
  }

  private func readSome(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { throw ByteSourceError(lastSystemError()) }
    }
  }
}
