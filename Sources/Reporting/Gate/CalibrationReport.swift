internal import Gate

/// The ways to print what runs of one build say about the noise.
enum CalibrationText {
  private static let fewViews = 40
  /// Rows of Markdown, so that it fits a comment.
  private static let mostRows = 200

  static func terminal(_ calibration: Calibration, _ options: RenderingOptions) -> String {
    var page = TerminalPage(options)
    page.headline(summary(calibration), .cyan)
    for sentence in advice(calibration) { page.paragraph(sentence, indent: "  ") }
    page.blank()
    var table = TextTable(columns: [
      .init(title: "View", isWhole: true), .init(title: "Class", least: 8),
      .init(title: "Runs", least: 8, isList: true),
      .init(title: "Median", isNumber: true, dispensability: 2), .init(title: "MAD", isNumber: true, dispensability: 2),
      .init(title: "Caught from", isNumber: true),
    ])
    let shown = options.isVerbose ? calibration.entries[...] : calibration.entries.prefix(fewViews)
    table.rows = shown.map { entry in
      [
        Escaping.visible(GateWording.name(entry.unit.view))
          + (entry.unit.metric == .updates ? "" : " " + Escaping.visible(entry.unit.metricText)),
        entry.noise.rawValue, GateWording.runs(entry.runs, entry.unit.metric),
        median(entry.spread.median, entry.unit.metric),
        median(entry.spread.medianDeviation, entry.unit.metric),
        entry.smallestCaught.map { "+\(entry.unit.metric.text($0))" } ?? "never",
      ]
    }
    page.table(table)
    if calibration.entries.count > shown.count {
      page.paragraph("… and \(calibration.entries.count - shown.count) more", indent: "  ")
    }
    return page.text
  }

  static func markdown(_ calibration: Calibration) -> String {
    var lines = ["## How noisy redraws are", "", summary(calibration)]
    lines += advice(calibration).map { "\n" + $0 }
    lines += ["", "| View | Class | Runs | Median | MAD | Caught from |", "| --- | --- | --- | ---: | ---: | ---: |"]
    for entry in calibration.entries.prefix(mostRows) {
      let metric = entry.unit.metric == .updates ? "" : " " + entry.unit.metricText
      let cells = [
        Escaping.markdownCode(GateWording.name(entry.unit.view) + metric), entry.noise.rawValue,
        GateWording.runs(entry.runs, entry.unit.metric), median(entry.spread.median, entry.unit.metric),
        median(entry.spread.medianDeviation, entry.unit.metric),
        entry.smallestCaught.map { "+\(entry.unit.metric.text($0))" } ?? "never",
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    let rest = calibration.entries.count - mostRows
    if rest > 0 { lines += ["", "_… \(Wording.number(rest)) more left out; the JSON has them._"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `12 series: 10 deterministic, 2 jittery`.
  private static func summary(_ calibration: Calibration) -> String {
    let classes = NoiseClass.allCases.compactMap { noise -> String? in
      let amount = calibration.entries.count { $0.noise == noise }
      return amount == 0 ? nil : "\(Wording.number(amount)) \(noise.rawValue)"
    }
    let series = Wording.count(calibration.entries.count, "series", plural: "series")
    return "\(series): \(classes.joined(separator: ", "))"
  }

  /// How often equal builds would be red, and with which thresholds they would not, a sentence each.
  private static func advice(_ calibration: Calibration) -> [String] {
    guard let share = calibration.falselyRed, let deals = calibration.deals else {
      return [
        "With \(Wording.count(calibration.runs, "run")) nobody can tell how often equal builds would be red: record "
          + "\(Calibration.leastRuns) or more, better \(Calibration.tellingRuns)."
      ]
    }
    var sentences = [
      "\(Wording.count(deals.now, "run")) against \(deals.before) of these, in \(Wording.count(deals.ways, "way")) to deal them, with "
        + "the thresholds in force: \(percent(share)) falsely red."
        + (calibration.runs < Calibration.tellingRuns
          ? " From \(calibration.runs) runs that is rough: record \(Calibration.tellingRuns) to know better." : "")
    ]
    if calibration.suggestion != calibration.thresholds {
      sentences.append(
        "At most \(percent(Calibration.tolerableShare)) with --slack \(calibration.suggestion.slack) "
          + "--min-increase \(calibration.suggestion.minimumIncrease).")
    }
    return sentences
  }

  static func json(_ calibration: Calibration, _ version: String) -> String {
    JSONText.object([
      "schemaVersion": .number(GateJSON.schemaVersion), "kind": .string("calibration"),
      "tool": .object(["name": .string("whyredraw"), "version": .string(version)]),
      "falselyRed": calibration.falselyRed.map(JSONText.decimal) ?? .null,
      "deals": calibration.deals.map {
        .object(["before": .number($0.before), "now": .number($0.now), "ways": .number($0.ways)])
      } ?? .null,
      "thresholds": GateJSON.thresholds(calibration.thresholds),
      "suggestion": GateJSON.thresholds(calibration.suggestion),
      "entries": .array(
        calibration.entries.map { entry in
          var members = GateJSON.unit(entry.unit)
          members["class"] = .string(entry.noise.rawValue)
          members["runs"] = GateJSON.series(entry.runs, entry.unit.metric)
          let scale = Double(entry.unit.metric.scale)
          members["minimum"] = GateJSON.number(entry.spread.minimum, entry.unit.metric)
          members["maximum"] = GateJSON.number(entry.spread.maximum, entry.unit.metric)
          members["median"] = .decimal(entry.spread.median / scale)
          members["medianDeviation"] = .decimal(entry.spread.medianDeviation / scale)
          members["smallestCaught"] = entry.smallestCaught.map { GateJSON.number($0, entry.unit.metric) } ?? .null
          return .object(members)
        }),
    ]).jsonDocument
  }

  private static func percent(_ share: Double) -> String { text(share * 100) + " %" }

  private static func median(_ value: Double, _ metric: Metric) -> String {
    metric.scale == 1 ? text(value) : metric.text(Int(value.rounded()))
  }

  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
