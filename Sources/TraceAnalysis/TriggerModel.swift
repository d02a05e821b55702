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
/// Where two candidates do equally well the type's name decides (`List.Row` belongs to `List`), then how many there are
/// (a row's label comes as often as the row), then the earlier one: wide trees are commoner than deep ones.
struct TriggerModel {
  private struct Pair: Hashable {
    var child: Int
    var candidate: Int
  }

  private struct Evidence {
    var together = 0
    var sameNumber = 0
    var severalChildren = 0
  }

  /// A candidate further back than this many distinct views is no parent worth the time.
  private static let mostCandidates = 48
  /// Shares closer than this are the same: counts are small.
  private static let tolerance = 0.02

  private var evidence: [Pair: Evidence] = [:]
  private var childUpdates: [Int: Int] = [:]
  private var viewUpdates: [Int: Int] = [:]
  private var ranking: [Int: [Int]] = [:]

  /// An element of an update in terms of views that all runs share.
  struct Step {
    var view: Int
    var repetitions: Int
    var hasSelf: Bool
  }

  /// Takes an update that happened `count` times.
  mutating func learn(_ steps: [Step], count: Int) {
    var order: [Int] = []
    var numbers: [Int: Int] = [:]
    for step in steps { numbers[step.view, default: 0] += step.repetitions }
    var learnt: Set<Int> = []
    for step in steps {
      if step.hasSelf, learnt.insert(step.view).inserted {
        childUpdates[step.view, default: 0] += count
        // The first ones hold the roots, the last ones the neighbours.
        let half = Self.mostCandidates / 2
        let candidates =
          order.count <= Self.mostCandidates ? order[...] : order.prefix(half) + order.suffix(half)
        for candidate in candidates where candidate != step.view {
          let childNumber = numbers[step.view] ?? 0
          let candidateNumber = numbers[candidate] ?? 0
          var known = evidence[Pair(child: step.view, candidate: candidate)] ?? Evidence()
          known.together += count
          if childNumber > 1 {
            known.severalChildren += count
            if childNumber == candidateNumber { known.sameNumber += count }
          }
          evidence[Pair(child: step.view, candidate: candidate)] = known
        }
      }
      if !order.contains(step.view) {
        order.append(step.view)
        viewUpdates[step.view, default: 0] += count
      }
    }
  }

  /// Ranks the candidates of each child; `names` are the views' names.
  mutating func conclude(names: [String]) {
    var candidates: [Int: [(view: Int, score: Double, likeness: Int, fits: Bool)]] = [:]
    for (pair, evidence) in evidence {
      let coverage = Double(evidence.together) / Double(max(1, childUpdates[pair.child] ?? 1))
      let specificity = Double(evidence.together) / Double(max(1, viewUpdates[pair.candidate] ?? 1))
      // Coverage first: a parent may often be evaluated without needing a new child.
      let score = coverage * (0.6 + 0.4 * min(1, specificity))
      let fits = evidence.severalChildren > 0 && evidence.sameNumber * 2 > evidence.severalChildren
      candidates[pair.child, default: []].append(
        (pair.candidate, score, Self.likeness(names[pair.child], names[pair.candidate]), fits))
    }
    for (child, list) in candidates {
      let best = list.map(\.score).max() ?? 0
      ranking[child] = list.sorted { left, right in
        let leftIsBest = left.score >= best - Self.tolerance
        let rightIsBest = right.score >= best - Self.tolerance
        if leftIsBest != rightIsBest { return leftIsBest }
        if !leftIsBest, left.score != right.score { return left.score > right.score }
        if left.likeness != right.likeness { return left.likeness > right.likeness }
        if left.fits != right.fits { return left.fits }
        return names[left.view] < names[right.view]
      }.map(\.view)
      tied[child] = Set(
        list.filter { candidate in
          candidate.score >= best - Self.tolerance
            && candidate.likeness == list.filter { $0.score >= best - Self.tolerance }.map(\.likeness).max()
        }.map(\.view))
    }
    for (child, list) in candidates {
      fitting[child] = Set(list.filter(\.fits).map(\.view))
    }
  }

  private var tied: [Int: Set<Int>] = [:]
  private var fitting: [Int: Set<Int>] = [:]

  /// The place in the update of the step that triggered the step at `index`; `nil` when no candidate came before it.
  func trigger(of index: Int, in steps: [Step]) -> Int? {
    let child = steps[index].view
    guard steps[index].hasSelf, let ranking = ranking[child] else { return nil }
    func last(_ view: Int) -> Int? { steps[..<index].lastIndex { $0.view == view } }
    // Among equals the one that fits in number, else the earliest in this update.
    let equals = (tied[child] ?? []).filter { last($0) != nil }
    if !equals.isEmpty {
      let choice = equals.filter { fitting[child]?.contains($0) == true }
      let pool = choice.isEmpty ? equals : choice
      let first = steps[..<index].first { pool.contains($0.view) }
      return first.flatMap { last($0.view) }
    }
    for candidate in ranking {
      if let place = last(candidate) { return place }
    }
    return nil
  }

  /// How many components of the type's name the two share, from the outermost.
  private static func likeness(_ left: String, _ right: String) -> Int {
    var shared = 0
    for (a, b) in zip(components(left), components(right)) {
      if a != b { break }
      shared += 1
    }
    return shared
  }

  private static func components(_ name: String) -> [Substring] {
    name.prefix { $0 != "<" }.split(separator: ".")
  }
}
