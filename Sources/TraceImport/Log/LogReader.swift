/// Turns the bytes of a log into events: splits lines, has their layouts recognised, and their messages read.
///
/// Layouts may change from line to line, because captures get mixed: a test log with the app's standard output and the
/// prefixed records of its standard error is one file. So a line is read by the layout that takes it, and the format of
/// the input is what its events came in.
///
/// The parts do the work, each with a state of its own: `LineFramer` keeps what is not a line yet, `LineRecogniser` finds
/// headers, `JSONReader` records, `ScenarioReader` markers, `EventEmitter` makes events of messages, and `ReadingNotes`
/// holds what there is to say. Here stands in which order a line is shown to them, and what was there before it.
///
/// A class, because it is the one owner of a long-lived state machine.
final class LogReader {
  // Not private: its extensions stand in files of their own.
  let notes = ReadingNotes()
  let emitter: EventEmitter
  let recogniser: LineRecogniser
  let scenarios: ScenarioReader
  let json: JSONReader
  /// What was read last, if lines like it may follow.
  var lastKind = LineKind.other
  /// The last line that began a record, while it is still in the current block: what indented lines belong to.
  var recordLine: ByteSpan?

  /// Whether messages without a header are read: as standard output, or what has metadata or tests around it.
  let readsOutput: Bool
  private var framer = LineFramer()
  private var byteCount = 0
  /// A copy of the record's line, when the block it was in is gone.
  private var keptRecordLine: [UInt8] = []
  /// What is kept of the first lines of a layout that wants to see some before any is read; `nil` while none does.
  private var firstLines: [UInt8]?
  /// How many texts that are glued to a record are being read, each in the one before.
  private var restCount = 0

  /// How much a layout sees of its first lines.
  private static let sizeToLearn = 64 * 1024
  private static let mostRests = 32
  /// More of a record's line than its header can take.
  private static let longestHeader = 16 * 1024

  init(options: ReadingOptions, sink: any TraceEventSink) {
    emitter = EventEmitter(sink: sink, notes: notes)
    recogniser = LineRecogniser(only: options.format)
    readsOutput =
      recogniser.allows(StandardOutput.self) || recogniser.allows(XcodeBuild.self)
      || recogniser.allows(XcodeMetadata.self)
    scenarios = ScenarioReader(
      marker: options.scenarioMarker, emitter: emitter, recogniser: recogniser, notes: notes)
    json = JSONReader(emitter: emitter, recogniser: recogniser, scenarios: scenarios, notes: notes)
  }

  // MARK: - Framing

  func consume(_ block: UnsafeRawBufferPointer) {
    byteCount += block.count
    let bytes = ByteSpan(block)
    if firstLines == nil { readLines(bytes) } else { keepFirstLines(bytes) }
  }

  /// Sends on the events of what has been read.
  func deliver() { emitter.output.deliver() }

  private func readLines(_ bytes: ByteSpan) {
    var rest = bytes
    if !framer.isEmpty || json.isInsideLine {
      guard let end = rest.firstIndex(of: 0x0A) else { return keep(rest) }
      keep(rest.sub(0, end))
      rest = rest.from(end + 1)
      let line = framer.take()
      let isRead = line.withUnsafeBytes { readKept(ByteSpan($0)) }
      guard isRead else {
        firstLines = line + [0x0A]
        return keepFirstLines(rest)
      }
    }
    while true {
      rest = readExpectedLines(rest)
      guard let end = rest.firstIndex(of: 0x0A) else { break }
      let line = rest.sub(0, end)
      if recogniser.hasToLearn, !json.isInside, recogniser.wantsToLearn(from: line) {
        firstLines = []
        return keepFirstLines(rest)
      }
      handle(line)
      rest = rest.from(end + 1)
    }
    if rest.count > 0 { keep(rest) }
    keepRecordLine()
  }

  /// Reads a line that came in several blocks; false if it is the first of a layout that wants to see more.
  private func readKept(_ line: ByteSpan) -> Bool {
    if recogniser.hasToLearn, !json.isInside, recogniser.wantsToLearn(from: line) { return false }
    handle(line)
    keepRecordLine()
    return true
  }

  /// Keeps lines until there are enough for a layout to learn from, which depends on them alone and not on the blocks.
  private func keepFirstLines(_ bytes: ByteSpan) {
    firstLines?.append(contentsOf: UnsafeBufferPointer(start: bytes.start, count: bytes.count))
    keepRecordLine()
    if let firstLines, firstLines.count >= Self.sizeToLearn { readFirstLines(firstLines) }
  }

  private func readFirstLines(_ lines: [UInt8]) {
    firstLines = nil
    lines.withUnsafeBytes { bytes in
      let text = ByteSpan(bytes)
      recogniser.learn(from: text.sub(0, min(text.count, Self.sizeToLearn)))
      readLines(text)
    }
  }

  /// Copies the last record's line before its bytes go.
  private func keepRecordLine() {
    guard let line = recordLine else { return }
    recordLine = nil
    keptRecordLine = Array(UnsafeBufferPointer(start: line.start, count: min(line.count, Self.longestHeader)))
  }

  /// Calls the body with as much of the last record's line as its header can take.
  func withRecordLine<Result>(_ body: (ByteSpan) -> Result) -> Result {
    if let recordLine { return body(recordLine.sub(0, min(recordLine.count, Self.longestHeader))) }
    return keptRecordLine.withUnsafeBytes { body(ByteSpan($0)) }
  }

  /// Keeps bytes of a line without its end.
  private func keep(_ text: ByteSpan) {
    var rest = text
    while rest.count > 0 {
      rest = framer.add(rest)
      if framer.isFull { readPiece() }
    }
  }

  /// Reads what is complete of a line without end.
  private func readPiece() {
    let piece = framer.take()
    piece.withUnsafeBytes { bytes in
      let line = ByteSpan(bytes).withoutMark
      let start = json.isInside ? 0 : line.leadingBlanks
      if json.isInside || start < line.count && JSONReader.mayBegin(line[start]),
        readJSON(line.from(start), endsLine: false)
      {
        return
      }
      var end = 0
      while let hit = line.firstIndex(of: "changed.", from: end) { end = hit + 8 }
      if end > 0 {
        handle(line.sub(0, end))
        notes.lineNumber -= 1
        keepRecordLine()
      }
      framer.keep(line, behind: end)
    }
  }

  /// Reads what is left, and sums up. `wasCutShort`: damage ended the input, so an open line is no fault of its own.
  func finish(wasCutShort: Bool) -> InputSummary {
    notes.wasCutShort = wasCutShort
    while let firstLines { readFirstLines(firstLines) }
    if !framer.isEmpty { readLastLine() }
    finishJSON()
    emitter.finish()
    return summary(byteCount: byteCount)
  }

  /// Reads a last line that has no end.
  private func readLastLine() {
    notes.isAtCut = true
    let eventsBefore = emitter.output.changeCount
    let unreadableBefore = notes.unreadable
    let line = framer.take()
    line.withUnsafeBytes { bytes in
      let text = ByteSpan(bytes)
      if recogniser.hasToLearn, recogniser.wantsToLearn(from: text) { recogniser.learn(from: text) }
      handle(text)
      keepRecordLine()
      finishJSON()
      guard emitter.output.changeCount == eventsBefore else { return }
      // One line, one issue; and of damage that ended the input, it is no further one.
      notes.unreadable = unreadableBefore
      if !notes.wasCutShort, !notes.isRecordCut { noteCutOffLine(text) }
    }
  }

  // MARK: - Lines

  private func handle(_ rawLine: ByteSpan) {
    notes.lineNumber += 1
    lastKind = .other
    var line = rawLine
    if line.count > 0, line[line.count - 1] == 0x0D { line = line.sub(0, line.count - 1) }
    line = line.withoutMark
    if json.isInside {
      if !readJSON(line, endsLine: true) { handleLine(line) }
    } else if line.count > 0 {
      handleLine(line)
    }
  }

  /// Reads a line that is no part of an open object.
  private func handleLine(_ line: ByteSpan) {
    let start = line[0].isBlank ? line.leadingBlanks : 0
    let mayBeJSON = start < line.count && JSONReader.mayBegin(line[start])
    // Of a JSON record it is the message that is looked at.
    if !mayBeJSON { scenarios.lookForMarker(line) }
    if notes.lineNumber <= LineRecogniser.linesToRecognise { recogniser.recognise(line) }
    // A JSON record may be cut off right behind its message.
    if line.endsInChanged, !(notes.isAtCut && mayBeJSON) {
      // A message may be glued to a record.
      if mayBeJSON, line[start] == UInt8(ascii: "{"), line.firstIndex(of: UInt8(ascii: "}")) != nil,
        readJSON(line.from(start), endsLine: true)
      {
        return
      }
      if mayBeJSON { scenarios.lookForMarker(line) }
      if !readKnownOutput(line) { readRecord(line) }
    } else if mayBeJSON, readJSON(line.from(start), endsLine: true) {
      return
    } else {
      if mayBeJSON { scenarios.lookForMarker(line) }
      readText(line)
    }
    if !line[0].isBlank { recordLine = line }
  }

  /// A line that was read as standard output before has no header; most logs consist of nothing else.
  private func readKnownOutput(_ line: ByteSpan) -> Bool {
    guard !line[0].isDigit, !line[0].isBlank,
      let entry = emitter.cache(for: .standardOutput).pointee.entry(for: line, hash: MessageCache.hash(line)),
      entry.count == 1
    else { return false }
    emitter.send(printed: entry.first)
    lastKind = .output
    return true
  }

  /// Reads a line in which a message may stand anywhere, or none.
  private func readText(_ line: ByteSpan) {
    let finding = Landmarks.find(in: line)
    if finding == .landmark, line.firstIndex(of: "changed.") != nil {
      readRecord(line)
    } else if finding == .nothing || !readBetweenControls(line) {
      readOtherLine(line, finding != .nothing)
    }
  }

  /// Reads a line that says `changed.` once colours and NULs are taken out of the word; false for any other.
  private func readBetweenControls(_ line: ByteSpan) -> Bool {
    guard line.hasControls else { return false }
    var isRecord = false
    line.withoutControls { clean in
      guard clean.firstIndex(of: "changed.") != nil else { return }
      isRecord = true
      readRecord(clean)
    }
    return isRecord
  }

  // MARK: - JSON

  /// Takes a line that is JSON, or a part of it; false if it is text.
  func readJSON(_ line: ByteSpan, endsLine: Bool) -> Bool {
    // No JSON has any NULs. Of an object over several lines they are taken out at once.
    if !json.isInside, line.firstIndex(of: 0x00) != nil {
      var isJSON = true
      line.withoutControls { isJSON = readCleanJSON($0, endsLine: endsLine) }
      return isJSON
    }
    return readCleanJSON(line, endsLine: endsLine)
  }

  private func readCleanJSON(_ line: ByteSpan, endsLine: Bool) -> Bool {
    let step = json.read(line, endsLine: endsLine)
    switch step {
    case .taken:
      if json.hasReadLine { lastKind = .json }
      return true
    case .refused: return false
    case .rest(let text):
      restCount += 1
      defer { restCount -= 1 }
      if text.firstIndex(of: "changed.") != nil { readRest(text) }
      return true
    case .givenBack(let lines, let firstLine, let readsLine):
      readBack(lines, firstLine: firstLine)
      return !readsLine
    }
  }

  /// Reads what is glued to a record. In it may be a record again, but nobody glues many of them with words between.
  private func readRest(_ text: ByteSpan) {
    if restCount <= Self.mostRests {
      readRecord(text)
    } else {
      emitter.emit(text, context: .standardOutput, origin: emitter.standardOutput)
    }
  }

  /// Reads lines as text that were kept as JSON and are none.
  private func readBack(_ lines: [UInt8], firstLine: Int) {
    let lineNumber = notes.lineNumber
    notes.lineNumber = firstLine
    lines.withUnsafeBytes { bytes in
      var rest = ByteSpan(bytes)
      while rest.count > 0 {
        let end = rest.firstIndex(of: 0x0A) ?? rest.count
        if end > 0 { readText(rest.sub(0, end)) }
        rest = rest.from(min(end + 1, rest.count))
        notes.lineNumber += 1
      }
    }
    notes.lineNumber = lineNumber
  }

  private func finishJSON() {
    if case .givenBack(let lines, let firstLine, _) = json.finish() { readBack(lines, firstLine: firstLine) }
  }
}

extension ByteSpan {
  /// Whether it ends as most messages do, and something stands before.
  @inline(__always)
  var endsInChanged: Bool { count >= 9 && word(at: count &- 8) == Self.changed }

  /// `changed.` as a word in memory.
  @inline(__always)
  private static var changed: UInt64 { UInt64(littleEndian: 0x2E64_6567_6E61_6863) }

  /// Without a byte order mark: where files were put behind each other, one may stand at any line.
  var withoutMark: ByteSpan {
    count >= 3 && self[0] == 0xEF && hasPrefix("\u{FEFF}") ? from(3) : self
  }

  /// How many blanks it begins with.
  fileprivate var leadingBlanks: Int {
    var index = 0
    while index < count, self[index].isBlank { index += 1 }
    return index
  }
}
