/// Decides by the first bytes whether an input is an Instruments export or a log, and passes it to who reads it.
///
/// A class, because it is the one owner of the reader it decides for.
final class InputRecogniser {
  private let options: ReadingOptions
  private let sink: any TraceEventSink
  /// Bytes that do not settle it yet.
  private var head: [UInt8] = []
  private var export: ExportReading?
  private var log: LogReader?
  /// Where the sink of a log has a thread of its own.
  private var events: EventPipe?
  private let hasThreadForEvents: Bool

  /// - Parameter hasThreadForEvents: Whether a core is left for what receives the events of a log.
  init(options: ReadingOptions, sink: any TraceEventSink, hasThreadForEvents: Bool = true) {
    self.options = options
    self.sink = sink
    self.hasThreadForEvents = hasThreadForEvents
    if let format = options.format { decide(isExport: format == Instruments.format) }
  }

  func consume(_ block: InputBlock) {
    if let export { return export.consume(block) }
    if let log { return log.consume(block.bytes) }
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
    return log?.finish(wasCutShort: wasCutShort) ?? InputSummary()
  }

  /// Sends on what has been read; an export is understood only as a whole.
  func deliver() { log?.deliver() }

  /// Waits until the sink has received everything.
  func drain() { events?.drain() }

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
      events = hasThreadForEvents ? EventPipe(sink, isLive: options.isLive) : nil
      log = LogReader(options: options, sink: events ?? sink)
    }
  }
}
