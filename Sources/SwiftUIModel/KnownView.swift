/// A view of SwiftUI, or one that apps know as well: what it does with its content.
package struct KnownView: ModelEntry {
  package enum Axis: Sendable, Hashable { case vertical, horizontal }

  package let name: String
  package let closures: Call.Closures
  package let event: Event?
  package let rate: Call.Rate?
  /// The axis along which it puts all of its content at once.
  package let stacksAlong: Axis?
  package let traits: Traits
  package let source: Source
  /// The first version of iOS that has it; `nil` where it is as old as SwiftUI.
  package let since: Int?

  init(
    _ name: String, _ traits: Traits = [], stacksAlong: Axis? = nil, closures: Call.Closures = .evaluated,
    event: Event? = nil, rate: Call.Rate? = nil, since: Int? = nil, source: Source
  ) {
    self.name = name
    self.traits = traits
    self.stacksAlong = stacksAlong
    self.closures = closures
    self.event = event
    self.rate = rate
    self.since = since
    self.source = source
  }

  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Builds a row for each element of its data.
    package static let makesRows = Traits(rawValue: 1 << 0)
    /// Lets its content be longer than itself.
    package static let scrolls = Traits(rawValue: 1 << 1)
    /// Leaves the layout of its content to what is around.
    package static let isTransparent = Traits(rawValue: 1 << 2)
    /// Builds its content lazily, once, or in a layout of its own: what scrolls around it decides nothing about its rows.
    package static let ownsContent = Traits(rawValue: 1 << 3)
    /// Evaluates its closures with the body, whatever else it takes.
    package static let evaluatesContent = Traits(rawValue: 1 << 4)
    /// Shows nothing itself.
    package static let arranges = Traits(rawValue: 1 << 5)
    /// Hands out the geometry, and evaluates its closure for each change of it.
    package static let givesGeometry = Traits(rawValue: 1 << 6)
    /// Evaluates its closure by a clock.
    package static let ticks = Traits(rawValue: 1 << 7)
    /// Hides the type of the view it holds.
    package static let erases = Traits(rawValue: 1 << 8)
    /// Draws much.
    package static let draws = Traits(rawValue: 1 << 9)
    /// Loads what it shows.
    package static let loads = Traits(rawValue: 1 << 10)
    /// Shows the text it is given.
    package static let showsText = Traits(rawValue: 1 << 11)
    /// Builds its destination when it is followed, and its label with the body.
    package static let presentsDestination = Traits(rawValue: 1 << 12)
    /// A view of a package; SwiftUI has none of that name.
    package static let isForeign = Traits(rawValue: 1 << 13)
    /// A control that writes its binding many times while it is dragged.
    package static let writesContinuously = Traits(rawValue: 1 << 17)
    /// Leaves the layout of the rows it makes to the container around.
    package static let leavesRowsToContainer = Traits(rawValue: 1 << 15)
    /// Puts each of its children into a cell of its own.
    package static let makesCells = Traits(rawValue: 1 << 16)
    /// Makes rows of data, and holds plain content where it is given none.
    package static let takesPlainContent = Traits(rawValue: 1 << 14)
    /// Lets the `==` of its content decide, also of content that is plain memory.
    package static let asksEquality = Traits(rawValue: 1 << 18)
    /// What it holds is on screen only while somebody chooses from it.
    package static let opensMenu = Traits(rawValue: 1 << 19)
    /// Keeps pages, each with what it shows and where it is.
    package static let holdsPages = Traits(rawValue: 1 << 27)
    /// Is as large as what it shows.
    package static let isSizedByItself = Traits(rawValue: 1 << 22)
    /// Is as large as what it holds.
    package static let isSizedByContent = Traits(rawValue: 1 << 23)
    /// Holds a few things to choose from.
    package static let offersChoices = Traits(rawValue: 1 << 21)
    /// Stands where something is to be loaded, and shows next to nothing.
    package static let marksPlace = Traits(rawValue: 1 << 20)
    /// Takes room at most.
    package static let showsNothing = Traits(rawValue: 1 << 24)
    /// Shows one of its views at a time, which a selection may choose by its tag or id.
    package static let showsPages = Traits(rawValue: 1 << 25)
    /// Lays what it holds in front of each other.
    package static let layers = Traits(rawValue: 1 << 26)
  }
}
