/// Reads records that are JSON objects: one a line, several on one, or each over many lines, alone or in arrays, in
/// whatever way they are spelled.
///
/// A class, because it is the one owner of the object that is being collected and of the shapes of the last records.
final class JSONReader {
  /// What became of a line.
  enum Step {
    /// It was read, or kept until the object is complete.
    case taken
    /// It is no JSON.
    case refused
    /// It was read up to here; what follows is text.
    case rest(ByteSpan)
    /// These lines were kept and are no JSON after all; the line itself is, if it was not among them, to be read anew.
    case givenBack([UInt8], firstLine: Int, readsLine: Bool)
  }

  private let emitter: EventEmitter
  private let recogniser: LineRecogniser
  private let scenarios: ScenarioReader
  private let notes: ReadingNotes
  let templates = JSONTemplates()

  private var assembly = JSONAssembly()
  /// Whether records stand in an array, or over several lines: `--style json` rather than `ndjson`.
  private(set) var isArray = false
  /// Whether a piece of a long line was taken, so that what follows on the line is JSON, too.
  private(set) var isInsideLine = false
  /// Whether a record filled the line that was read last.
  private(set) var hasReadLine = false
  private var scratch: [UInt8] = []

  private let logJSON = LogJSON.index
  private let logNDJSON = LogNDJSON.index
  private let pyMobileDevice = PyMobileDeviceJSON.index

  /// A record larger than this is no log record.
  private static let longestRecord = 8 << 20

  init(emitter: EventEmitter, recogniser: LineRecogniser, scenarios: ScenarioReader, notes: ReadingNotes) {
    self.emitter = emitter
    self.recogniser = recogniser
    self.scenarios = scenarios
    self.notes = notes
  }

  /// Whether an object is open that the next line belongs to.
  var isInside: Bool { assembly.isOpen || isInsideLine }

  /// Whether a line that begins with this byte may be JSON.
  @inline(__always)
  static func mayBegin(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  // MARK: - Lines

  /// Takes a line, or a piece of a long one: the next of an open object, or one that begins with a bracket.
  func read(_ line: ByteSpan, endsLine: Bool) -> Step {
    hasReadLine = false
    defer { if endsLine { isInsideLine = false } }
    guard assembly.isOpen else {
      let step = readObjects(line, endsLine: endsLine, hasRead: isInsideLine)
      if case .taken = step, !endsLine { isInsideLine = true }
      return step
    }
    if beginsAnew(line) { return giveUp(without: 0) }
    switch assembly.add(line) {
    case .open: return keepOpen(endsLine: endsLine)
    case .closed(let end):
      isInsideLine = isInsideLine || !endsLine
      readCollected()
      return readObjects(line.from(end), endsLine: endsLine, hasRead: true)
    case .broken: return giveUp(without: line.count)
    }
  }

  /// Reads the objects of the text; keeps an incomplete last one.
  ///
  /// - Parameter hasRead: whether something in front of them on the line was JSON.
  private func readObjects(_ text: ByteSpan, endsLine: Bool, hasRead: Bool) -> Step {
    var index = 0
    var hasRead = hasRead
    var opensArray = false
    while true {
      while index < text.count, Self.isSeparator(text[index]) {
        if text[index] == UInt8(ascii: "[") { opensArray = true }
        index += 1
      }
      guard index < text.count else {
        if opensArray { isArray = true }
        return .taken
      }
      guard text[index] == UInt8(ascii: "{") else {
        // What is glued to a record may be a message, but the record's own is not to be found again.
        return hasRead ? .rest(text.from(index)) : .refused
      }
      if opensArray { isArray = true }
      let isFirst = index == 0 && !hasRead
      if isFirst, endsLine, isUninteresting(text) {
        lookForMarker(in: text)
        return .taken
      }
      guard case .record(let record, let end) = JSONRecord.scan(text, at: index, hasLineEnds: false) else {
        return begin(text.from(index), endsLine: endsLine, hasRead: hasRead)
      }
      let isRecord = read(record, isMultiline: !endsLine, line: isFirst && endsLine ? text : nil)
      if !isRecord, isFirst, endsLine { return .refused }
      index = end
      hasRead = true
    }
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == 0x0D || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  /// A whole record on one line that cannot matter is not even parsed. With escapes, anything may be in it.
  private func isUninteresting(_ line: ByteSpan) -> Bool {
    guard line[line.count - 1] == UInt8(ascii: "}"), notes.lineNumber > 64 else { return false }
    return Landmarks.find(in: line) != .landmark && line.firstIndex(of: "\"signpostType\"") == nil
      && line.firstIndex(of: "\\u00") == nil
  }

  private func lookForMarker(in line: ByteSpan) {
    guard scenarios.hasMarker, case .record(let record, _) = JSONRecord.scan(line, at: 0, hasLineEnds: false) else {
      return
    }
    (record.eventMessage ?? record.message)?.withDecoded { scenarios.lookForMarker($0) }
  }

  // MARK: - Objects over several lines

  /// Begins an object that is not complete, or broken.
  private func begin(_ text: ByteSpan, endsLine: Bool, hasRead: Bool) -> Step {
    if case .open = assembly.begin(text, line: notes.lineNumber), !endsLine || assembly.endLine() { return .taken }
    _ = assembly.take()
    if notes.isAtCut ? mayBeCutRecord(text) : isLogRecord(text) {
      notes.noteLostRecord(line: notes.lineNumber)
      return .taken
    }
    return hasRead ? .rest(text) : .refused
  }

  private func keepOpen(endsLine: Bool) -> Step {
    let isWhole = !endsLine || assembly.endLine()
    if isWhole, assembly.bytes.count <= Self.longestRecord { return .taken }
    return giveUp(without: 0, readsLine: false)
  }

  private func readCollected() {
    let object = assembly.take()
    object.withUnsafeBytes { bytes in
      let text = ByteSpan(bytes)
      if text.firstIndex(of: 0x00) != nil { text.withoutControls(readObject) } else { readObject(text) }
    }
  }

  private func readObject(_ text: ByteSpan) {
    if case .record(let record, _) = JSONRecord.scan(text, at: 0, hasLineEnds: true) {
      _ = read(record, isMultiline: true, line: nil)
    } else if isLogRecord(text) {
      notes.noteLostRecord(line: assembly.firstLine)
    }
  }

  /// Ends an object that has no end. A record of the log is lost, anything else is text.
  ///
  /// - Parameters:
  ///   - count: How many bytes of the line that broke it were added to it.
  ///   - readsLine: whether that line is no part of it.
  private func giveUp(without count: Int, readsLine: Bool = true) -> Step {
    isArray = false
    isInsideLine = false
    let firstLine = assembly.firstLine
    var lines = assembly.bytes
    let end = lines.count - count
    // Of a record that is broken in the middle of a line, the rest of the line is a part, too.
    let mayBePart = count > 0 && Self.firstByte(lines[end...]) == 0x22
    let isRecord = lines.withUnsafeBytes { self.isRecord(ByteSpan($0).sub(0, mayBePart ? lines.count : end)) }
    let isPart = isRecord && mayBePart
    lines = assembly.take(without: count)
    guard isRecord else { return .givenBack(lines, firstLine: firstLine, readsLine: readsLine) }
    notes.noteLostRecord(line: firstLine)
    return .givenBack([], firstLine: firstLine, readsLine: readsLine && !isPart)
  }

  private static func firstByte(_ line: ArraySlice<UInt8>) -> UInt8? { line.first { !$0.isBlank } }

  /// Whether a line cannot be part of the object that is open, though it fits the grammar: it is a whole record of its own,
  /// or begins an array of them. Inside of objects, such lines are indented.
  private func beginsAnew(_ line: ByteSpan) -> Bool {
    guard line.count >= 2 else { return false }
    switch line[0] {
    case UInt8(ascii: "{"): return line[line.count - 1] == UInt8(ascii: "}") && isRecord(line)
    case UInt8(ascii: "["): return line[1] == UInt8(ascii: "{")
    default: return false
    }
  }

  /// Whether a text has keys of the log's records, or of pymobiledevice3's.
  private func isRecord(_ text: ByteSpan) -> Bool {
    isLogRecord(text) || (text.firstIndex(of: "\"image_name\"") != nil && text.firstIndex(of: "\"message\"") != nil)
  }

  private func isLogRecord(_ text: ByteSpan) -> Bool {
    text.firstIndex(of: "\"eventMessage\"") != nil || text.firstIndex(of: "\"traceID\"") != nil
      || text.firstIndex(of: "\"processImagePath\"") != nil
  }

  /// A cut may leave less than what tells a record of the log from other JSON; then the records before it tell.
  private func mayBeCutRecord(_ text: ByteSpan) -> Bool {
    isLogRecord(text) || !recogniser.recognised.isDisjoint(with: [logJSON, logNDJSON, pyMobileDevice])
  }

  /// At the end of the input, an open object is a record that was cut off, or text.
  func finish() -> Step {
    isInsideLine = false
    guard assembly.isOpen else { return .taken }
    notes.isAtCut = true
    let lines = assembly.take()
    if lines.withUnsafeBytes({ mayBeCutRecord(ByteSpan($0)) }) {
      notes.noteLostRecord(line: assembly.firstLine)
      return .taken
    }
    return .givenBack(lines, firstLine: assembly.firstLine, readsLine: false)
  }

  // MARK: - Records

  /// Sends what a record says; false if it is no record of a log. `line` is the line that begins with it.
  private func read(_ record: JSONRecord, isMultiline: Bool, line: ByteSpan?) -> Bool {
    let format: UInt8
    let message: JSONRecord.Value
    let path: JSONRecord.Value?
    let pid: Int?
    if let eventMessage = record.eventMessage {
      format = isArray || isMultiline ? logJSON : logNDJSON
      message = eventMessage
      path = record.processImagePath
      pid = record.processID?.text.decimal
    } else if let text = record.message, record.filename != nil || record.imageName != nil {
      format = pyMobileDevice
      message = text
      path = record.filename ?? record.imageName
      pid = record.pid?.text.decimal
    } else {
      return record.isLogRecord
    }
    guard recogniser.allows(formatAt: format) else { return true }
    recogniser.noteFormat(at: format)
    if let type = record.signpostType, readSignpost(record, type) { return true }
    guard message.isString else { return true }
    if scenarios.hasMarker { message.withDecoded { scenarios.lookForMarker($0) } }
    let isOurs = record.category?.withDecoded { $0.count == 23 && $0.hasPrefix(UnifiedLog.category) } ?? false
    let time = record.timestamp?.withDecoded { recogniser.clock.dateAndTime($0)?.time } ?? TraceEvent.noTime
    let origin = Origin(
      process: process(path, pid: pid), time: time, timeStyle: recogniser.clock.style, channel: .unifiedLog,
      format: format)
    let context: ChangeGrammar.Context = isOurs ? .changedBodyProperties : .logRecord
    if let line, !scenarios.hasMarker {
      hasReadLine = true
      templates.learn(line, process: origin.process, context: context, format: format)
    }
    emit(message.text, context: context, origin: origin)
    return true
  }

  private func process(_ path: JSONRecord.Value?, pid: Int?) -> ProcessID {
    guard let path else { return emitter.process(nil, pid: pid) }
    // The slashes of a path are often escaped, which leaves its last part as it is.
    let name = JSONRecord.Value(text: path.text.lastPathComponent, isString: true)
    return name.withDecoded { emitter.process($0.lastPathComponent, pid: pid) }
  }

  /// Begins or ends a scenario, if the record is an interval of the app.
  private func readSignpost(_ record: JSONRecord, _ type: JSONRecord.Value) -> Bool {
    func text(_ value: JSONRecord.Value?) -> String? {
      value.flatMap { $0.isString ? $0.withDecoded(\.string) : nil }
    }
    guard !scenarios.hasMarker, let name = text(record.signpostName), !name.isEmpty,
      Signpost.isAppsOwn(subsystem: text(record.subsystem), category: text(record.category))
    else { return false }
    switch text(type) {
    case "begin": scenarios.note(.started(name))
    case "end": scenarios.note(.ended(name))
    default: return false
    }
    return true
  }

  // MARK: - Messages

  /// Sends the events of a message that stands in JSON; the text still has its escapes.
  @inline(__always)
  func emit(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    guard text.hasSuffix("changed.") else { return emitUnknown(text, context: context, origin: origin, hash: nil) }
    let cache = emitter.rawCache(for: context)
    let hash = MessageCache.hash(text)
    if let entry = cache.pointee.entry(for: text, hash: hash) { return emitter.send(entry, of: cache, origin) }
    emitUnknown(text, context: context, origin: origin, hash: hash)
  }

  private func emitUnknown(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin, hash: UInt64?) {
    guard text.firstIndex(of: 0x5C) != nil else {
      return emitDecoded(text, of: text, context: context, origin: origin, hash: hash)
    }
    // Taken out while it is used, because it is kept for the memory alone.
    var decoded = scratch
    scratch = []
    JSONRecord.unescape(text, into: &decoded)
    decoded.withUnsafeBytes { emitDecoded(ByteSpan($0), of: text, context: context, origin: origin, hash: hash) }
    if decoded.capacity <= 1 << 16 { scratch = decoded }
  }

  private func emitDecoded(
    _ text: ByteSpan, of raw: ByteSpan, context: ChangeGrammar.Context, origin: Origin, hash: UInt64?
  ) {
    guard let hash, text.firstIndex(of: 0x0A) == nil else { return emitLines(text, context: context, origin: origin) }
    let cache = emitter.rawCache(for: context)
    let messages = emitter.messages(in: text, context: context)
    emitter.send(cache.pointee.insert(messages, for: raw, hash: hash), of: cache, origin)
  }

  private func emitLines(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    var rest = text
    while true {
      let end = rest.firstIndex(of: 0x0A) ?? rest.count
      let line = rest.sub(0, end)
      if line.firstIndex(of: "changed.") != nil {
        emitter.emit(line, context: context, origin: origin)
      } else if context == .changedBodyProperties, line.count > 0 {
        notes.noteUnreadable()
      } else {
        if line.firstIndex(of: "update") != nil, let fault = UpdateFault.find(in: line) { emitter.send(fault, origin) }
        notes.noteLoss(in: line)
      }
      guard end < rest.count else { return }
      rest = rest.from(end + 1)
    }
  }
}

extension ByteSpan {
  /// What stands behind the last slash.
  fileprivate var lastPathComponent: ByteSpan {
    var start = count
    while start > 0, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return from(start)
  }
}

extension JSONRecord.Value {
  /// Calls the body with the text without escapes.
  @inline(__always)
  fileprivate func withDecoded<Result>(_ body: (ByteSpan) -> Result) -> Result {
    guard isString, hasEscapes else { return body(text) }
    var decoded: [UInt8] = []
    JSONRecord.unescape(text, into: &decoded)
    return decoded.withUnsafeBytes { body(ByteSpan($0)) }
  }
}
