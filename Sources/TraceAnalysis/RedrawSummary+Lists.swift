internal import TraceImport

/// The lists of a summary: what was counted by number gets its name here.
extension SummaryBuilder {
  mutating func finish() -> RedrawSummary {
    summary.runs = profile.runs.count
    summary.totals.views = rows.count
    // What is needed no more goes before the lists are made.
    (rowNumbers, rootNumbers) = ([:], [:])
    listViews()
    listRootCauses()
    return summary
  }

  private mutating func listViews() {
    let modules = profile.modules
    let runs = scenarioRuns.map { $0.sorted() }
    let updatesPerRun = updatesPerRun.takeGroups()
    let processesOfRow = rowProcesses.takeGroups()
    let causesOfRow = rowCauses.takeGroups()
    let triggersOfRow = rowTriggers.takeGroups()
    let rootsOfRow = rowRoots.takeGroups()
    var variantNumbers = PairCounts()
    for variant in variants { variantNumbers.add(Int(variant.row), Int(variant.cause), 1) }
    variants = []
    // Most views have the same.
    var processLists: [[Int]: [ProcessIdentity]] = [:]

    let ranked = rows.indices.map { number -> (row: Int, id: ViewID) in
      let name = resolver.names[rows[number].view]
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
      view.recordedTriggers = row.recorded
      view.duration = durations.removeValue(forKey: number).flatMap { $0.isEmpty ? nil : $0 }
      view.recreated = row.recreated
      view.unchanged = row.unchanged
      view.selfOnly = row.selfOnly
      view.selfOnlyUpdates = row.selfOnlyUpdates
      let updates = updatesPerRun[number]
      view.runs = runs[row.scenario].map { run in updates.first { $0.second == run }?.count ?? 0 }
      view.causes = causesOfRow[number].map { entry in
        RedrawSummary.CauseCount(
          cause: causes.values[entry.second], evaluations: entry.count,
          variants: max(1, variantNumbers.count(number, entry.second)))
      }.sorted { ($1.evaluations, $0.cause.text) < ($0.evaluations, $1.cause.text) }
      view.triggers = viewCounts(triggersOfRow[number], longest)
      let rootCounts = rootsOfRow[number].map { entry in
        let key = roots[entry.second].key
        return RedrawSummary.RootCount(
          view: resolver.names[Int(key.view)], cause: causes.values[Int(key.cause)], evaluations: entry.count,
          isInferred: recordedRowRoots.count(number, entry.second) < entry.count)
      }.sorted { ($1.evaluations, $0.view, $0.cause.text) < ($0.evaluations, $1.view, $1.cause.text) }
      view.rootCauses = Array(rootCounts.prefix(longest))
      let numbers = processesOfRow[number].prefix(longest).map(\.second)
      let list =
        processLists[numbers]
        ?? numbers.map { processes.values[$0] }.sorted { ($0.name ?? "", $0.pid ?? 0) < ($1.name ?? "", $1.pid ?? 0) }
      processLists[numbers] = list
      view.processes = list
      summary.views.append(view)
    }
  }

  private mutating func listRootCauses() {
    let affected = affected.takeGroups()
    let ranked = roots.indices.sorted { left, right in
      let (first, second) = (roots[left], roots[right])
      if first.radius != second.radius { return first.radius > second.radius }
      func name(_ root: Root) -> (String, String, String) {
        (
          resolver.names[Int(root.key.view)], causes.values[Int(root.key.cause)].text,
          scenarios.values[Int(root.key.scenario)] ?? ""
        )
      }
      return name(first) < name(second)
    }
    summary.rootCauses.reserveCapacity(ranked.count)
    for (rank, number) in ranked.enumerated() {
      let root = roots[number]
      summary.rootCauses.append(
        RedrawSummary.RootCause(
          view: resolver.names[Int(root.key.view)], cause: causes.values[Int(root.key.cause)],
          scenario: scenarios.values[Int(root.key.scenario)], changes: root.changes, blastRadius: root.radius,
          affected: rank < RedrawSummary.mostRootCauses ? viewCounts(affected[number], RedrawSummary.longestList) : [],
          isInferred: root.recorded < root.radius))
    }
  }

  private func viewCounts(_ counts: ArraySlice<PairCounts.Entry>, _ longest: Int) -> [RedrawSummary.TriggerCount] {
    let sorted = counts.map { RedrawSummary.TriggerCount(view: resolver.names[$0.second], evaluations: $0.count) }
      .sorted { ($1.evaluations, $0.view) < ($0.evaluations, $1.view) }
    return Array(sorted.prefix(longest))
  }
}
