/// A count per message, used for one part after the other: of many parts each has few of the messages.
///
/// It owns memory and cannot be copied.
struct MessageCounts: ~Copyable {
  private var counts: HotArray<Int>
  private var touched: [Int] = []
  private(set) var total = 0

  init(count: Int) { counts = HotArray(repeating: 0, count: count) }

  subscript(message: Int) -> Int { counts[message] }

  mutating func add(_ number: Int, to message: Int) {
    if counts[message] == 0, number > 0 { touched.append(message) }
    counts[message] += number
    total += number
  }

  mutating func reset() {
    for message in touched { counts[message] = 0 }
    touched.removeAll(keepingCapacity: true)
    total = 0
  }

  /// Calls the body with all messages that have a count.
  func visitAll(_ body: (_ message: Int, _ number: Int) -> Void) {
    for message in touched { body(message, counts[message]) }
  }
}

/// The evaluations of a part, summed up in the ways that are reported.
struct EvaluationSums: ~Copyable {
  var evaluations: MessageCounts
  var initial: MessageCounts
  /// Of `initial` those that are inferred from the views around them.
  var inferredInitial: MessageCounts
  /// Of the others those that are.
  var inferredUpdates: MessageCounts
  /// The updates that begin with a message, however many views print it.
  var changes: MessageCounts
  /// By view and triggering view.
  var triggers = PairCounts()
  /// Of `triggers` those that are recorded.
  var recordedTriggers = PairCounts()
  /// By view and the message that is the root.
  var roots = PairCounts()
  /// Of `roots` those to which every trigger on the way is recorded; nothing is in it for logs.
  var recordedRoots = PairCounts()
  /// The evaluations whose trigger, or lack of one, is recorded.
  var recorded: MessageCounts

  init(messageCount: Int) {
    evaluations = MessageCounts(count: messageCount)
    initial = MessageCounts(count: messageCount)
    inferredInitial = MessageCounts(count: messageCount)
    inferredUpdates = MessageCounts(count: messageCount)
    changes = MessageCounts(count: messageCount)
    recorded = MessageCounts(count: messageCount)
  }

  mutating func reset() {
    evaluations.reset()
    initial.reset()
    inferredInitial.reset()
    inferredUpdates.reset()
    changes.reset()
    triggers.removeAll()
    recordedTriggers.removeAll()
    roots.removeAll()
    recordedRoots.removeAll()
    recorded.reset()
  }

  mutating func add(_ key: ResolvedCounts.Key, _ number: Int, isInferred: Bool, _ meaning: RunMeaning) {
    evaluations.add(number, to: key.message)
    if key.isInitial { initial.add(number, to: key.message) }
    if isInferred {
      if key.isInitial {
        inferredInitial.add(number, to: key.message)
      } else {
        inferredUpdates.add(number, to: key.message)
      }
    }
    let view = meaning.viewIndex[key.message]
    if let trigger = key.trigger { triggers.add(view, meaning.viewIndex[trigger], number) }
    roots.add(view, key.root, number)
  }
}

/// The numbers of the roots of each message, for one part after the other.
struct MessageRoots {
  private var roots: [[Int]?]
  private var touched: [Int] = []

  init(count: Int) { roots = [[Int]?](repeating: nil, count: count) }

  subscript(message: Int) -> [Int]? {
    get { roots[message] }
    set {
      if roots[message] == nil { touched.append(message) }
      roots[message] = newValue
    }
  }

  mutating func reset() {
    for message in touched { roots[message] = nil }
    touched.removeAll(keepingCapacity: true)
  }
}
