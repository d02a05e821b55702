internal import Vocabulary

/// One pass over the bytes of a file that knows strings, comments and braces, and no grammar beyond that.
struct SkimScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var units: [Skim.Unit] = []
  var declaredNames: [UInt64] = []
  var interest: [UInt64] = []
  var references: [UInt64] = []
  var subclasses: [Skim.Subclass] = []
  var words: [UInt64] = []
  var bodies: [Skim.Body] = []
  var calls: [UInt64] = []
  var mentions = Mentions()
  var isCertain = true
  var isWhole = false

  var index = 0
  /// The last byte that is no space and in no comment.
  var previous = UInt8(ascii: "\n")
  /// Brackets that are open.
  var brackets: [Bracket] = []
  /// What the next `{` opens.
  var pending = Pending.nothing
  /// The body that is being passed over: how many brackets are around it, and where it starts.
  var body: (brackets: Int, start: Int, isGetter: Bool, isInitializer: Bool, firstCall: Int)?
  var isTelling = false
  /// Whether the body holds a `for`, and adds to a collection.
  var loops = false
  var adds = false
  /// The function declared last is an `==`: what it compares decides how values of its type are compared.
  var isEquality = false
  /// The function or variable that was declared last outside of bodies.
  var member: UInt64 = 0
  /// Types whose braces are open, innermost last.
  var types: [OpenType] = []
  /// `static` stands before what was declared last, or is declared next.
  var isStatic = false
  var isStaticNext = false
  /// The name after `struct` and its relatives, until the brace opens.
  var declaredType: UInt64?
  var isDeclaringType = false
  /// The type that is being declared is a class.
  var isClass = false
  /// An attribute makes the next type a model, or relevant.
  var isModelNext = false
  var isRelevantNext = false
  var lastKeyword: UInt64 = 0
  /// The property that was declared last is called `id`.
  var isID = false
  var hasExpensiveObject = false
  var chain = MemberChain()
  /// The hash of the capitalised word that ended at this index: what a parenthesis there constructs.
  var constructed: (end: Int, hash: UInt64) = (-1, 0)
  /// The types whose generic arguments are open; a comparison may look like one until the next brace.
  var generics: [UInt64] = []
  var isInterpolating = false

  enum Pending { case nothing, function, initializer, variable, accessor, type }

  struct Bracket {
    /// `(`, `[` or `{`.
    var byte: UInt8
    /// What a parenthesis constructs, or 0.
    var constructed: UInt64 = 0
    /// The declaration whose brace comes after this bracket.
    var pending = Pending.nothing
    /// A brace around `get` and `set`.
    var holdsAccessors = false
    var chain = MemberChain()
  }

  struct OpenType {
    var name: UInt64
    /// Brackets around its members.
    var brackets: Int
    var isOfInterest = false
  }

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    words.reserveCapacity(bytes.count / 40)
    references.reserveCapacity(bytes.count / 100)
  }

  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func run() {
    begin(.other)
    while index < bytes.count { step() }
    endUnit()
    if body != nil || !brackets.isEmpty { isCertain = false }
  }

  mutating func step() {
    let current = bytes[index]
    if current <= UInt8(ascii: " ") {
      index += 1
      return
    }
    if Words.isNameByte(current) { return word() }
    switch current {
    case UInt8(ascii: "/"):
      if slash() { return }
    case UInt8(ascii: "\""):
      string(hashes: 0)
      previous = current
      return
    case UInt8(ascii: "#"):
      if hash() { return }
    case UInt8(ascii: "`"): return quotedName()
    case UInt8(ascii: "("), UInt8(ascii: "["): open(current)
    case UInt8(ascii: "{"): openBrace()
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(current)
    case UInt8(ascii: "&"):
      if Words.isNameByte(byte(index + 1)) { chain.isInOut = .next }
    case UInt8(ascii: "="): equals()
    case UInt8(ascii: "<"):
      if constructed.end == index { generics.append(constructed.hash) }
    case UInt8(ascii: ">"):
      // `Row<Int>(…)` constructs a row.
      if let type = generics.last, bytes[index - 1] != UInt8(ascii: "-") {
        generics.removeLast()
        constructed = (index + 1, type)
      }
    default: break
    }
    previous = current
    index += 1
  }

  // MARK: - Declarations at top level

  mutating func begin(_ kind: Skim.Unit.Kind) {
    if !units.isEmpty { endUnit() }
    units.append(
      .init(
        kind: kind, isRelevant: isRelevantNext, declaredNames: declaredNames.count..<declaredNames.count,
        interest: interest.count..<interest.count, references: references.count..<references.count,
        subclasses: subclasses.count..<subclasses.count,
        words: words.count..<words.count, bodies: bodies.count..<bodies.count))
    isRelevantNext = false
    hasExpensiveObject = false
  }

  mutating func endUnit() {
    func extended(_ range: Range<Int>, to count: Int) -> Range<Int> { range.lowerBound..<count }
    let last = units.count - 1
    units[last].declaredNames = extended(units[last].declaredNames, to: declaredNames.count)
    units[last].interest = extended(units[last].interest, to: interest.count)
    units[last].references = extended(units[last].references, to: references.count)
    units[last].subclasses = extended(units[last].subclasses, to: subclasses.count)
    units[last].words = extended(units[last].words, to: words.count)
    units[last].bodies = extended(units[last].bodies, to: bodies.count)
    // Objects of classes and actors are made for work that runs once.
    let isClassAlone = units[last].isReference && units[last].declaredNames.count == 1
    if hasExpensiveObject && !isClassAlone { units[last].isRelevant = true }
  }

  /// The declaration behind an attribute is relevant.
  mutating func markAttributed() {
    if brackets.isEmpty { isRelevantNext = true } else { markRelevant() }
  }

  mutating func markRelevant() { units[units.count - 1].isRelevant = true }

  // MARK: - Brackets

  mutating func open(_ current: UInt8) {
    var bracket = Bracket(byte: current, pending: pending)
    if current == UInt8(ascii: "[") {
      swap(&bracket.chain, &chain)
    } else {
      chain.reset()
      if constructed.end == index { bracket.constructed = constructed.hash }
    }
    brackets.append(bracket)
    checkNesting()
    pending = .nothing
  }

  mutating func openBrace() {
    var bracket = Bracket(byte: UInt8(ascii: "{"))
    generics.removeAll()
    if body == nil {
      switch pending {
      case .nothing: break
      case .type:
        types.append(.init(name: declaredType ?? 0, brackets: brackets.count))
        if isModelNext { markInterest() }
        isModelNext = false
        declaredType = nil
        if brackets.isEmpty { units[units.count - 1].members = index + 1..<index + 1 }
      case .variable where startsWithAccessor(): bracket.holdsAccessors = true
      case .function, .variable, .accessor, .initializer:
        body = (brackets.count, index + 1, pending == .variable && !isStatic, pending == .initializer, calls.count)
        isTelling = isEquality && pending == .function
        isEquality = false
        loops = false
        adds = false
      }
      if brackets.isEmpty, units[units.count - 1].kind == .preview {
        units[units.count - 1].members = index + 1..<index + 1
      }
    }
    brackets.append(bracket)
    checkNesting()
    pending = .nothing
    chain.reset()
  }

  mutating func close(_ current: UInt8) {
    guard let bracket = brackets.popLast(), Self.closing(bracket.byte) == current else {
      isCertain = false
      return
    }
    if current == UInt8(ascii: "]") { chain = bracket.chain } else { chain.reset() }
    pending = bracket.pending
    guard current == UInt8(ascii: "}") else { return }
    if let open = body {
      guard open.brackets == brackets.count else { return }
      if !open.isInitializer {
        bodies.append(
          .init(
            range: open.start..<index, isGetter: open.isGetter, isTelling: isTelling || loops && adds, name: member,
            calls: open.firstCall..<calls.count))
      }
      body = nil
    }
    if let type = types.last, type.brackets == brackets.count { types.removeLast() }
    if brackets.isEmpty, let members = units[units.count - 1].members, members.isEmpty {
      units[units.count - 1].members = members.lowerBound..<index
    }
  }

  static func closing(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: UInt8(ascii: "}")
    }
  }

  /// What may be too deep for the parser is left to `FactsReader` to judge.
  mutating func checkNesting() {
    if brackets.count > FactsReader.deepestNesting { isWhole = true }
    let deepest = FactsReader.deepestSquareNesting
    if brackets.count > deepest, brackets.suffix(64).count(where: { $0.byte == UInt8(ascii: "[") }) > deepest {
      isWhole = true
    }
  }

  /// Whether the block at the index is a list of accessors and not a getter.
  func startsWithAccessor() -> Bool {
    var position = index + 1
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    // A comment could hide an accessor; such blocks are kept.
    if byte(position) == UInt8(ascii: "/") || byte(position) == UInt8(ascii: "@") { return true }
    var end = position
    var hash = Fingerprint.seed
    while end < bytes.count, Words.isNameByte(bytes[end]) {
      hash = Fingerprint.step(hash, bytes[end])
      end += 1
    }
    return SkimWord.accessors.contains(hash) || SkimWord.accessorModifiers.contains(hash)
      || byte(position) == UInt8(ascii: "}")
  }
}
