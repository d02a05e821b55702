internal import TraceImport

#if canImport(Glibc)
  @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#else
  @preconcurrency internal import Darwin
#endif

/// Why the system refused, in its own words.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  /// The error of the last call.
  init() { description = String(cString: strerror(errno)) }
}

/// A file descriptor with what the kit asks of the system.
struct Descriptor: Hashable, Sendable {
  static let standardOutput = Descriptor(number: STDOUT_FILENO)

  let number: Int32

  /// Opens a file for reading.
  ///
  /// - Throws: `SystemError` when there is none, or it may not be read.
  static func opening(_ path: String) throws(SystemError) -> Descriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError() }
    return Descriptor(number: number)
  }

  /// Another descriptor for the same file, which children of this process do not get.
  ///
  /// - Throws: `SystemError` when this one is closed, or there are none left.
  func duplicated() throws(SystemError) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else { throw SystemError() }
    return Descriptor(number: copy)
  }

  /// Makes `other` lead to where this one leads.
  func copy(to other: Descriptor) {
    // EBUSY is Linux's word for another thread that is opening a file at this moment.
    while dup2(number, other.number) < 0, errno == EINTR || errno == EBUSY {}
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(number)
    #elseif canImport(Musl)
      _ = Musl.close(number)
    #else
      _ = Darwin.close(number)
    #endif
  }

  // MARK: - Pipes

  struct Pipe {
    /// Where what was written comes out.
    let output: Descriptor
    let input: Descriptor

    /// A pipe that children of this process do not get.
    ///
    /// - Throws: `SystemError` when there are no descriptors left.
    init() throws(SystemError) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw SystemError() }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (output, input) = (Descriptor(number: ends[0]), Descriptor(number: ends[1]))
    }
  }

  /// Lets reading return at once, whether there is anything or not; writing to the other end of a pipe stays as it is.
  func neverWaits() { _ = fcntl(number, F_SETFL, O_NONBLOCK) }

  /// Waits until one of the descriptors can be read or has come to its end; returns those that can or have.
  static func wait(for descriptors: [Descriptor]) -> [Descriptor] {
    var states = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    while poll(&states, nfds_t(states.count), -1) < 0, errno == EINTR {}
    return zip(descriptors, states).filter { $0.1.revents != 0 }.map(\.0)
  }

  enum Input {
    /// Valid until the buffer is used again.
    case bytes(UnsafeRawBufferPointer)
    case nothingYet
    case end
  }

  /// Reads what there is; an error is the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Input {
    let count = readBytes(number, buffer)
    if count > 0 { return .bytes(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    return count < 0 && errno == EAGAIN ? .nothingYet : .end
  }

  /// Writes everything; gives up where nobody reads any more, as `print` does.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while rest.count > 0 {
      let count = writeBytes(number, rest)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        // A terminal may have been told not to wait.
        var state = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&state, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes { write($0) } }
}

/// The bytes of a file.
final class FileSource: ByteSource {
  private let descriptor: Descriptor
  let size: Int? = nil

  /// - Throws: `SystemError` when there is no such file, or it may not be read.
  init(path: String) throws(SystemError) { descriptor = try Descriptor.opening(path) }

  deinit { descriptor.close() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    let count = readBytes(descriptor.number, buffer)
    if count < 0 { throw ByteSourceError(SystemError().description) }
    return count
  }
}

/// Hands what C's library still holds of standard output over to the descriptor.
func flushStandardOutput() { fflush(stdout) }

/// Runs `body` when the process ends by `exit` or by returning from `main`.
func atProcessExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

/// Whether a line, with its end, is one that SwiftUI alone writes.
func isEvaluation(_ line: ArraySlice<UInt8>) -> Bool {
  var text = line
  for end in "\n\r".utf8 where text.last == end { text.removeLast() }
  return text.withUnsafeBytes { ChangeLine.isEvaluation($0) }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, buffer.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
