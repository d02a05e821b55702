/// Lines with a message: behind a header, on standard output, or as the continuation of a record.
extension LogReader {
  /// Reads a line that says `changed.` somewhere.
  ///
  /// - Parameter wrappers: how many of what tools put in front of it were taken off.
  func readRecord(_ line: ByteSpan, wrappers: Int = 0) {
    if line.hasControls {
      return line.withoutControls { clean in
        if clean[0] == UInt8(ascii: "{"), readJSON(clean, endsLine: true) { return }
        readRecord(clean)
      }
    }
    lastKind = .record
    if let template = recogniser.templates.match(line), let time = recogniser.time(of: line, like: template) {
      emitter.emit(
        line.from(template.pointee.messageStart), context: template.pointee.context,
        origin: origin(of: template, time: time))
    } else if let recognised = recogniser.header(of: line) {
      let header = recognised.header
      let origin = origin(of: recognised)
      recogniser.templates.remember(line, recognised, process: origin.process)
      emitter.emit(line.from(header.messageStart), context: header.context, origin: origin)
    } else {
      lastKind = .output
      readStandardOutput(line, wrappers: wrappers)
    }
  }

  @inline(__always)
  func origin(of template: UnsafePointer<HeaderTemplates.Template>, time: Int64) -> Origin {
    Origin(
      process: template.pointee.process, time: time, timeStyle: recogniser.clock.style, channel: .unifiedLog,
      format: template.pointee.format)
  }

  func origin(of recognised: RecognisedHeader) -> Origin {
    let header = recognised.header
    return Origin(
      process: emitter.process(header.process, pid: header.pid), time: header.time,
      timeStyle: recogniser.clock.style, channel: .unifiedLog, format: recognised.format)
  }

  private func readStandardOutput(_ line: ByteSpan, wrappers: Int) {
    let wrapper = wrappers < StandardOutput.mostWrappers ? recogniser.wrapperLength(of: line) : 0
    if wrapper > 0 {
      let inner = line.from(wrapper)
      guard inner.count > 0 else { return }
      if inner[0] == UInt8(ascii: "{"), readJSON(inner, endsLine: true) { return }
      return readRecord(inner, wrappers: wrappers + 1)
    }
    let indentation = StandardOutput.indentation(line)
    if indentation > 0, indentation < line.count, line[indentation] == UInt8(ascii: "{"),
      readJSON(line.from(indentation), endsLine: true)
    {
      return
    }
    if indentation > 0, recogniser.header(of: line.from(indentation)) != nil {
      return readRecord(line.from(indentation))
    }
    if line[0].isBlank, readContinuation(line) { return }
    guard readsOutput else { return }
    emitter.emit(line, context: .standardOutput, origin: emitter.standardOutput)
  }

  /// Reads the message of a record that goes on in indented lines, or only begins there because the line was wrapped.
  private func readContinuation(_ line: ByteSpan) -> Bool {
    withRecordLine { readContinuation(line, of: $0) }
  }

  private func readContinuation(_ line: ByteSpan, of record: ByteSpan) -> Bool {
    guard record.count > 0, var recognised = recogniser.header(of: record) else { return false }
    var text = line.trimmed
    if recognised.header.messageStart >= record.count,
      let colon = text.firstIndex(of: ": (") ?? text.firstIndex(of: ": [")
    {
      recognised.header.process = text.sub(0, colon)
      let sender = UnifiedLog.skipSender(text, at: colon + 2)
      recognised.header.context = sender.context
      text = text.from(sender.messageStart)
    }
    emitter.emit(text, context: recognised.header.context, origin: origin(of: recognised))
    return true
  }
}
