internal import TraceImport

/// Views that were thrown away and made anew.
extension SummaryBuilder {
  /// Insertions that neither a new screen nor a new element explains.
  ///
  /// A view is re-created when the evaluation that triggers it inserts as many of it as before, (nearly) every time it
  /// happens, although they were there already. A sheet comes with every second change of its flag, and a list that grows
  /// inserts what is new; a changed identity rebuilds everything, always. What such a view makes is made anew with it.
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
      let size = commonest.second
      // A list that is rebuilt may grow or shrink meanwhile.
      let alike = sizes[batch].filter { $0.second * 2 >= size && $0.second <= size * 2 }
      let largest = alike.reduce(0) { max($0, $1.second) }
      // What was inserted before can have been replaced; what there are more of than that was new.
      let inBatches = sizes[batch].reduce(0) { $0 + $1.second * $1.count }
      let before = rowCauses.count(row, identity) - inBatches
      let recreations = alike.reduce(0) { $0 + $1.second * $1.count } - max(0, largest - before)
      // One view that comes and goes is a screen until it has done so repeatedly.
      guard recreations >= (size == 1 ? 3 : size) else { continue }
      rows[row].recreated += recreations
    }
    for row in rows.indices { rows[row].recreated = min(rows[row].recreated, rows[row].initial) }
    countWhatIsRecreatedAlong()
    for row in rows.indices { summary.totals.recreated += rows[row].recreated }
  }

  /// Of views that have first appearances alone, those below a view that is re-created are as often re-created as that.
  private mutating func countWhatIsRecreatedAlong() {
    var makers: [Int: [(row: Int, evaluations: Int)]] = [:]
    rowTriggers.visitAll { pair in
      guard rows[pair.first].recreated == 0, rows[pair.first].updates == 0,
        let maker = rowNumbers[UInt64(rows[pair.first].scenario) << 32 | UInt64(pair.second)]
      else { return }
      makers[pair.first, default: []].append((maker, pair.count))
    }
    // From the outside to the inside, as far as there is anything to hand down.
    var open = Set(makers.keys)
    while true {
      let found = open.sorted().compactMap { row -> (row: Int, recreated: Int)? in
        let recreated = (makers[row] ?? []).reduce(0.0) { sum, maker in
          let above = rows[maker.row]
          return above.recreated == 0 ? sum : sum + Double(maker.evaluations * above.recreated) / Double(above.initial)
        }
        return recreated >= 1 ? (row, min(Int(recreated.rounded()), rows[row].initial)) : nil
      }
      if found.isEmpty { return }
      for (row, recreated) in found {
        rows[row].recreated = recreated
        open.remove(row)
      }
    }
  }
}
