/// What the line read last was, and so the next one most likely is.
enum LineKind {
  case other
  /// A message on standard output.
  case output
  /// A message behind a header.
  case record
  /// A JSON record on one line.
  case json
}

/// Lines that are what was expected, read without looking for their ends or at their parts.
///
/// Each of these ways gives what `handle` would give for the same line; where it cannot tell, it leaves the line to it.
extension LogReader {
  /// Reads as many lines as come as expected; returns what is left.
  @inline(__always)
  func readExpectedLines(_ bytes: ByteSpan) -> ByteSpan {
    guard lastKind != .other, !scenarios.hasMarker, notes.lineNumber >= LineRecogniser.linesToRecognise,
      !json.isInside
    else { return bytes }
    switch lastKind {
    case .other: return bytes
    case .output: return emitter.group.isActive ? bytes : readExpectedOutput(bytes)
    case .record: return readExpectedRecords(bytes)
    case .json: return json.isArray ? bytes : readExpectedJSON(bytes)
    }
  }

  /// The bytes of the line end at the offset, 0 when there is none.
  @inline(__always)
  private func lineEnd(_ text: ByteSpan, at offset: Int) -> Int {
    guard offset < text.count else { return 0 }
    if text[offset] == 0x0A { return 1 }
    return text[offset] == 0x0D && offset &+ 1 < text.count && text[offset &+ 1] == 0x0A ? 2 : 0
  }

  /// What begins the text and takes so many bytes with its line end, without that.
  @inline(__always)
  private func firstLine(_ text: ByteSpan, _ length: Int) -> ByteSpan {
    let end = length &- 1
    return text.sub(0, end > 0 && text[end &- 1] == 0x0D ? end &- 1 : end)
  }

  /// The rest of the line from the offset, if it ends in `changed.`, and the bytes of its line end.
  @inline(__always)
  private func restOfLine(_ text: ByteSpan, from offset: Int) -> (message: ByteSpan, lineEnd: Int)? {
    guard let end = text.firstIndex(of: 0x0A, from: offset) else { return nil }
    let carriageReturn = end > offset && text[end &- 1] == 0x0D ? 1 : 0
    let message = text.sub(offset, end &- carriageReturn)
    return message.endsInChanged ? (message, 1 &+ carriageReturn) : nil
  }

  private func readExpectedOutput(_ bytes: ByteSpan) -> ByteSpan {
    let cache = emitter.cache(for: .standardOutput)
    var rest = bytes
    while true {
      rest = readKnownLines(rest, cache)
      guard rest.count > 0, let length = expectedOutput(rest, cache) ?? lineWithoutInterest(rest) else { return rest }
      recordLine = firstLine(rest, length)
      rest = rest.from(length)
    }
  }

  /// Reads messages on standard output as long as all came lately; returns what is left.
  @inline(__always)
  private func readKnownLines(_ bytes: ByteSpan, _ cache: UnsafeMutablePointer<MessageCache>) -> ByteSpan {
    guard let finder = cache.pointee.finder else { return bytes }
    let output = emitter.output
    var rest = bytes
    var last = bytes
    var count = 0
    while rest.count >= KnownLines.readSize, !rest[0].isDigit, !rest[0].isBlank,
      let known = finder.line(at: rest.start)
    {
      output.append(printed: known.message)
      last = rest
      rest = rest.from(known.length &+ known.lineEnd)
      count &+= 1
    }
    if count > 0 {
      notes.lineNumber &+= count
      cache.pointee.wait(count)
      recordLine = firstLine(last, last.count &- rest.count)
    }
    return rest
  }

  /// Reads a message that is known; returns its length with the line end.
  @inline(__always)
  private func expectedOutput(_ rest: ByteSpan, _ cache: UnsafeMutablePointer<MessageCache>) -> Int? {
    if rest[0].isDigit || rest[0].isBlank { return nil }
    let hit = cache.pointee.expected(at: rest.start, remaining: rest.count)
    let end = lineEnd(rest, at: hit.length)
    var length = hit.length &+ end
    var message = hit.message
    if hit.length > 0, end > 0 {
      cache.pointee.accept(hit)
    } else {
      guard let (line, end) = restOfLine(rest, from: 0), let known = cache.pointee.message(of: line, in: rest)
      else { return nil }
      message = known
      length = line.count &+ end
    }
    notes.lineNumber &+= 1
    emitter.send(printed: message)
    return length
  }

  /// Reads a line of text with nothing in it that could matter, but for marks of tests and phases; returns its length with
  /// the line end.
  ///
  /// Most lines of an app's own are such. What is expected behind them is the same as before, where any other line that is
  /// not as expected would send the next one the long way as well.
  private func lineWithoutInterest(_ rest: ByteSpan) -> Int? {
    guard rest[0] > UInt8(ascii: " "), rest[0] < 0x80, !JSONReader.mayBegin(rest[0]),
      let end = rest.firstIndex(of: 0x0A)
    else { return nil }
    let line = rest.sub(0, rest[end &- 1] == 0x0D ? end &- 1 : end)
    guard !line.endsInChanged, Landmarks.find(in: line) == .nothing, !XcodeMetadata.mayBegin(line),
      !(recogniser.hasToLearn && recogniser.wantsToLearn(from: line))
    else { return nil }
    notes.lineNumber &+= 1
    readOtherLine(line, false)
    return end &+ 1
  }

  private func readExpectedRecords(_ bytes: ByteSpan) -> ByteSpan {
    var rest = bytes
    while rest.count > 0, let length = expectedRecord(rest) ?? lineWithoutInterest(rest) {
      recordLine = firstLine(rest, length)
      rest = rest.from(length)
    }
    return rest
  }

  /// Reads a record whose header is like one of the last; returns its length with the line end.
  @inline(__always)
  private func expectedRecord(_ rest: ByteSpan) -> Int? {
    guard let template = recogniser.templates.match(rest), let time = recogniser.time(of: rest, like: template) else {
      return nil
    }
    let start = template.pointee.messageStart
    let context = template.pointee.context
    let cache = emitter.cache(for: context)
    let origin = origin(of: template, time: time)
    if let finder = cache.pointee.finder, rest.count &- start >= KnownLines.readSize,
      let known = finder.line(at: rest.start + start)
    {
      cache.pointee.wait()
      notes.lineNumber &+= 1
      emitter.send(known.message, origin)
      return start &+ known.length &+ known.lineEnd
    }
    let hit = cache.pointee.expected(at: rest.start + start, remaining: rest.count &- start)
    let length = start &+ hit.length
    let end = lineEnd(rest, at: length)
    if hit.length > 0, end > 0 {
      notes.lineNumber &+= 1
      cache.pointee.accept(hit)
      emitter.send(hit.message, origin)
      return length &+ end
    }
    guard let (message, end) = restOfLine(rest, from: start) else { return nil }
    if let known = cache.pointee.message(of: message, in: rest.from(start)) {
      notes.lineNumber &+= 1
      emitter.send(known, origin)
    } else {
      // What a terminal does not show belongs to the whole line, the header as well.
      if message.hasControls { return nil }
      notes.lineNumber &+= 1
      emitter.emit(message, context: context, origin: origin)
    }
    return start &+ message.count &+ end
  }

  private func readExpectedJSON(_ bytes: ByteSpan) -> ByteSpan {
    var rest = bytes
    while rest.count > 0, rest[0] == UInt8(ascii: "{") {
      guard let (template, match) = jsonMatch(rest) else { break }
      let end = lineEnd(rest, at: match.end)
      guard end > 0 else { break }
      if !match.message.hasSuffix("changed.") {
        guard template.isOfApp, isWithoutInterest(match.message) else { break }
        notes.lineNumber &+= 1
        rest = rest.from(match.end &+ end)
        continue
      }
      // With NULs, which are taken out of a record, it is another message.
      if match.hit.length == 0, match.message.firstIndex(of: 0x00) != nil { break }
      guard let time = time(of: match) else { break }
      notes.lineNumber &+= 1
      let origin = Origin(
        process: template.process, time: time, timeStyle: recogniser.clock.style, channel: .unifiedLog,
        format: template.format)
      if match.hit.length > 0 {
        emitter.rawCache(for: template.context).pointee.accept(match.hit)
        emitter.send(match.hit.message, origin)
      } else {
        json.emit(match.message, context: template.context, origin: origin)
      }
      rest = rest.from(match.end &+ end)
    }
    return rest
  }

  /// The time of a record, or `noTime` for one that has none; `nil` for one that is no time to its end: it may be one in another
  /// spelling.
  @inline(__always)
  private func time(of match: JSONTemplate.Match) -> Int64? {
    guard let text = match.timestamp else { return TraceEvent.noTime }
    guard let reading = recogniser.clock.dateAndTime(text), reading.length == text.count else { return nil }
    return reading.time
  }

  /// Whether a message as it stands in JSON holds nothing to look at; with escapes, it may say something else than it seems to.
  private func isWithoutInterest(_ message: ByteSpan) -> Bool {
    Landmarks.find(in: message) == .nothing && message.firstIndex(of: 0x5C) == nil
  }

  @inline(__always)
  private func jsonMatch(_ rest: ByteSpan) -> (JSONTemplate, JSONTemplate.Match)? {
    let templates = json.templates
    var index = 0
    while index < templates.count {
      let template = templates[index]
      if let match = template.match(rest, expecting: emitter.rawCache(for: template.context)) {
        templates.noteSuccess(of: index)
        return (template, match)
      }
      index &+= 1
    }
    return nil
  }
}
