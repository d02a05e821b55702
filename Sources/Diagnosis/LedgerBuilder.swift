import SwiftUIModel
internal import TraceAnalysis

/// Enters the recorded updates into a ledger, with what outcomes claim of them.
struct LedgerBuilder {
  /// What is known of a view in a scenario besides its rows.
  struct Remainder {
    /// By what may have changed of what is unknown, so that names are looked up once for each; few of a view differ.
    fileprivate(set) var open: [(set: PropertySet, number: Int)] = []
    /// Its updates by message.
    fileprivate(set) var updatesOfMessage: [(message: Int, number: Int)] = []
    fileprivate var expectedAvoidable = 0.0

    fileprivate mutating func note(_ set: PropertySet, _ number: Int) {
      if let known = open.firstIndex(where: { $0.set == set }) {
        open[known].number += number
      } else {
        open.append((set, number))
      }
    }
  }

  /// What is claimed of an element.
  private struct Entry {
    var claimant: Int
    var number: Int
  }

  /// A view in a scenario while it is being counted.
  private struct Account {
    struct Key: Hashable {
      var event: Ledger.Event
      var worth: Ledger.Worth
      /// Index into `sets`.
      var set: Int
    }

    /// What nobody claims; most updates are like that.
    var needed = 0
    var avoidable = 0
    var likelyAvoidable = 0
    var unknown = 0
    var claimed: [(key: Key, number: Int)] = []
    var remainder = Remainder()
    var isUsed = false

    mutating func add(_ number: Int, _ key: Key) {
      if let known = claimed.firstIndex(where: { $0.key == key }) {
        claimed[known].number += number
      } else {
        claimed.append((key, number))
      }
    }

    var numbers: [(key: Key, number: Int)] {
      let plain: [(Ledger.Worth, Int)] = [
        (.needed, needed), (.avoidable, avoidable), (.likelyAvoidable, likelyAvoidable), (.unknown, unknown),
      ]
      return plain.filter { $0.1 > 0 }.map { (Key(event: .update, worth: $0, set: 0), $1) } + claimed
    }
  }

  private let recorded: RecordedUpdates
  private let played: PlayedElements
  private let claimants: [Outcome]
  /// By element, one after the other over all updates, where its entries begin.
  private var firstEntry: [Int32] = []
  private var entries: [Entry] = []
  /// Where the elements of each update begin.
  private var firstElement: [Int] = []
  /// Distinct sets of claimants; the first is empty.
  private var sets: [[Int]] = [[]]
  private var setIndex: [[Int]: Int] = [[]: 0]
  private var latestSet = 0
  private var accounts: [ViewInScenario: Account] = [:]

  /// - Parameter claimants: Each at the index that its claimant has in the ledger.
  init(_ recorded: RecordedUpdates, _ played: PlayedElements, claimants: [Outcome]) {
    self.recorded = recorded
    self.played = played
    self.claimants = claimants
    sortClaims()
    enterAll()
  }

  func remainder(of view: ViewInScenario) -> Remainder { accounts[view]?.remainder ?? Remainder() }

  /// - Parameter number: The number of a view of the summary; `nil` for what no update shows.
  func ledger(of summary: RedrawSummary, number: (RedrawSummary.ViewID) -> ViewInScenario?) -> Ledger {
    var rows: [Ledger.Row] = []
    for view in summary.views {
      let numbers = number(view.id).flatMap { accounts[$0]?.numbers } ?? []
      var left = (updates: view.updates, recreated: view.recreated)
      for (key, claimed) in numbers.sorted(by: { isBefore($0.key, $1.key) }) {
        var number = claimed
        switch key.event {
        case .update: left.updates -= number
        case .recreation:
          // Of the appearances that a fix leaves out some are the first, which is no re-creation saved.
          number = min(number, left.recreated)
          left.recreated -= number
        }
        if number == 0 { continue }
        rows.append(
          .init(
            view: view.id, event: key.event, worth: key.worth, claimants: sets[key.set].map(Ledger.Claimant.init),
            number: number))
      }
      // Of updates that were not kept apart nothing is known, nor of re-creations that no fix prevents.
      if left.updates > 0 {
        rows.append(.init(view: view.id, event: .update, worth: .unknown, claimants: [], number: left.updates))
      }
      if left.recreated > 0 {
        rows.append(.init(view: view.id, event: .recreation, worth: .unknown, claimants: [], number: left.recreated))
      }
    }
    return Ledger(rows: rows, added: claimants.map(\.added))
  }

  private func isBefore(_ left: Account.Key, _ right: Account.Key) -> Bool {
    func rank(_ key: Account.Key) -> Int {
      (key.event == .update ? 0 : 100) + (Ledger.Worth.allCases.firstIndex(of: key.worth) ?? 0)
    }
    if rank(left) != rank(right) { return rank(left) < rank(right) }
    return sets[left.set].lexicographicallyPrecedes(sets[right.set])
  }

  // MARK: - Claims

  /// Puts the claims of all outcomes in the order of the elements.
  private mutating func sortClaims() {
    var count = 0
    for update in recorded.updates {
      firstElement.append(count)
      count += update.elements.count
    }
    firstEntry = .init(repeating: 0, count: count + 1)
    func element(_ claim: Claim) -> Int { firstElement[Int(claim.update)] + Int(claim.place) }
    for outcome in claimants {
      for claim in outcome.claims { firstEntry[element(claim) + 1] += 1 }
    }
    for index in 0..<count { firstEntry[index + 1] += firstEntry[index] }
    entries = .init(repeating: Entry(claimant: 0, number: 0), count: Int(firstEntry[count]))
    var next = firstEntry
    for (claimant, outcome) in claimants.enumerated() {
      for claim in outcome.claims {
        let element = element(claim)
        entries[Int(next[element])] = Entry(claimant: claimant, number: claim.number)
        next[element] += 1
      }
    }
  }

  // MARK: - Entering

  /// One scenario after the other, with room for all views of one: there are many elements to enter.
  private mutating func enterAll() {
    let byScenario = Dictionary(grouping: recorded.updates.indices) { recorded.updates[$0].scenario }
    var open = [Account](repeating: Account(), count: recorded.names.count)
    var updatesOfMessage = [Int](repeating: 0, count: recorded.messages.count)
    for (scenario, updates) in byScenario.sorted(by: { $0.key < $1.key }) {
      var views: [Int] = []
      var messages: [Int] = []
      for index in updates {
        let update = recorded.updates[index]
        for (place, element) in update.elements.enumerated() {
          let message = recorded.traits[element.message]
          // What the trace does not show is not counted.
          if message.isAssumed { continue }
          let number = element.repetitions * update.count
          let entry = firstElement[index] + place
          let claims = Int(firstEntry[entry])..<Int(firstEntry[entry + 1])
          if element.isInitial, claims.isEmpty { continue }
          if !open[message.view].isUsed {
            open[message.view].isUsed = true
            views.append(message.view)
          }
          if element.isInitial {
            enter([(.unknown, number)], of: number, claims, .recreation, open: nil, to: &open[message.view])
            continue
          }
          if updatesOfMessage[element.message] == 0 { messages.append(element.message) }
          updatesOfMessage[element.message] += number
          let found = played[update.elements, place]
          enter(
            found.state.verdict, found.change.possible, message, count: update.count, number, claims,
            to: &open[message.view])
        }
      }
      for message in messages.sorted() {
        open[recorded.traits[message].view].remainder.updatesOfMessage.append((message, updatesOfMessage[message]))
        updatesOfMessage[message] = 0
      }
      for view in views {
        accounts[ViewInScenario(view: view, scenario: scenario)] = open[view]
        open[view] = Account()
      }
    }
  }

  /// Enters the updates of an element; what is avoidable comes first, since that is what a fix saves first.
  ///
  /// - Parameter possible: What may have changed in it.
  private mutating func enter(
    _ verdict: Verdict, _ possible: PropertySet, _ message: RecordedUpdates.Traits, count: Int, _ number: Int,
    _ claims: Range<Int>, to account: inout Account
  ) {
    let before = Int(account.remainder.expectedAvoidable.rounded(.down))
    account.remainder.expectedAvoidable += verdict.expectedAvoidable * Double(count)
    let expected = min(
      verdict.unknown * count, Int(account.remainder.expectedAvoidable.rounded(.down)) - before)
    var open: PropertySet?
    if verdict.unknown > 0, let facts = message.facts {
      let read = possible & recorded.facts[facts].reads & ~ViewFacts.elsewhere
      open = read != 0 ? read : possible
    }
    if claims.isEmpty {
      account.avoidable += verdict.avoidable * count
      account.likelyAvoidable += verdict.likelyAvoidable * count + expected
      account.unknown += verdict.unknown * count - expected
      account.needed += verdict.justified * count
      if let open { account.remainder.note(open, verdict.unknown * count - expected) }
      return
    }
    enter(
      [
        (.avoidable, verdict.avoidable * count), (.likelyAvoidable, verdict.likelyAvoidable * count + expected),
        (.unknown, verdict.unknown * count - expected), (.needed, verdict.justified * count),
      ], of: number, claims, .update, open: open, to: &account)
  }

  /// Enters what is claimed of an element, in whole or in part: claims of the same element overlap as far as they can.
  ///
  /// - Parameters:
  ///   - portions: What it is worth, in the order in which fixes save it.
  ///   - open: What may have changed where that is not known.
  private mutating func enter(
    _ portions: [(worth: Ledger.Worth, number: Int)], of whole: Int, _ claims: Range<Int>, _ event: Ledger.Event,
    open: PropertySet?, to account: inout Account
  ) {
    var claimed = entries[claims]
    if claimed.contains(where: { $0.number < whole }) {
      claimed = claimed.sorted { ($0.number, $0.claimant) < ($1.number, $1.claimant) }[...]
    }
    var position = 0
    for (worth, number) in portions where number > 0 {
      let end = position + number
      while position < end {
        claimed = claimed.drop { $0.number <= position }
        let next = min(end, claimed.first?.number ?? end)
        switch (worth, claimed.isEmpty) {
        case (.needed, true): account.needed += next - position
        case (.unknown, true) where event == .update:
          account.unknown += next - position
          if let open { account.remainder.note(open, next - position) }
        // Nobody saves them; the summary has them.
        case (.unknown, true): break
        case (.avoidable, true): account.avoidable += next - position
        case (.likelyAvoidable, true): account.likelyAvoidable += next - position
        // That a fix spares it is evidence that it can be avoided.
        case (.needed, false), (.unknown, false), (.likelyAvoidable, false):
          account.add(next - position, .init(event: event, worth: .likelyAvoidable, set: set(of: claimed)))
        case (.avoidable, false):
          account.add(next - position, .init(event: event, worth: .avoidable, set: set(of: claimed)))
        }
        position = next
      }
    }
  }

  private mutating func set(of claims: ArraySlice<Entry>) -> Int {
    // Neighbours are mostly claimed by the same.
    if sets[latestSet].elementsEqual(claims.lazy.map(\.claimant)) { return latestSet }
    let claimants = claims.map(\.claimant).sorted()
    latestSet = setIndex[claimants] ?? sets.count
    if latestSet == sets.count {
      setIndex[claimants] = sets.count
      sets.append(claimants)
    }
    return latestSet
  }
}
