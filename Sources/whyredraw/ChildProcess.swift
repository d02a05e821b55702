internal import Platform
internal import SystemPackage

/// Another program that this one runs, with nothing to read from.
///
/// A class, because a process ends once, whoever asks for it.
final class ChildProcess {
  /// Where what it prints goes to.
  enum Output {
    case inherited, nowhere
    case pipe(Int32)
  }

  private let id: pid_t
  private var status: Int32?

  /// Starts it.
  ///
  /// - Parameter tool: The path of an executable.
  /// - Throws: Why the system did not start it.
  init(_ tool: String, _ arguments: [String], output: Output = .inherited, errors: Output = .inherited) throws(Errno) {
    #if canImport(Darwin)
      var files: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var files = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    for (output, descriptor) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      switch output {
      case .inherited: break
      case .nowhere: posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_WRONLY, 0)
      case .pipe(let end): posix_spawn_file_actions_adddup2(&files, end, descriptor)
      }
    }
    // A group of its own, so that Ctrl-C reaches this program alone, which ends the other one in its time. Signals are as for a
    // program that a shell starts: what is ignored or blocked here would be there, too.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = ([tool] + arguments).map { strdup($0) } + [nil]
    let variables = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var started = pid_t()
    let problem = posix_spawn(&started, tool, &files, &attributes, words, variables)
    guard problem == 0 else { throw Errno(rawValue: problem) }
    id = started
  }

  var isRunning: Bool {
    ask(WNOHANG)
    return status == nil
  }

  /// Sends a signal, unless it has ended.
  func send(_ signal: Int32) {
    if isRunning { kill(id, signal) }
  }

  /// Waits for its end; its exit code, or the number of the signal that ended it.
  @discardableResult
  func wait() -> Int32 {
    while status == nil { ask(0) }
    let status = status ?? 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  private func ask(_ options: Int32) {
    guard status == nil else { return }
    var found: Int32 = 0
    let answer = waitpid(id, &found, options)
    if answer == id { status = found }
    // Nobody else waits for it; where the system knows of no such process, it is over.
    if answer < 0, errno != EINTR { status = 0 }
  }

  /// A pipe for what a process prints; close the writer here once the process has it.
  static func pipe() throws -> (reader: FileDescriptor, writer: FileDescriptor) {
    let (reader, writer) = try FileDescriptor.pipe()
    // No other process is to keep it open.
    for end in [reader, writer] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return (reader, writer)
  }

  /// What a command prints, when it succeeds.
  static func output(of tool: String, _ arguments: [String]) -> String? {
    guard let (reader, writer) = try? pipe() else { return nil }
    defer { try? reader.close() }
    let process = try? ChildProcess(tool, arguments, output: .pipe(writer.rawValue), errors: .nowhere)
    try? writer.close()
    guard let process else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while let count = try? buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
      bytes += buffer[..<count]
    }
    return process.wait() == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
