internal import ArgumentParser
internal import Platform
internal import SystemPackage
internal import TraceImport

/// `whyredraw record -o FILE`: runs the tool that records, with the right predicate and level.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record redraws on a Mac: of a simulator, of a macOS app, or with Instruments.",
    discussion: """
      Runs 'log stream' in the booted simulator (or on this Mac) for the category of _logChanges() at level info, and \
      writes what it says to a gzip file; 'whyredraw instrument' puts the calls into the views. Ends with Ctrl-C, after \
      --duration, or with the command behind '--', whose exit code it then has. 'whyredraw mark NAME' begins a scenario \
      in all running recordings.

      Examples:
        whyredraw record -o scroll.ndjson.gz
        whyredraw record -o tests.ndjson.gz -- xcodebuild test -scheme App -destination 'name=iPhone 17'
        whyredraw record --from mac --process MyApp -o app.ndjson.gz --duration 60
        whyredraw record --from instruments --device 'My iPhone' --launch com.example.App --duration 30 -o App.trace
      """)

  @Option(name: [.short, .long], help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String
  @Option(help: "Where the app runs, or what records it: simulator, mac, instruments.")
  var from: RecordingPlan.Place = .simulator
  @Option(help: ArgumentHelp("The simulator or device; by default the booted simulator.", valueName: "name|udid"))
  var device: String?
  @Option(help: ArgumentHelp("Only this process; by default all.", valueName: "name")) var process: String?
  @Option(
    help: ArgumentHelp(
      "What Instruments launches: a bundle identifier, or the path of a macOS app.", valueName: "app")) var launch:
    String?
  @Option(help: ArgumentHelp("End after this time; by default when it is interrupted.", valueName: "seconds"))
  var duration: Int?
  @Flag(help: "Print what would be run, and do nothing.") var dryRun = false
  @OptionGroup var verbosity: VerbosityOptions
  @Argument(parsing: .postTerminator, help: "A command to run meanwhile, behind '--'.") var command: [String] = []

  private var quiet: Bool { verbosity.quiet }

  func validate() throws {
    _ = try OutputName(output, among: [])
    if let duration, duration < 1 { throw ValidationError("'--duration' takes seconds from 1 on") }
    if from == .instruments {
      if launch == nil, !dryRun { throw ValidationError("'--from instruments' needs '--launch' with the app to start") }
      if process != nil { throw ValidationError("'--process' belongs to logs; Instruments records what it launches") }
      if !command.isEmpty { throw ValidationError("Instruments records until '--duration'; leave the command out") }
    } else if launch != nil {
      throw ValidationError("'--launch' belongs to '--from instruments'; start the app yourself, or behind '--'")
    }
  }

  func run() throws {
    let plan = RecordingPlan(place: from, device: device, process: process, launch: launch, duration: duration)
    if dryRun { return try writeReport(dryRun(plan)) }
    try OutputFile.check(output)
    guard let tool = TraceBundleExport.find(plan.command(output: output)[0]) else {
      tell(
        "error: recording needs a Mac with Xcode: there is no '\(plan.command(output: output)[0])' here. Run there: "
          + plan.commandLine(output: output) + (from == .instruments ? "" : " | gzip > \(output)"))
      throw ExitCode.noInput
    }
    if verbosity.verbose { tell(plan.commandLine(output: output)) }
    SignalPipe.catchSignals([SIGINT, SIGTERM, SIGHUP])
    let arguments = Array(plan.command(output: output).dropFirst())
    if from == .instruments {
      let process = try start(tool, arguments)
      wait(for: process)
      // It ends with 54 and the like although the trace is whole; the trace itself tells.
      guard FileManager.default.fileExists(atPath: output) else {
        tell("error: 'xctrace record' ended with \(process.wait()) and saved no trace")
        throw ExitCode.unusableInput
      }
      if !quiet { tell("recorded \(output); now: whyredraw \(output)") }
      return
    }
    try recordLog(tool, arguments)
  }

  /// Everything that would be run, as lines for a shell; what a shell has no word for stands behind `#`.
  private func dryRun(_ plan: RecordingPlan) -> String {
    if from == .instruments { return plan.commandLine(output: output) + "\n" }
    var lines = [plan.commandLine(output: output) + " | gzip > " + RecordingPlan.quoted(output)]
    if !command.isEmpty {
      lines[0] += " &"
      lines.append(command.map(RecordingPlan.quoted).joined(separator: " ") + "   # and then the recording ends")
    }
    if let duration { lines[0] += "   # ends after \(duration) s" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func recordLog(_ tool: String, _ arguments: [String]) throws {
    var recording = try LogRecording(output: output)
    guard let (reader, writer) = try? ChildProcess.pipe() else { throw OutputFile.failure(output, lastSystemError()) }
    defer { try? reader.close() }
    let recorder = try start(tool, arguments, output: .pipe(writer.rawValue))
    try? writer.close()
    let companion = try command.isEmpty ? nil : startCompanion()
    let begin = ContinuousClock.now
    var isStopping = false
    if !quiet { tell("recording to \(output); Ctrl-C ends it, 'whyredraw mark NAME' begins a scenario") }
    while true {
      guard try recording.pass(from: reader.rawValue, milliseconds: 50) else { break }
      let isOver = duration.map { ContinuousClock.now - begin >= .seconds($0) } ?? false
      if !isStopping, isOver || companion?.isRunning == false || !SignalPipe.next().isEmpty {
        isStopping = true
        recorder.send(SIGTERM)
      }
    }
    let end = recorder.wait()
    let endOfCompanion = companion?.wait() ?? 0
    let summary = try recording.finish()
    if !isStopping, end != 0 {
      tell(
        "error: 'log stream' ended by itself with \(end); what it said before is in \(output)")
      throw ExitCode.unusableInput
    }
    if !quiet { tell("recorded \(summary.lines) lines, \(summary.marks) marks; now: whyredraw \(output)") }
    if endOfCompanion != 0 { throw ExitCode(endOfCompanion) }
  }

  private func start(_ tool: String, _ arguments: [String], output: ChildProcess.Output = .inherited) throws
    -> ChildProcess
  {
    do {
      return try ChildProcess(tool, arguments, output: output)
    } catch {
      tell("error: '\(tool)' could not be started: \(error)")
      throw ExitCode.noInput
    }
  }

  private func startCompanion() throws -> ChildProcess {
    guard let path = command[0].contains("/") ? command[0] : TraceBundleExport.find(command[0]) else {
      tell("error: there is no command '\(command[0])'")
      throw ExitCode.noInput
    }
    return try start(path, Array(command.dropFirst()))
  }

  private func wait(for process: ChildProcess) {
    while process.isRunning {
      SignalPipe.wait(milliseconds: 100)
      // Instruments saves what it has when it is interrupted.
      if !SignalPipe.next().isEmpty { process.send(SIGINT) }
    }
  }
}

extension RecordingPlan.Place: ExpressibleByArgument {}

/// The gzip file of a recording, with marks where they were made; it appears under its name when it is complete.
private struct LogRecording {
  struct Summary {
    var lines = 0
    var marks = 0
  }

  private let output: String
  private let file: OutputFile
  private let gzip: GzipWriter
  private let marks: String
  private var marksRead = 0
  private var summary = Summary()
  private var endsLine = true
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(output: String) throws {
    self.output = output
    file = try OutputFile(output)
    guard let gzip = GzipWriter(descriptor: file.descriptor), let marks = try? RunningRecordings.open() else {
      throw OutputFile.failure(output, lastSystemError())
    }
    self.gzip = gzip
    self.marks = marks
  }

  /// Passes on what the recorder says, for at most some time; false when it has nothing more to say.
  mutating func pass(from descriptor: Int32, milliseconds: Int32) throws -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count = -1
    if poll(&request, 1, milliseconds) > 0 {
      count = read(descriptor, &buffer, buffer.count)
      if count > 0 { try put(buffer[..<count]) }
    }
    if endsLine { try putMarks() }
    return count != 0
  }

  /// Marks stand between lines, so they wait for the end of one.
  private mutating func putMarks() throws {
    guard let data = FileManager.default.contents(atPath: marks), data.count > marksRead else { return }
    let fresh = data.dropFirst(marksRead)
    guard let end = fresh.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for name in fresh[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try put(Array("whyredraw mark: ".utf8) + Array(name) + [UInt8(ascii: "\n")])
      summary.lines -= 1
      summary.marks += 1
    }
    marksRead += fresh.distance(from: fresh.startIndex, to: end) + 1
  }

  private mutating func put(_ bytes: some RandomAccessCollection<UInt8>) throws {
    summary.lines += bytes.count { $0 == UInt8(ascii: "\n") }
    endsLine = bytes.last == UInt8(ascii: "\n")
    guard Array(bytes).withUnsafeBytes({ gzip.write($0) }) else {
      let reason = lastSystemError()
      RunningRecordings.close(marks)
      throw OutputFile.failure(output, reason)
    }
  }

  mutating func finish() throws -> Summary {
    RunningRecordings.close(marks)
    guard gzip.finish() else { throw OutputFile.failure(output, lastSystemError()) }
    try file.commit()
    return summary
  }
}

/// `whyredraw mark NAME`: begins a scenario in the recordings that are running.
struct MarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Begin a scenario in the running recordings; without a name, end it.",
    discussion: """
      Example:
        whyredraw record -o session.ndjson.gz &
        whyredraw mark scroll; …; whyredraw mark search; …; kill %1
        whyredraw session.ndjson.gz     # counts 'scroll' and 'search' apart
      """)

  @Argument(help: "The scenario's name.") var name = ""

  func run() throws {
    guard !name.contains(where: \.isNewline) else { throw ValidationError("a name is one line") }
    let count: Int
    do {
      count = try RunningRecordings.mark(name)
    } catch {
      tell("error: the mark could not be written: \(error)")
      throw ExitCode.cannotCreate
    }
    guard count > 0 else {
      tell("error: nothing is being recorded; start with: whyredraw record -o FILE")
      throw ExitCode.noInput
    }
  }
}
