internal import Platform
internal import Synchronization
internal import SystemPackage

/// The two ends of the conversation, taken away from the rest of the process.
///
/// Whatever else of the process writes to standard output afterwards ends up on standard error, and what reads standard input
/// finds it empty, so that nothing can get between two messages.
package struct MessageStream: Sendable {
  let input: Int32
  let output: Int32

  /// - Returns: `nil` where standard input or output is not open.
  package static func takingStandardStreams() -> MessageStream? {
    // A reader that is gone is noticed when writing fails.
    signal(SIGPIPE, SIG_IGN)
    let stream = MessageStream(input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO))
    guard stream.input >= 0, stream.output >= 0 else { return nil }
    for descriptor in [stream.input, stream.output] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard nothing >= 0, dup2(nothing, STDIN_FILENO) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return nil }
    close(nothing)
    return stream
  }
}

/// Takes messages apart, a line each.
struct LineReader {
  enum Line {
    case message(Data)
    /// Longer than messages may be; it was read to its end and dropped.
    case tooLong
  }

  private let descriptor: Int32
  private let longest: Int
  /// Lines that were read and not yet asked for, the next one last.
  private var ready: [Line] = []
  /// The beginning of a line whose end has not come.
  private var begun = Data()
  private var isTooLong = false
  private var hasEnded = false

  init(_ descriptor: Int32, longest: Int) {
    self.descriptor = descriptor
    self.longest = longest
  }

  /// Waits for the next line that is not empty; `nil` at the end.
  mutating func next() -> Line? {
    while ready.isEmpty, !hasEnded { fill() }
    return ready.popLast()
  }

  private mutating func fill() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR { return }
    var lines: [Line] = []
    if count > 0 {
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        add(rest[..<end])
        finish(into: &lines)
        rest = rest[(end + 1)...]
      }
      add(rest)
    } else {
      // A last line without an end is a message that somebody typed, or one that was cut off.
      hasEnded = true
      finish(into: &lines)
    }
    ready = lines.reversed()
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    if begun.count + bytes.count > longest { isTooLong = true }
    if isTooLong { begun = Data() } else { begun.append(contentsOf: bytes) }
  }

  private mutating func finish(into lines: inout [Line]) {
    if isTooLong {
      lines.append(.tooLong)
    } else if !begun.allSatisfy({ Self.blanks.contains($0) }) {
      lines.append(.message(begun))
    }
    begun = Data()
    isTooLong = false
  }

  private static let blanks = Set(" \r\t".utf8)
}

/// Writes messages, each whole, from whichever thread has one.
final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let whenGone: @Sendable () -> Void
  private let isGone = Mutex(false)

  /// - Parameter whenGone: Called once, when nobody reads any more.
  init(_ descriptor: Int32, whenGone: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.whenGone = whenGone
  }

  func result(_ id: RequestID, _ result: JSONValue) {
    write(["jsonrpc": "2.0", "id": id.json, "result": result])
  }

  func error(_ id: RequestID?, _ error: ProtocolError) {
    write(["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json])
  }

  func notification(_ method: String, _ parameters: JSONValue) {
    write(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  func request(_ id: RequestID, _ method: String) {
    write(["jsonrpc": "2.0", "id": id.json, "method": .string(method)])
  }

  private func write(_ message: JSONValue) {
    var bytes = message.data
    bytes.append(UInt8(ascii: "\n"))
    let wentNow = isGone.withLock { isGone in
      guard !isGone else { return false }
      isGone = (try? FileDescriptor(rawValue: descriptor).writeAll(bytes)) == nil
      return isGone
    }
    if wentNow { whenGone() }
  }

}
