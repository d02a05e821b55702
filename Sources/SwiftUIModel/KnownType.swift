/// A type of the standard library or of a framework: what it stands for and how it compares.
package struct KnownType: ModelEntry {
  package enum Meaning: Sendable, Hashable {
    case integer, real, flag, text, bytes
    /// A point in time.
    case instant
    /// Days, months and what computes with them.
    case calendar
    /// A name that nothing else has.
    case identifier
    case address
    /// A length, a place or an area.
    case place
    /// How something is put or drawn.
    case style
    case collection
    /// Something that is also called as a view.
    case view
    /// A gesture, an animation or another description of behaviour.
    case behaviour
    /// An action of the environment.
    case action
    /// A picture or a document made of bytes.
    case document
    case object
    case other
  }

  /// How SwiftUI tells two values of a property apart. See "When SwiftUI evaluates a body", rule 5.
  package enum Comparison: Sendable, Hashable {
    /// As memory: numbers, flags and structs of these.
    case bitwise
    /// By `==`.
    case equality
    /// Two references are equal if they are of one object.
    case identity
    /// By its members or elements, or not at all.
    case unknown
  }

  package let name: String
  package let meaning: Meaning
  package let comparison: Comparison
  package let traits: Traits
  package let source: Source

  init(
    _ name: String, _ meaning: Meaning, _ comparison: Comparison, _ traits: Traits = [], source: Source
  ) {
    self.name = name
    self.meaning = meaning
    self.comparison = comparison
    self.traits = traits
    self.source = source
  }

  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Equatable, Sendable, and no reference: nobody has to look it up.
    package static let isPlain = Traits(rawValue: 1 << 0)
    /// An enum of such raw values compares.
    package static let isRawValue = Traits(rawValue: 1 << 1)
    package static let isGeneric = Traits(rawValue: 1 << 2)
    /// Costs so much to make that a body should not.
    package static let isCostly = Traits(rawValue: 1 << 3)
    /// As costly, where it is made of an identifier and is not the current one.
    package static let isCostlyByIdentifier = Traits(rawValue: 1 << 4)
    /// Decodes what it is made of.
    package static let decodes = Traits(rawValue: 1 << 5)
    /// Reads the file that it is made of.
    package static let readsFiles = Traits(rawValue: 1 << 6)
    /// Another value each time it is made of nothing.
    package static let isFresh = Traits(rawValue: 1 << 7)
    /// What layout hands out.
    package static let isOfLayout = Traits(rawValue: 1 << 8)
    /// Where something lies on the screen.
    package static let isFrame = Traits(rawValue: 1 << 9)
    /// Finds its elements by a key.
    package static let isKeyed = Traits(rawValue: 1 << 10)
    /// Holds each element once.
    package static let isDistinct = Traits(rawValue: 1 << 11)
    /// An object that may be shared by all actors.
    package static let isSendable = Traits(rawValue: 1 << 12)
    /// Is made in little time for what is costly: worth keeping, not worth a warning.
    package static let isCheaplyMade = Traits(rawValue: 1 << 13)
    /// Publishes each value that it is sent.
    package static let isSubject = Traits(rawValue: 1 << 14)
    /// A view of UIKit or AppKit that costs much to make, and is in one place at a time.
    package static let isSystemView = Traits(rawValue: 1 << 15)
  }
}
