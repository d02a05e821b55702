/// A method, or a member, of values that a body works with: what it does to the value and what it gives back.
package struct Method: ModelEntry {
  package let name: String
  package let does: Does
  package let source: Source

  init(_ name: String, _ does: Does, source: Source) {
    self.name = name
    self.does = does
    self.source = source
  }

  package struct Does: OptionSet, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Changes the value that it is called on.
    package static let mutates = Does(rawValue: 1 << 0)
    /// Leaves the value alone that it is called on.
    package static let onlyReads = Does(rawValue: 1 << 1)
    /// Calls its closure before it returns.
    package static let callsAtOnce = Does(rawValue: 1 << 2)
    /// Hands elements of the value to its closure.
    package static let handsElements = Does(rawValue: 1 << 3)
    /// Goes over the elements.
    package static let traverses = Does(rawValue: 1 << 4)
    /// Gives one of a few elements, or whether there is one.
    package static let selects = Does(rawValue: 1 << 5)
    /// Gives a number of elements.
    package static let counts = Does(rawValue: 1 << 6)
    /// Gives other elements in place of these.
    package static let maps = Does(rawValue: 1 << 7)
    /// Gives some of the elements.
    package static let filters = Does(rawValue: 1 << 8)
    /// Gives the same elements, fewer or in another order.
    package static let keepsElements = Does(rawValue: 1 << 9)
    package static let sorts = Does(rawValue: 1 << 10)
    /// Takes elements off the front, so that all others move on.
    package static let takesFirst = Does(rawValue: 1 << 39)
    /// Finds an element or its place by what it is.
    package static let looksUp = Does(rawValue: 1 << 11)
    /// Goes over the elements once, and does little for each.
    package static let isOnePass = Does(rawValue: 1 << 12)
    /// Is asked of collections and texts, and is hardly the name of a stored field.
    package static let isOfCollections = Does(rawValue: 1 << 13)
    /// Gives less than the collection it looks at.
    package static let quantizes = Does(rawValue: 1 << 14)
    /// Goes over a collection in a way that is worth keeping the result of.
    package static let isPass = Does(rawValue: 1 << 15)
    /// Goes over a collection with a closure, in the getter of a model.
    package static let scans = Does(rawValue: 1 << 16)
    /// Decodes, parses or fetches.
    package static let parses = Does(rawValue: 1 << 17)
    /// Asks the file system.
    package static let asksFiles = Does(rawValue: 1 << 18)
    /// Looks at an entry of a folder, and at no contents: microseconds.
    package static let asksAboutFiles = Does(rawValue: 1 << 38)
    /// Cuts a text into parts.
    package static let splits = Does(rawValue: 1 << 19)
    /// Gives the same for many values that lie close together.
    package static let rounds = Does(rawValue: 1 << 20)
    /// Answers a question about its argument.
    package static let answers = Does(rawValue: 1 << 21)
    /// Works a value out of a value, at no cost worth a word.
    package static let isCheap = Does(rawValue: 1 << 22)
    /// Is called with the position of a row to do something with the row, not to show it.
    package static let takesPosition = Does(rawValue: 1 << 23)
    /// Numbers the elements.
    package static let numbers = Does(rawValue: 1 << 24)
    /// Pairs the elements of several collections.
    package static let pairs = Does(rawValue: 1 << 25)
    /// Gives another value each time.
    package static let isRandom = Does(rawValue: 1 << 26)
    /// Turns a flag around.
    package static let toggles = Does(rawValue: 1 << 27)
    /// Adds an element.
    package static let adds = Does(rawValue: 1 << 28)
    /// Does only what is asked of the result.
    package static let isLazy = Does(rawValue: 1 << 29)
    /// Gives places of elements.
    package static let givesIndices = Does(rawValue: 1 << 30)
    /// May give the same for values that differ.
    package static let coarsens = Does(rawValue: 1 << 31)
    /// May leave elements out.
    package static let drops = Does(rawValue: 1 << 33)
    /// Turns a value into text.
    package static let formats = Does(rawValue: 1 << 32)
    /// Asks a database, and waits for what it finds.
    package static let queries = Does(rawValue: 1 << 34)
    /// Asks a store of the system, such as that of the calendar, where its first argument says what for.
    package static let asksStores = Does(rawValue: 1 << 36)
    /// Renders or encodes an image.
    package static let makesImages = Does(rawValue: 1 << 37)
    /// Looks for a pattern in a text.
    package static let searchesTexts = Does(rawValue: 1 << 35)
  }
}
