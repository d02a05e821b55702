internal import Vocabulary

/// Finds what cuts a log into scenarios: tests, the user's marks, intervals of the app, lines that an expression names; and which
/// of the tests did not pass.
///
/// A class, because lines, records and rejected records all report to the one that knows which tests are going on.
final class ScenarioReader {
  /// What began and has not ended.
  private struct Span {
    var name: String
    /// Whether it is a test, which has to end; an interval of the app need not.
    var isTest: Bool
    /// What began in it: the scenarios whose numbers depend on how it ends.
    var scenarios: [String]
  }

  /// Gives a line that begins a phase the phase's name, if the user named an expression.
  private let marker: ((String) -> String?)?
  private let emitter: EventEmitter
  private let recogniser: LineRecogniser
  private let notes: ReadingNotes
  private var open: [Span] = []
  private var broken: [String: BrokenTest.Reason] = [:]
  private var brokenOrder: [String] = []
  private var firstBrokenLine: Int?
  private var hasRunFailed = false
  private var times = RunTimes()
  /// Whether tests were seen.
  private(set) var hasTests = false

  /// Nobody gives a test a longer name; those that are open are remembered.
  private static let longestTestName = 4096
  /// More phases no test has.
  private static let mostPhases = 256

  init(marker: ((String) -> String?)?, emitter: EventEmitter, recogniser: LineRecogniser, notes: ReadingNotes) {
    self.marker = marker
    self.emitter = emitter
    self.recogniser = recogniser
    self.notes = notes
  }

  /// Whether lines are held against an expression: then each has to be looked at, and signposts are lines like any other.
  var hasMarker: Bool { marker != nil }

  /// Begins a scenario if the user's expression finds a name in the text.
  func lookForMarker(_ text: ByteSpan) {
    guard let marker else { return }
    if let name = marker(PyMobileDevice.withoutLabel(text, clock: &recogniser.clock).string) { startPhase(name) }
  }

  /// Reads `Test Case '-[AppTests testScroll]' started.` and the like.
  func readTestMarker(_ line: ByteSpan) {
    guard line.count > 0 else { return }
    if line.hasPrefix("Test Suite '") { return times.add(line) }
    guard let marker = XcodeBuild.marker(in: line) else { return }
    hasTests = true
    times.add(line)
    note(marker, isTest: true)
  }

  /// What `whyredraw mark` puts into a recording: a phase begins, or without a name, ends.
  func readMark(_ name: ByteSpan) {
    if name.count > 0 { startPhase(name.string) } else { emitter.endScenario() }
  }

  private func startPhase(_ name: String) {
    belong(name)
    emitter.startScenario(name)
  }

  /// What begins while a test goes on is as whole as that is.
  private func belong(_ name: String) {
    guard let test = open.lastIndex(where: \.isTest), open[test].scenarios.count < Self.mostPhases,
      open[test].scenarios.last != name
    else { return }
    open[test].scenarios.append(name)
  }

  /// Begins or ends a scenario.
  func note(_ marker: XcodeBuild.Marker, isTest: Bool = false) {
    switch marker {
    case .started(let name):
      guard name.utf8.count <= Self.longestTestName else { return }
      if !isTest { belong(name) }
      // Without end are more than may be named.
      if open.count < TraceSymbols.processLimit { open.append(Span(name: name, isTest: isTest, scenarios: [name])) }
      emitter.startScenario(name)
    case .ended(let name, let hasFailed):
      if let index = open.lastIndex(where: { $0.name == name }) {
        let span = open.remove(at: index)
        if hasFailed { note(span, .failed) }
      }
      // Tests of one process may overlap; what follows belongs to the one that started last.
      if let outer = open.last { emitter.startScenario(outer.name) } else { emitter.endScenario() }
    case .runFailed:
      hasRunFailed = true
      if firstBrokenLine == nil { firstBrokenLine = notes.lineNumber }
    case .runnerRestarted:
      for span in open where span.isTest { note(span, .unfinished) }
      open.removeAll()
      emitter.endScenario()
    }
  }

  private func note(_ span: Span, _ reason: BrokenTest.Reason) {
    if firstBrokenLine == nil { firstBrokenLine = notes.lineNumber }
    for scenario in span.scenarios where broken[scenario] == nil && broken.count < TraceSymbols.scenarioLimit {
      broken[scenario] = reason
      brokenOrder.append(scenario)
    }
  }

  /// What is known of the tests at the end of the input, and the issue that says so.
  func finish() -> (broken: [BrokenTest], digest: Int?) {
    for span in open where span.isTest { note(span, .unfinished) }
    open.removeAll()
    var tests = brokenOrder.map { BrokenTest(scenario: $0, reason: broken[$0] ?? .failed) }
    // What failed is told by the tests themselves, where the runner does not keep silent about them.
    if hasRunFailed, tests.isEmpty { tests = [BrokenTest(scenario: nil, reason: .runFailed)] }
    if let remark = BrokenTest.remark(on: tests) {
      notes.issues.add(.info, remark, line: firstBrokenLine, count: tests.count)
    }
    return (tests, times.digest)
  }
}

/// When tests ran and how long, as the runner says: no two runs have that in common.
private struct RunTimes {
  private var hash = Fingerprint.seed
  private var isDated = false
  /// How many bits the durations can tell apart, as far as they differ from run to run.
  private var bits = 0.0

  /// Fewer tell two runs of quick tests apart only by luck.
  private static let leastBits = 12.0
  /// Durations of runs differ by this many milliseconds by themselves.
  private static let share = 0.02

  mutating func add(_ line: ByteSpan) {
    hash = Fingerprint.hash(UnsafeBufferPointer(start: line.start, count: line.count), after: hash)
    hash = Fingerprint.step(hash, 0x0A)
    if line.firstIndex(of: " at 20") != nil { isDated = true }
    guard let end = line.firstIndex(of: " seconds") else { return }
    var start = end
    while start > 0, line[start - 1].isDigit || line[start - 1] == UInt8(ascii: ".") { start -= 1 }
    guard let seconds = Double(line.sub(start, end).string), seconds.isFinite else { return }
    bits += max(0, (seconds * 1000 * Self.share).logarithmOfTwo)
  }

  /// Small enough for a number of the contract file.
  var digest: Int? { isDated || bits >= Self.leastBits ? Int(hash >> 12) : nil }
}

extension Double {
  /// Without the fraction, which is all that it takes; below 1 none.
  fileprivate var logarithmOfTwo: Double { self >= 1 ? Double(exponent) : 0 }
}
