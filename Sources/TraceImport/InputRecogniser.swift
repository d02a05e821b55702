/// Decides by the first bytes whether an input is an Instruments export or a log, and passes it to who reads it.
///
/// A class, because it is the one owner of the reader it decides for.
final class InputRecogniser {
  private let options: ReadingOptions
  private let sink: any TraceEventSink
  /// Bytes that do not settle it yet.
  private var head: [UInt8] = []
  private var export: ExportReading?
  private var log: (reader: LogReader, events: EventPipe)?

  init(options: ReadingOptions, sink: any TraceEventSink) {
    self.options = options
    self.sink = sink
    if let format = options.format { decide(isExport: format == Instruments.format) }
  }

  func consume(_ block: InputBlock) {
    if let export { return export.consume(block) }
    if let log { return log.reader.consume(block.bytes) }
    if head.isEmpty, Instruments.isSettled(ByteSpan(block.bytes)) {
      decide(isExport: Instruments.recognises(ByteSpan(block.bytes)))
      return consume(block)
    }
    head += block.bytes
    if head.withUnsafeBytes({ Instruments.isSettled(ByteSpan($0)) }) { settle() }
  }

  func finish(wasCutShort: Bool) -> InputSummary {
    if export == nil, log == nil { settle() }
    if let export {
      export.endInput()
      return export.finish(into: sink).first ?? InputSummary()
    }
    return log?.reader.finish(wasCutShort: wasCutShort) ?? InputSummary()
  }

  /// Sends on what has been read; an export is understood only as a whole.
  func deliver() { log?.reader.deliver() }

  /// Waits until the sink has received everything.
  func drain() { log?.events.drain() }

  private func settle() {
    let bytes = head
    head = []
    bytes.withUnsafeBytes { bytes in
      decide(isExport: Instruments.recognises(ByteSpan(bytes)))
      if bytes.count > 0 { consume(InputBlock(bytes: bytes)) }
    }
  }

  private func decide(isExport: Bool) {
    if isExport {
      let reading = ExportReading(options: options)
      reading.beginInput()
      export = reading
    } else {
      let events = EventPipe(sink, isLive: options.isLive)
      log = (LogReader(options: options, sink: events), events)
    }
  }
}
