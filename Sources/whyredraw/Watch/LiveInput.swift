internal import Platform
internal import Synchronization
internal import TraceAnalysis
internal import TraceImport

/// An input that is read while it is being written; at any time it tells what it has seen so far.
final class LiveInput: Sendable {
  let file: InputFile
  let source: FollowedSource
  private let sink: LiveSink
  private let result = Mutex<InputReading?>(nil)
  private let profileOptions: ProfileOptions
  private let makeOptions: @Sendable () -> ReadingOptions
  private let early = Mutex((bytes: -1, run: RunProfile()))

  /// Starts to read on threads of its own.
  ///
  /// - Throws: `ByteSourceError` when it cannot be opened.
  init(_ file: InputFile, options: InputOptions, profileOptions: ProfileOptions) throws(ByteSourceError) {
    self.file = file
    source = try FollowedSource(file)
    self.profileOptions = profileOptions
    sink = LiveSink(
      ProfileBuilder(scenario: file.scenario, options: profileOptions), namesProcesses: options.process != nil)
    let options = UncheckedOptions(options)
    makeOptions = {
      ReadingOptions(
        format: options.value.format, scenarioMarker: try? options.value.scenarioMarker(), run: options.value.run)
    }
    let isStarted = WorkerThread.start { [self] in
      var reading = makeOptions()
      reading.isLive = true
      let summary = TraceReader.read(source, options: reading, into: sink)
      let finished = sink.finish(file, summary)
      result.withLock { $0 = finished }
    }
    if !isStarted { throw ByteSourceError("the system gives no thread to read it on") }
  }

  /// The options are values that nobody changes any more; property wrappers of the arguments hide that.
  private struct UncheckedOptions: @unchecked Sendable {
    let value: InputOptions
    init(_ value: InputOptions) { self.value = value }
  }

  /// What was read in the end; `nil` while it is being read.
  var finished: InputReading? { result.withLock { $0 } }

  /// The run so far.
  func snapshot() -> RunProfile {
    if let run = finished?.run { return run }
    if let run = sink.snapshot() {
      source.dropBeginning()
      return run
    }
    // The reader holds back the first events until it knows whether they come twice; until then, all of the little
    // there is is read once more.
    let beginning = source.beginning
    return early.withLock { early in
      guard early.bytes != beginning.count else { return early.run }
      let builder = ProfileBuilder(scenario: file.scenario, options: profileOptions)
      _ = TraceReader.read(MemorySource(beginning), options: makeOptions(), into: builder)
      early = (beginning.count, builder.finish())
      return early.run
    }
  }
}

/// Counts events on the reader's thread, and can be asked from another one.
private final class LiveSink: TraceEventSink, Sendable {
  // The lock passes the builder back and forth; whoever holds it is the only one to touch it.
  private let state: Mutex<UncheckedBuilder>

  private final class UncheckedBuilder: @unchecked Sendable {
    let builder: ProfileBuilder
    let sketcher: CaptureSketcher
    var hasEvents = false
    /// `nil` where all processes count.
    let names: ProcessNames?
    var first: any TraceEventSink { names ?? sketcher }

    init(_ builder: ProfileBuilder, namesProcesses: Bool) {
      self.builder = builder
      sketcher = CaptureSketcher(builder)
      names = namesProcesses ? ProcessNames(sketcher) : nil
    }
  }

  init(_ builder: sending ProfileBuilder, namesProcesses: Bool) {
    state = Mutex(UncheckedBuilder(builder, namesProcesses: namesProcesses))
  }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    state.withLock {
      $0.hasEvents = true
      $0.first.receive(events, symbols: symbols)
    }
  }

  func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    state.withLock {
      $0.hasEvents = true
      $0.first.receive(events, details: details, symbols: symbols)
    }
  }

  func receive(_ facts: RecordingFacts, symbols: TraceSymbols) {
    state.withLock { $0.first.receive(facts, symbols: symbols) }
  }

  /// `nil` before the first event.
  func snapshot() -> RunProfile? { state.withLock { $0.hasEvents ? $0.builder.snapshot() : nil } }

  func finish(_ file: InputFile, _ summary: InputSummary) -> InputReading {
    state.withLock {
      InputReading(
        file: file, run: $0.builder.finish().noting(summary), summary: summary, outsideWindow: $0.builder.outsideWindow,
        withoutTime: $0.builder.withoutTime, processes: $0.names?.names ?? [], sketch: $0.sketcher.finish())
    }
  }
}
