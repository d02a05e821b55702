internal import ArgumentParser
internal import Reporting
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Writes the events themselves, for other tools.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write the events of traces in another format.",
    discussion: """
      Formats:
      \(EventFormats.formats.map { "  \($0.format.id.padded(to: 14))\($0.render?.title ?? $0.format.title)" }.joined(separator: "\n"))

      Events stream: memory does not grow with the input. Lines that are taken for the app's own prints are left out.
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @OptionGroup(title: "Output; one rendering in a run") var output: RenderingArguments<EventFormats>

  @OptionGroup(title: "Provenance, for rows") var provenance: ProvenanceOptions

  func validate() throws {
    if output.output.count > 1 {
      throw ValidationError("'convert' writes one rendering in a run; give '--output' once")
    }
    if input.window != nil { throw ValidationError("'--window' is for 'analyze' only") }
  }

  func run() throws {
    // With both, '--format' is the format of the file.
    let targets = try output.targets()
    guard var target = targets.last else { return }
    if targets.count > 1, try OutputName(output.output[0], among: EventFormats.formats.map(\.format.id)).id == nil {
      target = OutputTarget(path: target.path, (format: targets[0].format, render: targets[0].render))
    }
    if let writer = target.render { try writeEvents(writer, to: target.path) } else { try writeRows(target) }
  }

  private func writeRows(_ target: RenderingArguments<EventFormats>.Target) throws {
    let read = try input.read()
    var report = RedrawReport(
      toolVersion: toolVersion, inputs: read.inputs, summary: RedrawSummary(read.profile), findings: [])
    report.profile = read.profile
    report.provenance = try provenance.provenance(read)
    var files = ReadFiles()
    files.add(read)
    try files.protect(from: [target.path])
    try target.write(target.format.render(report, RenderingOptions()))
    if read.exitCode != .success { throw read.exitCode }
  }

  private func writeEvents(_ writer: any EventWriter.Type, to path: String?) throws {
    let file = try path.map(OutputFile.init)
    let destination = Destination {
      guard let path, let file else { return try writeReport($0) }
      do {
        try whyredraw.write($0, to: file.descriptor)
      } catch {
        throw OutputFile.failure(path, lastSystemError())
      }
    }
    let sink = ConvertSink(writer.init(), process: input.process, write: destination.write)
    sink.begin()
    defer { BundleExports.removeFiles() }
    let outcome = try readAll(into: sink) { destination.failure != nil }
    sink.end()
    if let failure = destination.failure { throw failure }
    if outcome.events == 0, !outcome.isMissing, !outcome.isFaulty {
      tell(
        "error: the inputs hold no body evaluations, so there is nothing to convert; give a redraw log, or the export of "
          + "swiftui-updates too")
      throw ExitCode.unusableInput
    }
    if let process = input.process, !sink.hasMatched, !sink.otherProcesses.isEmpty {
      tell(
        "error: '--process \(process)' leaves out all that the inputs hold"
          + Offer.suffix(process, among: sink.otherProcesses))
      throw ExitCode.unusableInput
    }
    try outcome.files.protect(from: [path])
    try file?.commit()
    if outcome.isMissing { throw ExitCode.noInput }
    if outcome.isFaulty { throw ExitCode.unusableInput }
  }

  /// What became of the inputs.
  private struct Outcome {
    var events = 0
    var isMissing = false
    var isFaulty = false
    var files = ReadFiles()
  }

  /// Where the bytes go; a class, since it is written to from deep inside the reading and remembers what went wrong.
  private final class Destination {
    private let pass: (UnsafeRawBufferPointer) throws -> Void
    private(set) var failure: (any Error)?

    init(_ pass: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.pass = pass }

    func write(_ bytes: [UInt8]) {
      guard failure == nil else { return }
      do { try bytes.withUnsafeBytes(pass) } catch { failure = error }
    }
  }

  /// Reads one recording after the other, and says what is wrong with them.
  private func readAll(into sink: ConvertSink, until isOver: () -> Bool) throws -> Outcome {
    var outcome = Outcome()
    let (files, failures) = input.files()
    for problem in failures {
      tell("error: \(problem)")
      if problem.isMissing { outcome.isMissing = true } else { outcome.isFaulty = true }
    }
    let options = ReadingOptions(format: input.format, scenarioMarker: try input.scenarioMarker(), run: input.run)
    let recordings = input.recordings(files)
    let readings = try input.repeatedCaptures(in: recordings)
    for group in recordings.runs where !isOver() {
      let known = group.compactMap { readings[$0] }
      if sayRepeated(known) {
        if known.contains(where: { $0.summary?.isFaulty ?? false }) { outcome.isFaulty = true }
        continue
      }
      let opened = open(group, of: recordings, files, &outcome)
      guard let first = opened.members.first else { continue }
      sink.begin(files[first])
      // Tables of one recording are read together, as 'analyze' reads them.
      let summaries =
        opened.sources.count == 1
        ? [TraceReader.read(opened.sources[0], options: options, into: sink)]
        : TraceReader.read(exports: opened.sources, options: options, into: sink)
      for (index, summary) in zip(opened.members, summaries) {
        if summary.format != nil || !files[index].isFromFolder { outcome.files.add(files[index].path, as: .input) }
        note(summary, of: files[index], &outcome)
      }
    }
    return outcome
  }

  /// The files of one recording that can be opened.
  private func open(
    _ group: [Int], of recordings: Recordings, _ files: [InputFile], _ outcome: inout Outcome
  ) -> (members: [Int], sources: [any ByteSource]) {
    var members: [Int] = []
    var sources: [any ByteSource] = []
    for index in group {
      do {
        sources.append(try recordings.open(index))
        members.append(index)
      } catch {
        tell("error: \(files[index].name): cannot be opened: \(error)")
        outcome.isMissing = true
      }
    }
    return (members, sources)
  }

  private func note(_ summary: InputSummary, of file: InputFile, _ outcome: inout Outcome) {
    // A folder may hold anything.
    if file.isFromFolder, summary.format == nil { return }
    for issue in summary.issues where issue.severity > .info && (issue.severity == .error || !input.quiet) {
      tell("\(issue.severity == .error ? "error" : "warning"): \(file.name): \(issue.message)")
    }
    if summary.isFaulty { outcome.isFaulty = true }
    outcome.events += summary.events + summary.unchanged
  }
}

extension ConvertCommand {
  /// Says what other files of the folder hold, too; true if it is all that there is, as `analyze` sees it.
  private func sayRepeated(_ readings: [InputReading]) -> Bool {
    var isRepeated = false
    for reading in readings {
      let count = (reading.summary?.events ?? 0) + (reading.summary?.unchanged ?? 0)
      if let original = reading.original {
        isRepeated = true
        if !input.quiet {
          tell(
            "note: \(reading.file.name): holds the same records as '\(original)': written once, from there (\(count))")
        }
      } else if let overlap = reading.overlap, !input.quiet {
        tell(
          "note: \(reading.file.name): about \(overlap.records) records are in '\(overlap.file)', too, and are written "
            + "twice; give one of the captures")
      }
    }
    return isRepeated
  }
}

/// Looks up the names of events and gives them to a writer.
private final class ConvertSink: TraceEventSink {
  private let writer: any EventWriter
  private let process: String?
  private var text: EventText
  private var input = ""
  private var inputScenario: String?
  private var scenario: String?
  private var index = 0
  private var learnt = 0
  private var certainViews: Set<String> = []
  /// Those that were left out, and whether any was not.
  private(set) var otherProcesses: Set<String> = []
  private(set) var hasMatched = false

  init(_ writer: any EventWriter, process: String?, write: @escaping ([UInt8]) -> Void) {
    self.writer = writer
    self.process = process
    text = EventText(write)
  }

  func begin() { writer.begin(into: &text) }

  func begin(_ file: InputFile) {
    input = file.name
    inputScenario = file.scenario
    scenario = nil
    learnt = 0
    certainViews = []
  }

  func end() {
    writer.end(into: &text)
    text.flush()
  }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    for message in symbols.messages[learnt...] where !message.isDoubtful && message.kind == .evaluation {
      certainViews.insert(message.view)
    }
    learnt = symbols.messages.count
    for event in events {
      let identity = symbols[event.process]
      if let process, event.kind == .change || event.kind == .fault, identity.name != process,
        identity.pid.map(String.init) != process
      {
        if let name = identity.name ?? identity.pid.map(String.init) { otherProcesses.insert(name) }
        continue
      }
      if event.kind == .change { hasMatched = true }
      var message: ChangeMessage?
      var fault: UpdateFault?
      let kind: WrittenEvent.Kind
      switch event.kind {
      case .scenarioStart:
        kind = .scenarioStart
        scenario = symbols.scenarios[Int(event.value)]
      case .scenarioEnd: kind = .scenarioEnd
      case .fault:
        kind = .fault
        fault = UpdateFault(rawValue: event.value)
      case .change:
        let change = symbols[event.message]
        if change.isDoubtful, !certainViews.contains(change.view) { continue }
        kind = change.kind == .unchanged ? .unchanged : .evaluation
        message = change
      }
      writer.write(
        WrittenEvent(
          kind: kind, input: input, index: index, time: event.time == TraceEvent.noTime ? nil : event.time,
          process: identity, scenario: scenario ?? inputScenario, message: message, fault: fault,
          messageIndex: Int(event.value)), into: &text)
      if kind == .scenarioEnd { scenario = nil }
      index += 1
    }
  }
}

extension String {
  /// With blanks behind, for columns of ASCII text.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
