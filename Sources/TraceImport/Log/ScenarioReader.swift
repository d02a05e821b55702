/// Finds what cuts a log into scenarios: tests, the user's marks, intervals of the app, lines that an expression names.
///
/// A class, because lines, records and rejected records all report to the one that knows which tests are going on.
final class ScenarioReader {
  /// Gives a line that begins a phase the phase's name, if the user named an expression.
  private let marker: ((String) -> String?)?
  private let emitter: EventEmitter
  private let recogniser: LineRecogniser
  private var openTests: [String] = []
  /// Whether tests were seen.
  private(set) var hasTests = false

  /// Nobody gives a test a longer name; those that are open are remembered.
  private static let longestTestName = 4096

  init(marker: ((String) -> String?)?, emitter: EventEmitter, recogniser: LineRecogniser) {
    self.marker = marker
    self.emitter = emitter
    self.recogniser = recogniser
  }

  /// Whether lines are held against an expression: then each has to be looked at, and signposts are lines like any other.
  var hasMarker: Bool { marker != nil }

  /// Begins a scenario if the user's expression finds a name in the text.
  func lookForMarker(_ text: ByteSpan) {
    guard let marker else { return }
    if let name = marker(PyMobileDevice.withoutLabel(text, clock: &recogniser.clock).string) {
      emitter.startScenario(name)
    }
  }

  /// Reads `Test Case '-[AppTests testScroll]' started.` and the like.
  func readTestMarker(_ line: ByteSpan) {
    guard line.count > 0, let marker = XcodeBuild.marker(in: line) else { return }
    hasTests = true
    note(marker)
  }

  /// What `whyredraw mark` puts into a recording: a phase begins, or without a name, ends.
  func readMark(_ name: ByteSpan) {
    if name.count > 0 { emitter.startScenario(name.string) } else { emitter.endScenario() }
  }

  /// Begins or ends a scenario.
  func note(_ marker: XcodeBuild.Marker) {
    guard marker.name.utf8.count <= Self.longestTestName else { return }
    switch marker {
    case .started(let name):
      // Without end are more than may be named.
      if openTests.count < TraceSymbols.processLimit { openTests.append(name) }
      emitter.startScenario(name)
    case .ended(let name):
      if let index = openTests.lastIndex(of: name) { openTests.remove(at: index) }
      // Tests of one process may overlap; what follows belongs to the one that started last.
      if let outer = openTests.last { emitter.startScenario(outer) } else { emitter.endScenario() }
    }
  }
}
