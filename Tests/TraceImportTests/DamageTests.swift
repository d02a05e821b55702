internal import TestSupport
internal import Testing
internal import TraceImport

/// Damaged, cut off and hostile inputs: named, never trapped on.
@Suite struct DamageTests {
  static let lines = (0..<40).map { "View\($0 % 7): _p\($0 % 3) changed." }
  static var plain: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  private func messages(_ bytes: [UInt8]) -> [String] {
    Reading(bytes).summary.issues.map { "\($0.severity): \($0.message)" }
  }

  @Test func severalMembersSplitAnywhereReadLikeOne() throws {
    let whole = Reading(Self.plain).meaning
    for split in stride(from: 0, through: Self.plain.count, by: 37) {
      let members = try gzipped(Array(Self.plain[..<split])) + gzipped(Array(Self.plain[split...]))
      for pieceSize in [1, 2, 3, 19, 4096] {
        #expect(Reading(members, pieceSize: pieceSize).meaning == whole, "split \(split), pieces of \(pieceSize)")
      }
    }
  }

  @Test func paddingAndEmptyMembersAreFine() throws {
    let bytes = try gzipped([]) + gzipped(Self.plain) + [UInt8](repeating: 0, count: 700)
    #expect(Reading(bytes).summary.events == 40)
    #expect(messages(bytes).isEmpty)
  }

  @Test func trailingGarbageIsNamed() throws {
    let bytes = try gzipped(Self.plain) + Array("garbage".utf8)
    #expect(Reading(bytes).summary.events == 40)
    #expect(messages(bytes) == ["dataLoss: 7 bytes behind the gzip data are no gzip data and were left out"])
  }

  @Test func truncatedGzipKeepsWhatCameBefore() throws {
    let whole = try gzipped(Self.plain)
    let bytes = Array(whole.dropLast(30))
    let reading = Reading(bytes)
    #expect(reading.summary.events > 0 && reading.summary.events < 40)
    #expect(
      messages(bytes) == [
        "error: the gzip data ends too early, after \(bytes.count) bytes; what could be read is used, copy the file again"
      ])
  }

  @Test func wrongChecksumAndLengthAreErrors() throws {
    var bytes = try gzipped(Self.plain)
    bytes[bytes.count - 6] ^= 0xFF
    #expect(Reading(bytes).summary.events == 40)
    #expect(messages(bytes).first?.contains("(incorrect data check)") == true)
    // The size of the source, not how far it was read.
    #expect(Reading(bytes).summary.bytes == bytes.count)
    bytes = try gzipped(Self.plain)
    bytes[bytes.count - 2] ^= 0xFF
    #expect(Reading(bytes).summary.events == 40)
    #expect(messages(bytes).first?.contains("(incorrect length check)") == true)
  }

  /// The checksum is worked out by parts of different lengths, some of them by instructions of their own; the system's `gzip` says what
  /// it has to be.
  @Test func theChecksumIsTheOneOfTheSystem() throws {
    var bytes: [UInt8] = []
    for length in Array(0...70) + [127, 128, 129, 1000, 1023, 4096, 70_001] {
      bytes += try gzipped((0..<length).map { UInt8(ascii: "0") + UInt8(($0 * 7 + length) % 10) } + [10] + Self.plain)
    }
    #expect(messages(bytes).isEmpty)
    // A bit of the length, and one of the checksum, of the last member.
    for place in [1, 8] {
      var damaged = bytes
      damaged[damaged.count - place] ^= 0x10
      #expect(messages(damaged).first?.contains("gzip data is damaged") == true)
    }
  }

  @Test func gzipInGzipIsRefusedByName() throws {
    let bytes = try gzipped(gzipped(Self.plain))
    #expect(messages(bytes) == ["error: this is gzip inside gzip; decompress it once (gunzip -c FILE | whyredraw -)"])
  }

  @Test(arguments: [
    ([0x50, 0x4B, 0x03, 0x04, 0x14], "a zip archive"), ([0x28, 0xB5, 0x2F, 0xFD, 0x24], "zstd data"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], "xz data"),
    (Array("BZh91AY&SY..".utf8), "bzip2 data"), ([0x04, 0x22, 0x4D, 0x18, 0x60], "lz4 data"),
    ([0x78, 0x9C, 0x4B, 0x04, 0x00], "zlib data"), ([0xFF, 0xFE, 0x41, 0x00], "UTF-16 text"),
    ([0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00], "a tracev3 file"),
    (Array("SQLite format 3\0".utf8), "an SQLite database"),
    ([UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8), "a tar archive"),
  ])
  func containersAreRefusedByName(bytes: [UInt8], name: String) throws {
    #expect(messages(bytes).first?.hasPrefix("error: this is \(name)") == true)
    // And the same inside gzip, where a log is expected.
    #expect(messages(try gzipped(bytes)).first?.hasPrefix("error: inside the gzip data is \(name)") == true)
  }

  /// However many bytes a pipe delivers at once, what begins with a line of text is text.
  @Test(arguments: [1, 3, 64, 1000]) func whatOnlyLooksLikeAContainerIsRead(_ pieceSize: Int) {
    let line = Array("A: @self changed.\n".utf8)
    for front in [
      line + [UInt8](repeating: 0x61, count: 257 - line.count) + Array("ustar\0\n".utf8), Array("BZh\n1AY&SY..\n".utf8),
      [0xFE, 0xFF, 0x0A],
    ] {
      let reading = Reading(front + line, pieceSize: pieceSize)
      #expect(reading.texts.last == "A: @self", "\(reading.summary.issues)")
    }
  }

  @Test func emptyInputsSaySo() throws {
    #expect(messages([]).first?.hasPrefix("error: the input is empty") == true)
    #expect(messages(try gzipped([])).first?.hasPrefix("error: the input is empty") == true)
  }

  @Test func aBombDoesNotFillMemory() throws {
    // 64 MB of zeros in 64 kB; nothing of it is a line.
    let bytes = try gzipped([UInt8](repeating: 0, count: 64 << 20) + Array("\nA: @self changed.\n".utf8))
    let reading = Reading(bytes)
    #expect(reading.texts == ["A: @self"])
    #expect(reading.summary.uncompressedBytes == 64 << 20 + 18 + (64 << 20) - (64 << 20) || reading.summary.lines == 2)
  }

  @Test func messagesAreFoundInALineWithoutEnd() {
    let text = String(repeating: "Row: @self changed.Header: _title changed.", count: 60_000)
    let reading = Reading(Array(text.utf8))
    #expect(reading.summary.events == 120_000)
  }

  @Test func oneArrayOnOneLineIsReadInPieces() {
    let record =
      "{\"eventMessage\":\"Row: @self changed.\",\"processImagePath\":\"/x/App\",\"category\":\"Changed Body Properties\"}"
    let text = "[" + Array(repeating: record, count: 30_000).joined(separator: ",") + "]"
    #expect(Reading(Array(text.utf8)).summary.events == 30_000)
  }

  @Test func recordsThatAreCutOffAreLostAloud() {
    let lines = [
      "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] A: @self changed.",
      "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] B: @se",
      "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] <private>: <private> changed.",
      "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] C: @self changed.",
    ]
    let reading = Reading(lines)
    #expect(reading.summary.events == 2)
    #expect(reading.summary.issues.map(\.severity) == [.dataLoss])
    #expect(reading.summary.issues.map(\.count) == [2])
    #expect(reading.summary.issues.map(\.line) == [2])
  }

  @Test func brokenJSONRecordsAreLostAloud() {
    let good = "{\"eventMessage\":\"A: @self changed.\",\"processImagePath\":\"/x/App\"}"
    let reading = Reading([
      good, "{\"traceID\":1,\"eventMessage\":\"B: @self chang", good, "{\"traceID\"=>1,\"eventMessage\"=>\"x\"}", good,
    ])
    #expect(reading.summary.events == 3)
    #expect(reading.summary.issues.contains { $0.severity == .dataLoss && $0.message.contains("malformed") })
  }

  /// Cut anywhere, a record is one record lost, and said to be cut off: not malformed, and not twice.
  @Test(arguments: ["", "[", "{\"count\":1,\"finished\":1}\n"])
  func aRecordThatIsCutOffIsOneIssue(before: String) {
    let record =
      "{\"traceID\":12,\"eventMessage\":\"A: @self changed.\",\"category\":\"Changed Body Properties\","
      + "\"processImagePath\":\"/x/App\",\"isInner\":true}"
    let whole = Array((before + record + (before == "[" ? ",\n" : "\n") + record).utf8)
    #expect(Reading(whole).summary.events == 2)
    for missing in 1..<record.utf8.count {
      let summary = Reading(Array(whole.dropLast(missing))).summary
      #expect(summary.events == 1, "\(missing) bytes missing")
      #expect(
        summary.issues.map(\.message) == ["the input ends in the middle of a JSON record"], "\(missing) bytes missing")
    }
  }

  @Test func namesThatAreNoUTF8AreRepairedAndCounted() {
    var bytes = Array("View: @self changed.\nVi".utf8)
    bytes += [0xFF] + Array("ew: @self changed.\nView: _na".utf8) + [0xC3] + Array("me, @self changed.\n".utf8)
    let reading = Reading(bytes)
    #expect(reading.texts == ["View: @self", "Vi\u{FFFD}ew: @self", "View: _na\u{FFFD}me, @self"])
    #expect(reading.summary.issues.map(\.severity) == [.info])
    #expect(reading.summary.issues.map(\.line) == [2])
    #expect(reading.summary.issues.map(\.count) == [2])
  }

  /// Whether a record was read before or not.
  @Test(arguments: [0, 1, 2])
  func aRecordWithoutAMessageIsLostAloud(place: Int) {
    let header = "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] "
    var lines = [header + "A: @self changed.", header + "B: @self changed."]
    lines.insert(header + "<private>", at: place)
    let summary = Reading(lines).summary
    #expect(summary.events == 2)
    #expect(summary.issues.map(\.severity) == [.dataLoss])
    #expect(summary.issues.map(\.line) == [place + 1])
  }

  @Test func lossesThatTheLogReportsAreIssues() {
    let lines = [
      "Skipping info and debug messages, pass --info and --debug to include.",
      "==== Messages dropped during live streaming (use `log show` to see what they were)",
      "2025-11-08 10:12:13.123456+0100 0x0        Loss        0x0                  0      0    logd: lost >=160 unreliable messages",
      "{\"eventType\":\"lossEvent\",\"eventMessage\":\"lost >=3 unreliable messages\",\"processImagePath\":\"/x/App\"}",
      "A: @self changed.",
    ]
    let issues = Reading(lines).summary.issues
    #expect(issues.map(\.severity) == [.dataLoss, .dataLoss])
    #expect(issues.map(\.count) == [1, 3])
  }

  @Test func anEndInsideAMessageIsALoss() {
    #expect(
      messages(Array("A: @self changed.\nContentView: @self, _cou".utf8)) == [
        "dataLoss: the input ends in the middle of a message"
      ])
    #expect(messages(Array("A: @self changed.\nContentView: @self changed.".utf8)).isEmpty)
    #expect(messages(Array("A: @self changed.\nsome words".utf8)).isEmpty)
  }

  @Test(arguments: Repository.smallSamples)
  func everyTruncationEndsWell(sample: String) {
    let bytes = Repository.bytes(of: "SampleTraces/\(sample)")
    let whole = Reading(bytes).summary.events
    for end in stride(from: 0, to: bytes.count, by: bytes.count > 2000 ? 7 : 1) {
      let summary = Reading(Array(bytes[..<end])).summary
      #expect(summary.events <= whole, "\(end) bytes")
      #expect(summary.events > 0 || summary.isFaulty || summary.unchanged > 0, "\(end) bytes")
    }
  }

  @Test(arguments: Repository.smallSamples)
  func everyChangedByteEndsWell(sample: String) {
    let bytes = Repository.bytes(of: "SampleTraces/\(sample)")
    var generator = SeededGenerator(seed: 42)
    for place in stride(from: 0, to: bytes.count, by: bytes.count > 2000 ? 11 : 1) {
      var changed = bytes
      changed[place] = UInt8.random(in: 0...255, using: &generator)
      let reading = Reading(changed)
      #expect(reading.summary.events + reading.summary.unchanged > 0 || reading.summary.isFaulty, "byte \(place)")
    }
  }
}
