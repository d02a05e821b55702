/// What was found for the elements of all updates as they were recorded.
///
/// Most elements are as many others are, so each holds the number of what was found for it and no more: a replay looks at them in an
/// order of its own, and finds what differs in memory that stays close by.
struct PlayedElements: Sendable {
  /// What was found for an element.
  struct Found: Hashable, Sendable {
    var state: Playback.State
    /// What changed in it.
    var change: ChangedProperties

    /// What tells most of them apart.
    func hash(into hasher: inout Hasher) {
      hasher.combine(change.possible)
      hasher.combine(change.likely)
      hasher.combine(state.verdict.justified &+ 3 &* state.verdict.unknown)
      hasher.combine(state.verdict.avoidable &+ 3 &* state.verdict.likelyAvoidable)
    }
  }

  /// What was found, each once.
  private let distinct: [Found]
  /// Of each element, one after the other as the elements are, where in `distinct` it is.
  private let numbers: [Int32]
  private let updates: RecordedUpdates.Updates

  /// - Parameters:
  ///   - distinct: What was found, each once.
  ///   - numbers: As many as there are elements.
  init(_ distinct: [Found], numbers: [Int32], of updates: RecordedUpdates.Updates) {
    self.distinct = distinct
    self.numbers = numbers
    self.updates = updates
  }

  @inline(__always) subscript(update: Int, place: Int) -> Found {
    distinct[Int(numbers[updates.range(of: update).lowerBound + place])]
  }

  /// That of an element of an update.
  @inline(__always) subscript(elements: RecordedUpdates.Elements, place: Int) -> Found {
    distinct[Int(numbers[elements.range.lowerBound + place])]
  }

  /// Calls a closure with all of them, pointed to.
  func withUnsafeTable<Result>(_ body: (Table) -> Result) -> Result {
    distinct.withUnsafeBufferPointer { distinct in
      numbers.withUnsafeBufferPointer { body(Table(distinct: distinct, numbers: $0)) }
    }
  }

  /// What was found for all elements: pointed to, since a reference would be counted by all threads at once.
  struct Table {
    fileprivate let distinct: UnsafeBufferPointer<Found>
    fileprivate let numbers: UnsafeBufferPointer<Int32>

    /// - Parameter index: Among the elements of all updates.
    @inline(__always) subscript(index: Int) -> Found { distinct[Int(numbers[index])] }
  }
}

/// What was found so far, each once.
struct DistinctFound {
  private(set) var all: [PlayedElements.Found] = []
  private var numbers: [PlayedElements.Found: Int32] = [:]

  /// The number of what was found, a new one where it was not found before.
  mutating func number(of found: PlayedElements.Found) -> Int32 {
    if let known = numbers[found] { return known }
    let number = Int32(all.count)
    numbers[found] = number
    all.append(found)
    return number
  }
}
