/// What is known to have changed when a view was evaluated.
struct ChangedProperties: Hashable, Sendable {
  /// What certainly changed.
  var certain: PropertySet
  /// What may have changed; holds `certain`.
  var possible: PropertySet
  /// Of `possible` what the sources are seen to write; all of it where they do not tell.
  var likely: PropertySet
  /// Set when something may have changed that the sources do not show.
  var isOpen: Bool

  init(certain: PropertySet = 0, possible: PropertySet = 0, likely: PropertySet? = nil, isOpen: Bool = false) {
    self.certain = certain
    self.possible = possible
    self.likely = likely ?? possible
    self.isOpen = isOpen
  }

  mutating func formUnion(_ other: ChangedProperties) {
    certain |= other.certain
    possible |= other.possible
    likely |= other.likely
    isOpen = isOpen || other.isOpen
  }
}

/// What changed in the elements of an update, by their places in it.
protocol ChangesByPlace {
  subscript(place: Int) -> ChangedProperties { get }
}

/// The same while an update is played as it was recorded: of the elements that were played already.
struct ChangesSoFar: ChangesByPlace {
  private var changes: [ChangedProperties] = []

  mutating func removeAll() { changes.removeAll(keepingCapacity: true) }

  mutating func append(_ change: ChangedProperties) { changes.append(change) }

  subscript(place: Int) -> ChangedProperties { changes[place] }
}

/// The same as it was recorded.
struct RecordedChanges: ChangesByPlace {
  private let all: PlayedElements.Table
  private let first: Int

  /// - Parameter update: `nil` for none yet.
  init(_ all: PlayedElements.Table, of update: RecordedUpdates.Update? = nil) {
    self.all = all
    first = update?.elements.range.lowerBound ?? 0
  }

  @inline(__always) subscript(place: Int) -> ChangedProperties { all[first + place].change }
}
