import SwiftUIModel
package import TraceAnalysis

/// What every recorded update was worth, and which fixes would save it: the one place where they are counted.
///
/// Each update lies in exactly one row. All numbers that reports show of updates which can or cannot be saved are sums over
/// rows: those of a view, of all views, of a finding, of the best fixes together.
package struct Ledger: Sendable {
  /// A fix, or several together, whose replay saves some of the updates.
  package struct Claimant: Hashable, Sendable, Comparable {
    let index: Int

    package static func < (left: Claimant, right: Claimant) -> Bool { left.index < right.index }
  }

  /// Whether an update was needed.
  package enum Worth: Sendable, Hashable, CaseIterable {
    /// Something that the body reads had changed.
    case needed
    /// Nothing that the body reads had changed, as the sources prove.
    case avoidable
    /// The evidence says that it could have been avoided: nothing that the body reads seems to have changed, or a fix of the
    /// sources spares it.
    case likelyAvoidable
    case unknown
  }

  package enum Event: Sendable, Hashable {
    case update
    /// A first appearance of a view that was thrown away and built anew.
    case recreation
  }

  package struct Row: Sendable {
    package var view: RedrawSummary.ViewID
    package var event: Event
    package var worth: Worth
    /// Those that would save it, in order; several where fixes share what they save.
    package var claimants: [Claimant]
    package var number: Int
  }

  /// The sums of some rows.
  package struct Sums: Sendable, Hashable {
    package var needed = 0
    package var avoidable = 0
    package var likelyAvoidable = 0
    package var unknown = 0
    /// Evaluations of views that were thrown away and built anew.
    package var recreated = 0
    /// Of these how many a fix would spare.
    package var avoidableRecreations = 0

    package var updates: Int { needed + avoidable + likelyAvoidable + unknown }

    fileprivate mutating func add(_ row: Row) {
      switch (row.event, row.worth) {
      case (.update, .needed): needed += row.number
      case (.update, .avoidable): avoidable += row.number
      case (.update, .likelyAvoidable): likelyAvoidable += row.number
      case (.update, .unknown): unknown += row.number
      case (.recreation, .avoidable), (.recreation, .likelyAvoidable):
        recreated += row.number
        avoidableRecreations += row.number
      case (.recreation, .needed), (.recreation, .unknown): recreated += row.number
      }
    }
  }

  /// View by view in the order of the summary.
  package let rows: [Row]
  /// Of all rows.
  package let total: Sums
  private let byView: [RedrawSummary.ViewID: (rows: Range<Int>, sums: Sums)]
  /// By claimant, the updates of views that its fix introduces.
  private let added: [Int]

  init(rows: [Row] = [], added: [Int] = []) {
    self.rows = rows
    self.added = added
    var total = Sums()
    var byView: [RedrawSummary.ViewID: (rows: Range<Int>, sums: Sums)] = [:]
    for (index, row) in rows.enumerated() {
      total.add(row)
      var known = byView[row.view] ?? (index..<index, Sums())
      known.rows = known.rows.lowerBound..<index + 1
      known.sums.add(row)
      byView[row.view] = known
    }
    self.total = total
    self.byView = byView
  }

  /// The sums of a view in a scenario.
  package subscript(view: RedrawSummary.ViewID) -> Sums { byView[view]?.sums ?? Sums() }

  /// Updates and re-creations that a claimant saves, less those that its fix adds.
  package func saved(by claimant: Claimant) -> Int { claimed(by: claimant) - added[claimant.index] }

  /// Updates and re-creations that a claimant spares, whatever its fix adds.
  package func claimed(by claimant: Claimant) -> Int {
    rows.reduce(0) { $1.claimants.contains(claimant) ? $0 + $1.number : $0 }
  }

  /// Updates that a claimant saves of one view in one scenario.
  package func updatesSaved(by claimant: Claimant, of view: RedrawSummary.ViewID) -> Int {
    rows[byView[view]?.rows ?? 0..<0].reduce(0) { sum, row in
      row.event == .update && row.claimants.contains(claimant) ? sum + row.number : sum
    }
  }

  /// For each claimant, the others that would save some of the same, the most first.
  package var shared: [Claimant: [(claimant: Claimant, number: Int)]] {
    // By claimant and other, where they share anything: each row has many pairs of them.
    var numbers: [[Int]] = .init(repeating: [], count: added.count)
    for row in rows where row.claimants.count > 1 {
      for claimant in row.claimants {
        if numbers[claimant.index].isEmpty { numbers[claimant.index] = .init(repeating: 0, count: added.count) }
        for other in row.claimants where other != claimant { numbers[claimant.index][other.index] += row.number }
      }
    }
    return numbers.indices.reduce(into: [:]) { shared, index in
      if numbers[index].isEmpty { return }
      shared[Claimant(index: index)] = numbers[index].enumerated().filter { $0.element > 0 }
        .map { (claimant: Claimant(index: $0.offset), number: $0.element) }
        .sorted { ($1.number, $0.claimant) < ($0.number, $1.claimant) }
    }
  }
}
