/// One pass over the bytes of a file that knows strings, comments and braces, and no grammar beyond that.
struct SkimScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var units: [Skim.Unit] = []
  var declaredNames: [UInt64] = []
  var interest: [UInt64] = []
  var references: [UInt64] = []
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
  private var brackets: [Bracket] = []
  /// What the next `{` opens.
  private var pending = Pending.nothing
  /// The body that is being passed over: how many brackets are around it, and where it starts.
  private var body: (brackets: Int, start: Int, isGetter: Bool, isInitializer: Bool, firstCall: Int)?
  private var isTelling = false
  /// The function or variable that was declared last outside of bodies.
  private var member: UInt64 = 0
  /// Types whose braces are open, innermost last.
  private var types: [OpenType] = []
  /// `static` stands before what was declared last, or is declared next.
  private var isStatic = false
  private var isStaticNext = false
  /// The name after `struct` and its relatives, until the brace opens.
  private var declaredType: UInt64?
  private var isDeclaringType = false
  /// An attribute makes the next type a model, or relevant.
  private var isModelNext = false
  private var isRelevantNext = false
  private var lastKeyword: UInt64 = 0
  /// The property that was declared last is called `id`.
  private var isID = false
  private var hasExpensiveObject = false
  private var chain = MemberChain()
  /// The hash of the capitalised word that ended at this index: what a parenthesis there constructs.
  private var constructed: (end: Int, hash: UInt64) = (-1, 0)
  /// The types whose generic arguments are open; a comparison may look like one until the next brace.
  private var generics: [UInt64] = []
  private var isInterpolating = false

  private enum Pending { case nothing, function, initializer, variable, accessor, type }

  private struct Bracket {
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

  private struct OpenType {
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

  private mutating func step() {
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

  private mutating func begin(_ kind: Skim.Unit.Kind) {
    if !units.isEmpty { endUnit() }
    units.append(
      .init(
        kind: kind, isRelevant: isRelevantNext, declaredNames: declaredNames.count..<declaredNames.count,
        interest: interest.count..<interest.count, references: references.count..<references.count,
        words: words.count..<words.count, bodies: bodies.count..<bodies.count))
    isRelevantNext = false
    hasExpensiveObject = false
  }

  private mutating func endUnit() {
    func extended(_ range: Range<Int>, to count: Int) -> Range<Int> { range.lowerBound..<count }
    let last = units.count - 1
    units[last].declaredNames = extended(units[last].declaredNames, to: declaredNames.count)
    units[last].interest = extended(units[last].interest, to: interest.count)
    units[last].references = extended(units[last].references, to: references.count)
    units[last].words = extended(units[last].words, to: words.count)
    units[last].bodies = extended(units[last].bodies, to: bodies.count)
    // Objects of classes and actors are made for work that runs once.
    let isClassAlone = units[last].isReference && units[last].declaredNames.count == 1
    if hasExpensiveObject && !isClassAlone { units[last].isRelevant = true }
  }

  /// The declaration behind an attribute is relevant.
  private mutating func markAttributed() {
    if brackets.isEmpty { isRelevantNext = true } else { markRelevant() }
  }

  private mutating func markRelevant() { units[units.count - 1].isRelevant = true }

  // MARK: - Brackets

  private mutating func open(_ current: UInt8) {
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

  private mutating func openBrace() {
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
        isTelling = false
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

  private mutating func close(_ current: UInt8) {
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
            range: open.start..<index, isGetter: open.isGetter, isTelling: isTelling, name: member,
            calls: open.firstCall..<calls.count))
      }
      body = nil
    }
    if let type = types.last, type.brackets == brackets.count { types.removeLast() }
    if brackets.isEmpty, let members = units[units.count - 1].members, members.isEmpty {
      units[units.count - 1].members = members.lowerBound..<index
    }
  }

  private static func closing(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: UInt8(ascii: "}")
    }
  }

  /// What may be too deep for the parser is left to `FactsReader` to judge.
  private mutating func checkNesting() {
    if brackets.count > FactsReader.deepestNesting { isWhole = true }
    let deepest = FactsReader.deepestSquareNesting
    if brackets.count > deepest, brackets.suffix(64).count(where: { $0.byte == UInt8(ascii: "[") }) > deepest {
      isWhole = true
    }
  }

  /// Whether the block at the index is a list of accessors and not a getter.
  private func startsWithAccessor() -> Bool {
    var position = index + 1
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    // A comment could hide an accessor; such blocks are kept.
    if byte(position) == UInt8(ascii: "/") || byte(position) == UInt8(ascii: "@") { return true }
    var end = position
    var hash = Words.seed
    while end < bytes.count, Words.isNameByte(bytes[end]) {
      hash = Words.step(hash, bytes[end])
      end += 1
    }
    return Keyword.accessors.contains(hash) || Keyword.accessorModifiers.contains(hash)
      || byte(position) == UInt8(ascii: "}")
  }

  // MARK: - Words

  private mutating func word() {
    let start = index
    var hash = Words.seed
    while index < bytes.count, Words.isNameByte(bytes[index]) {
      hash = Words.step(hash, bytes[index])
      index += 1
    }
    name(hash, from: start, isKeyword: true)
  }

  /// The word in backticks is a name and no keyword.
  private mutating func quotedName() {
    let start = index + 1
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count
    index = min(bytes.count, end + 1)
    name(Fingerprint.hash(bytes[start..<end]), from: start, isKeyword: false)
  }

  private mutating func name(_ hash: UInt64, from start: Int, isKeyword: Bool) {
    let isMember = previous == UInt8(ascii: ".")
    let isVariable = lastKeyword == Keyword.variable || lastKeyword == Keyword.constant
    chain.add(hash, isMember: isMember, isDeclared: isVariable)
    if chain.isInOut == .now { assign() }
    if isMember, Keyword.mutating.contains(hash), isCalled() { assign() }
    if body != nil {
      if !isLabel(next()) { calls.append(hash) }
    } else if !isMember, isVariable || lastKeyword == Keyword.function {
      member = hash
    }
    label(hash)
    if Keyword.telling.contains(hash) { isTelling = true }
    let isAttribute = previous == UInt8(ascii: "@")
    let before = previous
    previous = bytes[start]
    let isName =
      Words.isTypeInitial(bytes[start]) || isDeclaringType && !(isKeyword && Keyword.declaring.contains(hash))
    if isName { return typeName(hash, isAttribute: isAttribute) }
    isDeclaringType = false
    guard isKeyword, before != UInt8(ascii: "."), !isInterpolating else { return }
    if lastKeyword == Keyword.variable, hash == Keyword.body || hash == Keyword.id {
      if hash == Keyword.body { markInterest() } else if body == nil { isID = true }
    } else if lastKeyword == Keyword.function, Keyword.evaluated.contains(hash) {
      markInterest()
    }
    lastKeyword = hash
    if body == nil { keyword(hash) }
  }

  private mutating func typeName(_ hash: UInt64, isAttribute: Bool) {
    words.append(hash)
    lastKeyword = 0
    constructed = (index, hash)
    if isDeclaringType {
      declaredNames.append(hash)
      declaredType = hash
      if brackets.isEmpty {
        units[units.count - 1].ownNames += 1
        if ends(index, with: "_Previews") { units[units.count - 1].kind = .preview }
      }
      // `extension Outer.Inner` names both.
      isDeclaringType = byte(index) == UInt8(ascii: ".")
    }
    if hash == Keyword.manifest, brackets.isEmpty { isWhole = true }
    if hash == Keyword.freshID, isID, body != nil { markRelevant() }
    if isAttribute, Keyword.models.contains(hash) {
      isModelNext = true
      markAttributed()
    } else if hash == Keyword.observableObject {
      if pending == .type { isModelNext = true }
      markRelevant()
    } else if Keyword.relevant.contains(hash) {
      if isAttribute { markAttributed() } else { markRelevant() }
    } else if Keyword.expensive.contains(hash) {
      hasExpensiveObject = true
    }
    if body == nil, pending != .function, pending != .initializer, !isParameter { references.append(hash) }
  }

  /// Whether brackets of a signature are open.
  private var isParameter: Bool {
    brackets.contains { $0.pending == .function || $0.pending == .initializer }
  }

  /// The innermost type has a body, or is a model.
  private mutating func markInterest() {
    markRelevant()
    guard !types.isEmpty, !types[types.count - 1].isOfInterest else { return }
    types[types.count - 1].isOfInterest = true
    interest.append(types[types.count - 1].name)
  }

  private mutating func keyword(_ hash: UInt64) {
    // Parameters, arguments and elements declare nothing.
    if let last = brackets.last, last.byte != UInt8(ascii: "{") { return }
    if brackets.last?.holdsAccessors == true, Keyword.accessors.contains(hash) {
      pending = .accessor
      return
    }
    if hash == Keyword.typeMember { isStaticNext = true }
    guard Keyword.declaring.contains(hash) else { return }
    isID = false
    isStatic = isStaticNext
    isStaticNext = false
    if Keyword.types.contains(hash) { return typeKeyword(hash) }
    if brackets.isEmpty { begin(.other) }
    switch hash {
    case Keyword.function, Keyword.deinitializer: pending = .function
    case Keyword.initializer: pending = .initializer
    case Keyword.variable, Keyword.subscripting: pending = .variable
    default: pending = .nothing
    }
  }

  private mutating func typeKeyword(_ hash: UInt64) {
    // `protocol A: class` declares one type, and a variable may be called `actor`.
    let isInherited = pending == .type && declaredType != nil
    guard !isInherited, Words.isNameByte(next()) || next() == UInt8(ascii: "`") else { return }
    if brackets.isEmpty {
      begin(hash == Keyword.extending ? .typeExtension : .type)
      units[units.count - 1].isReference = Keyword.references.contains(hash)
    }
    isDeclaringType = true
    declaredType = nil
    pending = hash == Keyword.alias ? .nothing : .type
  }

  // MARK: - What is done with other types

  /// `title:` in the parentheses of a construction.
  private mutating func label(_ hash: UInt64) {
    guard let bracket = brackets.last, bracket.constructed != 0, isLabel(next()) else { return }
    mentions.constructions.insert(Words.pair(bracket.constructed, hash))
  }

  /// Whether the word between the last byte and this one is the label of an argument.
  private func isLabel(_ next: UInt8) -> Bool {
    next == UInt8(ascii: ":") && (previous == UInt8(ascii: "(") || previous == UInt8(ascii: ","))
  }

  /// The next byte that is no space; what is behind a comment does not count.
  private func next() -> UInt8 {
    var position = index
    while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    return byte(position)
  }

  private func isCalled() -> Bool {
    let next = next()
    return next == UInt8(ascii: "(") || next == UInt8(ascii: "{")
  }

  private mutating func equals() {
    let isComparison =
      byte(index + 1) == UInt8(ascii: "=") || index > 0 && "=!<>".utf8.contains(bytes[index - 1])
    if isComparison { return }
    assign()
    let isCompound = index > 0 && "+-*/%&|^".utf8.contains(bytes[index - 1])
    if !isCompound, Words.isNameByte(previous), let last = chain.members.last {
      mentions.replacedMembers.insert(last)
    }
    // `var x = …` has no body of its own.
    if pending == .variable { pending = .nothing }
  }

  private mutating func assign() {
    mentions.assignedMembers.insert(contentsOf: chain.members)
    if body?.isInitializer != true { mentions.writtenNames.insert(contentsOf: chain.written) }
  }
}

/// The members of the expression that is being read: `b` and `c` of `a.b[0].c`, none of `self.b`.
private struct MemberChain {
  enum InOut { case no, next, now }

  private(set) var members: [UInt64] = []
  /// The members with what they are members of, `self` aside; not of what is declared here.
  private(set) var written: [UInt64] = []
  private var isSelf = false
  /// Behind `&`.
  var isInOut = InOut.no

  mutating func reset() {
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !written.isEmpty { written.removeAll(keepingCapacity: true) }
    isSelf = false
    isInOut = .no
  }

  mutating func add(_ hash: UInt64, isMember: Bool, isDeclared: Bool) {
    if isMember {
      written.append(hash)
      if isSelf { isSelf = false } else { members.append(hash) }
      return
    }
    if !members.isEmpty { members.removeAll(keepingCapacity: true) }
    if !written.isEmpty { written.removeAll(keepingCapacity: true) }
    isSelf = hash == Keyword.this
    if !isSelf, !isDeclared { written.append(hash) }
    isInOut = isInOut == .next ? .now : .no
  }
}

// MARK: - Text

extension SkimScanner {
  /// Passes over a comment; anything else that could open a regular expression makes the rest uncertain.
  private mutating func slash() -> Bool {
    let next = byte(index + 1)
    if next == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
        if bytes[index] == UInt8(ascii: ":"), ends(index, with: "whyredraw") { isWhole = true }
        index += 1
      }
      return true
    }
    if next == UInt8(ascii: "*") {
      blockComment()
      return true
    }
    // A division follows a value.
    let isDivision =
      Words.isNameByte(previous) || previous == UInt8(ascii: ")") || previous == UInt8(ascii: "]")
      || previous == UInt8(ascii: "\"") || previous == UInt8(ascii: "`") || previous == UInt8(ascii: "}")
    let isSpaced = next <= UInt8(ascii: " ")
    if !isDivision && !isSpaced { isCertain = false }
    // `return /x/` and `case /x/` follow a word, too; a division has the same space on both sides.
    if isDivision, !isSpaced, index > 0, bytes[index - 1] <= UInt8(ascii: " ") { isCertain = false }
    return false
  }

  private mutating func blockComment() {
    var nesting = 0
    repeat {
      if byte(index) == UInt8(ascii: "/"), byte(index + 1) == UInt8(ascii: "*") {
        nesting += 1
        index += 2
      } else if byte(index) == UInt8(ascii: "*"), byte(index + 1) == UInt8(ascii: "/") {
        nesting -= 1
        index += 2
      } else {
        index += 1
      }
    } while nesting > 0 && index < bytes.count
    if nesting > 0 { isCertain = false }
  }

  /// Whether the bytes before the index are this word.
  private func ends(_ index: Int, with word: String) -> Bool {
    index >= word.utf8.count && bytes[(index - word.utf8.count)..<index].elementsEqual(word.utf8)
  }

  /// `#"…"#`, and `#Preview`; `#/…/#` makes the rest uncertain.
  private mutating func hash() -> Bool {
    var end = index
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    if byte(end) == UInt8(ascii: "/") { isCertain = false }
    guard byte(end) == UInt8(ascii: "\"") else {
      // `#if` and its relatives stand between declarations.
      if brackets.isEmpty, bytes[end...].starts(with: "Preview".utf8), !Words.isNameByte(byte(end + 7)) {
        begin(.preview)
      }
      return false
    }
    let hashes = end - index
    index = end
    string(hashes: hashes)
    previous = UInt8(ascii: "\"")
    return true
  }

  /// Passes over a string that starts at the index, with the code in its interpolations.
  private mutating func string(hashes: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline =
      byte(index + 1) == quote && byte(index + 2) == quote && hashes == 0
      || hashes > 0 && byte(index + 1) == quote && byte(index + 2) == quote && byte(index + 3) != UInt8(ascii: "#")
    index += isMultiline ? 3 : 1
    while index < bytes.count {
      let current = bytes[index]
      if current == UInt8(ascii: "\\") {
        var end = index + 1
        while end - index - 1 < hashes, byte(end) == UInt8(ascii: "#") { end += 1 }
        guard end - index - 1 == hashes else {
          index += 1
          continue
        }
        if byte(end) == UInt8(ascii: "(") {
          index = end + 1
          interpolation()
        } else {
          index = end + 1
        }
        continue
      }
      if current == quote {
        let isEnd = !isMultiline || byte(index + 1) == quote && byte(index + 2) == quote
        let length = isMultiline ? 3 : 1
        if isEnd, (0..<hashes).allSatisfy({ byte(index + length + $0) == UInt8(ascii: "#") }) {
          index += length + hashes
          return
        }
      }
      if !isMultiline, current == UInt8(ascii: "\n") || current == UInt8(ascii: "\r") {
        isCertain = false
        return
      }
      index += 1
    }
    isCertain = false
  }

  /// Up to the parenthesis that closes the interpolation; strings and words in it count.
  private mutating func interpolation() {
    let outer = isInterpolating
    isInterpolating = true
    defer { isInterpolating = outer }
    let start = brackets.count
    previous = UInt8(ascii: "(")
    brackets.append(Bracket(byte: previous, pending: pending))
    pending = .nothing
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "/") || byte(index + 1) == UInt8(ascii: "*"),
        UInt8(ascii: "#") where byte(index + 1) == UInt8(ascii: "\""), UInt8(ascii: "`"):
        isCertain = false
      default: break
      }
      step()
      if brackets.count <= start { return }
      // Interpolations in interpolations recurse; the stack holds far more than anybody writes.
      if brackets.count > FactsReader.deepestNesting {
        isCertain = false
        isWhole = true
        index = bytes.count
      }
    }
    isCertain = false
  }
}

private enum Keyword {
  static let types = Words.set(["struct", "class", "enum", "actor", "protocol", "extension", "typealias"])
  static let references = Words.set(["class", "actor"])
  static let extending = Fingerprint.hash("extension".utf8)
  static let alias = Fingerprint.hash("typealias".utf8)
  static let function = Fingerprint.hash("func".utf8)
  static let initializer = Fingerprint.hash("init".utf8)
  static let deinitializer = Fingerprint.hash("deinit".utf8)
  static let typeMember = Fingerprint.hash("static".utf8)
  static let constant = Fingerprint.hash("let".utf8)
  static let manifest = Fingerprint.hash("PackageDescription".utf8)
  static let variable = Fingerprint.hash("var".utf8)
  static let subscripting = Fingerprint.hash("subscript".utf8)
  /// Words that begin a declaration.
  static let declaring = Words.set([
    "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "func", "init", "deinit", "var",
    "subscript", "let", "case", "import", "associatedtype", "operator", "precedencegroup",
  ])
  static let accessors = Words.set(["get", "set", "willSet", "didSet", "_read", "_modify"])
  static let accessorModifiers = Words.set(["mutating", "nonmutating", "unsafeAddress", "unsafeMutableAddress", "init"])
  static let this = Fingerprint.hash("self".utf8)
  static let mutating = Words.set(EvaluationWalker.mutatingMethods)
  /// What `heavy_work_in_body` looks for in the members of models.
  static let telling = Words.set(["sorted", "decode", "grouping"])

  static let body = Fingerprint.hash("body".utf8)
  static let id = Fingerprint.hash("id".utf8)
  static let freshID = Fingerprint.hash("UUID".utf8)
  /// Functions that evaluation starts with.
  static let evaluated = Words.set([
    "body", "makeBody", "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
  ])
  static let models = Words.set(["Observable", "Perceptible", "Model", "ObservableState"])
  static let observableObject = Fingerprint.hash("ObservableObject".utf8)
  static let relevant = Words.set(
    ["EnvironmentValues", "EnvironmentKey", "propertyWrapper", "Shape", "Layout"])
  static let expensive = Words.set(ExpensiveObjects.frameworkTypes.union(["Calendar"]))
}
