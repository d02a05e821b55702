internal import Platform

/// What may be asked of reading.
package struct ReadingOptions {
  /// Only this format is tried; `nil` recognises by content.
  package var format: TraceFormat?
  /// Gives a line that begins a phase the phase's name; `nil` for every other line.
  package var scenarioMarker: ((String) -> String?)?
  /// Called about every megabyte with the number of bytes read from the source so far.
  package var progress: ((Int) -> Void)?
  /// The run of an Instruments recording that is wanted; `nil` when it has but one.
  package var run: Int?
  /// Whether the sink gets the events of each piece as soon as the piece is read, for an input that is being written.
  ///
  /// What is read is the same. The first batch always waits until it is full or the input ends, since it decides
  /// whether messages come twice.
  package var isLive = false

  package init(
    format: TraceFormat? = nil, scenarioMarker: ((String) -> String?)? = nil, progress: ((Int) -> Void)? = nil,
    run: Int? = nil
  ) {
    self.format = format
    self.run = run
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
  /// The tests that did not pass, in the order in which they ended.
  package var brokenTests: [BrokenTest] = []
  /// Tells captures of test runs apart: of the lines in which the runner says when tests ran and how long; `nil` where too few of
  /// these say too little.
  package var runDigest: Int?
  /// Whether its times say where on earth they are: moments of the world, and not what some clock showed.
  package var timesHaveZone = true

  package init() {}

  /// Whether the input is damaged or holds nothing to work with.
  package var isFaulty: Bool { issues.contains { $0.severity == .error } }
}

/// Reads one input from its first byte to its last: unpacks it, recognises its format, and sends its events to a sink.
///
/// Reading and inflating run on a thread of their own, parsing on the caller's, and the sink on a third, or on the caller's where
/// cores are few; between them lie a few fixed buffers, so memory does not grow with the input. The sink is not called any more
/// when `read` has returned. Damage never throws: what could be read is delivered, the rest is an issue.
package enum TraceReader {
  package static func read(
    _ source: any ByteSource, options: ReadingOptions = ReadingOptions(), into sink: any TraceEventSink
  ) -> InputSummary {
    let input = InputStream(source)
    // Inflating keeps a core busy; where there are but two, a third thread makes the others wait.
    let hasThreadForEvents = !input.isGzip || ProcessInfo.processInfo.activeProcessorCount > 2
    let recogniser = InputRecogniser(options: options, sink: sink, hasThreadForEvents: hasThreadForEvents)
    let refusal = pump(input, options, { recogniser.consume($0) }, deliver: { recogniser.deliver() })
    var summary =
      if let refusal {
        refused(refusal)
      } else {
        recogniser.finish(wasCutShort: input.problem?.severity == .error)
      }
    recogniser.drain()
    complete(&summary, input)
    return summary
  }

  /// Reads several Instruments exports of one recording as one run: updates in one file, their causes in another.
  ///
  /// Event numbers join them. What the recording as a whole has to say stands in the summary of the first input with
  /// evaluations.
  package static func read(
    exports sources: [any ByteSource], options: ReadingOptions = ReadingOptions(), into sink: any TraceEventSink
  ) -> [InputSummary] {
    let reading = ExportReading(options: options)
    var refusals: [String?] = []
    var inputs: [InputStream] = []
    for source in sources {
      let input = InputStream(source)
      reading.beginInput()
      refusals.append(pump(input, options) { reading.consume($0) })
      reading.endInput()
      inputs.append(input)
    }
    var summaries = reading.finish(into: sink)
    for index in summaries.indices {
      if let refusal = refusals[index] { summaries[index] = refused(refusal) }
      complete(&summaries[index], inputs[index])
    }
    return summaries
  }

  private static func refused(_ what: String) -> InputSummary {
    var summary = InputSummary()
    summary.issues = [ImportIssue(severity: .error, message: what)]
    return summary
  }

  private static func complete(_ summary: inout InputSummary, _ input: InputStream) {
    if case .refused = input.container {
    } else if let problem = input.problem, summary.issues.first?.message != problem.message {
      summary.issues.insert(problem, at: 0)
      summary.issues.sort { $0.severity > $1.severity }
    }
    summary.isGzip = input.isGzip
    summary.bytes = input.sourceSize
    summary.uncompressedBytes = input.isGzip ? input.deliveredCount : summary.bytes
  }

  /// Passes all blocks of an input on; returns why it cannot be read, if so.
  private static func pump(
    _ input: InputStream, _ options: ReadingOptions, _ body: (InputBlock) -> Void,
    deliver: () -> Void = {}
  ) -> String? {
    if case .refused(let what) = input.container { return "this is \(what)" }
    var refusal: String?
    var reported = 0
    var isFirst = true
    BlockPipe.pass(input.read(into:)) { block in
      if isFirst {
        isFirst = false
        refusal = input.isGzip ? refusalInside(block.bytes) : nil
        if refusal != nil { return false }
      }
      body(block)
      if options.isLive { deliver() }
      if let progress = options.progress {
        let read = input.sourceCount
        if read - reported >= 1 << 20 {
          reported = read
          progress(read)
        }
      }
      return true
    }
    return refusal
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
