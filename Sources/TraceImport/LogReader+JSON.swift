/// A JSON object that is spread over lines, while it is being collected.
struct JSONAssembly {
  var bytes: [UInt8] = []
  var isInside = false
  var firstLine = 0
  /// Whether records stand in an array, or over several lines: `--style json` rather than `ndjson`.
  var isArray = false
  var scratch: [UInt8] = []
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Begins an object that starts with these bytes.
  mutating func begin(_ text: ByteSpan, line: Int) {
    isInside = true
    firstLine = line
    depth = 0
    isInString = false
    isEscaped = false
    bytes.removeAll(keepingCapacity: true)
    append(text)
  }

  /// Adds bytes; true once every bracket is closed again.
  ///
  /// Brackets are counted as they come, since looking at the whole object with every line would take quadratic time.
  @discardableResult
  mutating func append(_ text: ByteSpan) -> Bool {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.start, count: text.count))
    var isComplete = false
    for index in 0..<text.count {
      let byte = text[index]
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if byte == 0x5C { isEscaped = true }
        if byte == 0x22 { isInString = false }
      } else if byte == 0x22 {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth <= 0 { isComplete = true }
      }
    }
    return isComplete
  }

  /// Adds a line end; true if it stands in a string, where none may be: the quotes are not what they seem.
  mutating func appendLineEnd() -> Bool {
    bytes.append(0x0A)
    return isInString
  }
}

/// Reading of records that are JSON objects: one a line, or an array of objects over many lines.
extension LogReader {
  /// A record larger than this is no log record.
  private static let longestRecord = 8 << 20

  /// Takes a line that starts with a JSON bracket, or continues an object; false if it is no JSON after all.
  func appendJSON(_ line: ByteSpan, endsLine: Bool) -> Bool {
    if json.isInside {
      var isComplete = json.append(line)
      if endsLine, json.appendLineEnd() { isComplete = true }
      guard isComplete || json.bytes.count > Self.longestRecord else { return true }
      let bytes = json.bytes
      let firstLine = json.firstLine
      json.bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
      json.isInside = false
      bytes.withUnsafeBytes { buffer in
        _ = readObjects(ByteSpan(buffer), startLine: firstLine, line: nil)
      }
      return true
    }
    return readObjects(line, startLine: lineNumber, line: endsLine ? line : nil)
  }

  /// Reads the objects of the text; keeps an incomplete last one. `line` is the text if it is a whole line.
  private func readObjects(_ text: ByteSpan, startLine: Int, line: ByteSpan?) -> Bool {
    var index = 0
    while true {
      while index < text.count, isSeparator(text[index]) {
        if text[index] == UInt8(ascii: "[") { json.isArray = true }
        index += 1
      }
      guard index < text.count else { return true }
      guard text[index] == UInt8(ascii: "{") else {
        return index > 0 && line == nil ? rejectJSON(text.from(index)) : false
      }
      if index == 0, let line, isUninteresting(line) {
        if !looksAhead, case .record(let record, _) = JSONRecord.scan(line, at: 0, hasLineEnds: false) {
          (record.eventMessage ?? record.message).map(lookForMarker(inMessage:))
        }
        return true
      }
      switch JSONRecord.scan(text, at: index, hasLineEnds: line == nil) {
      case .record(let record, let end):
        let span = text.sub(index, end)
        if !read(record, isMultiline: line == nil || span.firstIndex(of: 0x0A) != nil, line: index == 0 ? line : nil),
          line != nil, index == 0
        {
          return false
        }
        index = end
      case .incomplete:
        let rest = text.from(index)
        // An object starts with a key; anything else is somebody's braces.
        guard looksLikeObject(rest), rest.count <= Self.longestRecord else { return rejectJSON(rest) }
        json.begin(rest, line: startLine)
        if line != nil, json.appendLineEnd() {
          json.isInside = false
          let isRecord = isAtCut ? mayBeCutRecord(rest) : isLogRecord(rest)
          if isRecord { noteLostRecord(line: startLine) }
          return isRecord
        }
        return true
      case .malformed:
        if isAtCut ? mayBeCutRecord(text.from(index)) : isLogRecord(text.from(index)) {
          noteLostRecord(line: startLine)
          return line == nil ? rejectJSON(text.from(index)) : true
        }
        return line == nil ? rejectJSON(text.from(index)) : false
      }
    }
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D || byte == UInt8(ascii: ",")
      || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "]")
  }

  /// A whole record on one line that cannot matter is not even parsed.
  private func isUninteresting(_ line: ByteSpan) -> Bool {
    line[line.count - 1] == UInt8(ascii: "}") && lineNumber > 64 && Landmarks.find(in: line) != .landmark
      && line.firstIndex(of: "\"signpostType\"") == nil
  }

  private func looksLikeObject(_ text: ByteSpan) -> Bool {
    var index = 1
    while index < text.count, isSeparator(text[index]) { index += 1 }
    return index >= text.count || text[index] == 0x22
  }

  private func isLogRecord(_ text: ByteSpan) -> Bool {
    text.firstIndex(of: "\"eventMessage\"") != nil || text.firstIndex(of: "\"traceID\"") != nil
      || text.firstIndex(of: "\"processImagePath\"") != nil
  }

  /// A cut may leave less than what tells a record of the log from other JSON; then the records before it tell.
  private func mayBeCutRecord(_ text: ByteSpan) -> Bool {
    isLogRecord(text) || !recognisedFormats.isDisjoint(with: FormatIndex.json)
  }

  /// Notes a record that cannot be read: at the end of the input because it was cut off, which damage has said already.
  private func noteLostRecord(line: Int) {
    if !isAtCut {
      issues.add(.dataLoss, "a JSON record is malformed and was left out", line: line)
    } else if !wasCutShort {
      issues.add(.dataLoss, "the input ends in the middle of a JSON record", line: line)
    }
    isRecordCut = isAtCut
  }

  /// Gives lines that were collected as JSON and are none back to be read as text.
  private func rejectJSON(_ text: ByteSpan) -> Bool {
    var rest = text
    let isRecord = isLogRecord(text)
    while rest.count > 0 {
      let end = rest.firstIndex(of: 0x0A) ?? rest.count
      let line = rest.sub(0, end)
      rest = rest.from(min(end + 1, rest.count))
      // A record of the log that starts anew behind the broken one is JSON again.
      if isRecord, line.count > 0, line[0] == UInt8(ascii: "{"), line.start != text.start,
        appendJSON(line, endsLine: true)
      {
        continue
      }
      if !isRecord, line.count > 0, line.firstIndex(of: "changed.") != nil { readRecord(line) }
    }
    return true
  }

  /// Sends what a record says; false if it is no record of a log. `line` is the line that begins with it.
  private func read(_ record: JSONRecord, isMultiline: Bool, line: ByteSpan?) -> Bool {
    let format: UInt8
    let message: JSONRecord.Value
    let name: ByteSpan?
    let pid: Int?
    if let eventMessage = record.eventMessage {
      format = json.isArray || isMultiline ? FormatIndex.logJSON : FormatIndex.logNDJSON
      message = eventMessage
      name = record.processImagePath.map { lastPathComponent($0.text) }
      pid = record.processID?.text.decimal
    } else if let text = record.message, record.filename != nil || record.imageName != nil {
      format = FormatIndex.pyMobileDeviceJSON
      message = text
      name = (record.filename ?? record.imageName).map { lastPathComponent($0.text) }
      pid = record.pid?.text.decimal
    } else {
      return record.isLogRecord
    }
    guard allows(formatAt: format) else { return true }
    noteFormat(at: format)
    if let type = record.signpostType, readSignpost(record, type.text) { return true }
    guard message.isString else { return true }
    lookForMarker(inMessage: message)
    let isOurs = record.category.map { $0.text.count == 23 && $0.text.hasPrefix(UnifiedLog.category) } ?? false
    let time = record.timestamp.flatMap { clock.dateAndTime($0.text)?.time } ?? TraceEvent.noTime
    let origin = Origin(
      process: process(name, pid: pid), time: time, channel: .unifiedLog, format: format)
    let context: ChangeGrammar.Context = isOurs ? .changedBodyProperties : .logRecord
    if let line, looksAhead {
      lastKind = .json
      jsonTemplates.learn(line, process: origin.process, context: context, format: format)
    }
    emitJSON(message.text, context: context, origin: origin)
    return true
  }

  /// Looks for the user's marker in a message as it was written, without escapes.
  private func lookForMarker(inMessage message: JSONRecord.Value) {
    guard !looksAhead, message.isString else { return }
    guard message.text.firstIndex(of: 0x5C) != nil else { return lookForMarker(message.text) }
    var decoded: [UInt8] = []
    JSONRecord.unescape(message.text, into: &decoded)
    decoded.withUnsafeBytes { lookForMarker(ByteSpan($0)) }
  }

  /// Begins or ends a scenario, if the record is an interval of the app.
  private func readSignpost(_ record: JSONRecord, _ type: ByteSpan) -> Bool {
    guard let name = record.signpostName?.text.string, !name.isEmpty, looksAhead,
      Signpost.isAppsOwn(
        subsystem: record.subsystem.flatMap { $0.isString ? $0.text.string : nil },
        category: record.category.flatMap { $0.isString ? $0.text.string : nil })
    else { return false }
    switch type.string {
    case "begin": note(.started(name))
    case "end": note(.ended(name))
    default: return false
    }
    return true
  }

  /// Sends the events of a message that stands in JSON; the text still has its escapes.
  @inline(__always)
  func emitJSON(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    guard text.hasSuffix("changed.") else { return emitUnknownJSON(text, context: context, origin: origin, hash: nil) }
    let cache = context == .changedBodyProperties ? rawCaches.0 : rawCaches.1
    let hash = MessageCache.hash(text)
    if let entry = cache.pointee.entry(for: text, hash: hash) { return send(entry, of: cache, origin) }
    emitUnknownJSON(text, context: context, origin: origin, hash: hash)
  }

  private func emitUnknownJSON(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin, hash: UInt64?) {
    guard text.firstIndex(of: 0x5C) != nil else {
      return emitDecoded(text, of: text, context: context, origin: origin, hash: hash)
    }
    var scratch = json.scratch
    JSONRecord.unescape(text, into: &scratch)
    scratch.withUnsafeBytes { emitDecoded(ByteSpan($0), of: text, context: context, origin: origin, hash: hash) }
    json.scratch = scratch
  }

  private func emitDecoded(
    _ text: ByteSpan, of raw: ByteSpan, context: ChangeGrammar.Context, origin: Origin, hash: UInt64?
  ) {
    guard let hash, text.firstIndex(of: 0x0A) == nil else { return emitLines(text, context: context, origin: origin) }
    let cache = context == .changedBodyProperties ? rawCaches.0 : rawCaches.1
    send(cache.pointee.insert(messages(in: text, context: context), for: raw, hash: hash), of: cache, origin)
  }

  private func emitLines(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    var rest = text
    while true {
      let end = rest.firstIndex(of: 0x0A) ?? rest.count
      let line = rest.sub(0, end)
      if line.firstIndex(of: "changed.") != nil {
        emit(line, context: context, origin: origin)
      } else if context == .changedBodyProperties, line.count > 0 {
        noteUnreadable()
      } else {
        if line.firstIndex(of: "update") != nil { readFault(line, origin: origin) }
        readLossNotice(line)
      }
      guard end < rest.count else { return }
      rest = rest.from(end + 1)
    }
  }

  private func lastPathComponent(_ path: ByteSpan) -> ByteSpan {
    var start = path.count
    while start > 0, path[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return path.from(start)
  }

  /// Whether a line cannot be part of the object that is open, whose end is missing then: it is a whole record of its own,
  /// or begins an array of them, or has the header of another layout. Inside of objects, lines are indented.
  func endsBrokenJSON(_ line: ByteSpan) -> Bool {
    guard line.count >= 2 else { return false }
    switch line[0] {
    case UInt8(ascii: "{"): return line[line.count - 1] == UInt8(ascii: "}") && isRecord(line)
    case UInt8(ascii: "["): return line[1] == UInt8(ascii: "{")
    default: return (line[0].isDigit || line[0].isASCIILetter) && header(of: line) != nil
    }
  }

  /// Whether a line has keys of the log's records, or of pymobiledevice3's.
  private func isRecord(_ line: ByteSpan) -> Bool {
    isLogRecord(line) || (line.firstIndex(of: "\"image_name\"") != nil && line.firstIndex(of: "\"message\"") != nil)
  }

  /// Ends an object that has no end; what it holds besides is read.
  func giveUpJSON() {
    json.isInside = false
    json.isArray = false
    let bytes = json.bytes
    json.bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
    bytes.withUnsafeBytes { buffer in
      let text = ByteSpan(buffer)
      if isRecord(text) { noteLostRecord(line: json.firstLine) }
      _ = rejectJSON(text)
    }
  }

  /// At the end of the input, an open object is a record that was cut off.
  func finishJSON() {
    guard json.isInside else { return }
    json.isInside = false
    let bytes = json.bytes
    bytes.withUnsafeBytes { buffer in
      let text = ByteSpan(buffer)
      isAtCut = true
      if mayBeCutRecord(text) {
        noteLostRecord(line: json.firstLine)
      } else {
        _ = rejectJSON(text)
      }
    }
  }
}
