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
    var causes: Range<Int>
    var bodies: Range<Int>
  }

  // Causes by number; the first three are fixed.
  static let viewValue: UInt32 = 0
  static let identity: UInt32 = 1
  static let notRecorded: UInt32 = 2

  private let strings: StringTable
  private var causes: [Cause] = [.viewValue, .identity, .node("cause not recorded")]
  private var causeNumbers: [Cause: UInt32] = [:]
  /// By name.
  private var meanings: [Meaning?] = []
  /// By text.
  private var lists: [List?] = []
  private var listed: [UInt32] = []

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
    if Int(text) < lists.count, let known = lists[Int(text)] { return known }
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
    let start = listed.count
    listed += causes + bodies
    let list = List(causes: start..<start + causes.count, bodies: start + causes.count..<listed.count)
    while lists.count <= Int(text) { lists.append(nil) }
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
    let number = UInt32(causes.count)
    causes.append(cause)
    causeNumbers[cause] = number
    return number
  }
}
