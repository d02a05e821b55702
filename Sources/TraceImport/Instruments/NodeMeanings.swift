/// What the names of nodes say, each found out once: of the edges of the cause graph, and of rows' root causes.
struct NodeMeanings {
  enum Meaning {
    case body(view: UInt32)
    case creation
    case origin(cause: UInt32)
    case step(cause: UInt32)
  }

  /// What stands in a row's `root-causes`, as ranges of `listed`.
  private struct List {
    /// `unread` where it is not known.
    var start: UInt32
    var causeCount: UInt16
    var bodyCount: UInt16

    static let unread = UInt32.max

    var causes: Range<Int> { Int(start)..<Int(start) + Int(causeCount) }
    var bodies: Range<Int> { causes.upperBound..<causes.upperBound + Int(bodyCount) }
  }

  /// Causes beyond this are not told apart; messages that name more could not be told apart either.
  private static let mostCauses = 1 << 16
  /// With more in all lists than this they are forgotten and read again.
  private static let mostListed = 1 << 18

  // Causes by number; the first four are fixed.
  static let viewValue: UInt32 = 0
  static let identity: UInt32 = 1
  static let notRecorded: UInt32 = 2
  private static let further: UInt32 = 3

  private let strings: StringTable
  private var causes: [Cause] = [.viewValue, .identity, .node("cause not recorded"), .node("further causes")]
  private var causeNumbers: [Cause: UInt32] = [:]
  /// By name.
  private var meanings: [Meaning?] = []
  /// By text.
  private var lists: [List] = []
  private var listed: [UInt32] = []
  /// How many causes were taken together because there are too many.
  private(set) var furtherCauses = 0

  init(_ strings: StringTable) {
    self.strings = strings
    for (number, cause) in causes.enumerated() { causeNumbers[cause] = UInt32(number) }
  }

  func cause(_ number: UInt32) -> Cause { causes[Int(number)] }

  /// What a node of this name is.
  @inline(__always)
  subscript(name: UInt32) -> Meaning {
    mutating get {
      if Int(name) < meanings.count, let known = meanings[Int(name)] { return known }
      return remember(name)
    }
  }

  /// The views whose bodies a list of root causes names.
  @inline(__always)
  mutating func bodies(inList text: UInt32) -> ArraySlice<UInt32> { listed[list(text).bodies] }

  /// The causes that a list of root causes names, `identity` among them.
  mutating func causes(inList text: UInt32) -> ArraySlice<UInt32> { listed[list(text).causes] }

  @inline(__always)
  private mutating func list(_ text: UInt32) -> List {
    if Int(text) < lists.count, lists[Int(text)].start != List.unread { return lists[Int(text)] }
    return read(text)
  }

  private mutating func remember(_ name: UInt32) -> Meaning {
    let text = strings[name]
    let meaning = meaning(of: text)
    while meanings.count <= Int(name) { meanings.append(nil) }
    meanings[Int(name)] = meaning
    return meaning
  }

  private mutating func read(_ text: UInt32) -> List {
    var causes: [UInt32] = []
    var bodies: [UInt32] = []
    for name in NodeName.list(strings[text]) {
      switch meaning(of: name) {
      case .body(let view): bodies.append(view)
      case .creation: causes.append(Self.identity)
      case .origin(let cause), .step(let cause): causes.append(cause)
      }
    }
    if listed.count > Self.mostListed {
      listed = []
      lists = []
    }
    // A text of some thousand bytes has fewer names than are counted here.
    let list = List(
      start: UInt32(listed.count), causeCount: UInt16(clamping: causes.count), bodyCount: UInt16(clamping: bodies.count)
    )
    listed += causes + bodies
    while lists.count <= Int(text) { lists.append(List(start: List.unread, causeCount: 0, bodyCount: 0)) }
    lists[Int(text)] = list
    return list
  }

  private mutating func meaning(of name: String) -> Meaning {
    switch NodeName(name) {
    case .body(let view): .body(view: strings.intern(view))
    case .creation: .creation
    case .origin(let cause): .origin(cause: number(of: cause))
    case .step, .skippedBody: .step(cause: number(of: .node(name)))
    }
  }

  private mutating func number(of cause: Cause) -> UInt32 {
    if let known = causeNumbers[cause] { return known }
    guard causes.count < Self.mostCauses else {
      furtherCauses += 1
      return Self.further
    }
    let number = UInt32(causes.count)
    causes.append(cause)
    causeNumbers[cause] = number
    return number
  }
}
