internal import TraceImport

/// Which view's evaluation makes which other view's happen, learnt from what regularly follows what.
///
/// A log says that a parent passed a new value (`@self`), not which parent. But a view with `@self` was made by a view
/// that was evaluated before it in the same update, every time. So for each child the candidates are the views seen
/// before it, judged by two shares:
/// - *coverage*: of the child's updates, those in which the candidate came before. The parent is always there; a view
///   that is updated by chance in the same moment is not.
/// - *specificity*: of the candidate's updates, those in which the child followed. A sibling is also updated for
///   reasons of its own, and then the child does not follow.
///
/// Coverage comes first: the parent cannot be missing. Among those that cover alike, a type that encloses the child's
/// decides (`List` for `List.Row`), then the number (a row's label comes as often as the row), then specificity, and
/// last the place: the earlier one, since wide trees are commoner than deep ones.
struct TriggerModel: Sendable {
  /// An element of an update in terms of views that all runs share.
  struct Step {
    var view: Int
    var repetitions: Int
    var hasSelf: Bool
  }

  /// What a child may be triggered by, best first.
  private struct Ranking: BitwiseCopyable {
    /// Where they stand in `ranked`.
    var start = 0
    var end = 0
    /// Up to here they are equally good; their place in the update decides.
    var tiedEnd = 0
  }

  /// Where a view stands in the update that is being looked at; in one place, because a view is asked for all of it.
  private struct Standing: BitwiseCopyable {
    /// Of the update for which the rest is valid.
    var stamp = 0
    var number = 0
    /// Where it is seen first: while the model learns with `@self`, afterwards at all.
    var firstPlace = -1
    var lastPlace = -1
  }

  private struct Candidate {
    var view: Int
    var coverage: Double
    var specificity: Double
    var encloses: Bool
    var fits: Bool
  }

  /// A candidate further back than this many distinct views is no parent worth the time.
  private static let mostCandidates = 48
  /// Shares closer than this are the same: counts are small.
  private static let tolerance = 0.02

  private let viewCount: Int
  private var evidence: EvidenceTable
  private var childUpdates: [Int]
  private var viewUpdates: [Int]
  private var rankings: [Ranking]
  /// The candidates of all rankings.
  private var ranked: [Int] = []
  /// Per view those that make it, where sources say so.
  private var makers: [Int: [Int]] = [:]
  private var stamp = 0
  private var standings: [Standing]
  /// The distinct views of an update so far; here so that memory is taken once.
  private var order: [Int] = []

  /// A model over views with the indices below `viewCount`.
  init(viewCount: Int) {
    self.viewCount = viewCount
    evidence = EvidenceTable(viewCount: viewCount)
    childUpdates = [Int](repeating: 0, count: viewCount)
    viewUpdates = childUpdates
    rankings = [Ranking](repeating: Ranking(), count: viewCount)
    standings = [Standing](repeating: Standing(), count: viewCount)
  }

  /// Takes an update that happened `count` times.
  mutating func learn(_ steps: [Step], count: Int) {
    withStandings { model, standings in
      let stamp = model.stamp
      for step in steps {
        if standings[step.view].stamp != stamp { standings[step.view] = Standing(stamp: stamp) }
        standings[step.view].number += step.repetitions
      }
      model.order.removeAll(keepingCapacity: true)
      for (place, step) in steps.enumerated() {
        let view = step.view
        if step.hasSelf, standings[view].firstPlace < 0 {
          standings[view].firstPlace = place
          model.childUpdates[view] += count
          // The first ones hold the roots, the last ones the neighbours.
          let half = Self.mostCandidates / 2
          let number = { (view: Int) in standings[view].number }
          if model.order.count <= Self.mostCandidates {
            model.evidence.note(model.order[...], before: view, number, count)
          } else {
            model.evidence.note(model.order.prefix(half), before: view, number, count)
            model.evidence.note(model.order.suffix(half), before: view, number, count)
          }
        }
        if standings[view].lastPlace < 0 {
          standings[view].lastPlace = place
          model.order.append(view)
          model.viewUpdates[view] += count
        }
      }
    }
  }

  /// Calls the body with where the views stand in the next update, none of them so far.
  ///
  /// Not as an array, since each write to one asks whether it is shared, and there are several to a step.
  @inline(__always)
  private mutating func withStandings(_ body: (inout TriggerModel, UnsafeMutableBufferPointer<Standing>) -> Void) {
    stamp += 1
    var standings: [Standing] = []
    swap(&standings, &self.standings)
    standings.withUnsafeMutableBufferPointer { body(&self, $0) }
    swap(&standings, &self.standings)
  }

  /// Ranks the candidates of each child; `names` are the views' names.
  mutating func conclude(names: [String]) {
    var candidates: [[Candidate]] = .init(repeating: [], count: viewCount)
    let prefixes = names.map { $0 + "." }
    // The place of each view in the order of the names: candidates are many, and compared again and again.
    var order = [Int](repeating: 0, count: names.count)
    for (place, view) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() { order[view] = place }
    evidence.enumeratePairs { child, candidate, evidence in
      candidates[child].append(
        Candidate(
          view: candidate, coverage: Double(evidence.together) / Double(max(1, childUpdates[child])),
          specificity: Double(evidence.together) / Double(max(1, viewUpdates[candidate])),
          encloses: names[child].hasPrefix(prefixes[candidate]),
          fits: evidence.severalChildren > 0 && evidence.sameNumber * 2 > evidence.severalChildren))
    }
    evidence = EvidenceTable(viewCount: 0)
    for (child, list) in candidates.enumerated() where !list.isEmpty {
      let covering = (list.map(\.coverage).max() ?? 0) - Self.tolerance
      var best = list.filter { $0.coverage >= covering }
      if let closest = best.filter(\.encloses).map({ names[$0.view].utf8.count }).max() {
        // Of several enclosing types the innermost: `List.Section` for `List.Section.Row`.
        best.removeAll { !$0.encloses || names[$0.view].utf8.count < closest }
      }
      if best.contains(where: \.fits) { best.removeAll { !$0.fits } }
      let specific = (best.map(\.specificity).max() ?? 0) - Self.tolerance
      best.removeAll { $0.specificity < specific }
      let bestViews = Set(best.map(\.view))
      let others = list.filter { !bestViews.contains($0.view) }.sorted {
        ($1.coverage, $1.specificity, order[$0.view]) < ($0.coverage, $0.specificity, order[$1.view])
      }
      let start = ranked.count
      ranked += best.map(\.view).sorted { order[$0] < order[$1] }
      let tiedEnd = ranked.count
      ranked += others.map(\.view)
      rankings[child] = Ranking(start: start, end: ranked.count, tiedEnd: tiedEnd)
    }
  }

  /// Finds for each step of an update the place of the step that triggered it; `nil` when no candidate came before it.
  ///
  /// - Parameter triggers: holds the places then, and keeps its memory from one update to the next.
  mutating func findTriggers(in steps: [Step], _ triggers: inout [Int?]) {
    triggers.removeAll(keepingCapacity: true)
    withStandings { model, standings in
      for (place, step) in steps.enumerated() {
        triggers.append(step.hasSelf ? model.trigger(of: step.view, standings) : nil)
        if standings[step.view].stamp != model.stamp {
          standings[step.view] = Standing(stamp: model.stamp, firstPlace: place)
        }
        standings[step.view].lastPlace = place
      }
    }
  }

  /// Says which views make a view; what the trace suggests no longer counts for it.
  mutating func setMakers(of view: Int, _ views: [Int]) { makers[view] = views }

  private func trigger(of child: Int, _ standings: UnsafeMutableBufferPointer<Standing>) -> Int? {
    if !makers.isEmpty, let makers = makers[child] {
      // Of several makers the last one evaluated: what it makes comes after it.
      return makers.compactMap { standings[$0].stamp == stamp ? standings[$0].lastPlace : nil }.max()
    }
    let ranking = rankings[child]
    var chosen: Int?
    for place in ranking.start..<ranking.tiedEnd where standings[ranked[place]].stamp == stamp {
      let candidate = ranked[place]
      if let earliest = chosen, standings[earliest].firstPlace <= standings[candidate].firstPlace { continue }
      chosen = candidate
    }
    if let chosen { return standings[chosen].lastPlace }
    for place in ranking.tiedEnd..<ranking.end where standings[ranked[place]].stamp == stamp {
      return standings[ranked[place]].lastPlace
    }
    return nil
  }
}

/// How often which view came before which other, in a square for few views and in a dictionary for many.
private struct EvidenceTable: Sendable {
  struct Evidence {
    var together = 0
    var sameNumber = 0
    var severalChildren = 0

    /// Takes an update that happened `count` times.
    ///
    /// - Parameters:
    ///   - isOne: the child comes once in it.
    ///   - isSame: it comes as often as the candidate.
    mutating func add(_ count: Int, isOne: Bool, isSame: Bool) {
      together += count
      if isOne { return }
      severalChildren += count
      if isSame { sameNumber += count }
    }
  }

  private static let largestSquare = 512
  /// More pairs than this come from input without order, which no evidence helps; what comes later is left out.
  private static let mostPairs = 1 << 16

  private let viewCount: Int
  private var square: [Evidence] = []
  private var sparse: [Int: Evidence] = [:]

  init(viewCount: Int) {
    self.viewCount = viewCount
    if viewCount <= Self.largestSquare { square = .init(repeating: Evidence(), count: viewCount * viewCount) }
  }

  /// Takes note of what came before a child in an update that happened `count` times.
  ///
  /// - Parameter number: how often a view comes in the update.
  @inline(__always)
  mutating func note(_ candidates: ArraySlice<Int>, before child: Int, _ number: (Int) -> Int, _ count: Int) {
    let childNumber = number(child)
    let isOne = childNumber <= 1
    if square.isEmpty {
      for candidate in candidates where candidate != child {
        let index = child * viewCount + candidate
        if sparse.count >= Self.mostPairs, sparse[index] == nil { continue }
        sparse[index, default: Evidence()].add(count, isOne: isOne, isSame: childNumber == number(candidate))
      }
      return
    }
    // A row of the square at a time, because each write to an array asks whether it is shared.
    let row = child * viewCount..<(child + 1) * viewCount
    square.withUnsafeMutableBufferPointer { square in
      let pairs = UnsafeMutableBufferPointer(rebasing: square[row])
      for candidate in candidates where candidate != child {
        pairs[candidate].add(count, isOne: isOne, isSame: childNumber == number(candidate))
      }
    }
  }

  /// Calls `body` for every pair that came together, in no particular order.
  func enumeratePairs(_ body: (_ child: Int, _ candidate: Int, Evidence) -> Void) {
    for (index, evidence) in square.enumerated() where evidence.together > 0 {
      body(index / viewCount, index % viewCount, evidence)
    }
    for (index, evidence) in sparse { body(index / viewCount, index % viewCount, evidence) }
  }
}
