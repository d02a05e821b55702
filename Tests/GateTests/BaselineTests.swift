import Gate
import TestSupport
import Testing

@Suite struct BaselineTests {
  private static let hostileNames = [
    "Row", "View<A, B>", "a b", "tab\there", "new\nline", "pipe|d", "back\\slash", "", "-", "@os", "# no comment",
    "<<<<<<<", "=======", "::", "A::B", "(x)", "\u{202E}txet", "e\u{301}", "\u{e9}", "\u{0}", "名前", "👩‍👩‍👧", "\\s",
    "\\u{20}",
    "\r\n", "\u{2028}", "1 2 3",
  ]

  private static func random(_ generator: inout SeededGenerator) -> Measurements {
    var result = Measurements()
    for field in ComparisonKey.Field.allCases where Bool.random(using: &generator) {
      result.key.fields[field] = hostileNames.filter { !$0.isEmpty }.randomElement(using: &generator)
    }
    let runs = Int.random(in: 1...6, using: &generator)
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      let view = ViewUnit(
        scenario: Bool.random(using: &generator) ? nil : hostileNames.randomElement(using: &generator),
        module: Bool.random(using: &generator) ? nil : hostileNames.randomElement(using: &generator),
        view: hostileNames.randomElement(using: &generator) ?? "")
      let metric = Metric.allCases.randomElement(using: &generator) ?? .updates
      let unit = Unit(view, metric, cause: metric == .blastRadius ? hostileNames.randomElement(using: &generator) : nil)
      var series: [Int?] = (0..<runs).map { _ in
        Int.random(in: 0...5, using: &generator) == 0 ? nil : .random(in: 0...90, using: &generator)
      }
      if series.allSatisfy({ $0 == nil }) { series[0] = 1 }
      result.series[unit] = series
      result.milliseconds[view.scenario] = (0..<runs).map { _ in Int.random(in: 0...9000, using: &generator) }
      result.pauses[view.scenario] = (0..<runs).map { _ in Int.random(in: 0...900, using: &generator) }
      result.causes[view.view] = Set(hostileNames.filter { _ in Bool.random(using: &generator) })
    }
    return result
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func whatIsWrittenIsRead(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let measurements = Self.random(&generator)
    let names = measurements.views.map(\.view).filter { !$0.contains("<") && !$0.contains(">") }
    let bodies = Dictionary(names.map { ($0, "\($0.utf8.count)") }) { first, _ in first }
    let text = Baseline(measurements, bodies: bodies).text
    let read = try Baseline(parsing: text)
    #expect(read.measurements == measurements && read.bodies == bodies, "seed \(seed)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.dropFirst(3).dropLast().map { Array($0.utf8) }
        == lines.dropFirst(3).dropLast().map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func gatingARunAgainstItselfPasses(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let measurements = Self.random(&generator)
    for ratchets in [false, true] {
      var gate = Gate(baseline: try Baseline(parsing: Baseline(measurements).text))
      gate.isRatcheting = ratchets
      gate.addedLevel = .error
      gate.metrics = Dictionary(uniqueKeysWithValues: measurements.metrics.map { ($0, .error) })
      gate.thresholds = Preset.allCases.randomElement(using: &generator)?.thresholds ?? Thresholds()
      let verdict = gate.verdict(on: measurements, confirmedBy: measurements)
      #expect(verdict.outcome == .passed, "seed \(seed)")
      #expect(verdict.offenders.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ("", 1, "this is no baseline of whyredraw; write one with 'whyredraw baseline RUN… -o FILE'"),
      ("# whyredraw redraws 2\n", 1, "the baseline has version '2', and this whyredraw reads 1; write it anew"),
      ("# whyredraw redraws 1\n", 1, "the baseline holds no views; write it anew with 'whyredraw baseline'"),
      (
        "# whyredraw redraws 1\n- Row updates 1\n<<<<<<< HEAD\n", 3,
        "a merge conflict is not resolved; keep one side, or write the file anew"
      ),
      (
        "# whyredraw redraws 1\n# Lines: many\n- Row updates 1\n", 2,
        "'# Lines:' needs the number of lines below the head"
      ),
      (
        "# whyredraw redraws 1\n# Lines: 3\n- Row updates 1\n", 2,
        "the baseline has 1 of its 3 lines: it was cut off, or a merge lost some; restore it, write it anew with 'whyredraw baseline RUN… -o FILE', or correct this number if lines were taken out on purpose"
      ),
      (
        "# whyredraw redraws 1\n- Row updates\n", 2,
        "expected scenario, view, metric and at least one number, separated by spaces"
      ),
      ("# whyredraw redraws 1\n- Row updates x\n", 2, "'x' is no count; expected whole numbers from 0 on, or '-'"),
      ("# whyredraw redraws 1\n- Row updates -1\n", 2, "'-1' is no count; expected whole numbers from 0 on, or '-'"),
      (
        "# whyredraw redraws 1\n- Row updates 99999999999999999999\n", 2,
        "'99999999999999999999' is no count; expected whole numbers from 0 on, or '-'"
      ),
      (
        "# whyredraw redraws 1\n- Row perSecond 0.1234\n", 2,
        "'0.1234' is no rate; expected a number such as 0.729, or '-'"
      ),
      ("# whyredraw redraws 1\n- Row updates -\n", 2, "the line has no number; the view appears in no run"),
      (
        "# whyredraw redraws 1\n- Row updates 1\n- Row updates 2\n", 3,
        "view and metric are given twice in the scenario; keep one line"
      ),
      ("# whyredraw redraws 1\n- Row blastRadius(_x 2\n", 2, "the cause has no ')' at its end"),
      (
        "# whyredraw redraws 1\n- R\\xow updates 2\n", 2,
        "'R\\xow' has an escape that is none; use \\s, \\\\, \\e or \\u{…}"
      ),
      (
        "# whyredraw redraws 1\n- Row\\u{ updates 2\n", 2,
        "'Row\\u{' has an escape that is none; use \\s, \\\\, \\e or \\u{…}"
      ),
      (
        "# whyredraw redraws 1\n@os a\n@os b\n", 3,
        "'@os' is given twice; runs of different places do not belong together"
      ),
      (
        "# whyredraw redraws 1\n@phone a\n", 2,
        "unknown property '@phone'; known are @capture, @configuration, @device, @os, @xcode, @body, @causes, @digests, @milliseconds, @pauses"
      ),
      (
        "# whyredraw redraws 1\n- Row redraws 1\n", 2,
        "unknown metric 'redraws'; known are updates, evaluations, initial, recreated, perSecond, perInteraction, blastRadius, avoidable, durationNanoseconds"
      ),
    ] as [(String, Int, String)])
  func whatIsWrongIsNamedWithItsLine(_ text: String, _ line: Int, _ message: String) {
    let error = #expect(throws: Baseline.Malformed.self) { try Baseline(parsing: text) }
    #expect(error?.line == line && error?.message == message, "\(error?.description ?? "")")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func damageNeverTraps(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(Baseline(Self.random(&generator)).text.utf8)
    for round in 0..<100 {
      var damaged = bytes
      damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      if Bool.random(using: &generator) { damaged.removeLast(Int.random(in: 0..<damaged.count, using: &generator)) }
      if let baseline = try? Baseline(parsing: String(decoding: damaged, as: UTF8.self)) {
        _ = Gate(baseline: baseline).verdict(on: baseline.measurements)
        if round < 3 { _ = Calibration(baseline.measurements) }
      }
    }
  }

  /// Cut off at the end of any line, the file is refused; as written by earlier versions, which counted no lines, it is read.
  @Test(arguments: 0..<20 as Range<UInt64>) func aFileThatWasCutOffIsRefused(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let measurements = Self.random(&generator)
    let lines = Baseline(measurements).text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for kept in 3..<lines.count {
      let text = lines.prefix(kept).map { $0 + "\n" }.joined()
      let error = #expect(throws: Baseline.Malformed.self) { try Baseline(parsing: text) }
      guard text.split(separator: "\n").contains(where: { !$0.hasPrefix("#") && !$0.hasPrefix("@") }) else { continue }
      #expect(error?.line == 3 && error?.message.contains("it was cut off, or a merge lost some; restore it") == true)
    }
    let earlier = lines.filter { !$0.hasPrefix("# Lines:") }
    #expect(earlier.count == lines.count - 1)
    #expect(try Baseline(parsing: earlier.joined(separator: "\n")).measurements == measurements)
    // A merge of two files may have more lines than either.
    let more = lines + ["zzz Another updates 1 1 1"]
    #expect(try Baseline(parsing: more.joined(separator: "\n")).measurements.views.contains { $0.view == "Another" })
  }
}
