/// Logs of `xcodebuild test`, `swift test` and what fastlane or a build service keeps of them: the app's standard output
/// between the lines of the test runner.
///
///     Test Case '-[AppUITests.FeedTests testScroll]' started.
///     FeedRow: @self changed.
///     Test Case '-[AppUITests.FeedTests testScroll]' passed (0.163 seconds).
///     ◇ Test scrollsWithoutRedraws() started.
///
/// Each test is a scenario of its own. XCTest's `Test Suite` lines and swift-testing's `Suite` lines only group.
///
/// - Source: XCTest's `XCTestLog`, swift-testing's `Event.HumanReadableOutputRecorder`.
enum XcodeBuild: Layout {
  static let format = TraceFormat(id: "xcodebuild", title: "test log of xcodebuild or swift test")

  enum Marker: Equatable {
    case started(String)
    case ended(String, hasFailed: Bool = false)
    /// The whole run failed, whichever test it was.
    case runFailed
    /// The runner is gone, and with it what was going on; further tests follow.
    case runnerRestarted
  }

  /// Reads a line that begins or ends a test, or tells of the whole run.
  static func marker(in line: ByteSpan) -> Marker? {
    if line.hasPrefix("** TEST "), line.hasSuffix("FAILED **") { return .runFailed }
    if line.hasPrefix("Restarting after unexpected exit, crash, or test timeout") { return .runnerRestarted }
    if let open = line.firstIndex(of: "Test Case '"), open <= 64 { return xcTest(line.from(open + 11)) }
    return swiftTesting(line)
  }

  /// `-[Module.Class test]' started.` on Apple's systems, `Class.test' started at …` elsewhere.
  private static func xcTest(_ text: ByteSpan) -> Marker? {
    guard let quote = text.firstIndex(of: UInt8(ascii: "'")) else { return nil }
    let name = name(ofXCTest: text.sub(0, quote))
    let rest = text.from(quote + 1)
    if rest.hasPrefix(" started") { return .started(name) }
    if rest.hasPrefix(" failed") { return .ended(name, hasFailed: true) }
    return rest.hasPrefix(" passed") || rest.hasPrefix(" skipped") ? .ended(name) : nil
  }

  /// As `xcodebuild -only-testing` and `swift test --filter` write it: `Module.Class/test`.
  private static func name(ofXCTest text: ByteSpan) -> String {
    if text.hasPrefix("-["), text.hasSuffix("]"), let blank = text.firstIndex(of: 0x20) {
      return text.sub(2, blank).string + "/" + text.sub(blank + 1, text.count - 1).string
    }
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")) else { return text.string }
    return text.sub(0, dot).string + "/" + text.from(dot + 1).string
  }

  /// `◇ Test name() started.`, `✔ Test "shown name" passed after 0.001 seconds.`; the symbols differ between systems.
  private static func swiftTesting(_ line: ByteSpan) -> Marker? {
    guard let start = line.firstIndex(of: "Test "), start <= 12, hasSymbol(line.sub(0, start)) else { return nil }
    let text = line.from(start + 5)
    if text.hasPrefix("run ") { return text.firstIndex(of: " failed after ") == nil ? nil : .runFailed }
    if text.hasPrefix("case ") { return nil }
    func name(upTo end: Int) -> String {
      let name = withoutCases(text.sub(0, end))
      let isQuoted = name.count >= 2 && name[0] == 0x22 && name[name.count - 1] == 0x22
      return (isQuoted ? name.sub(1, name.count - 1) : name).string
    }
    if text.hasSuffix(" started.") { return .started(name(upTo: text.count - 9)) }
    if let end = text.firstIndex(of: " failed after ") { return .ended(name(upTo: end), hasFailed: true) }
    for ending: StaticString in [" passed after ", " skipped", " was cancelled"] {
      if let end = text.firstIndex(of: ending) { return .ended(name(upTo: end)) }
    }
    return nil
  }

  /// A test with arguments ends as `name(of:) with 3 test cases`, and starts without these words.
  private static func withoutCases(_ name: ByteSpan) -> ByteSpan {
    guard name.hasSuffix(" test cases") || name.hasSuffix(" test case") else { return name }
    var digits = name.count - (name.hasSuffix("s") ? 11 : 10)
    let end = digits
    while digits > 0, name[digits - 1].isDigit { digits -= 1 }
    guard digits < end, digits >= 6, name.sub(digits - 6, digits).hasPrefix(" with ") else { return name }
    return name.sub(0, digits - 6)
  }

  /// The runner puts one symbol first; without it, `Test` is a word of a sentence.
  private static func hasSymbol(_ text: ByteSpan) -> Bool {
    let text = text.trimmed
    return text.count > 0 && text[0] >= 0x80 && text.firstIndex(of: 0x20) == nil
  }
}
