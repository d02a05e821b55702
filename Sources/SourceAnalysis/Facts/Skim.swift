/// A file looked at word by word, without parsing: its declarations at top level, what they name, and where their
/// members and the bodies of their functions lie.
///
/// From the skims of all files a `ReadingPlan` tells what has to be parsed. Where a skim is not sure it says so, and where
/// it errs it finds too much: then more is parsed than needed, or a precondition is taken as failed.
package struct Skim: Sendable {
  /// A declaration at the top level of a file, with the attributes and modifiers of the next one.
  struct Unit: Sendable {
    enum Kind: Sendable { case type, typeExtension, preview, other }

    var kind: Kind
    /// A class or an actor.
    var isReference = false
    /// Holds something that a rule looks for outside of views and models, too.
    var isRelevant = false
    /// Runs something again and again, which may reach a model through closures, subjects and delegates.
    var holdsClock = false
    /// Between the braces of a type or preview; `nil` where there are none.
    var members: Range<Int>?
    /// Indices into `declaredNames`: the name of the type, or what an extension extends; then those of nested types.
    var declaredNames: Range<Int>
    /// How many of them are not nested: two of `extension Outer.Inner`.
    var ownNames = 0
    /// Indices into `interest`.
    var interest: Range<Int>
    /// Indices into `references`.
    var references: Range<Int>
    /// Indices into `subclasses`.
    var subclasses: Range<Int>
    /// Indices into `words`.
    var words: Range<Int>
    /// Indices into `bodies`.
    var bodies: Range<Int>
  }

  /// A class and a name behind its colon, which may be of its superclass.
  struct Subclass: Sendable {
    var name: UInt64
    var parent: UInt64
  }

  /// What lies between the braces of a function or accessor; outermost ones only.
  struct Body: Sendable {
    var range: Range<Int>
    /// A plain getter of an instance, without `get`.
    var isGetter: Bool
    /// Holds what rules look for in the members of any type: a word of theirs, or a loop that adds to a collection.
    var isTelling: Bool
    /// The name of the function or variable; the hash of no name at all for `deinit`.
    var name: UInt64
    /// Indices into `calls`.
    var calls: Range<Int>
  }

  private(set) var units: [Unit] = []
  private(set) var declaredNames: [UInt64] = []
  /// Names of types that have a body or can be observed.
  private(set) var interest: [UInt64] = []
  /// Capitalised words in what is inherited and in the types and values of stored properties, and some more.
  private(set) var references: [UInt64] = []
  private(set) var subclasses: [Subclass] = []
  /// All capitalised words, in source order.
  private(set) var words: [UInt64] = []
  private(set) var bodies: [Body] = []
  /// Words in bodies that may name something to call or to read.
  private(set) var calls: [UInt64] = []
  private(set) var mentions = Mentions()
  /// Whether strings, comments and braces were told apart for sure; a regular expression literal may hold any of them.
  private(set) var isCertain = true
  /// Whether the file has to be read whole whatever it declares: it silences rules, or nests too deep.
  private(set) var isWhole = false

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = SkimScanner(bytes: bytes)
    scanner.run()
    units = scanner.units
    declaredNames = scanner.declaredNames
    interest = scanner.interest
    references = scanner.references
    subclasses = scanner.subclasses
    words = scanner.words
    bodies = scanner.bodies
    calls = scanner.calls
    mentions = scanner.mentions
    isCertain = scanner.isCertain
    isWhole = scanner.isWhole
  }

  /// Whether the file matters by itself, and not only through what others name.
  package var isRelevant: Bool { isWhole || !isCertain || units.contains { $0.isRelevant } }
}
