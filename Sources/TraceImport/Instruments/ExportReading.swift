/// Reads one or several exports of one recording as one run.
///
/// Updates and their causes are often exported one table at a time. Several inputs fill one `Recording`; the numbers of
/// the events in it are what joins them.
///
/// A class, because it is the one owner of the recording while the inputs are read.
package final class ExportReading {
  private let options: ReadingOptions
  private let recording = Recording()
  private var inputs: [Input] = []

  private struct Input {
    var reader: InstrumentsReader
    var scanner: XMLScanner<InstrumentsReader>
    var isCut = false
    var lines = 0
  }

  init(options: ReadingOptions) { self.options = options }

  /// Begins the next input.
  func beginInput() {
    let reader = InstrumentsReader(recording: recording, run: options.run, scenarioMarker: options.scenarioMarker)
    inputs.append(Input(reader: reader, scanner: XMLScanner(handler: reader)))
  }

  func consume(_ block: InputBlock) {
    guard let scanner = inputs.last?.scanner else { return }
    scanner.consume(block)
  }

  func endInput() {
    guard let last = inputs.indices.last else { return }
    inputs[last].isCut = inputs[last].scanner.finish()
    inputs[last].lines = inputs[last].scanner.line
    inputs[last].reader.close()
  }

  /// The tables of inputs that an input before has, too. Files are looked through before they are read together, so only
  /// a pipe can have any.
  private func repeatedTables() -> [(input: Int, tables: String)] {
    var known: Set<TableFamily> = []
    return inputs.enumerated().compactMap { index, input in
      let own = Set(input.reader.findings.tables.keys)
      defer { known.formUnion(own) }
      let repeated = own.intersection(known).map(ExportTable.name).sorted()
      return repeated.isEmpty ? nil : (index, repeated.joined(separator: ", "))
    }
  }

  /// Sends the events of all inputs and says of each what was found; evaluations count for the input that holds them.
  func finish(into sink: any TraceEventSink) -> [InputSummary] {
    let events = EventPipe(sink, batchCount: 8)
    let join = RecordingJoin(recording: recording, sink: events, format: Instruments.index)
    let runs = inputs.reduce(into: Set<Int>()) { $0.formUnion($1.reader.findings.runs) }
    let hasSeveralRuns = options.run == nil && runs.count > 1
    if !hasSeveralRuns { join.send() }
    events.drain()
    var summaries = inputs.map { input in
      var summary = InputSummary()
      summary.format = input.reader.findings.kind.isExport ? Instruments.format.id : nil
      summary.lines = input.lines
      let issues = ExportIssues(
        findings: input.reader.findings, recording: recording, wantedRun: options.run,
        malformed: (input.scanner.malformed, input.scanner.firstMalformedLine), isCut: input.isCut,
        lastLine: input.lines, tooDeepLine: input.scanner.tooDeepLine, longValues: input.scanner.longValues)
      summary.issues = issues.list
      return summary
    }
    for (index, tables) in repeatedTables() {
      summaries[index].issues.insert(
        ImportIssue(
          severity: .error,
          message:
            "this was taken for a part of the recording before, by its beginning, and holds \(tables) once more; "
            + "what a pipe holds further back cannot be known: give a file"), at: 0)
    }
    let holder = inputs.firstIndex { input in input.reader.findings.tables.keys.contains { $0.holdsEvaluations } } ?? 0
    guard summaries.indices.contains(holder) else { return summaries }
    summaries[holder].events = join.evaluations
    summaries[holder].unchanged = join.unchanged
    if hasSeveralRuns {
      let list = runs.sorted().map(String.init).joined(separator: ", ")
      summaries[holder].issues = [
        ImportIssue(severity: .error, message: "this export holds the runs \(list); choose one with '--run N'")
      ]
    } else {
      summaries[holder].issues += ExportIssues.ofRecording(recording, join: join, inputs: inputs.count)
      summaries[holder].issues.sort { $0.severity > $1.severity }
    }
    return summaries
  }
}
