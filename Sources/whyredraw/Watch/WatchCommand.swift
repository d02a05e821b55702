internal import ArgumentParser
internal import Platform
internal import Reporting
internal import TraceAnalysis
internal import TraceImport

/// `whyredraw watch INPUT`: shows what redraws while it happens, and ends with the report of `analyze`.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow a growing log, a folder of them, or a pipe, with a live table in the terminal.",
    discussion: """
      Ends with 'q' or Ctrl-C, with the pipe, or as --duration and --until-idle say, and then prints the report that \
      'analyze' prints of the same bytes. A file may be rotated or truncated meanwhile. Without a terminal on standard \
      output, one line per interval goes to standard error.

      Examples:
        xcrun simctl spawn booted log stream --style ndjson --level info \\
          --predicate 'category == "Changed Body Properties"' | whyredraw watch -
        whyredraw watch app.log --output json=redraws.json
        whyredraw watch captures/ --until-idle 10 --duration 300 > report.txt
      """)

  @OptionGroup var analysis: AnalyzeCommand

  @Option(help: ArgumentHelp("Seconds from one look to the next.", valueName: "seconds")) var interval = 1.0
  @Option(
    help: ArgumentHelp(
      "End after this time; by default at 'q', Ctrl-C, or the end of the pipe.", valueName: "seconds"))
  var duration: Double?
  @Option(
    help: ArgumentHelp(
      "End when nothing was evaluated for this long, after the first evaluation; by default never.",
      valueName: "seconds"))
  var untilIdle: Double?
  @Flag(help: "Lines instead of the table, also in a terminal.") var lines = false

  func validate() throws {
    for (name, value) in [("interval", interval), ("duration", duration ?? 1), ("until-idle", untilIdle ?? 1)]
    where !(value >= 0.05 && value <= 1e7) {
      throw ValidationError("'--\(name)' takes seconds from 0.05 on")
    }
  }

  func run() throws {
    defer { BundleExports.removeFiles() }
    let targets = try analysis.output.targets()
    let linked = try analysis.loadSources()?.wait()
    let signals = [SIGINT, SIGTERM, SIGWINCH]
    SignalPipe.catchSignals(signals)
    let inputs = try LiveInputs(analysis.input)
    var session = WatchSession(command: self, inputs: inputs, sources: linked)
    if !lines, let terminal = ScreenTerminal() {
      session.watch(on: terminal)
      terminal.leave()
    } else {
      session.watchAsLines()
    }
    // From here on a second Ctrl-C ends the program at once.
    SignalPipe.giveBack(signals)
    try analysis.report(inputs.finish(), linked, to: targets)
  }
}

/// The inputs of `watch`: a file, a pipe, or the files of a folder, also those that appear in it later.
final class LiveInputs {
  /// Each has three threads and a few megabytes of buffers.
  private static let mostInputs = 12

  private(set) var inputs: [LiveInput] = []
  private let options: InputOptions
  private let profileOptions: ProfileOptions
  private let folders: [String]
  /// The paths of files, as the system has them.
  private var known: Set<[CChar]> = []
  private var failures: [InputFailure]
  private var leftOut = 0

  /// - Throws: `ExitCode.noInput` when there is nothing to follow, having said why.
  init(_ options: InputOptions) throws {
    self.options = options
    profileOptions = try options.profileOptions()
    let folders = options.inputs.filter(InputFiles.isFolder)
    self.folders = folders
    let (files, failures) = options.files()
    // An empty folder is one that will be filled.
    self.failures = failures.filter { failure in !folders.contains(failure.name) || failure.isMissing }
    for file in files { try add(file) }
    if inputs.isEmpty, folders.isEmpty {
      _ = options.sum([], self.failures)
      throw ExitCode.noInput
    }
  }

  var name: String { (options.inputs + options.scenario).joined(separator: " ") }

  private func add(_ file: InputFile) throws {
    let path = file.systemPath ?? (file.path ?? "-").utf8.map(CChar.init(bitPattern:))
    guard known.insert(path).inserted else { return }
    guard inputs.count < Self.mostInputs else {
      leftOut += 1
      return
    }
    do {
      inputs.append(try LiveInput(file, options: options, profileOptions: profileOptions))
    } catch {
      failures.append(InputFailure(name: file.name, message: "cannot be opened: \(error)", isMissing: true))
    }
  }

  /// Looks for files that are new in the folders.
  func lookForFiles() {
    for folder in folders {
      guard case .success(let files) = InputFiles.resolve(folder, scenario: nil) else { continue }
      for file in files { try? add(file) }
    }
  }

  var summary: RedrawSummary { RedrawSummary(TraceProfile(runs: inputs.map { $0.snapshot() })) }
  var bytes: Int { inputs.reduce(0) { $0 + $1.source.current.bytes } }
  var backlog: Int { inputs.reduce(0) { $0 + $1.source.backlog } }
  var hasEnded: Bool { folders.isEmpty && inputs.allSatisfy { $0.source.current.hasEnded } }

  /// What happened to the files, for the person who watches.
  var note: String {
    let rotations = inputs.reduce(0) { $0 + $1.source.current.rotations }
    let truncations = inputs.reduce(0) { $0 + $1.source.current.truncations }
    return [
      rotations > 0 ? "rotated \(rotations) times" : "", truncations > 0 ? "truncated \(truncations) times" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Ends all inputs after what they hold by now, and gives what `analyze` would read.
  func finish() -> ReadInputs {
    for input in inputs { input.source.stop() }
    if leftOut > 0 {
      tell("warning: \(leftOut) more files in folders were not followed; 'watch' follows \(Self.mostInputs) at once")
    }
    var readings: [InputReading] = []
    for input in inOrder {
      while true {
        if let reading = input.finished {
          readings.append(reading)
          break
        }
        usleep(2000)
      }
    }
    joinRecordings(&readings)
    RepeatedCaptures.mark(&readings)
    return options.sum(readings, failures)
  }

  /// The inputs as `analyze` would find them now: in the order of the arguments, files of a folder by name.
  private var inOrder: [LiveInput] {
    func folder(of input: LiveInput) -> String? {
      input.file.isFromFolder ? folders.first { input.file.name.hasPrefix($0) } : nil
    }
    let places = inputs.enumerated().map { index, input in
      (
        folder(of: input).flatMap { own in inputs.firstIndex { folder(of: $0) == own } } ?? index,
        input.file.isFromFolder ? input.file.name : ""
      )
    }
    return inputs.indices.sorted { (places[$0].0, places[$0].1, $0) < (places[$1].0, places[$1].1, $1) }.map {
      inputs[$0]
    }
  }

  /// Reads tables of one recording once more, together, as `analyze` reads them: which they are is known at the end only.
  private func joinRecordings(_ readings: inout [InputReading]) {
    let exports = readings.indices.filter {
      readings[$0].summary?.format == TraceFormat.instruments.id && readings[$0].file.path != nil
    }
    let recordings = options.recordings(exports.map { readings[$0].file })
    for run in recordings.runs where run.count > 1 {
      let joined = options.read(run, of: recordings, profileOptions, ProgressLine(isShown: false, total: 0))
      for (index, reading) in zip(run, joined) { readings[exports[index]] = reading }
    }
  }

  /// The report of what has been read so far.
  var soFar: ReadInputs {
    var read = ReadInputs()
    for input in inputs {
      let run = input.snapshot()
      read.profile = read.profile.merged(with: TraceProfile(runs: [run]))
      var summary = input.finished?.summary ?? InputSummary()
      summary.bytes = input.source.current.bytes
      read.inputs.append(RedrawReport.Input(path: input.file.name, summary: summary))
    }
    return read
  }
}
