internal import ArgumentParser
internal import Diagnosis
internal import Gate
internal import Reporting
internal import TraceAnalysis
internal import TraceImport

/// The numbers that decide what a regression is, on the command line.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .long,
    help:
      "Named thresholds (default); with advisory nothing fails, required is for a check that has to pass: five runs or more of each build, new and gone views and all evaluations fail."
  )
  var preset: Preset?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("What a view that never varied may gain (0).", valueName: "n"))
  var slack: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The least difference of medians that counts (2).", valueName: "n"))
  var minIncrease: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The least difference in percent that counts (10).", valueName: "percent"))
  var minPercent: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The least difference in robust standard deviations, 1.4826 · MAD (4).", valueName: "n"))
  var deviations: Double?

  /// Beyond these nothing would ever fail, and sums of counts stay far from their limits.
  static let largestCount = 1_000_000_000
  static let largestFactor = 10_000.0

  func validate() throws {
    for (name, value) in [("--slack", slack), ("--min-increase", minIncrease)] {
      if let value, !(0...Self.largestCount).contains(value) {
        throw ValidationError("'\(name)' takes a whole number from 0 to \(Self.largestCount)")
      }
    }
    for (name, value) in [("--min-percent", minPercent), ("--deviations", deviations)] {
      if let value, !(0...Self.largestFactor).contains(value) {
        throw ValidationError("'\(name)' takes a number from 0 to \(Int(Self.largestFactor))")
      }
    }
  }

  /// What is in force: an option before a preset of the command line, and that before the configuration.
  func thresholds(_ configuration: GateConfiguration) -> Thresholds {
    var result = preset?.thresholds ?? configuration.thresholds
    if let slack { result.slack = slack }
    if let minIncrease { result.minimumIncrease = minIncrease }
    if let minPercent { result.minimumPercent = minPercent }
    if let deviations { result.deviations = deviations }
    return result
  }
}

extension Preset: ExpressibleByArgument {}

/// Which numbers are looked at.
struct MetricOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this metric, by default updates, in a baseline all; may be repeated.", valueName: "id"))
  var metric: [Metric] = []

  /// What is compared.
  var compared: Set<Metric> { metric.isEmpty ? [.updates] : Set(metric) }
}

/// Where runs were recorded, on the command line or in the environment.
struct EnvironmentOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The system the runs were recorded on ($WHYREDRAW_OS).", valueName: "name"))
  var os: String?
  @Option(name: .long, help: ArgumentHelp("The device or simulator ($WHYREDRAW_DEVICE).", valueName: "name"))
  var device: String?
  @Option(name: .long, help: ArgumentHelp("The version of Xcode ($WHYREDRAW_XCODE).", valueName: "version"))
  var xcode: String?
  @Option(
    name: .long, help: ArgumentHelp("The build configuration ($WHYREDRAW_BUILD_CONFIGURATION).", valueName: "name"))
  var buildConfiguration: String?

  /// What the options say together with what the inputs say; of a trace's own place options may say it better.
  ///
  /// - Throws: `ExitCode.unusableInput` when they contradict each other, having said where.
  func key(_ read: ReadInputs) throws -> ComparisonKey {
    let key = try key(of: read.inputs).merged(with: recordedPlace(read))
    guard let stored = read.key else { return key }
    for difference in key.differences(from: stored) {
      tell(
        "error: a profile was recorded with \(difference.field.rawValue) '\(difference.other)', not with "
          + "'\(difference.own)'; runs of different places do not belong together")
      throw ExitCode.unusableInput
    }
    return key.merged(with: stored)
  }

  /// Where traces were recorded, without what options say.
  private func recordedPlace(_ read: ReadInputs) throws -> ComparisonKey {
    let given = key(of: read.inputs)
    guard let first = read.places.first else { return ComparisonKey() }
    for other in read.places.dropFirst() {
      for difference in first.key.differences(from: other.key) where given.fields[difference.field] == nil {
        tell(
          "error: \(first.input) was recorded with \(difference.field.rawValue) '\(difference.own)', \(other.input) with "
            + "'\(difference.other)'; runs of different places do not belong together, or name the place with "
            + "'--\(difference.field.rawValue)'")
        throw ExitCode.unusableInput
      }
    }
    return first.key
  }

  private func key(of inputs: [RedrawReport.Input]) -> ComparisonKey {
    let formats = Set(inputs.compactMap(\.format))
    let capture = formats.isEmpty ? nil : formats == ["instruments"] ? "instruments" : "log"
    return ComparisonKey(
      [
        ComparisonKey.Field.capture: formats.contains("instruments") && formats.count > 1 ? "mixed" : capture,
        .os: os ?? environment("WHYREDRAW_OS"), .device: device ?? environment("WHYREDRAW_DEVICE"),
        .xcode: xcode ?? environment("WHYREDRAW_XCODE"),
        .configuration: buildConfiguration ?? environment("WHYREDRAW_BUILD_CONFIGURATION"),
      ].compactMapValues(\.self))
  }
}

/// Runs that were read, as the gate wants them.
struct MeasuredInputs {
  var measurements: Measurements
  var inputs: [RedrawReport.Input]
  var losses: [Gate.Loss]
  var read: ReadInputs
  /// All views of the runs, also those that are not measured.
  var views: [RedrawSummary.ViewID] = []
  /// Whether another process was asked for than those that the runs are of.
  private(set) var leavesAllOut = false
  /// Whether only some views were asked for.
  private var isNarrow = false

  /// - Parameters:
  ///   - selection: The views that are measured.
  ///   - sources: To say what is avoidable; `nil` leaves that out.
  ///   - others: What is read besides, in another role.
  init(
    _ options: InputOptions, _ environment: EnvironmentOptions, _ selection: ViewSelection,
    sources: LinkedSources? = nil, besides others: OtherCaptures = .none
  ) throws {
    isNarrow = selection.isNarrow
    read = try options.read(besides: others)
    inputs = read.inputs
    let key = try environment.key(read)
    var seen: Set<RedrawSummary.ViewID> = []
    measurements = Measurements(read.profile, key: key) { run in
      sources?.diagnose(run).views.mapValues(\.avoidable) ?? [:]
    } includes: {
      seen.insert($0)
      return selection.isListed($0)
    }
    views = Array(seen)
    if let process = options.process, views.isEmpty, !read.processes.isEmpty {
      tell(
        "error: '--process \(process)' leaves out all that the inputs hold"
          + Offer.suffix(process, among: read.processes))
      leavesAllOut = true
    }
    losses = read.inputs.flatMap { input in
      input.issues.compactMap { issue -> Gate.Loss? in
        let place = issue.line.map { " (line \($0))" } ?? ""
        return switch issue.severity {
        case .info: nil
        case .dataLoss: Gate.Loss(input: input.path, message: issue.message + place, count: issue.count)
        case .error: Gate.Loss(input: input.path, message: issue.message + place, count: nil)
        }
      }
    }
  }

  /// Says which views there are, where a budget is for none of them.
  func tellUnmatchedBudgets(of gate: Gate) {
    let names = Set(measurements.views.map(\.view))
    for budget in gate.unmatchedBudgets(measurements) where !names.isEmpty {
      tell("warning: \(budget.message)" + Offer.suffix(budget.view, among: names))
    }
  }

  /// The input that a run was read from, where each input is a run; else its number. Runs count from 1 on.
  ///
  /// - Parameter namesScenario: Whether a run of several scenarios is told with the one that is meant.
  func name(ofRun run: Int, in scenario: String?, namesScenario: Bool = true) -> String {
    let held = inputs.filter { $0.events > 0 }
    let place = scenario.map { namesScenario ? " of '\($0)'" : "" } ?? ""
    if held.count == measurements.milliseconds[scenario]?.count ?? 0, run <= held.count {
      return held[run - 1].path + (measurements.scenarios.count == 1 ? "" : place)
    }
    return "run \(run)" + place
  }

  /// Runs of tests that did not pass, a sentence each: `run-3.log: the test 'A/b' failed`.
  var brokenRuns: [String] {
    var seen: Set<String> = []
    return measurements.brokenTests.sorted { ($0.key ?? "") < ($1.key ?? "") }.flatMap { scenario, reasons in
      reasons.enumerated().compactMap { run, reason -> String? in
        guard let reason else { return nil }
        let place = name(ofRun: run + 1, in: scenario, namesScenario: false)
        return "\(place): \(BrokenTest(scenario: scenario, reason: reason).told())"
      }
    }.filter { seen.insert($0).inserted }
  }

  /// What is to be said where runs hold several processes, whose counts are added up; `nil` where they do not.
  var severalProcesses: String? {
    let most = read.profile.runs.map { Set($0.parts.map(\.process)) }.max { $0.count < $1.count } ?? []
    guard most.count > 1 else { return nil }
    let names = most.map(Wording.process).sorted()
    let more = names.count > 3 ? " and \(Wording.number(names.count - 3)) more" : ""
    return "a run holds \(Wording.number(most.count)) processes, whose numbers are added up: "
      + "\(names.prefix(3).joined(separator: ", "))\(more); '--process' chooses one"
  }

  /// How many views of the runs were not asked for; `nil` for none.
  var leftOut: String? {
    let measured = Set(measurements.views.map(\.view))
    let others = Set(views.filter { !$0.isOfFramework }.map(\.name)).subtracting(measured)
    return isNarrow && !others.isEmpty
      ? "\(Wording.count(others.count, "view")) of the runs \(others.count == 1 ? "was" : "were") not asked for and not judged"
      : nil
  }

  /// Inputs that are nothing but redraw-free text lower no median, and are no run either.
  var emptyInputs: [String] { inputs.filter { $0.events == 0 && $0.issues.isEmpty }.map(\.path) }
}

extension InputOptions {
  /// The same options for other inputs; `NAME=INPUT` where NAME is a scenario of these.
  func withInputs(_ arguments: [String]) -> InputOptions {
    var copy = self
    let names = Set(scenario.compactMap { $0.split(separator: "=", maxSplits: 1).first.map(String.init) })
    let isNamed = { (argument: String) in
      argument.firstIndex(of: "=").map { names.contains(String(argument[..<$0])) } ?? false
    }
    copy.inputs = arguments.filter { !isNamed($0) }
    copy.scenario = arguments.filter(isNamed)
    return copy
  }
}
