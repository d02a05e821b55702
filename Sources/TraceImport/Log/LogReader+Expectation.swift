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
    let origin = emitter.standardOutput
    var rest = bytes
    var lines = 0
    while rest.count > 0, !rest[0].isDigit, !rest[0].isBlank {
      let hit = cache.pointee.expected(at: rest.start, remaining: rest.count)
      let end = lineEnd(rest, at: hit.length)
      var length = hit.length
      if hit.length > 0, end > 0 {
        cache.pointee.accept(hit)
        emitter.send(hit.message, origin)
        length &+= end
      } else {
        guard let (line, end) = restOfLine(rest, from: 0), let message = cache.pointee.message(of: line, in: rest)
        else { break }
        emitter.send(message, origin)
        length = line.count &+ end
      }
      recordLine = rest.sub(0, length &- 1)
      rest = rest.from(length)
      lines &+= 1
    }
    notes.lineNumber &+= lines
    return rest
  }

  private func readExpectedRecords(_ bytes: ByteSpan) -> ByteSpan {
    var rest = bytes
    while let template = recogniser.templates.match(rest), let time = recogniser.time(of: rest, like: template) {
      let start = template.pointee.messageStart
      let context = template.pointee.context
      let cache = emitter.cache(for: context)
      let origin = origin(of: template, time: time)
      let hit = cache.pointee.expected(at: rest.start + start, remaining: rest.count &- start)
      var length = start &+ hit.length
      let end = lineEnd(rest, at: length)
      if hit.length > 0, end > 0 {
        notes.lineNumber &+= 1
        cache.pointee.accept(hit)
        emitter.send(hit.message, origin)
        length &+= end
      } else {
        guard let (message, end) = restOfLine(rest, from: start) else { break }
        notes.lineNumber &+= 1
        if let known = cache.pointee.message(of: message, in: rest.from(start)) {
          emitter.send(known, origin)
        } else {
          emitter.emit(message, context: context, origin: origin)
        }
        length = start &+ message.count &+ end
      }
      recordLine = rest.sub(0, length &- 1)
      rest = rest.from(length)
    }
    return rest
  }

  private func readExpectedJSON(_ bytes: ByteSpan) -> ByteSpan {
    var rest = bytes
    while rest.count > 0, rest[0] == UInt8(ascii: "{") {
      guard let (template, match) = jsonMatch(rest) else { break }
      let end = lineEnd(rest, at: match.end)
      guard end > 0, match.message.hasSuffix("changed.") else { break }
      notes.lineNumber &+= 1
      let time = match.timestamp.flatMap { recogniser.clock.dateAndTime($0)?.time } ?? TraceEvent.noTime
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
