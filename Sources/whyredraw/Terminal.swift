import Foundation

/// Standard output and standard error.
enum Terminal {
  static let version = "0.1.0"

  static func complain(_ message: String) {
    FileHandle.standardError.write(Data(("whyredraw: " + message + "\n").utf8))
  }

  /// Writes a report; a reader that has gone away is no error.
  static func print(_ text: String) {
    signal(SIGPIPE, SIG_IGN)
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      Foundation.exit(0)
    }
  }

  static var standardOutputTakesColor: Bool {
    isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
  }
}
