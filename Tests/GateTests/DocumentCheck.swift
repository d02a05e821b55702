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
  /// The bytes are a capture, or two with `border` between them.
  case capture
  /// The bytes choose layout and lines of a session, which is a valid capture whatever they are.
  case session

  /// What parts two captures in the bytes.
  static let border = Array("\n==== next run\n".utf8)

  /// Returns what is wrong, a sentence each; nothing when all laws hold.
  func violations(reading bytes: [UInt8]) -> [String] {
    switch self {
    case .profile: Self.profileViolations(bytes)
    case .baseline: Self.baselineViolations(bytes)
    case .capture: Self.captureViolations(bytes)
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

  /// What is written is read, and reads the same; inputs and runs have an order of their own in it.
  private static func comesBack(_ file: ProfileFile) -> [String] {
    let text = file.text
    guard let again = try? ProfileFile(parsing: Array(text.utf8)) else {
      return ["a profile that was written is not read"]
    }
    let isSame =
      again.text == text && again.environment == file.environment && Set(again.inputs) == Set(file.inputs)
      && Set(again.runs) == Set(file.runs)
    return isSame ? [] : ["a profile that was written reads differently"]
  }

  /// What is counted is what was read, alone and together, and a profile keeps all of it.
  private static func captureViolations(_ bytes: [UInt8]) -> [String] {
    let cut = bytes.firstRange(of: border)
    let captures =
      [Array(bytes[..<(cut?.lowerBound ?? bytes.count)])] + (cut.map { [Array(bytes[$0.upperBound...])] } ?? [])
    var found: [String] = []
    var files: [ProfileFile] = []
    var (evaluations, unchanged) = (0, 0)
    for (index, capture) in captures.enumerated() {
      let builder = ProfileBuilder()
      let summary = TraceReader.read(MemorySource(capture), into: builder)
      let run = builder.finish().noting(summary)
      let file = ProfileFile(inputs: [ProfileFile.Input(path: "\(index)", summary: summary)], runs: [run])
      evaluations += summary.events
      unchanged += summary.unchanged
      files.append(file)
      found += comesBack(file)
      if (try? ProfileFile(parsing: Array(file.text.utf8))) != file { found.append("its profile reads differently") }
    }
    let runs = files.flatMap(\.runs)
    let totals = RedrawSummary(TraceProfile(runs: runs)).totals
    if totals.evaluations != evaluations || totals.unchanged != unchanged {
      found.append(
        "\(evaluations) events and \(unchanged) unchanged were read, but \(totals.evaluations) and \(totals.unchanged) counted"
      )
    }
    if let first = files.first, let last = files.last, files.count > 1 {
      let (one, other) = (try? first.merged(with: last), try? last.merged(with: first))
      if one?.text != other?.text { found.append("a sum depends on the order") }
      let merged = RedrawSummary(TraceProfile(runs: one?.runs ?? [])).totals
      if merged.evaluations != totals.evaluations { found.append("a sum is not that of its parts") }
    }
    return found + passesItself(Measurements(TraceProfile(runs: runs)))
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
  private static let layouts = ["stdout", "log-compact", "log-default", "idevicesyslog", "log-ndjson"]
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

  /// The position in `layouts`.
  private let layout: Int
  private let pieceSize: Int
  private var messages: [(text: String, microseconds: Int)] = []

  init(_ bytes: [UInt8]) {
    layout = Int(bytes.first ?? 0) % Self.layouts.count
    pieceSize = 1 + Int(bytes.dropFirst().first ?? 0)
    var microseconds = 1
    let choices = Array(bytes.dropFirst(2))
    for index in stride(from: 0, to: choices.count - 1, by: 2) {
      let (first, second) = (Int(choices[index]), Int(choices[index + 1]))
      microseconds += second * second
      messages.append((Self.message(first, second), microseconds))
    }
  }

  private func lines(in layout: Int) -> [String] {
    messages.map { message in
      guard Self.layouts[layout] == "log-ndjson" else {
        return Self.header(layout, message.microseconds) + message.text
      }
      let text = message.text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "{\"timestamp\":\"2025-11-08 \(Self.time(message.microseconds))+0100\",\"processID\":4127,"
        + "\"processImagePath\":\"\\/Shop\",\"subsystem\":\"com.apple.SwiftUI\","
        + "\"category\":\"Changed Body Properties\",\"eventMessage\":\"\(text)\"}"
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

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func time(_ microseconds: Int) -> String {
    let seconds = padded(microseconds / 1_000_000 % 60, 2)
    return "09:\(padded(30 + microseconds / 60_000_000 % 30, 2)):\(seconds).\(padded(microseconds % 1_000_000, 6))"
  }

  private static func header(_ layout: Int, _ microseconds: Int) -> String {
    let time = time(microseconds)
    let sender = "(SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] "
    return switch layout {
    case 0: ""
    case 1: "2025-11-08 \(time.dropLast(3)) I  Shop[4127:8812f] \(sender)"
    case 2:
      "2025-11-08 \(time)+0100 0x1a2b     Info        0x0                  4127   0    Shop: \(sender)"
    default: "Nov  8 \(time) Shop(SwiftUICore)[4127] <Info>: "
    }
  }

  private struct Counts: Equatable {
    var events: Int
    var unchanged: Int
    var lines: Int
    var profile: TraceProfile
  }

  private func read(
    _ lines: ArraySlice<String>, as layout: Int? = nil, newline: String = "\n", pieceSize: Int = .max
  ) -> Counts {
    let format = allTraceFormats.first { $0.id == Self.layouts[layout ?? self.layout] }
    let bytes = Array(lines.map { $0 + newline }.joined().utf8)
    let builder = ProfileBuilder()
    let summary = TraceReader.read(
      MemorySource(bytes, pieceSize: pieceSize), options: ReadingOptions(format: format), into: builder)
    return Counts(
      events: summary.events, unchanged: summary.unchanged, lines: summary.lines,
      profile: TraceProfile(runs: [builder.finish()]))
  }

  var violations: [String] {
    guard !messages.isEmpty else { return [] }
    var found: [String] = []
    let lines = lines(in: layout)
    let whole = read(lines[...])
    if read(lines[...], pieceSize: pieceSize) != whole {
      found.append("reads differently in pieces of \(pieceSize) bytes")
    }
    if read(lines[...], newline: "\r\n") != whole { found.append("reads differently with CR LF") }
    // What each line says does not depend on what stands before it, so any two of the layouts do.
    let other = (layout + 1 + pieceSize % (Self.layouts.count - 1)) % Self.layouts.count
    let rewritten = read(self.lines(in: other)[...], as: other)
    if rewritten.events != whole.events || rewritten.unchanged != whole.unchanged {
      found.append(
        "\(whole.events) events and \(whole.unchanged) unchanged in \(Self.layouts[layout]), but \(rewritten.events) and "
          + "\(rewritten.unchanged) in \(Self.layouts[other])")
    }
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
