internal import Vocabulary

/// A view of the trace in one of its scenarios, both as numbers.
struct ViewInScenario: Hashable {
  var view: Int
  var scenario: Int
}

/// Updates, or re-creations, of one element of a recorded update that a fix saves.
struct Claim: Sendable {
  /// Indices of the update, and of the element in it.
  var update: Int32
  var place: Int32
  var number: Int
}

/// What a replay found to be saved, before it is made whole: a fix that spares every third evaluation spares a third of each.
struct Expectation {
  struct Share {
    var update: Int32
    var place: Int32
    var saved: Double
  }

  /// Updates that the fix touches, as recorded.
  var updates = 0
  /// The same of evaluations of views that were thrown away and built anew.
  var recreated = 0
  /// Of the touched updates those with a cause of their own: changes that set updates off.
  var changes = 0
  /// By scenario, the updates of views that the fix introduces.
  var added: [Int: Int] = [:]
  /// What is saved of each element.
  var shares: [Share] = []
  var gross = 0.0
  /// Whether some of it rests on how likely a change is to be of this and not of that.
  var isWeighed = false

  /// What the fix saves in all.
  var net: Double { gross - Double(added.values.reduce(0, +)) }
}

/// What a fix, or several, would have changed in the recorded updates, in whole numbers: those of an element, a view and a
/// scenario add up to the whole.
struct Outcome: Sendable {
  /// Updates that the fix touches, as recorded, and evaluations of views that were thrown away and built anew.
  let updates: Int
  let recreated: Int
  let changes: Int
  /// Updates that the fix touches and evaluations of touched views that were built anew, all of them, whatever of it can be saved.
  let touched: Int
  /// Updates of views that the fix introduces.
  let added: Int
  /// The updates and re-creations that are saved.
  let claims: [Claim]
  /// Per view of the trace the updates that are saved.
  let saved: [Int: Int]
  /// By scenario what is saved, less what is added.
  let savedByScenario: [Int: Int]
  /// Of the updates that are saved those that the sources prove to have been avoidable.
  let proven: Int
  /// Whether some of it rests on how likely a change is to be of this and not of that.
  var isWeighed = false

  /// Updates and re-creations that are saved, less what is added.
  var savedTotal: Int { savedByScenario.values.reduce(0, +) }
  /// What `updates` and `recreated` together count.
  var unit: MeasuredUnit { recreated == 0 ? .updates : updates == 0 ? .recreations : .updatesAndRecreations }
  /// Of what the fix touches, what it leaves.
  var remaining: Int { updates + recreated - savedTotal }
}

extension Outcome {
  /// Makes whole numbers of what is expected: first for all, then for each view of a scenario by largest remainder, then
  /// for its elements one after the other.
  ///
  /// - Parameter recreated: How often the trace shows a view to have been built anew in a scenario; no fix saves more.
  init(
    _ expected: Expectation, _ recorded: RecordedUpdates, _ played: PlayedElements,
    recreated: [ViewInScenario: Int]
  ) {
    var cells = Cells(views: expected.shares.isEmpty ? 0 : recorded.names.count)
    let cellOfShare = expected.shares.map { cells.enter($0, recorded) }
    let surplus = cells.makeWhole(recreated)
    let numbers = Self.numbers(of: expected.shares, in: &cells, cellOfShare, recorded, played)
    var claims: [Claim] = []
    var proven = 0
    claims.reserveCapacity(expected.shares.count)
    for (share, number) in zip(expected.shares, numbers) where number > 0 {
      claims.append(Claim(update: share.update, place: share.place, number: number))
      let avoidable = played[Int(share.update), Int(share.place)].state.verdict.avoidable
      proven += min(number, avoidable * recorded.updates.count(of: Int(share.update)))
    }
    var saved: [Int: Int] = [:]
    var savedByScenario = expected.added.mapValues { -$0 }
    for cell in cells.all where cell.quota > 0 {
      if !cell.key.isRecreation { saved[cell.key.view.view, default: 0] += cell.quota }
      savedByScenario[cell.key.view.scenario, default: 0] += cell.quota
    }
    self.init(
      updates: expected.updates, recreated: expected.recreated - surplus, changes: expected.changes,
      touched: expected.updates + expected.recreated,
      added: expected.added.values.reduce(0, +), claims: claims, saved: saved, savedByScenario: savedByScenario,
      proven: proven, isWeighed: expected.isWeighed)
  }

  /// What a fix leaves of the updates and re-creations that it touches: `remaining` of the whole outcome.
  static func remaining(_ expected: Expectation, _ recorded: RecordedUpdates, _ recreated: [ViewInScenario: Int]) -> Int
  {
    var cells = Cells(views: expected.shares.isEmpty ? 0 : recorded.names.count)
    for share in expected.shares { _ = cells.enter(share, recorded) }
    let surplus = cells.makeWhole(recreated)
    let saved = cells.all.reduce(0) { $1.quota > 0 ? $0 + $1.quota : $0 }
    return expected.updates + expected.recreated - surplus - saved + expected.added.values.reduce(0, +)
  }

  /// Of each share its part of what is saved in its cell. What is spared for certain comes first; which updates a part is of
  /// spared is not known, so those that are avoidable anyway come before others, and these get what they are expected to.
  private static func numbers(
    of shares: [Expectation.Share], in cells: inout Cells, _ cellOfShare: [Int], _ recorded: RecordedUpdates,
    _ played: PlayedElements
  ) -> [Int] {
    var numbers = [Int](repeating: 0, count: shares.count)
    var partial: [Partial] = []
    for (index, share) in shares.enumerated() {
      let count = recorded.updates.count(of: Int(share.update))
      let whole = recorded.updates[Int(share.update), Int(share.place)].repetitions * count
      if Apportionment.settled(share.saved) == Double(whole) {
        numbers[index] = cells[cellOfShare[index]].take(whole)
      } else {
        let verdict = played[Int(share.update), Int(share.place)].state.verdict
        partial.append(
          Partial(
            share: index, cell: cellOfShare[index], whole: whole,
            wasted: (verdict.avoidable * count, verdict.likelyAvoidable * count)))
      }
    }
    for one in partial { numbers[one.share] += cells[one.cell].take(one.wasted.proven) }
    for one in partial { numbers[one.share] += cells[one.cell].take(one.wasted.likely) }
    for one in partial {
      let due = cells[one.cell].due(shares[one.share].saved)
      numbers[one.share] += cells[one.cell].take(max(0, due - numbers[one.share]))
    }
    for one in partial { numbers[one.share] += cells[one.cell].take(one.whole - numbers[one.share]) }
    return numbers
  }

  /// A share of an element that is saved in part.
  private struct Partial {
    var share: Int
    var cell: Int
    /// Its updates, as recorded, and those of them that are avoidable by what its view reads.
    var whole: Int
    var wasted: (proven: Int, likely: Int)
  }

  /// What is saved of one view in one scenario.
  private struct Cell {
    struct Key: Hashable {
      var view: ViewInScenario
      var isRecreation: Bool
    }

    let key: Key
    var expected = 0.0
    /// The same as a whole number.
    var quota = 0 {
      didSet { left = quota }
    }
    /// What no share has taken yet.
    private(set) var left = 0
    private var seen = 0.0

    init(key: Key) { self.key = key }

    /// The whole number for the next of the shares that come one after the other.
    mutating func due(_ share: Double) -> Int {
      let before = Apportionment.settled(seen).rounded(.down)
      seen += share
      return Int(Apportionment.settled(seen).rounded(.down) - before)
    }

    /// As much of a number as is left.
    mutating func take(_ number: Int) -> Int {
      let taken = min(number, left)
      left -= taken
      return taken
    }
  }
}

extension Outcome {
  /// The cells in the order of their first shares.
  private struct Cells {
    private(set) var all: [Cell] = []
    private var indices: [Cell.Key: Int] = [:]
    /// By view, its latest cell: the shares of a scenario follow each other.
    private var latest: [Int]

    init(views: Int) { latest = .init(repeating: -1, count: views) }

    mutating func index(of key: Cell.Key) -> Int {
      let known = latest[key.view.view]
      if known >= 0, all[known].key == key { return known }
      let index = indices[key] ?? all.count
      if index == all.count {
        indices[key] = index
        all.append(Cell(key: key))
      }
      latest[key.view.view] = index
      return index
    }

    /// Adds what is expected to be saved of an element.
    ///
    /// - Returns: The index of its cell.
    mutating func enter(_ share: Expectation.Share, _ recorded: RecordedUpdates) -> Int {
      let element = recorded.updates[Int(share.update), Int(share.place)]
      let index = index(
        of: .init(
          view: .init(
            view: recorded.traits[element.message].view, scenario: recorded.updates.scenario(of: Int(share.update))),
          isRecreation: element.isInitial))
      all[index].expected += share.saved
      return index
    }

    /// Gives each cell a whole number of what is saved.
    ///
    /// - Returns: By how many re-creations fewer can be saved than are expected to be.
    mutating func makeWhole(_ recreated: [ViewInScenario: Int]) -> Int {
      var surplus = 0
      for (index, quota) in zip(all.indices, Apportionment.whole(all.map(\.expected))) {
        let key = all[index].key
        all[index].quota = key.isRecreation ? min(quota, recreated[key.view] ?? 0) : quota
        surplus += quota - all[index].quota
      }
      return surplus
    }

    subscript(index: Int) -> Cell {
      get { all[index] }
      _modify { yield &all[index] }
    }
  }
}

/// Whole numbers for fractions that have to add up.
enum Apportionment {
  /// The numbers rounded so that they add up to their sum, rounded: by largest remainder, the first of equals first.
  static func whole(_ fractions: [Double]) -> [Int] {
    let settled = fractions.map(settled)
    var result = settled.map { Int($0.rounded(.down)) }
    let left = Int(Self.settled(settled.reduce(0, +)).rounded()) - result.reduce(0, +)
    guard left > 0 else { return result }
    let order = settled.indices.sorted { first, second in
      let remainders = (settled[first] - Double(result[first]), settled[second] - Double(result[second]))
      return remainders.0 != remainders.1 ? remainders.0 > remainders.1 : first < second
    }
    for index in order.prefix(left) { result[index] += 1 }
    return result
  }

  /// Thirds add up to a little less than one: what is a whole number but for that is one.
  static func settled(_ number: Double) -> Double {
    let whole = number.rounded()
    return abs(number - whole) < 1e-6 ? whole : number
  }
}
