#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a process, with everything it started, took from the machine.
struct Measurement {
  var wallSeconds: Double
  /// User and system time of all its processes together.
  var cpuSeconds: Double
  /// The largest resident set of any one of its processes.
  var peakBytes: Int
  /// As the shell counts: 128 and the signal's number for a process that was killed.
  var exitCode: Int32
}

/// Starts processes and measures them as wholes.
enum ProcessRunner {
  /// Runs to the end, with standard output going to `output`; standard error stays where ours goes.
  ///
  /// - Returns: `nil` when the process could not be started.
  static func run(_ arguments: [String], output: String = "/dev/null") -> Measurement? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)

    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let clock = ContinuousClock()
    let start = clock.now
    guard posix_spawnp(&pid, arguments[0], &actions, nil, &words, environ) == 0 else { return nil }
    var status: Int32 = 0
    var usage = rusage()
    // Of this child and of those it waited for; a shell waits for the parts of its pipe.
    while wait4(pid, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return nil }
    }
    let wall = clock.now - start
    let isExit = status & 0x7F == 0
    #if canImport(Darwin)
      let peakBytes = usage.ru_maxrss
    #else
      let peakBytes = usage.ru_maxrss * 1024
    #endif
    return Measurement(
      wallSeconds: seconds(wall), cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peakBytes: Int(peakBytes), exitCode: isExit ? status >> 8 & 0xFF : 128 + status & 0x7F)
  }

  /// Whether the shell would find a program of this name.
  static func isInstalled(_ name: String) -> Bool {
    guard let path = environmentValue("PATH") else { return false }
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}

/// The value of an environment variable; `nil` when it is not set or empty.
func environmentValue(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}

/// Says what is going on; standard output belongs to the table.
func note(_ message: String) {
  let text = Array((message + "\n").utf8)
  _ = write(2, text, text.count)
}
