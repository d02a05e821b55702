extension Redraws.View {
  /// Adds what the same view did in another scenario.
  mutating func add(_ other: Redraws.View) {
    scenario = nil
    evaluations += other.evaluations
    initial += other.initial
    recreated += other.recreated
    unchanged += other.unchanged
    causes = sum(causes, other.causes)
    triggers = sum(triggers, other.triggers)
    origins = sum(origins, other.origins)
  }
}

/// Evaluations by what they have in common.
private protocol Tally {
  var evaluations: Int { get }
  /// Names what the evaluations have in common, and settles the order of equal numbers.
  var key: [String] { get }
  mutating func add(_ other: Self)
}

extension Redraws.Cause: Tally {
  fileprivate var key: [String] { [name] }
  fileprivate mutating func add(_ other: Self) { evaluations += other.evaluations }
}

extension Redraws.Trigger: Tally {
  fileprivate var key: [String] { [view] }

  fileprivate mutating func add(_ other: Self) {
    evaluations += other.evaluations
    isInferred = isInferred || other.isInferred
  }
}

extension Redraws.Origin: Tally {
  fileprivate var key: [String] { [view, cause] }

  fileprivate mutating func add(_ other: Self) {
    evaluations += other.evaluations
    isInferred = isInferred || other.isInferred
  }
}

/// Both lists in one, the most evaluations first.
private func sum<Entry: Tally>(_ first: [Entry], _ second: [Entry]) -> [Entry] {
  var sums: [[String]: Entry] = [:]
  for entry in first + second {
    if sums[entry.key] == nil {
      sums[entry.key] = entry
    } else {
      sums[entry.key]?.add(entry)
    }
  }
  return sums.values.sorted { left, right in
    if left.evaluations != right.evaluations { return left.evaluations > right.evaluations }
    return left.key.lexicographicallyPrecedes(right.key)
  }
}
