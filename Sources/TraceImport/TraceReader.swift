/// What may be asked of reading.
package struct ReadingOptions {
  /// Only this format is tried; `nil` recognises by content.
  package var format: TraceFormat?
  /// Gives a line that begins a phase the phase's name; `nil` for every other line.
  package var scenarioMarker: ((String) -> String?)?
  /// Called about every megabyte with the number of bytes read from the source so far.
  package var progress: ((Int) -> Void)?

  package init(
    format: TraceFormat? = nil, scenarioMarker: ((String) -> String?)? = nil, progress: ((Int) -> Void)? = nil
  ) {
    self.format = format
    self.scenarioMarker = scenarioMarker
    self.progress = progress
  }
}

/// What reading one input found, apart from its events.
package struct InputSummary: Hashable, Sendable {
  /// The identifier of the format, `mixed` when events came in several, `nil` when none was recognised.
  package var format: String?
  package var isGzip = false
  /// Bytes of the source.
  package var bytes = 0
  /// Bytes after decompression; equal to `bytes` for plain input.
  package var uncompressedBytes = 0
  package var lines = 0
  /// Body evaluations.
  package var events = 0
  /// `T: unchanged.` lines.
  package var unchanged = 0
  /// The worst first.
  package var issues: [ImportIssue] = []

  package init() {}

  /// Whether the input is damaged or holds nothing to work with.
  package var isFaulty: Bool { issues.contains { $0.severity == .error } }
}

/// Reads one input from its first byte to its last: unpacks it, recognises its format, and sends its events to a sink.
///
/// Reading and inflating run on a thread of their own, parsing on the caller's; between them lie a few fixed buffers, so
/// memory does not grow with the input. Damage never throws: what could be read is delivered, the rest is an issue.
package enum TraceReader {
  package static func read(
    _ source: any ByteSource, options: ReadingOptions = ReadingOptions(), into sink: any TraceEventSink
  ) -> InputSummary {
    let input = InputStream(source)
    let reader = LogReader(options: options, sink: sink)
    var refusal: String?
    var reported = 0
    switch input.container {
    case .refused(let what): refusal = "this is \(what)"
    case .plain, .gzip:
      let pipe = BlockPipe()
      pipe.produce { input.read(into: $0) }
      var isFirst = true
      pipe.consume { block in
        if isFirst {
          isFirst = false
          refusal = input.isGzip ? refusalInside(block) : nil
          if refusal != nil { return false }
        }
        reader.consume(block)
        if let progress = options.progress {
          let read = input.sourceCount
          if read - reported >= 1 << 20 {
            reported = read
            progress(read)
          }
        }
        return true
      }
    }
    var summary: InputSummary
    if let refusal {
      summary = InputSummary()
      summary.issues = [ImportIssue(severity: .error, message: refusal)]
    } else {
      summary = reader.finish(wasCutShort: input.problem?.severity == .error)
      if let problem = input.problem { summary.issues.insert(problem, at: 0) }
      summary.issues.sort { $0.severity > $1.severity }
    }
    summary.isGzip = input.isGzip
    summary.bytes = input.sourceCount
    return summary
  }

  /// Archives inside gzip are common (`.tar.gz`) and no logs.
  private static func refusalInside(_ block: UnsafeRawBufferPointer) -> String? {
    switch Container.recognise(UnsafeRawBufferPointer(rebasing: block.prefix(Container.prefixSize))) {
    case .plain: nil
    case .gzip: "this is gzip inside gzip; decompress it once (gunzip -c FILE | whyredraw -)"
    case .refused(let what): "inside the gzip data is \(what)"
    }
  }
}
