/// What to run to record, and how; made of nothing but the options, so that it can be shown where it cannot be run.
struct RecordingPlan {
  enum Place: String, CaseIterable {
    /// The log of a simulator.
    case simulator
    /// The log of this Mac, for macOS apps.
    case mac
    /// Instruments' SwiftUI template: devices and Macs; a simulator leaves its tables empty.
    case instruments
  }

  var place: Place
  /// A simulator's or device's name or identifier.
  var device: String?
  /// Only this process.
  var process: String?
  /// What Instruments launches: a bundle identifier on a device, a path on a Mac.
  var launch: String?
  /// Seconds.
  var duration: Int?

  /// _logChanges() logs here, at level info, which is hidden unless it is asked for.
  ///
  /// - Source: OpenSwiftUI's `ChangedBodyProperty.swift`; `log help stream`.
  private static let category = "category == \"Changed Body Properties\""

  var predicate: String {
    guard let process else { return Self.category }
    let name = process.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return Self.category + " AND process == \"\(String(name))\""
  }

  /// The tool and its arguments; `output` is where Instruments saves.
  func command(output: String) -> [String] {
    let stream = ["log", "stream", "--style", "ndjson", "--level", "info", "--predicate", predicate]
    switch place {
    case .mac: return stream
    case .simulator: return ["xcrun", "simctl", "spawn", device ?? "booted"] + stream
    case .instruments:
      var command = ["xcrun", "xctrace", "record", "--template", "SwiftUI", "--output", output]
      if let device { command += ["--device", device] }
      if let duration { command += ["--time-limit", "\(duration)s"] }
      // Attaching may record nothing; launching does.
      return command + ["--launch", "--", launch ?? ""]
    }
  }

  /// For people to copy: quoted as a shell needs it.
  func commandLine(output: String) -> String {
    command(output: output).map(Self.quoted).joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@".contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
