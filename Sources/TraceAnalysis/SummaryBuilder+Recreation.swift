internal import TraceImport

/// Views that were thrown away and made anew.
extension SummaryBuilder {
  /// Insertions that neither a new screen nor a new element explains.
  ///
  /// A view is re-created when the evaluation that triggers it inserts as many of it as before, (nearly) every time it
  /// happens, although they were there already. A sheet comes with every second change of its flag, and a list that grows
  /// inserts what is new; a changed identity rebuilds everything, always.
  mutating func countRecreations() {
    let sizes = batchSizes.takeGroups()
    let identity = causes.number(of: .identity)
    for (batch, key) in batches.values.enumerated() {
      let updates = sizes[batch].reduce(0) { $0 + $1.count }
      let opportunities = triggerUpdates.count(Int(key.group), Int(key.message))
      guard updates * 10 >= (opportunities > 0 ? opportunities : updates) * 9,
        let commonest = sizes[batch].max(by: { ($0.count, $0.second) < ($1.count, $1.second) }),
        let row = rowNumbers[UInt64(groups.values[Int(key.group)][1]) << 32 | UInt64(key.view)]
      else { continue }
      let (size, times) = (commonest.second, commonest.count)
      // What was inserted before: the first batch cannot have replaced anything.
      let inBatches = sizes[batch].reduce(0) { $0 + $1.second * $1.count }
      let recreations = rowCauses.count(row, identity) > inBatches ? times : times - 1
      // One view that comes and goes is a screen until it has done so repeatedly.
      guard recreations >= (size == 1 ? 3 : 1) else { continue }
      rows[row].recreated += recreations * size
    }
    for row in rows.indices {
      rows[row].recreated = min(rows[row].recreated, rows[row].initial)
      summary.totals.recreated += rows[row].recreated
    }
  }
}
