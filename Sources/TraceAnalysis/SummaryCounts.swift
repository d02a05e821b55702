internal import TraceImport

/// Causes by number, in the order in which they are met.
struct NumberedCauses {
  private var all: [Cause] = []
  private var numbers: [Cause: Int] = [:]

  subscript(number: Int) -> Cause { all[number] }

  func number(ifKnown cause: Cause) -> Int? { numbers[cause] }

  mutating func number(of cause: Cause) -> Int {
    if let known = numbers[cause] { return known }
    numbers[cause] = all.count
    all.append(cause)
    return all.count - 1
  }
}

/// The causes of each message of a run by number, as `RunMeaning` has them.
struct CauseNumbers {
  let causes: [[Int]]
  let rawCauses: [[Int]]
  /// Never empty: without a cause of its own it is the view value that changed.
  let roots: [[Int]]

  init(_ meaning: RunMeaning, _ numbered: inout NumberedCauses) {
    func numbers(_ lists: [[Cause]]) -> [[Int]] { lists.map { $0.map { numbered.number(of: $0) } } }
    causes = numbers(meaning.causes)
    rawCauses = numbers(meaning.rawCauses)
    roots = numbers(meaning.roots.map { $0.isEmpty ? [.viewValue] : $0 })
  }
}

/// The evaluations of a part, summed up in the ways that are reported.
struct EvaluationSums {
  struct Pair: Hashable {
    var view: Int
    /// The triggering view, or the message that is the root.
    var other: Int
  }

  var evaluations: [Int]
  var initial: [Int]
  /// Per message the evaluations that are their own root.
  var changes: [Int]
  var triggers: [Pair: Int] = [:]
  var roots: [Pair: Int] = [:]
  /// Of `roots` those to which every trigger on the way is recorded.
  var recordedRoots: [Pair: Int] = [:]

  init(messageCount: Int) {
    evaluations = [Int](repeating: 0, count: messageCount)
    initial = evaluations
    changes = evaluations
  }

  mutating func add(_ key: ResolvedCounts.Key, _ number: Int, viewIndex: [Int]) {
    evaluations[key.message] += number
    if key.isInitial { initial[key.message] += number }
    if key.root == key.message { changes[key.message] += number }
    let view = viewIndex[key.message]
    if let trigger = key.trigger { triggers[Pair(view: view, other: viewIndex[trigger]), default: 0] += number }
    roots[Pair(view: view, other: key.root), default: 0] += number
  }
}
