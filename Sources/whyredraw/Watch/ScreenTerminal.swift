internal import Platform

/// The terminal in its full-screen mode, which is left again whatever happens: at the end, by signals, in a crash.
///
/// Signal handlers may touch only what is global and simple, hence the variables of this file.
final class ScreenTerminal {
  private let descriptor: Int32
  private var lastLines: [String] = []

  /// - Returns: `nil` where there is no terminal to draw on.
  init?() {
    guard isTerminal(STDOUT_FILENO), (environment("TERM") ?? "dumb") != "dumb" else { return nil }
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var state = termios()
    guard tcgetattr(descriptor, &state) == 0 else {
      close(descriptor)
      return nil
    }
    savedState = state
    savedDescriptor = descriptor
    enter()
    for code in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGHUP] {
      signal(code) { code in
        restoreTerminal()
        signal(code, SIG_DFL)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, code)
        sigprocmask(SIG_UNBLOCK, &blocked, nil)
        raise(code)
      }
    }
    atexit { restoreTerminal() }
  }

  deinit {
    leave()
    close(descriptor)
  }

  /// Keys one by one and unseen; Ctrl-C is a key, too.
  private func enter() {
    var raw = savedState
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | BRKINT | INPCK | ISTRIP)
    tcsetattr(descriptor, TCSAFLUSH, &raw)
    isTerminalChanged = 1
    // Another screen, no cursor, no wrapping.
    put("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    lastLines = []
  }

  func leave() { restoreTerminal() }

  /// Gives the terminal back, stops as Ctrl-Z does, and comes back.
  func suspend() {
    leave()
    raise(SIGSTOP)
    enter()
  }

  /// Columns and rows.
  var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Draws the lines that are not the same as the last time.
  func draw(_ lines: [String], everything: Bool) {
    if everything { lastLines = [] }
    var text = everything ? "\u{1B}[2J" : ""
    for (index, line) in lines.enumerated() where index >= lastLines.count || lastLines[index] != line {
      text += "\u{1B}[\(index + 1);1H\(line)\u{1B}[K"
    }
    lastLines = lines
    if !text.isEmpty { put(text) }
  }

  /// Waits for a key or a signal; what was typed, `nil` at the end of the terminal.
  func keys(waitingFor milliseconds: Int32) -> [WatchKey]? {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: SignalPipe.readEnd, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0 else { return [] }
    guard requests[0].revents != 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? WatchKey.keys(in: bytes[..<count]) : nil
  }

  private func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while rest.count > 0 {
        let written = systemWrite(descriptor, rest.baseAddress, rest.count)
        if written <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      }
    }
  }
}

// Written once before the handlers are installed, and by them.
nonisolated(unsafe) private var savedState = termios()
nonisolated(unsafe) private var savedDescriptor: Int32 = -1
nonisolated(unsafe) private var isTerminalChanged: sig_atomic_t = 0
/// Attributes off, wrapping, the cursor, the other screen left.
private let leavingText: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

/// Uses only what may be called in a signal handler.
private func restoreTerminal() {
  guard isTerminalChanged == 1 else { return }
  isTerminalChanged = 0
  _ = systemWrite(savedDescriptor, leavingText.utf8Start, leavingText.utf8CodeUnitCount)
  tcsetattr(savedDescriptor, TCSAFLUSH, &savedState)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  Platform.write(descriptor, bytes, count)
}

/// Signals as bytes of a pipe, so that one `poll` waits for keys and signals alike.
enum SignalPipe {
  nonisolated(unsafe) private static var ends: (read: Int32, write: Int32) = (-1, -1)

  static var readEnd: Int32 { ends.read }

  /// From now on these signals no longer end the program; `next` says which came.
  static func catchSignals(_ codes: [Int32]) {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    ends = (descriptors[0], descriptors[1])
    // Whoever started us may have had them blocked, and that is inherited.
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for code in codes { sigaddset(&wanted, code) }
    sigprocmask(SIG_UNBLOCK, &wanted, nil)
    for code in codes {
      signal(code) { code in
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: code)
        _ = systemWrite(SignalPipe.ends.write, &byte, 1)
        errno = saved
      }
    }
  }

  static func giveBack(_ codes: [Int32]) { for code in codes { signal(code, SIG_DFL) } }

  /// The signals that came since the last time.
  static func next() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(ends.read, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map { Int32($0) } : []
  }

  /// Waits for a signal.
  static func wait(milliseconds: Int32) {
    var request = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
    poll(&request, 1, milliseconds)
  }
}

/// A key, as terminals send it.
enum WatchKey: Equatable {
  case character(Character)
  case enter, backspace, escape, interrupt, suspend
  case up, down, pageUp, pageDown, home, end

  static func keys(in bytes: ArraySlice<UInt8>) -> [WatchKey] {
    var keys: [WatchKey] = []
    var rest = bytes
    let sequences: [(String, WatchKey)] = [
      ("[A", .up), ("[B", .down), ("OA", .up), ("OB", .down), ("[5~", .pageUp), ("[6~", .pageDown), ("[H", .home),
      ("[F", .end), ("[1~", .home), ("[4~", .end), ("OH", .home), ("OF", .end),
    ]
    while let byte = rest.first {
      rest = rest.dropFirst()
      switch byte {
      case 3, 4: keys.append(.interrupt)
      case 26: keys.append(.suspend)
      case 10, 13: keys.append(.enter)
      case 8, 127: keys.append(.backspace)
      case 27:
        if let (text, key) = sequences.first(where: { rest.starts(with: $0.0.utf8) }) {
          rest = rest.dropFirst(text.utf8.count)
          keys.append(key)
        } else if rest.first == UInt8(ascii: "[") {
          // Some other key: passed over up to its last byte.
          rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
        } else {
          keys.append(.escape)
        }
      case 0x20..<0x7F: keys.append(.character(Character(Unicode.Scalar(byte))))
      case 0xC0...:
        let length = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
        let text = String(decoding: [byte] + rest.prefix(length), as: UTF8.self)
        rest = rest.dropFirst(length)
        if let character = text.first { keys.append(.character(character)) }
      default: break
      }
    }
    return keys
  }
}
