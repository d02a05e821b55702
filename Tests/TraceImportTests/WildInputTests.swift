internal import TestSupport
internal import Testing
internal import TraceImport

/// Inputs that nobody writes: none of them traps, takes memory without end, or time that grows with its square.
@Suite struct WildInputTests {
  private static let fragments = [
    "A: @self changed.", "changed.", ": unchanged.", "{", "}", "[", "]", "\"", "\\", "\\u0040", "\"eventMessage\":",
    "\"label\":{",
    "\"message\":", "\"filename\":\"/x\"", "2025-11-08 10:12:13.123456+0100 ", "2025-08-10T01:38:41.7720000Z ",
    "[01:38:41]: ▸ ",
    "Nov  8 10:12:13 ", "App[1:2] ", "(Lib)[7] <Info>: ", "\t", " | ", "Type: stdio", "Timestamp: ",
    "Category: Changed Body Properties",
    "Test Case '-[A.B c]' started.", "Test Case '-[A.B c]' passed", "\u{1B}[32m", "\0", "\u{FEFF}", "é", "\u{301}",
    "\r", "(unknown context at $1).",
    "<computed 0x1 (Int)>", "\\Model.value", ", @16", "99999999999999999999", "`", "..", "…", "<", ">", "(", ")", "->",
    "Pack{",
  ]

  /// A shuffle of pieces of every layout; whole lines may come again and again, and brackets nest.
  private static func text(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...400, using: &random) {
      let fragment = fragments[Int.random(in: 0..<fragments.count, using: &random)]
      let repeats = Int.random(in: 0..<12, using: &random) == 0 ? Int.random(in: 1...3000, using: &random) : 1
      for _ in 0..<repeats { bytes += fragment.utf8 }
      if Int.random(in: 0..<3, using: &random) == 0 { bytes.append(0x0A) }
      if Int.random(in: 0..<40, using: &random) == 0 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    }
    return bytes
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>) func anyMixtureIsReadAlikeInAnyPieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = Self.text(&random)
    let whole = Reading(bytes)
    #expect(whole.summary.events + whole.summary.unchanged > 0 || whole.summary.isFaulty, "seed \(seed)")
    let pieceSize = Int.random(in: 1...5000, using: &random)
    #expect(Reading(bytes, pieceSize: pieceSize).meaning == whole.meaning, "seed \(seed), pieces of \(pieceSize)")
  }

  /// Each is read four times as long as well, which takes about four times and not sixteen.
  @Test(arguments: [
    "2025-08-10T01:38:41.7720000Z ", "[01:38:41]: ▸ ", "{\"eventMessage\":\"A: @self changed.\"} - ", "{\"a\":", "[",
    "{", "<",
    "A: @1: @1, ", "A: unchanged.    ", "    A: unchanged.", ": @x ", "A<", "\\", "\"", "(unknown context at $1).",
    "..A", "\u{1B}]",
  ])
  func repetitionsTakeLinearTime(unit: String) {
    func duration(_ size: Int) -> Duration {
      let text = String(repeating: unit, count: size / unit.utf8.count)
      let endings = ["", " changed.", "( changed.", "\nA: @self changed.\n", "        changed."]
      return ContinuousClock().measure {
        for ending in endings { _ = Reading(Array((text + ending).utf8)) }
      }
    }
    _ = duration(1 << 10)
    let short = duration(60 << 10)
    let long = duration(240 << 10)
    #expect(long < max(short * 10, .seconds(4)), "\(unit.debugDescription): \(short), then \(long)")
  }

  @Test func aMessageOfManyCausesIsReadOnce() {
    let causes = (0..<32_000).map { "_property\($0)" }.joined(separator: ", ")
    let elapsed = ContinuousClock().measure {
      let reading = Reading(["Wide: @self, \(causes) changed.", "Wide: @self, \(causes), _property1 changed."])
      #expect(reading.summary.events == 2)
      #expect(Set(reading.texts).count == 1)
    }
    #expect(elapsed < .seconds(8))
  }

  @Test func nestingHasNoEnd() {
    for unit in ["{\"label\":", "{\"a\":", "[", "{\"a\":[", "A<", "("] {
      let deep = String(repeating: unit, count: 100_000)
      let reading = Reading([deep, "A: @self changed.", deep + "A: @self changed."])
      #expect(reading.summary.events >= 1, "\(unit)")
    }
  }

  @Test(arguments: [
    "2099-12-31 23:59:60.999999999-9999 App[1:2] A: @self changed.",
    "1970-01-01 00:00:00.000000000+9959 App[99999999999999999999:2] A: @self changed.",
    "Dec 99 23:59:60.9999999999999999 App[999999999999999999] <Info>: A: @self changed.",
    "info\t23:59:60.999999999+9999\tApp\tA: @self changed.",
    "{\"eventMessage\":\"A: @self changed.\",\"processID\":-9223372036854775808,\"timestamp\":\"9999-99-99 99:99:99\"}",
    "{\"eventMessage\":\"A: @self, @99999999999999999999999 changed.\",\"processID\":1e999}",
  ])
  func hugeNumbersAreRead(line: String) {
    #expect(Reading([line, line, "A: @self changed."]).summary.events == 3)
  }

  /// Padding behind gzip data, and in front of what is looked for, is not kept.
  @Test func paddingIsNotKept() throws {
    let magic = "{\"whyredrawProfile\":"
    let source = ZeroPadding(behind: try gzipped([]), count: 64 << 20)
    guard case .other(let other) = WholeInput.read(source, beginningWith: magic) else {
      Issue.record("padding was taken for a profile")
      return
    }
    #expect(source.delivered <= 8 << 20)
    _ = TraceReader.read(other, into: Ignoring())
    #expect(source.delivered == source.total)
  }

  @Test func aDocumentThatIsTooLargeIsRefused() throws {
    let magic = "{\"whyredrawProfile\":"
    let bytes = try gzipped(Array(magic.utf8) + [UInt8](repeating: 0x0A, count: 3 << 20))
    guard
      case .document(let kept, _, _, let problem) = WholeInput.read(
        MemorySource(bytes), beginningWith: magic, largestSize: 2 << 20)
    else {
      Issue.record("no document")
      return
    }
    #expect(kept.isEmpty)
    #expect(problem?.severity == .error)
    #expect(problem?.message.hasPrefix("this is larger than 2 MB") == true)
  }
}

/// Some bytes and then zeros, which are counted as they are read.
private final class ZeroPadding: ByteSource, @unchecked Sendable {
  // Unchecked: used by one thread at a time, like every source.
  private let front: [UInt8]
  let total: Int
  private(set) var delivered = 0

  init(behind front: [UInt8], count: Int) {
    self.front = front
    total = front.count + count
  }

  var size: Int? { nil }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, total - delivered)
    for index in 0..<count {
      let place = delivered + index
      buffer[index] = place < front.count ? front[place] : 0
    }
    delivered += count
    return count
  }
}

private final class Ignoring: TraceEventSink {
  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {}
}
