internal import ArgumentParser
internal import Dispatch
internal import Gate
internal import Platform
internal import Reporting
internal import Synchronization
internal import TraceAnalysis
internal import TraceImport

/// What reading all inputs of a command gave.
struct ReadInputs {
  var profile = TraceProfile()
  var inputs: [RedrawReport.Input] = []
  /// Where the runs of profiles were recorded; `nil` when none says so.
  var key: ComparisonKey?
  /// Where traces say they were recorded, by input.
  var places: [(input: String, key: ComparisonKey)] = []
  /// The inputs of profiles, as they stand there.
  var storedInputs: [ProfileFile.Input] = []
  /// Whether an argument names nothing that exists.
  var isMissing = false
  /// Whether an input was read and is not usable, or only in part.
  var isFaulty = false
  /// The files that were read as captures.
  var files: [InputFile] = []
  /// What they hold in little, to know it again among further inputs; only where such follow.
  var captures: [InputReading] = []
  /// Files of folders that are no captures.
  var passedOver: [String] = []
  /// The processes that the inputs are of, where one of them was asked for.
  var processes: Set<String> = []
  /// The tests that did not pass, by input.
  var brokenTests: [(input: String, tests: [BrokenTest])] = []

  /// The code to exit with for the inputs alone.
  var exitCode: ExitCode { isMissing ? .noInput : isFaulty ? .unusableInput : .success }
  /// Whether there is anything to report on.
  var hasAny: Bool { !profile.runs.isEmpty }

  /// Says which tests did not pass, whose numbers are no whole ones.
  func tellBrokenTests() {
    for (input, tests) in brokenTests {
      if let remark = BrokenTest.remark(on: tests) { tell("warning: \(input): \(remark)") }
    }
  }
}

/// What reading one input gave.
struct InputReading: Sendable {
  var file: InputFile
  var run: RunProfile?
  var summary: InputSummary?
  var failure: InputFailure?
  var outsideWindow = 0
  var withoutTime = 0
  var unassigned = 0
  /// The processes that it is of, where one of them was asked for.
  var processes: Set<String> = []
  /// What a profile holds, in place of all of these.
  var profile: ProfileFile?
  /// What it holds in little.
  var sketch: CaptureSketch?
  /// The file that holds its records, too, and is counted in its place.
  var original: String?
  /// The file that also holds about this many of its records.
  var overlap: (file: String, records: Int)?
}

extension InputReading {
  /// Whether anything was read, or tried: of the files of a folder, a few may belong to no run.
  fileprivate var isRead: Bool { summary != nil || profile != nil || failure != nil }

  /// No more lines than a capture tool prints before the first record.
  private static let mostHeaderLines = 2

  /// What went wrong with a capture of nothing; `nil` for what holds more, or is of a known layout.
  fileprivate var failedCapture: InputFailure? {
    guard let summary, summary.format == nil, summary.events == 0, summary.lines <= Self.mostHeaderLines else {
      return nil
    }
    let message =
      summary.lines == 0
      ? "the input is empty; was the capture stopped before anything was written?"
      : "the input holds the head of a capture and no record; was it stopped before anything was written?"
    return InputFailure(name: file.name, message: message, isMissing: false)
  }
}

/// What a command reads besides some inputs, in another role: runs that confirm others.
enum OtherCaptures {
  case none
  /// They are read later.
  case later
  case earlier([InputReading])

  var exist: Bool {
    if case .none = self { return false }
    return true
  }

  var earlier: [InputReading] {
    if case .earlier(let captures) = self { return captures }
    return []
  }
}

extension InputOptions {
  /// Reads all inputs, several at once, and says on standard error what is wrong with them.
  ///
  /// - Parameters:
  ///   - mostMoments: This many updates of each run are kept one by one.
  ///   - needsTimeline: Whether it matters when what happened.
  ///   - needsOrder: Whether that matters where there are no times, too.
  ///   - others: What is read besides, in another role: a capture counts once, in the role that it had first.
  func read(
    mostMoments: Int = 0, needsTimeline: Bool = true, needsOrder: Bool = true, besides others: OtherCaptures = .none
  ) throws -> ReadInputs {
    let earlier = others.earlier
    let (files, failures) = files(besides: earlier.map(\.file))
    var profileOptions = try profileOptions()
    profileOptions.mostMoments = mostMoments
    // Copies of a recording are told by their times.
    let mayRepeat = files.count > 1 || others.exist
    profileOptions.keepsTimeline = needsTimeline || mayRepeat
    profileOptions.keepsOrder = needsOrder || mayRepeat
    let progress = ProgressLine(isShown: self.progress == .auto && !quiet && isTerminal(2), total: totalSize(files))
    var recordings = recordings(files)
    recordings.areAll = !others.exist
    var readings = read(recordings.runs, of: recordings, profileOptions, progress)
    readings.removeAll { !$0.isRead }
    BundleExports.removeFiles()
    RepeatedCaptures.mark(&readings)
    RepeatedCaptures.mark(&readings, repeating: earlier)
    tellUnmatchedMarker(readings)
    var result = sum(readings, failures)
    if others.exist { result.captures = readings }
    if verbose { tellWhatWasRead(result.inputs) }
    return result
  }

  private func tellWhatWasRead(_ inputs: [RedrawReport.Input]) {
    for input in inputs {
      let format = (input.format ?? "format not recognised") + (input.isGzip ? ", gzip" : "")
      tell(
        "read \(input.path): \(format), \(Wording.count(input.lines, "line")), "
          + Wording.count(input.events, "evaluation"))
    }
  }

  /// Says that `--split-at` began no scenario.
  private func tellUnmatchedMarker(_ readings: [InputReading]) {
    guard let splitAt, readings.contains(where: { $0.run?.parts.isEmpty == false }) else { return }
    let isSplit = readings.contains { reading in
      reading.run?.parts.contains { $0.scenario != nil && $0.scenario != reading.file.scenario } ?? false
    }
    if !isSplit { tell("warning: '--split-at \(splitAt)' matches no line of the inputs, so nothing is split") }
  }

  /// What other files hold, too, by the places of the files: what `read` counts in another place.
  ///
  /// Only files are read, which can be read once more.
  func repeatedCaptures(in recordings: Recordings) throws -> [Int: InputReading] {
    let runs = recordings.runs.filter { run in run.allSatisfy { recordings.isReadable(again: $0) } }
    guard runs.count > 1 else { return [:] }
    var readings = read(runs, of: recordings, try profileOptions(), ProgressLine(isShown: false, total: 0))
    RepeatedCaptures.mark(&readings)
    return Dictionary(uniqueKeysWithValues: readings.enumerated().filter(\.element.isRead).map { ($0, $1) })
  }

  /// Reads runs, several at once; gives a reading for each file, of which some may not be read.
  ///
  /// In the one array that it is written to: a folder may hold a hundred thousand captures.
  private func read(
    _ groups: [[Int]], of recordings: Recordings, _ profileOptions: ProfileOptions, _ progress: ProgressLine
  ) -> [InputReading] {
    let readings = Mutex(recordings.files.map { InputReading(file: $0) })
    let options = self
    // Each reading has a thread of its own for the file; more readings than cores gain nothing.
    let width = min(groups.count, jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    let next = Atomic(0)
    if width > 0 {
      DispatchQueue.concurrentPerform(iterations: width) { _ in
        while true {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < groups.count else { return }
          let group = groups[index]
          let joined = options.read(group, of: recordings, profileOptions, progress)
          readings.withLock { all in
            for (place, reading) in zip(group, joined) { all[place] = reading }
          }
        }
      }
    }
    progress.clear()
    return readings.withLock { all in
      defer { all = [] }
      return all
    }
  }

  /// Puts the readings together, and says on standard error what is wrong with them.
  func sum(_ readings: [InputReading], _ failures: [InputFailure]) -> ReadInputs {
    var result = ReadInputs()
    for failure in failures {
      tell("error: \(failure)")
      if failure.isMissing { result.isMissing = true } else { result.isFaulty = true }
      result.inputs.append(Self.unusable(failure))
    }
    let captured = Set(readings.filter { $0.summary?.format != nil || $0.profile != nil }.compactMap(\.file.kin))
    for reading in readings {
      if let kin = reading.file.kin, captured.contains(kin), let failed = reading.failedCapture {
        tell("error: \(failed)")
        result.isFaulty = true
        result.inputs.append(Self.unusable(failed))
        continue
      }
      add(reading, to: &result)
    }
    // One session is often captured twice, side by side in a folder. Of more captures that leave one run somebody thinks they are runs.
    let repeated = readings.filter { $0.original != nil && $0.file.isFromFolder && $0.failure == nil }
    if !quiet, repeated.count > 1, result.profile.runs.count == 1, let first = repeated.first,
      let original = first.original
    {
      let more = "and so \(repeated.count == 2 ? "does" : "do") \(repeated.count - 1) more"
      tell("note: \(first.file.name): holds the same records as '\(original)' and counts once, \(more)")
    }
    if !result.passedOver.isEmpty, !quiet {
      let names = verbose ? result.passedOver[...] : result.passedOver.prefix(3)
      let more = result.passedOver.count - names.count
      tell(
        "note: \(result.passedOver.count) files in folders are no redraw captures and were passed over: "
          + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""))
    }
    if result.profile.runs.isEmpty, !result.passedOver.isEmpty, !result.isMissing, !result.isFaulty {
      tell("error: none of the files is a redraw capture; formats known: see 'whyredraw formats'")
      result.isFaulty = true
    }
    return result
  }

  private func add(_ reading: InputReading, to result: inout ReadInputs) {
    if let failure = reading.failure {
      tell("error: \(failure.name): \(failure.message)")
      if failure.isMissing { result.isMissing = true } else { result.isFaulty = true }
      result.inputs.append(Self.unusable(failure))
      return
    }
    if !reading.file.isFromFolder || reading.summary?.format != nil || reading.profile != nil {
      result.files.append(reading.file)
    }
    if let profile = reading.profile { return add(profile, named: reading.file, to: &result) }
    guard let summary = reading.summary, let run = reading.run else { return }
    result.processes.formUnion(reading.processes)
    if let place = reading.file.place { result.places.append((reading.file.name, place)) }
    if reading.file.isFromFolder, summary.format == nil {
      result.passedOver.append(reading.file.name)
      return
    }
    if let original = reading.original {
      // What somebody named is missed; in a folder, two captures of one session are usual.
      if !quiet, !reading.file.isFromFolder {
        tell("note: \(reading.file.name): holds the same records as '\(original)' and counts once")
      }
      return result.add(reading.file, summary, repeating: original)
    }
    var input = RedrawReport.Input(path: reading.file.name, summary: summary)
    if let overlap = reading.overlap {
      input.issues.append(
        ImportIssue(
          severity: .info,
          message: "about this many records are also in '\(overlap.file)' and count twice; give one of the captures",
          count: overlap.records))
    }
    if reading.unassigned > 0 {
      input.issues.append(
        ImportIssue(
          severity: .dataLoss,
          message: "evaluations are counted without their process and scenario, because there are too many of both",
          count: reading.unassigned))
    }
    if window != nil {
      if reading.withoutTime > 0 {
        input.issues.append(
          ImportIssue(
            severity: .dataLoss, message: "evaluations without a time cannot be placed in '--window' and were left out",
            count: reading.withoutTime))
      }
      let outside = reading.outsideWindow - reading.withoutTime
      if outside > 0 {
        input.issues.append(
          ImportIssue(severity: .info, message: "evaluations outside of '--window'", count: outside))
      }
    }
    for issue in input.issues where issue.severity == .error {
      tell("error: \(reading.file.name): \(issue.line.map { "line \($0): " } ?? "")\(issue.message)")
    }
    if !quiet {
      for issue in input.issues where issue.severity == .dataLoss {
        let times = issue.count > 1 ? " (\(issue.count) times)" : ""
        tell("warning: \(reading.file.name): \(issue.line.map { "line \($0): " } ?? "")\(issue.message)\(times)")
      }
    }
    if summary.isFaulty { result.isFaulty = true }
    result.brokenTests.append((reading.file.name, run.brokenTests))
    result.inputs.append(input)
    var kept = summary
    kept.issues = input.issues
    result.storedInputs.append(ProfileFile.Input(path: reading.file.name, summary: kept))
    // What was read before the damage counts; a run of nothing would only lower the medians.
    if summary.events > 0 || summary.unchanged > 0 || !run.graph.isEmpty || !run.interruptions.isEmpty {
      result.profile.add([run])
    }
  }

  /// Adds what a profile holds, with everything that was wrong with its inputs.
  private func add(_ profile: ProfileFile, named file: InputFile, to result: inout ReadInputs) {
    let key = ComparisonKey(stored: profile.environment)
    for difference in result.key?.differences(from: key) ?? [] {
      tell(
        "error: \(file.name): was recorded with \(difference.field.rawValue) '\(difference.other)', other inputs with "
          + "'\(difference.own)'; they do not belong together")
      result.isFaulty = true
      result.inputs.append(
        Self.unusable(InputFailure(name: file.name, message: "does not belong to the other inputs", isMissing: false)))
      return
    }
    result.key = result.key?.merged(with: key) ?? key
    for input in profile.inputs {
      result.inputs.append(RedrawReport.Input(path: "\(file.name): \(input.path)", summary: input.summary))
      for issue in input.summary.issues where issue.severity == .error {
        tell("error: \(file.name): \(input.path): \(issue.message)")
        result.isFaulty = true
      }
    }
    result.storedInputs += profile.inputs
    result.brokenTests += profile.runs.map { (file.name, $0.brokenTests) }
    let runs = profile.runs.map { run in
      var run = run
      if let scenario = file.scenario { run.scenario = scenario }
      return run
    }
    result.profile.add(runs)
  }

  /// - Parameter isAlone: Whether there is nothing that it could repeat.
  private func read(
    _ file: InputFile, _ opened: any ByteSource, _ profileOptions: ProfileOptions, _ progress: ProgressLine,
    isAlone: Bool
  ) -> InputReading {
    let source: any ByteSource
    switch WholeInput.read(opened, beginningWith: ProfileFile.magic) {
    case .document(let bytes, _, _, let problem): return read(profile: bytes, problem, of: file)
    case .other(let other): source = other
    }
    let builder = ProfileBuilder(scenario: file.scenario, options: profileOptions)
    let counter = ProgressCounter(progress)
    let readingOptions = ReadingOptions(
      format: format, scenarioMarker: try? scenarioMarker(), progress: progress.isShown ? counter.report : nil, run: run
    )
    let sketcher = isAlone ? nil : CaptureSketcher(builder)
    let sink: any TraceEventSink = sketcher ?? builder
    let names = process == nil ? nil : ProcessNames(sink)
    let summary = TraceReader.read(source, options: readingOptions, into: names ?? sink)
    return InputReading(
      file: file, run: builder.finish().noting(summary), summary: summary, outsideWindow: builder.outsideWindow,
      withoutTime: builder.withoutTime, unassigned: builder.unassigned, processes: names?.names ?? [],
      sketch: sketcher?.finish())
  }

  private func read(profile bytes: [UInt8], _ problem: ImportIssue?, of file: InputFile) -> InputReading {
    func failed(_ message: String) -> InputReading {
      InputReading(file: file, failure: InputFailure(name: file.name, message: message, isMissing: false))
    }
    if let problem, problem.severity == .error { return failed(problem.message) }
    if window != nil || process != nil || splitAt != nil {
      return failed("'--window', '--process' and '--split-at' need the trace itself; this is a profile of it")
    }
    do {
      return InputReading(file: file, profile: try ProfileFile(parsing: bytes))
    } catch {
      return failed("\(error)")
    }
  }

  /// Reads what makes up one run.
  func read(
    _ group: [Int], of recordings: Recordings, _ profileOptions: ProfileOptions, _ progress: ProgressLine
  ) -> [InputReading] {
    var sources: [any ByteSource] = []
    for index in group {
      do {
        sources.append(try recordings.open(index))
      } catch {
        let file = recordings.files[index]
        let failure = InputReading(
          file: file, failure: InputFailure(name: file.name, message: "cannot be opened: \(error)", isMissing: true))
        // The others are read without it.
        guard group.count > 1 else { return [failure] }
        return group.flatMap {
          $0 == index ? [failure] : read([$0], of: recordings, profileOptions, progress)
        }
      }
    }
    if group.count == 1 {
      let isAlone = recordings.files.count == 1 && recordings.areAll
      return [read(recordings.files[group[0]], sources[0], profileOptions, progress, isAlone: isAlone)]
    }
    return read(exports: zip(group, sources).map { ($0, $1) }, of: recordings, profileOptions)
  }

  /// Reads several exports of one recording as one run, which is that of the first with evaluations.
  private func read(
    exports: [(index: Int, source: any ByteSource)], of recordings: Recordings, _ profileOptions: ProfileOptions
  ) -> [InputReading] {
    let files = exports.map { recordings.files[$0.index] }
    let builder = ProfileBuilder(scenario: files.first?.scenario, options: profileOptions)
    let names = process == nil ? nil : ProcessNames(builder)
    let summaries = TraceReader.read(
      exports: exports.map(\.source),
      options: ReadingOptions(format: format, scenarioMarker: try? scenarioMarker(), run: run), into: names ?? builder)
    let run = builder.finish()
    let holder = summaries.firstIndex { $0.events > 0 || $0.unchanged > 0 } ?? 0
    return exports.indices.map { place in
      var summary = summaries[place]
      if let remark = recordings.remarks[exports[place].index] { summary.issues.append(remark) }
      return InputReading(
        file: files[place], run: place == holder ? run : RunProfile(), summary: summary,
        outsideWindow: place == holder ? builder.outsideWindow : 0,
        withoutTime: place == holder ? builder.withoutTime : 0, unassigned: place == holder ? builder.unassigned : 0,
        processes: names?.names ?? [])
    }
  }

  private static func unusable(_ failure: InputFailure) -> RedrawReport.Input {
    var summary = InputSummary()
    summary.issues = [ImportIssue(severity: .error, message: failure.message)]
    return RedrawReport.Input(path: failure.name, summary: summary)
  }

  private func totalSize(_ files: [InputFile]) -> Int {
    files.reduce(0) { total, file in
      guard let path = file.path else { return total }
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
      return total + (size ?? 0)
    }
  }
}

/// What was exported from trace bundles and has to be deleted again.
enum BundleExports {
  private static let exports = Mutex<[TraceBundleExport]>([])

  static func register(_ export: TraceBundleExport) { exports.withLock { $0.append(export) } }

  static func removeFiles() {
    exports.withLock { all in
      for export in all { export.removeFiles() }
      all.removeAll()
    }
  }
}
