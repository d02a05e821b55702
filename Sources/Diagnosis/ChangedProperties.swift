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
