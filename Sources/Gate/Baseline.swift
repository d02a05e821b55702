internal import Vocabulary

/// The redraw contract file: the numbers of all runs as text, made for review and for merges.
///
///     # whyredraw redraws 1
///     # Written by 'whyredraw baseline'. One line per scenario, view and metric: the numbers of all runs.
///     # Lines: 10
///     @body RecipeList 5c1f0a4be2d93377
///     @causes RecipeList _expandedID _query
///     @capture log
///     @digests scroll 81201723 1902837 771823
///     @os iOS\s26.1
///     @milliseconds scroll 8010 8002 8007
///     @pauses scroll 1208 1216 1200
///     scroll RecipeList blastRadius(_query) 840 840 840
///     scroll RecipeList updates 8 8 9
///     scroll Recipes::Row updates 3 - 4
///
/// Lines below the head are sorted by their bytes. `# Lines:` counts them, so that a file which was cut off is refused; files of earlier
/// versions have no such line. `@causes` names what a view was evaluated for in any run, by which a view is known again
/// under another name; `-` stands for nothing but '@self'. `@digests` tells the captures of
/// the runs apart from others, where a test log says when its tests ran. `@pauses` is the longest time of each run, in milliseconds, in which nothing was evaluated. `-` as the scenario stands for none, as a number for a run without the view. A module
/// stands before `::`. In names a space is `\s`, a backslash `\\`, an empty name `\e`, and what is invisible or would be
/// syntax `\u{7C}`.
package struct Baseline: Sendable, Hashable {
  package static let version = 1
  /// Numbers beyond this are no counts.
  package static let largestNumber = 1 << 53

  private static let header = "# whyredraw redraws"
  private static let count = "# Lines:"

  package var measurements: Measurements
  /// Where each series stands in the file, 1-based; empty for a baseline that was not read.
  package private(set) var lines: [Unit: Int] = [:]
  /// Views whose rates the file has in whole numbers only.
  private var roundedRates: [ViewUnit] = []

  /// The fingerprint of each view's body, by its name; only where sources were given.
  package private(set) var bodies: [String: String] = [:]

  /// - Parameter bodies: Fingerprints by the views' names; those of views that were not measured are left out.
  package init(_ measurements: Measurements, bodies: [String: String] = [:]) {
    self.measurements = measurements
    if !bodies.isEmpty {
      let names = Set(measurements.views.map { Renames.plainName($0.view) })
      self.bodies = bodies.filter { names.contains($0.key) }
    }
  }

  /// Only some views.
  package func only(_ isIncluded: (ViewUnit) -> Bool) -> Baseline {
    var result = self
    result.measurements.series = measurements.series.filter { isIncluded($0.key.view) }
    return result
  }

  /// What is wrong with the text, and where.
  package struct Malformed: Error, Sendable, Hashable, CustomStringConvertible {
    /// 1-based.
    package var line: Int
    package var message: String
    package var description: String { "\(line): \(message)" }
  }

  /// The file, with a newline at its end.
  package var text: String {
    var lines: [String] = measurements.key.fields.map { "@\($0.key.rawValue) \(BaselineName.escape($0.value))" }
    for (view, body) in bodies { lines.append("@body \(BaselineName.escape(view)) \(BaselineName.escape(body))") }
    for (view, causes) in measurements.causes {
      let names = causes.isEmpty ? ["-"] : causes.sorted().map { BaselineName.escape($0, isFirst: true) }
      lines.append("@causes \(BaselineName.escape(view)) \(names.joined(separator: " "))")
    }
    let times = [
      ("@milliseconds", measurements.milliseconds), ("@pauses", measurements.pauses),
      ("@digests", measurements.digests),
    ]
    for (name, all) in times {
      for (scenario, series) in all where series.contains(where: { $0 != nil }) {
        lines.append("\(name) \(BaselineName.scenario(scenario)) \(Self.numbers(series))")
      }
    }
    for (unit, series) in measurements.series {
      let module = unit.view.module.map { BaselineName.escape($0) + "::" } ?? ""
      let cause = unit.cause.map { "(\(BaselineName.escape($0)))" } ?? ""
      lines.append(
        "\(BaselineName.scenario(unit.view.scenario)) \(module)\(BaselineName.escape(unit.view.view)) "
          + "\(unit.metric.rawValue)\(cause) \(Self.numbers(series, unit.metric.scale))")
    }
    let header = [
      "\(Self.header) \(Self.version)",
      "# Written by 'whyredraw baseline'. One line per scenario, view and metric: the numbers of all runs.",
      "\(Self.count) \(lines.count)",
    ]
    let sorted = lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return (header + sorted).joined(separator: "\n") + "\n"
  }

  /// Reads a file.
  ///
  /// - Throws: `Malformed` for the first line that is wrong.
  package init(parsing text: String) throws(Malformed) {
    measurements = Measurements()
    var first = true
    var wanted: (count: Int, line: Int)?
    var held = 0
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let number = index + 1
      if first {
        try Self.checkHeader(line, number)
        first = false
      } else if line.hasPrefix("<<<<<<<") || line.hasPrefix("=======") || line.hasPrefix(">>>>>>>") {
        throw Malformed(
          line: number, message: "a merge conflict is not resolved; keep one side, or write the file anew")
      } else if line.hasPrefix("@") {
        try readProperty(line.split(separator: " ").map(String.init), number)
        held += 1
      } else if line.hasPrefix(Self.count) {
        guard let count = Int(line.dropFirst(Self.count.count).drop { $0 == " " }) else {
          throw Malformed(line: number, message: "'\(Self.count)' needs the number of lines below the head")
        }
        wanted = (count, number)
      } else if !line.hasPrefix("#"), !line.isEmpty {
        try readSeries(line.split(separator: " ").map(String.init), number)
        held += 1
      }
    }
    for view in roundedRates {
      if let rates = measurements.rates(of: view) { measurements.series[Unit(view, .perSecond)] = rates }
    }
    roundedRates = []
    // More of them are what a merge makes of two files; fewer are lost.
    if let wanted, held < wanted.count {
      throw Malformed(
        line: wanted.line,
        message:
          "the baseline has \(grouped(held)) of its \(grouped(wanted.count)) lines: it was cut off, or a merge lost some; restore "
          + "it, write it anew with 'whyredraw baseline RUN… -o FILE', or correct this number if lines were taken out on purpose"
      )
    }
    if measurements.series.isEmpty {
      throw Malformed(line: 1, message: "the baseline holds no views; write it anew with 'whyredraw baseline'")
    }
  }

  private static func checkHeader(_ line: Substring, _ number: Int) throws(Malformed) {
    guard line.hasPrefix(header + " ") else {
      throw Malformed(
        line: number, message: "this is no baseline of whyredraw; write one with 'whyredraw baseline RUN… -o FILE'")
    }
    let version = line.dropFirst(header.count + 1)
    guard version == "\(Self.version)" else {
      throw Malformed(
        line: number,
        message: "the baseline has version '\(version)', and this whyredraw reads \(Self.version); write it anew")
    }
  }

  private mutating func readProperty(_ fields: [String], _ line: Int) throws(Malformed) {
    let name = String((fields.first ?? "").dropFirst())
    if name == "milliseconds" { return try readTimes(fields, line, into: \.milliseconds) }
    if name == "pauses" { return try readTimes(fields, line, into: \.pauses) }
    if name == "digests" { return try readTimes(fields, line, into: \.digests) }
    if name == "body" {
      guard fields.count == 3 else { throw Malformed(line: line, message: "'@body' needs a view and a fingerprint") }
      let view = try BaselineName.unescape(fields[1], line)
      guard bodies.updateValue(try BaselineName.unescape(fields[2], line), forKey: view) == nil else {
        throw Malformed(line: line, message: "the body of '\(view)' is given twice; keep one line")
      }
      return
    }
    if name == "causes" {
      guard fields.count > 2 else { throw Malformed(line: line, message: "'@causes' needs a view and causes, or '-'") }
      let view = try BaselineName.unescape(fields[1], line)
      var causes: Set<String> = []
      if fields[2...] != ["-"] { for field in fields[2...] { causes.insert(try BaselineName.unescape(field, line)) } }
      guard measurements.causes.updateValue(causes, forKey: view) == nil else {
        throw Malformed(line: line, message: "the causes of '\(view)' are given twice; keep one line")
      }
      return
    }
    guard let field = ComparisonKey.Field(rawValue: name) else {
      let known = ComparisonKey.Field.allCases.map { "@" + $0.rawValue }.joined(separator: ", ")
      throw Malformed(
        line: line,
        message: "unknown property '@\(name)'; known are \(known), @body, @causes, @digests, @milliseconds, @pauses")
    }
    guard fields.count == 2 else { throw Malformed(line: line, message: "'@\(name)' needs one value") }
    guard measurements.key.fields[field] == nil else {
      throw Malformed(line: line, message: "'@\(name)' is given twice; runs of different places do not belong together")
    }
    measurements.key.fields[field] = try BaselineName.unescape(fields[1], line)
  }

  /// Milliseconds or digests of each run, per scenario.
  private mutating func readTimes(
    _ fields: [String], _ line: Int, into times: WritableKeyPath<Measurements, [String?: Measurements.Series]>
  ) throws(Malformed) {
    guard fields.count > 2 else {
      throw Malformed(line: line, message: "'\(fields.first ?? "")' needs a scenario and numbers")
    }
    let scenario = try Self.scenario(fields[1], line)
    guard measurements[keyPath: times][scenario] == nil else {
      throw Malformed(line: line, message: "the scenario is given twice; write the file anew")
    }
    measurements[keyPath: times][scenario] = try Self.series(fields[2...], line)
  }

  private mutating func readSeries(_ fields: [String], _ line: Int) throws(Malformed) {
    guard fields.count > 3 else {
      throw Malformed(
        line: line, message: "expected scenario, view, metric and at least one number, separated by spaces")
    }
    var view = ViewUnit(view: fields[1])
    view.scenario = try Self.scenario(fields[0], line)
    if let range = fields[1].firstRange(of: "::") {
      view.module = try BaselineName.unescape(String(fields[1][..<range.lowerBound]), line)
      view.view = String(fields[1][range.upperBound...])
    }
    view.view = try BaselineName.unescape(view.view, line)
    let metricText = fields[2].prefix { $0 != "(" }
    guard let metric = Metric(rawValue: String(metricText)) else {
      let known = Metric.allCases.map(\.rawValue).joined(separator: ", ")
      throw Malformed(line: line, message: "unknown metric '\(metricText)'; known are \(known)")
    }
    var unit = Unit(view, metric)
    if metricText.count < fields[2].count {
      guard fields[2].hasSuffix(")") else { throw Malformed(line: line, message: "the cause has no ')' at its end") }
      unit.cause = try BaselineName.unescape(String(fields[2].dropFirst(metricText.count + 1).dropLast()), line)
    }
    guard measurements.series[unit] == nil else {
      throw Malformed(line: line, message: "view and metric are given twice in the scenario; keep one line")
    }
    let series = try Self.series(fields[3...], line, metric.scale)
    // Files of earlier versions have rates rounded to whole numbers; what those were made of is in them, too.
    if metric.scale > 1, !fields[3...].contains(where: { $0.contains(".") }) { roundedRates.append(view) }
    guard series.contains(where: { $0 != nil }) else {
      throw Malformed(line: line, message: "the line has no number; the view appears in no run")
    }
    measurements.series[unit] = series
    lines[unit] = line
  }

  private static func series(
    _ fields: ArraySlice<String>, _ line: Int, _ scale: Int = 1
  ) throws(Malformed) -> [Int?] {
    var result: [Int?] = []
    for field in fields {
      if field == "-" {
        result.append(nil)
      } else if scale > 1 {
        guard let value = parts(field, of: scale) else {
          throw Malformed(line: line, message: "'\(field)' is no rate; expected a number such as 0.729, or '-'")
        }
        result.append(value)
      } else if let value = Int(field), value >= 0, value <= largestNumber, field.first != "+" {
        result.append(value)
      } else {
        throw Malformed(line: line, message: "'\(field)' is no count; expected whole numbers from 0 on, or '-'")
      }
    }
    return result
  }

  /// - Parameter scale: Into how many parts the numbers divide one; such numbers always have a point.
  private static func numbers(_ series: [Int?], _ scale: Int = 1) -> String {
    series.map { value in
      guard let value else { return "-" }
      return scale == 1 ? "\(value)" : "\(value / scale).\(String(value % scale + scale).dropFirst())"
    }.joined(separator: " ")
  }

  /// `0.729` in thousandths; `nil` for what is no such number.
  private static func parts(_ text: String, of scale: Int) -> Int? {
    let halves = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let places = String(scale).count - 1
    let fraction = halves.count == 2 ? String(halves[1]) : ""
    guard halves.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }), fraction.count <= places,
      let whole = Int(halves[0]), whole <= largestNumber / scale,
      let rest = Int("0" + fraction + String(repeating: "0", count: places - fraction.count))
    else { return nil }
    return whole * scale + rest
  }

  private static func scenario(_ text: String, _ line: Int) throws(Malformed) -> String? {
    text == "-" ? nil : try BaselineName.unescape(text, line)
  }
}

/// Names in the contract file: one word, whatever the trace holds.
enum BaselineName {
  static func scenario(_ name: String?) -> String { name.map { escape($0, isFirst: true) } ?? "-" }

  /// - Parameter isFirst: whether the word begins a line, where some characters mean something.
  static func escape(_ name: String, isFirst: Bool = false) -> String {
    if name.isEmpty { return "\\e" }
    var result = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      switch scalar {
      case " ": result += "\\s"
      case "\\": result += "\\\\"
      case "|", ":", "(", ")": result += codePoint(scalar)
      case "-", "@", "#", "=", "<", ">": result += index == 0 && isFirst ? codePoint(scalar) : String(scalar)
      default: result += isVisible(scalar) ? String(scalar) : codePoint(scalar)
      }
    }
    return result
  }

  static func unescape(_ text: String, _ line: Int) throws(Baseline.Malformed) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "s": result.append(" ")
      case "\\": result.append("\\")
      case "e": break
      case "u":
        guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
          let value = UInt32(String(rest[..<end]), radix: 16), let decoded = Unicode.Scalar(value)
        else { fallthrough }
        result.append(decoded)
        rest = rest[rest.index(after: end)...]
      default:
        throw Baseline.Malformed(
          line: line, message: "'\(text)' has an escape that is none; use \\s, \\\\, \\e or \\u{…}")
      }
    }
    return String(result)
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate, .unassigned, .privateUse:
      false
    // A mark changes what stands before it, and equal text may be encoded in several ways.
    case .nonspacingMark, .enclosingMark, .spacingMark: false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
