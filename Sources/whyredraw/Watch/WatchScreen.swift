internal import Reporting

/// Draws the live table as lines of text; knows nothing of a terminal but its size.
struct WatchScreen {
  /// What stands around the table.
  struct Surroundings {
    var inputs: String
    /// Seconds since the start.
    var elapsed: Int
    var bytes: Int
    /// Bytes written and not read yet.
    var backlog = 0
    /// What has to be said: rotation, truncation, a report that was written.
    var note = ""
    /// A question with what was typed so far; `nil` when nothing is being asked.
    var prompt: String?
    var showsHelp = false
    var hasEnded = false
  }

  var width: Int
  var height: Int
  var usesColor = true

  static let keys =
    "q quit and report · p pause · s sort · / filter · f freeze · r from now · w write report · ? help"

  static let help = [
    "  q, Ctrl-C     end, and print the report of all that was read",
    "  p, space      pause: the table stands still, reading goes on",
    "  s, S          sort by the next or previous column",
    "  u t e i n     sort by updates, rate, evaluations, initial, name",
    "  /             show only views whose name holds a text; empty shows all again",
    "  f             freeze the order of the rows; their numbers go on",
    "  r             count from now on; the report is still of everything",
    "  w             write the report so far to a file; its extension says which rendering",
    "  up, down, page up, page down, home    scroll",
    "  ?             this page, and back",
    "",
    "  Updates are evaluations that are no first appearance. Causes are what SwiftUI names;",
    "  triggers are inferred from order and time. Rates are evaluations per second of the log's",
    "  own time, however fast it is read; of the clock where the log has no times.",
  ]

  func draw(_ model: inout WatchModel, _ surroundings: Surroundings) -> [String] {
    guard width >= 20, height >= 4 else { return ["too small"].map(fit) }
    var lines = header(model, surroundings)
    if surroundings.showsHelp {
      lines += [""] + Self.help
    } else {
      lines += table(&model, height: height - lines.count - 1)
    }
    lines = Array(lines.prefix(height - 1))
    while lines.count < height - 1 { lines.append("") }
    let footer =
      surroundings.prompt ?? (surroundings.note.isEmpty ? Self.keys : surroundings.note)
    lines.append(style(.dim, fit(footer)))
    return lines
  }

  private func header(_ model: WatchModel, _ surroundings: Surroundings) -> [String] {
    var states: [String] = []
    if surroundings.hasEnded { states.append("ended") }
    if model.isPaused { states.append("PAUSED") }
    if model.isFrozen { states.append("frozen") }
    if model.hasReset { states.append("from reset") }
    if !model.filter.isEmpty { states.append("filter '\(Escaping.visible(model.filter))'") }
    if surroundings.backlog > 4 << 20 { states.append("\(surroundings.backlog >> 20) MB behind") }
    let state = states.isEmpty ? "" : "  [" + states.joined(separator: ", ") + "]"
    let time =
      String(surroundings.elapsed / 60) + ":" + (surroundings.elapsed % 60 < 10 ? "0" : "")
      + String(surroundings.elapsed % 60)
    let title = "whyredraw watch  \(Escaping.visible(surroundings.inputs))  \(time)\(state)"
    var totals =
      "\(Wording.number(model.totals.updates)) updates, \(Wording.number(model.totals.evaluations)) evaluations, "
      + "\(Self.rate(model.totalRate))/s now, \(Self.rate(model.peakRate))/s at most  "
      + Self.sparkline(model.totalHistory, width: 20)
    if model.faults > 0 { totals += "  \(model.faults) faults" }
    var lines = [style(.bold, fit(title)), fit(totals)]
    if height >= 14 {
      lines.append(
        fit(
          model.rootCauses.isEmpty
            ? "" : "root causes (inferred): " + model.rootCauses.map(Escaping.visible).joined(separator: ", ")))
    }
    return lines
  }

  private func table(_ model: inout WatchModel, height: Int) -> [String] {
    let rows = model.rows()
    let room = max(1, height - 1)
    model.firstRow = max(0, min(model.firstRow, rows.count - room))
    guard !rows.isEmpty else {
      return [
        "",
        model.filter.isEmpty
          ? "  waiting for the first redraw; views must call Self._logChanges() (whyredraw instrument)"
          : "  no view's name holds '\(Escaping.visible(model.filter))'",
      ].map(fit)
    }
    let shown = rows[model.firstRow..<min(rows.count, model.firstRow + room)]
    let widest = shown.map { DisplayWidth.of(Escaping.visible($0.name)) }.max() ?? 4
    let nameWidth = max(10, min(widest, width * 2 / 5))
    let sparkWidth = width >= 90 ? 20 : width >= 60 ? 8 : 0
    func line(_ cells: [String], _ spark: String, _ tail: String) -> String {
      var text = DisplayWidth.pad(DisplayWidth.cut(cells[0], to: nameWidth), to: nameWidth)
      for cell in cells.dropFirst() { text += " " + DisplayWidth.pad(cell, to: 9, right: true) }
      if sparkWidth > 0 { text += "  " + DisplayWidth.pad(spark, to: sparkWidth) }
      return fit(text + "  " + tail)
    }
    func title(_ order: WatchModel.Order, _ text: String) -> String { (model.order == order ? "▾" : "") + text }
    var lines = [
      style(
        .underlined,
        line(
          [
            title(.name, "View"), title(.updates, "Updates"), title(.rate, "per s"), title(.initial, "Initial"),
          ], "", "Causes · triggered by"))
    ]
    for row in shown {
      let tail = row.trigger.isEmpty || row.trigger == "-" ? row.causes : row.causes + " · " + row.trigger
      let text = line(
        [
          Escaping.visible(row.name), Wording.number(row.updates), Self.rate(row.rate), Wording.number(row.initial),
        ], Self.sparkline(row.history, width: sparkWidth), Escaping.visible(tail))
      lines.append(row.rate >= 1 ? style(.bold, text) : text)
    }
    return lines
  }

  /// `0`, `0.5`, `12`, `14,399`.
  static func rate(_ rate: Double) -> String {
    if rate >= 9.95 { return Wording.number(Int(rate.rounded())) }
    let tenths = Int((rate * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// The last counts as bars, scaled to the largest of them.
  static func sparkline(_ history: [Int], width: Int) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let last = history.suffix(width)
    guard let largest = last.max(), largest > 0 else { return String(repeating: " ", count: min(width, last.count)) }
    return String(
      last.map { count in count == 0 ? " " : bars[min(bars.count - 1, (count * bars.count - 1) / largest)] })
  }

  private func fit(_ text: String) -> String {
    guard DisplayWidth.of(text) > width else { return text }
    var result = ""
    var used = 0
    for character in text {
      let size = DisplayWidth.of(character)
      if used + size > width - 1 { break }
      used += size
      result.append(character)
    }
    return result + "…"
  }

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case underlined = "4"
  }

  private func style(_ style: Style, _ text: String) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
