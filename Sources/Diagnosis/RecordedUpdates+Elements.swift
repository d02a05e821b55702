extension RecordedUpdates {
  /// A message within an update. There are millions, so places and messages take 32 bits.
  struct Element {
    private let shortMessage: Int32
    private let shortTrigger: Int32
    /// Four times the place, two more for what may appear, and one more for a first appearance.
    private var rootAndFlags: Int32
    /// As many as `rows`, where that is not `repetitions`.
    private var shortRows: Int32 = 0
    /// A profile has no more of them than fit.
    private let shortRepetitions: UInt32

    init(message: Int, repetitions: Int, trigger: Int?, root: Int, isInitial: Bool) {
      shortMessage = Int32(message)
      shortTrigger = trigger.map { Int32($0) } ?? -1
      rootAndFlags = Int32(root << 2 | (isInitial ? 1 : 0))
      shortRepetitions = UInt32(clamping: repetitions)
    }

    /// How often the message stands there one time after the other.
    var repetitions: Int { Int(shortRepetitions) }
    /// Index into `messages`.
    var message: Int { Int(shortMessage) }
    /// The place in the update of the element that made it happen.
    var trigger: Int? { shortTrigger < 0 ? nil : Int(shortTrigger) }
    /// The place where the chain of triggers began.
    var root: Int { Int(rootAndFlags >> 2) }
    var isInitial: Bool { rootAndFlags & 1 != 0 }
    /// Whether it is content that is shown anew as likely as not, or made by such: pages that are pushed, sheets.
    var mayAppear: Bool { rootAndFlags & 2 != 0 }
    /// How many of its like the same element made happen in the update, itself counted: rows whose children are logged stand apart,
    /// each with its own behind it.
    var rows: Int { max(repetitions, Int(shortRows)) }

    mutating func setMayAppear() { rootAndFlags |= 2 }

    fileprivate mutating func set(rows: Int) { shortRows = Int32(clamping: rows) }

    /// What made it happen, and what it is.
    fileprivate var like: UInt64 {
      UInt64(UInt32(bitPattern: shortTrigger)) << 32 | UInt64(UInt32(bitPattern: shortMessage))
    }
  }

  struct Update {
    /// As `scenarioIndex` has it.
    let scenario: Int
    /// How often just this update happened.
    let count: Int
    let elements: Elements
  }

  /// The elements of one update, by their places in it.
  struct Elements: RandomAccessCollection {
    private let all: [RecordedUpdates.Element]
    /// Where they are among the elements of all updates.
    let range: Range<Int>

    fileprivate init(_ all: [RecordedUpdates.Element], _ range: Range<Int>) {
      self.all = all
      self.range = range
    }

    var startIndex: Int { 0 }
    var endIndex: Int { range.count }

    @inline(__always) subscript(place: Int) -> RecordedUpdates.Element { all[range.lowerBound + place] }
  }

  /// All updates, with their elements one after the other: an array for each would be counted whenever it is looked at, by all
  /// threads at once.
  struct Updates: RandomAccessCollection {
    private var elements: [RecordedUpdates.Element] = []
    private var heads: [Head] = []
    /// Of the update that is added, by what is alike; kept from one to the next.
    private var rows: [UInt64: Int] = [:]

    private struct Head {
      var scenario: Int
      var count: Int
      /// Where its elements end, and those of the next begin.
      var end: Int
    }

    mutating func reserve(elements count: Int) { elements.reserveCapacity(count) }

    mutating func append(_ elements: [RecordedUpdates.Element], scenario: Int, count: Int) {
      let first = self.elements.count
      self.elements += elements
      countRows(from: first)
      heads.append(Head(scenario: scenario, count: count, end: self.elements.count))
    }

    /// Counts what happens several times for one and the same reason in the last update.
    private mutating func countRows(from first: Int) {
      guard elements.count - first > 2 else { return }
      rows.removeAll(keepingCapacity: true)
      for element in elements[first...] where element.trigger != nil {
        let (sum, overflowed) = rows[element.like, default: 0].addingReportingOverflow(element.repetitions)
        rows[element.like] = overflowed ? .max : sum
      }
      guard rows.count < elements.count - first else { return }
      for index in first..<elements.count where elements[index].trigger != nil {
        elements[index].set(rows: rows[elements[index].like] ?? 1)
      }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { heads.count }
    /// How many elements all of them have.
    var elementCount: Int { elements.count }

    /// Where the elements of an update are among those of all.
    func range(of index: Int) -> Range<Int> { (index == 0 ? 0 : heads[index - 1].end)..<heads[index].end }

    /// The same of the elements of several updates.
    func elements(of updates: Range<Int>) -> Range<Int> {
      updates.isEmpty ? 0..<0 : range(of: updates.lowerBound).lowerBound..<range(of: updates.upperBound - 1).upperBound
    }

    subscript(index: Int) -> Update {
      Update(
        scenario: heads[index].scenario, count: heads[index].count, elements: Elements(elements, range(of: index)))
    }

    /// One element, without its update.
    subscript(index: Int, place: Int) -> RecordedUpdates.Element { elements[range(of: index).lowerBound + place] }

    /// How often an update happened.
    func count(of index: Int) -> Int { heads[index].count }

    /// As `scenarioIndex` has it.
    func scenario(of index: Int) -> Int { heads[index].scenario }
  }
}
