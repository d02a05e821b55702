// The fuzz targets compile this file and the sources of all stages up to the gate as one module.
#if !FUZZING
  import Gate
  import TraceAnalysis
  import TraceImport
#endif

/// Reads hostile documents, and sessions that hostile bytes spell, and holds the results against what must always be true.
enum DocumentCheck: String, CaseIterable {
  /// The bytes are a profile.
  case profile
  /// The bytes are a contract file.
  case baseline
  /// The bytes choose layout and lines of a session, which is a valid capture whatever they are.
  case session

  /// Returns what is wrong, a sentence each; nothing when all laws hold.
  func violations(reading bytes: [UInt8]) -> [String] {
    switch self {
    case .profile: Self.profileViolations(bytes)
    case .baseline: Self.baselineViolations(bytes)
    case .session: SpelledSession(bytes).violations
    }
  }

  private static func profileViolations(_ bytes: [UInt8]) -> [String] {
    guard let file = try? ProfileFile(parsing: bytes) else { return [] }
    var found = comesBack(file)
    if let both = try? file.merged(with: file) { found += comesBack(both) }
    let profile = TraceProfile(runs: file.runs)
    let summary = RedrawSummary(profile)
    let totals = summary.totals
    if totals.initial > totals.evaluations { found.append("more first appearances than evaluations") }
    if totals.recreated > totals.initial { found.append("more re-creations than first appearances") }
    return found + passesItself(Measurements(profile))
  }

  /// What is written is read, and reads the same.
  private static func comesBack(_ file: ProfileFile) -> [String] {
    let text = file.text
    guard let again = try? ProfileFile(parsing: Array(text.utf8)) else {
      return ["a profile that was written is not read"]
    }
    return again == file && again.text == text ? [] : ["a profile that was written reads differently"]
  }

  private static func baselineViolations(_ bytes: [UInt8]) -> [String] {
    guard let baseline = try? Baseline(parsing: String(decoding: bytes, as: UTF8.self)) else { return [] }
    var found: [String] = []
    let text = baseline.text
    if let again = try? Baseline(parsing: text) {
      if again.text != text { found.append("a baseline that was written reads differently") }
      // A scenario without a number has no line.
      if again.measurements.series != baseline.measurements.series { found.append("a series is lost in writing") }
    } else {
      found.append("a baseline that was written is not read")
    }
    return found + passesItself(baseline.measurements)
  }

  /// Whatever was measured holds against itself: no regression, whichever way it is looked at.
  private static func passesItself(_ measurements: Measurements) -> [String] {
    guard !measurements.isEmpty else { return [] }
    var found: [String] = []
    if Gate(baseline: Baseline(measurements)).verdict(on: measurements).outcome == .failed {
      found.append("runs do not pass the baseline that is made of them")
    }
    let comparison = RunComparison(from: measurements, to: measurements)
    if comparison.entries.contains(where: { $0.change != .unchanged }) { found.append("runs differ from themselves") }
    return found
  }
}

/// A session that bytes spell: the first chooses the layout, the second the size of pieces, then two each make a line.
private struct SpelledSession {
  private static let layouts = ["stdout", "log-compact", "log-default", "idevicesyslog"]
  private static let views = [
    "List", "Row", "Feed.Row", "Box<A, B>", "ContentBoard.(unknown context at $10490b1e0).Row", "Größe",
    "V<(Int) -> ()>",
    "Pack{A, B}.Row",
  ]
  private static let causes = [
    "@self", "@identity", "_count", "__text", "@dependencies", "@16", #"\Model.value"#,
    #"\Model.<computed 0x000000034006f8b0 (String)>"#, "_größe", #"\Storage<Optional<Status>>.output"#,
  ]
  private static let foreign = [
    "", "GET /v1/items?page=2 200 OK (38 ms)", "loading: page changed", "{\"a\": 1}", "[", "   indented", "é\u{301}",
    "a: b.",
  ]

  private let layout: TraceFormat?
  private let pieceSize: Int
  private var lines: [String] = []

  init(_ bytes: [UInt8]) {
    let number = Int(bytes.first ?? 0) % Self.layouts.count
    layout = allTraceFormats.first { $0.id == Self.layouts[number] }
    pieceSize = 1 + Int(bytes.dropFirst().first ?? 0)
    var microseconds = 1
    let choices = Array(bytes.dropFirst(2))
    for index in stride(from: 0, to: choices.count - 1, by: 2) {
      let (first, second) = (Int(choices[index]), Int(choices[index + 1]))
      microseconds += second * second
      lines.append(Self.header(number, microseconds) + Self.message(first, second))
    }
  }

  private static func message(_ first: Int, _ second: Int) -> String {
    if first >= 232 { return foreign[second % foreign.count] }
    let view = views[first % views.count]
    if first >= 224 { return "\(view): unchanged." }
    var names = [causes[second % causes.count]]
    for other in [second / 10 % 12, first / 8 % 14] where other < causes.count && !names.contains(causes[other]) {
      names.append(causes[other])
    }
    return "\(view): \(names.joined(separator: ", ")) changed."
  }

  private static func header(_ layout: Int, _ microseconds: Int) -> String {
    func padded(_ value: Int, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let seconds = microseconds / 1_000_000 % 60
    let time = "09:\(padded(30 + microseconds / 60_000_000 % 30, 2)):\(padded(seconds, 2))"
    let sender = "(SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] "
    return switch layout {
    case 0: ""
    case 1: "2025-11-08 \(time).\(padded(microseconds / 1000 % 1000, 3)) I  Shop[4127:8812f] \(sender)"
    case 2:
      "2025-11-08 \(time).\(padded(microseconds % 1_000_000, 6))+0100 0x1a2b     Info        0x0                  4127"
        + "   0    Shop: \(sender)"
    default: "Nov  8 \(time).\(padded(microseconds % 1_000_000, 6)) Shop(SwiftUICore)[4127] <Info>: "
    }
  }

  private struct Counts: Equatable {
    var events: Int
    var unchanged: Int
    var lines: Int
    var profile: TraceProfile
  }

  private func read(_ lines: ArraySlice<String>, newline: String = "\n", pieceSize: Int = .max) -> Counts {
    let bytes = Array(lines.map { $0 + newline }.joined().utf8)
    let builder = ProfileBuilder()
    let summary = TraceReader.read(
      MemorySource(bytes, pieceSize: pieceSize), options: ReadingOptions(format: layout), into: builder)
    return Counts(
      events: summary.events, unchanged: summary.unchanged, lines: summary.lines,
      profile: TraceProfile(runs: [builder.finish()]))
  }

  var violations: [String] {
    guard !lines.isEmpty else { return [] }
    var found: [String] = []
    let whole = read(lines[...])
    if read(lines[...], pieceSize: pieceSize) != whole {
      found.append("reads differently in pieces of \(pieceSize) bytes")
    }
    if read(lines[...], newline: "\r\n") != whole { found.append("reads differently with CR LF") }
    let half = lines.count / 2
    let (first, second) = (read(lines[..<half]), read(lines[half...]))
    if first.events + second.events != whole.events || first.unchanged + second.unchanged != whole.unchanged {
      found.append(
        "\(whole.events) events and \(whole.unchanged) unchanged, but \(first.events) + \(second.events) and "
          + "\(first.unchanged) + \(second.unchanged) when cut at line \(half)")
    }
    let totals = RedrawSummary(whole.profile).totals
    if totals.evaluations != whole.events || totals.unchanged != whole.unchanged {
      found.append("\(whole.events) events were read, and \(totals.evaluations) counted")
    }
    let file = ProfileFile(inputs: [], runs: whole.profile.runs)
    if (try? ProfileFile(parsing: Array(file.text.utf8))) != file { found.append("its profile reads differently") }
    return found
  }
}
