internal import Reporting
internal import TraceAnalysis

/// What the live table shows: the latest counts, how they grew, and what the person at the keys chose.
struct WatchModel {
  enum Order: CaseIterable {
    case updates, rate, evaluations, initial, name

    var title: String {
      switch self {
      case .updates: "updates"
      case .rate: "rate"
      case .evaluations: "evaluations"
      case .initial: "initial"
      case .name: "name"
      }
    }
  }

  /// A view of the table.
  struct Row {
    var name: String
    var evaluations = 0
    var updates = 0
    var initial = 0
    /// Evaluations per second in the last interval.
    var rate = 0.0
    /// Evaluations of the last intervals, the latest last.
    var history: [Int] = []
    var causes = ""
    var trigger = ""
  }

  struct Counts {
    var evaluations = 0
    var updates = 0
    var initial = 0

    static func - (left: Counts, right: Counts) -> Counts {
      Counts(
        evaluations: max(0, left.evaluations - right.evaluations), updates: max(0, left.updates - right.updates),
        initial: max(0, left.initial - right.initial))
    }
  }

  /// How many intervals are remembered.
  static let historyLength = 40

  var order = Order.updates
  var filter = ""
  var isPaused = false
  /// Rows keep their places while their numbers change.
  var isFrozen = false
  var firstRow = 0

  private(set) var totals = Counts()
  private(set) var totalRate = 0.0
  private(set) var peakRate = 0.0
  private(set) var totalHistory: [Int] = []
  private(set) var unchanged = 0
  private(set) var faults = 0
  /// The greatest, with the evaluations they led to.
  private(set) var rootCauses: [String] = []
  private(set) var hasReset = false

  private var views: [RedrawSummary.ViewID: Counts] = [:]
  private var baseline: [RedrawSummary.ViewID: Counts] = [:]
  private var baselineTotals = Counts()
  private var histories: [RedrawSummary.ViewID: [Int]] = [:]
  private var rates: [RedrawSummary.ViewID: Double] = [:]
  private var latest = RedrawSummary()
  /// What had been counted when counting began anew.
  private var before = RedrawSummary()
  private var texts: [RedrawSummary.ViewID: (causes: String, trigger: String)] = [:]
  private var places: [RedrawSummary.ViewID] = []

  /// Takes the counts as they are now, `seconds` after the last time.
  ///
  /// What stood in a file is read faster than it happened: then the log's own time counts, not that of reading it.
  mutating func update(_ summary: RedrawSummary, seconds: Double) {
    let seconds = max(0.001, seconds, Self.logSeconds(from: latest, to: summary))
    let isFirst = totalHistory.isEmpty && totals.evaluations == 0
    let all = Counts(
      evaluations: summary.totals.evaluations, updates: summary.totals.updates, initial: summary.totals.initial)
    let grown = max(0, all.evaluations - (totals + baselineTotals).evaluations)
    // What was there before anybody watched is no rate.
    totalRate = isFirst ? 0 : Double(grown) / seconds
    peakRate = max(peakRate, totalRate)
    append(isFirst ? 0 : grown, to: &totalHistory)
    totals = all - baselineTotals
    unchanged = summary.totals.unchanged
    faults = summary.parts.reduce(0) { $0 + $1.faults.values.reduce(0, +) }
    latest = summary
    describe()
    for view in summary.views {
      let before = views[view.id]?.evaluations ?? 0
      let grown = max(0, view.evaluations - before)
      views[view.id] = Counts(evaluations: view.evaluations, updates: view.updates, initial: view.initial)
      rates[view.id] = isFirst ? 0 : Double(grown) / seconds
      append(isFirst ? 0 : grown, to: &histories[view.id, default: []])
    }
  }

  /// How much longer the logs last than before, in seconds; 0 without times.
  ///
  /// Parts are in the order of the inputs; where a new file comes before others, one look takes it for longer than it is.
  private static func logSeconds(from before: RedrawSummary, to now: RedrawSummary) -> Double {
    let spans = before.parts.map { $0.nanoseconds ?? 0 }
    let growths = now.parts.enumerated().map { index, part in
      (part.nanoseconds ?? 0) - (index < spans.count ? spans[index] : 0)
    }
    return Double(growths.max() ?? 0) / 1e9
  }

  /// Puts causes, triggers and root causes into words, without those from before counting began anew.
  private mutating func describe() {
    var roots = latest.rootCauses
    for index in roots.indices {
      let root = roots[index]
      let known = before.rootCauses.first {
        $0.view == root.view && $0.cause == root.cause && $0.scenario == root.scenario
      }
      roots[index].blastRadius -= known?.blastRadius ?? 0
    }
    rootCauses = roots.filter { $0.blastRadius > 0 }.sorted { $0.blastRadius > $1.blastRadius }.prefix(3).map {
      "\(Wording.origin(view: $0.view, cause: $0.cause)) \(Wording.number($0.blastRadius))"
    }
    let known = Dictionary(before.views.map { ($0.id, $0) }) { first, _ in first }
    for var view in latest.views {
      if let known = known[view.id] {
        let causes = Dictionary(known.causes.map { ($0.cause, $0.evaluations) }) { first, _ in first }
        for index in view.causes.indices { view.causes[index].evaluations -= causes[view.causes[index].cause] ?? 0 }
        view.causes = view.causes.filter { $0.evaluations > 0 }.sorted { $0.evaluations > $1.evaluations }
        let triggers = Dictionary(known.triggers.map { ($0.view, $0.evaluations) }) { first, _ in first }
        for index in view.triggers.indices {
          view.triggers[index].evaluations -= triggers[view.triggers[index].view] ?? 0
        }
        view.triggers = view.triggers.filter { $0.evaluations > 0 }.sorted { $0.evaluations > $1.evaluations }
      }
      texts[view.id] = (Wording.causes(view, most: 3), Wording.triggers(view, most: 1))
    }
  }

  /// Counts from now on.
  mutating func reset() {
    baseline = views
    before = latest
    describe()
    baselineTotals = totals + baselineTotals
    totals = Counts()
    peakRate = 0
    hasReset = true
    places = []
    firstRow = 0
  }

  private func append(_ count: Int, to history: inout [Int]) {
    history.append(count)
    if history.count > Self.historyLength { history.removeFirst() }
  }

  /// The rows in their order, filtered.
  mutating func rows() -> [Row] {
    var rows: [(id: RedrawSummary.ViewID, row: Row)] = []
    for (id, counts) in views {
      let shown = counts - (baseline[id] ?? Counts())
      if hasReset, shown.evaluations == 0 { continue }
      let name = id.scenario.map { "\(id.name) [\($0)]" } ?? id.name
      if !filter.isEmpty, !name.lowercased().contains(filter.lowercased()) { continue }
      rows.append(
        (
          id,
          Row(
            name: name, evaluations: shown.evaluations, updates: shown.updates, initial: shown.initial,
            rate: rates[id] ?? 0, history: histories[id] ?? [], causes: texts[id]?.causes ?? "",
            trigger: texts[id]?.trigger ?? "")
        ))
    }
    let order = order
    rows.sort { left, right in
      let name = left.row.name < right.row.name
      func descending<Value: Comparable>(_ value: (Row) -> Value) -> Bool {
        value(left.row) == value(right.row) ? name : value(left.row) > value(right.row)
      }
      return switch order {
      case .updates: descending(\.updates)
      case .rate: descending(\.rate)
      case .evaluations: descending(\.evaluations)
      case .initial: descending(\.initial)
      case .name: name
      }
    }
    if isFrozen {
      var place: [RedrawSummary.ViewID: Int] = [:]
      for (index, id) in places.enumerated() { place[id] = index }
      rows = rows.enumerated().sorted {
        (place[$0.element.id] ?? places.count + $0.offset) < (place[$1.element.id] ?? places.count + $1.offset)
      }.map(\.element)
    }
    places = rows.map(\.id)
    return rows.map(\.row)
  }
}

extension WatchModel.Counts {
  static func + (left: Self, right: Self) -> Self {
    Self(
      evaluations: left.evaluations + right.evaluations, updates: left.updates + right.updates,
      initial: left.initial + right.initial)
  }
}
