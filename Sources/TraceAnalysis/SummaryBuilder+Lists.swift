internal import TraceImport

/// The lists of a report, made of what was counted.
extension SummaryBuilder {
  mutating func finish() -> RedrawSummary {
    summary.runs = profile.runs.count
    summary.totals.views = Set(rows.map(\.view)).count
    summary.severities = severities.byName
    let modules = profile.modules
    // What is needed no more goes before the lists are made.
    (rowNumbers, rootNumbers) = ([:], [:])
    profile = TraceProfile()
    resolver = UpdateResolver(profile)
    messageRoots = MessageRoots(count: 0)
    let ranks = Ranks(views: names, causes: causes.values)
    listViews(ranks, modules)
    rows = []
    listRootCauses(ranks)
    return summary
  }

  private mutating func listViews(_ ranks: Ranks, _ modules: [String: String]) {
    let runs = scenarioRuns.map { $0.sorted() }
    let updatesPerRun = updatesPerRun.takeGroups()
    let processesOfRow = rowProcesses.takeGroups()
    let causesOfRow = rowCauses.takeGroups()
    let triggersOfRow = rowTriggers.takeGroups()
    let rootsOfRow = rowRoots.takeGroups()
    let bucketsOfRow = durationBuckets.takeGroups()
    var variantNumbers = PairCounts()
    for variant in variants { variantNumbers.add(Int(variant.row), Int(variant.cause), 1) }
    variants = []
    // Most views have the same.
    var processLists: [[Int]: [ProcessIdentity]] = [:]

    let ranked = rows.indices.map { number -> (row: Int, id: ViewID) in
      let name = names[rows[number].view]
      return (number, ViewID(name: name, module: modules[name], scenario: scenarios.values[rows[number].scenario]))
    }.sorted { left, right in
      let (first, second) = (rows[left.row].updates, rows[right.row].updates)
      return first != second ? first > second : left.id < right.id
    }
    summary.views.reserveCapacity(ranked.count)
    for (rank, (number, id)) in ranked.enumerated() {
      let row = rows[number]
      let longest = RedrawSummary.longestList(atRank: rank)
      var view = RedrawSummary.View(id: id)
      view.evaluations = row.evaluations
      view.initial = row.initial
      view.inferredInitial = row.inferredInitial
      view.inferredUpdates = row.inferredUpdates
      view.recordedTriggers = row.recorded
      if var duration = durations.removeValue(forKey: number), !duration.isEmpty {
        duration.setBuckets(
          bucketsOfRow[number].map { DurationHistogram.Bucket(number: UInt16($0.second), count: $0.count) })
        view.duration = duration
      }
      view.recreated = row.recreated
      view.unchanged = row.unchanged
      view.selfOnly = row.selfOnly
      view.selfOnlyUpdates = row.selfOnlyUpdates
      let updates = Dictionary(updatesPerRun[number].map { ($0.second, $0.count) }, uniquingKeysWith: +)
      view.runs = runs[row.scenario].map { updates[$0] ?? 0 }
      view.causes = causesOfRow[number].sorted {
        ($1.count, ranks.causes[$0.second]) < ($0.count, ranks.causes[$1.second])
      }.map { entry in
        RedrawSummary.CauseCount(
          cause: causes.values[entry.second], evaluations: entry.count,
          variants: max(1, variantNumbers.count(number, entry.second)))
      }
      view.triggers = viewCounts(triggersOfRow[number], longest, ranks) {
        recordedRowTriggers.count(number, $0.second) < $0.count
      }
      let rootEntries = rootsOfRow[number].sorted { left, right in
        if left.count != right.count { return left.count > right.count }
        return ranks.isBefore(roots[left.second].key, roots[right.second].key)
      }
      view.rootCauses = rootEntries.prefix(longest).map { entry in
        let key = roots[entry.second].key
        return RedrawSummary.RootCount(
          view: names[Int(key.view)], cause: causes.values[Int(key.cause)], evaluations: entry.count,
          isInferred: recordedRowRoots.count(number, entry.second) < entry.count)
      }
      let numbers = processesOfRow[number].prefix(longest).map(\.second)
      let list =
        processLists[numbers]
        ?? numbers.map { processes.values[$0] }.sorted { ($0.name ?? "", $0.pid ?? 0) < ($1.name ?? "", $1.pid ?? 0) }
      processLists[numbers] = list
      view.processes = list
      summary.views.append(view)
    }
  }

  private mutating func listRootCauses(_ ranks: Ranks) {
    let affected = affected.takeGroups()
    let ranked = roots.indices.sorted { left, right in
      let (first, second) = (roots[left], roots[right])
      if first.radius != second.radius { return first.radius > second.radius }
      if ranks.isBefore(first.key, second.key) { return true }
      if ranks.isBefore(second.key, first.key) { return false }
      return (scenarios.values[Int(first.key.scenario)] ?? "") < (scenarios.values[Int(second.key.scenario)] ?? "")
    }
    summary.rootCauses.reserveCapacity(ranked.count)
    for (rank, number) in ranked.enumerated() {
      let root = roots[number]
      summary.rootCauses.append(
        RedrawSummary.RootCause(
          view: names[Int(root.key.view)], cause: causes.values[Int(root.key.cause)],
          scenario: scenarios.values[Int(root.key.scenario)], changes: root.changes, blastRadius: root.radius,
          affected: rank < RedrawSummary.mostRootCauses
            ? viewCounts(affected[number], RedrawSummary.longestList, ranks) { _ in root.recorded < root.radius } : [],
          isInferred: root.recorded < root.radius))
    }
  }

  private func viewCounts(
    _ counts: ArraySlice<PairCounts.Entry>, _ longest: Int, _ ranks: Ranks, isInferred: (PairCounts.Entry) -> Bool
  ) -> [RedrawSummary.TriggerCount] {
    counts.sorted { ($1.count, ranks.views[$0.second]) < ($0.count, ranks.views[$1.second]) }.prefix(longest)
      .map {
        RedrawSummary.TriggerCount(view: names[$0.second], evaluations: $0.count, isInferred: isInferred($0))
      }
  }

  /// The places of names in alphabetical order, so that long lists are sorted without comparing names.
  private struct Ranks {
    let views: [Int]
    let causes: [Int]

    init(views: [String], causes: [Cause]) {
      self.views = Self.ranks(of: views)
      self.causes = Self.ranks(of: causes.map(\.text))
    }

    /// By the names of the view and of the cause.
    func isBefore(_ left: RootKey, _ right: RootKey) -> Bool {
      (views[Int(left.view)], causes[Int(left.cause)]) < (views[Int(right.view)], causes[Int(right.cause)])
    }

    /// Equal names have equal ranks.
    private static func ranks(of names: [String]) -> [Int] {
      var ranks = [Int](repeating: 0, count: names.count)
      var last: Int?
      for (place, index) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() {
        ranks[index] = last.flatMap { names[$0] == names[index] ? ranks[$0] : nil } ?? place
        last = index
      }
      return ranks
    }
  }
}
