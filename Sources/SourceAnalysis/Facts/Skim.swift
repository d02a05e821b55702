/// A file looked at word by word, without parsing: the types it declares and where the bodies of its functions lie.
///
/// A file that matters only through others is read for its declarations. Its function bodies are most of it, so they are
/// cut out before parsing, except those that mention something of interest.
package struct Skim: Sendable {
  /// Hashes of the names after `struct`, `class`, `enum`, `actor`, `protocol`, `extension` and `typealias`.
  package private(set) var declaredNames: [UInt64] = []
  /// What lies between the braces of functions, initialisers and accessors, outermost ones only, in source order.
  private(set) var bodies: [Body] = []
  /// The names after `extension`.
  private(set) var extendedNames: [UInt64] = []
  /// Hashes of the capitalised words, in source order.
  private(set) var words: [UInt64] = []
  /// Whether strings, comments and braces were told apart for sure; a regular expression literal may hold any of them.
  package private(set) var isCertain = true

  struct Body: Sendable {
    var range: Range<Int>
    /// Indices into `words`; those of the signature are among them.
    var words: Range<Int>
    /// A plain getter, without `get`.
    var isGetter: Bool
    /// Assigns to a member of something, or might.
    var isAssigning: Bool
    /// Holds a word that rules look for in the members of any type.
    var isTelling: Bool
  }

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = SkimScanner(bytes: bytes)
    scanner.run()
    declaredNames = scanner.declaredNames
    extendedNames = scanner.extendedNames
    bodies = scanner.bodies
    words = scanner.words
    isCertain = scanner.isCertain && scanner.depth == 0
    if !isCertain { readPlainly(bytes) }
  }

  /// Takes every word, also those in comments and strings: that only makes the lists longer.
  private mutating func readPlainly(_ bytes: UnsafeBufferPointer<UInt8>) {
    declaredNames = []
    bodies = []
    words = []
    var isDeclared = false
    Words.forEach(in: bytes) { start, end, hash in
      let isType = !(bytes[start] >= UInt8(ascii: "a") && bytes[start] <= UInt8(ascii: "z"))
      if isType {
        words.append(hash)
        if isDeclared { declaredNames.append(hash) }
        isDeclared = isDeclared && end < bytes.count && bytes[end] == UInt8(ascii: ".")
      } else {
        isDeclared = Keyword.types.contains(hash)
      }
    }
  }

  /// What can be cut out when only code that mentions these names matters.
  ///
  /// Nothing where the bodies are not certain, or where the file extends one of the names. Where a name stands outside of
  /// the bodies, any body may assign to a member of it. Of the types that views hold the getters stay.
  package func cuts(keeping names: WordSet, readTypes: WordSet) -> [Range<Int>] {
    guard isCertain, !extendedNames.contains(where: names.contains) else { return [] }
    var cuts: [Body] = []
    var isNamedOutside = false
    var next = 0
    let keepsGetters = declaredNames.contains(where: readTypes.contains)
    for body in bodies {
      isNamedOutside = isNamedOutside || names.containsAny(of: words[next..<body.words.lowerBound])
      next = body.words.upperBound
      if body.range.isEmpty || body.isTelling || body.isGetter && keepsGetters { continue }
      if !names.containsAny(of: words[body.words]) { cuts.append(body) }
    }
    isNamedOutside = isNamedOutside || names.containsAny(of: words[next...])
    return cuts.filter { !(isNamedOutside && $0.isAssigning) }.map(\.range)
  }

  /// Whether the file extends one of the names, or might: then its functions are those of a view or model.
  package func extends(_ names: WordSet) -> Bool { !isCertain || extendedNames.contains(where: names.contains) }

  /// Whether the file mentions one of the names, in a body or outside of it.
  package func mentions(_ names: WordSet) -> Bool { names.containsAny(of: words[...]) }
}

/// Hashes of words; open addressing without hashing them again.
package struct WordSet: Sendable {
  private var slots: [UInt64] = Array(repeating: 0, count: 256)
  package private(set) var count = 0

  package init() {}

  package mutating func insert(_ hash: UInt64) {
    // 0 marks a free slot.
    let hash = hash == 0 ? 1 : hash
    var slot = Self.slot(hash, slots.count)
    while slots[slot] != 0 {
      if slots[slot] == hash { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    count += 1
    if count * 2 > slots.count { grow() }
  }

  package mutating func formUnion(_ other: WordSet) {
    for hash in other.slots where hash != 0 { insert(hash) }
  }

  package func contains(_ hash: UInt64) -> Bool {
    let hash = hash == 0 ? 1 : hash
    return slots.withUnsafeBufferPointer { slots in
      var slot = Self.slot(hash, slots.count)
      while slots[slot] != 0 {
        if slots[slot] == hash { return true }
        slot = (slot + 1) & (slots.count - 1)
      }
      return false
    }
  }

  func containsAny(of hashes: ArraySlice<UInt64>) -> Bool { hashes.contains { contains($0) } }

  private static func slot(_ hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 32) & (count - 1)
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for hash in old where hash != 0 {
      var slot = Self.slot(hash, slots.count)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = hash
    }
  }
}

/// One pass over the bytes of a file that knows strings, comments and braces, and no grammar beyond that.
private struct SkimScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  var declaredNames: [UInt64] = []
  var extendedNames: [UInt64] = []
  var bodies: [Skim.Body] = []
  var words: [UInt64] = []
  var isCertain = true
  /// Braces that are open.
  var depth = 0

  private var index = 0
  private var parentheses = 0
  /// What the next `{` opens.
  private var pending = Pending.nothing
  /// The depth within the body that is being passed over, and where it starts.
  private var body: (depth: Int, start: Int, firstWord: Int, isGetter: Bool)?
  private var isAssigning = false
  private var isTelling = false
  /// The first word of the declaration whose body comes next.
  private var firstWord = 0
  /// Whether the last word is a member of something else than `self`, and whether the last word was `self`.
  private var isMember = false
  private var isSelf = false
  private var isExtending = false
  /// Depths of the accessor blocks around.
  private var accessorBlocks: [Int] = []
  /// Parentheses that were open where each brace was opened: a brace in an argument ends what is pending around it.
  private var parenthesesOutside: [Int] = []
  private var isDeclaringType = false
  /// The last byte that is no space and in no comment.
  private var previous = UInt8(ascii: "\n")

  private enum Pending { case nothing, function, variable, accessor }

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  mutating func run() {
    while index < bytes.count {
      let current = bytes[index]
      if current <= UInt8(ascii: " ") {
        index += 1
        continue
      }
      if Words.isNameByte(current) {
        word()
        continue
      }
      switch current {
      case UInt8(ascii: "/"):
        if slash() { continue }
      case UInt8(ascii: "\""):
        string(hashes: 0)
        previous = current
        continue
      case UInt8(ascii: "#"):
        if hash() { continue }
      case UInt8(ascii: "`"):
        // The word in backticks is a name and no keyword.
        let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) ?? bytes.count
        previous = current
        index = min(bytes.count, end + 1)
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
      case UInt8(ascii: "{"): open()
      case UInt8(ascii: "}"): close()
      case UInt8(ascii: "&"):
        if Words.isNameByte(byte(index + 1)) { isAssigning = true }
      case UInt8(ascii: "="):
        if isMember, byte(index + 1) != current { isAssigning = true }
        // `var x = …` has no body of its own; `==` and `->` of a signature mean nothing here.
        if pending == .variable, parentheses == 0, byte(index + 1) != current { pending = .nothing }
      default: break
      }
      previous = current
      index += 1
    }
    if body != nil || parentheses != 0 { isCertain = false }
  }

  // MARK: - Braces

  private mutating func open() {
    defer { depth += 1 }
    if body != nil { return }
    guard parentheses == 0 || pending == .nothing else {
      // A closure among the parameters.
      parenthesesOutside.append(parentheses)
      return
    }
    parenthesesOutside.append(parentheses)
    switch pending {
    case .nothing: return
    case .variable where startsWithAccessor(): accessorBlocks.append(depth)
    case .function, .variable, .accessor:
      body = (depth, index + 1, firstWord, pending == .variable)
      isAssigning = false
      isTelling = false
    }
    parentheses = 0
    pending = .nothing
  }

  private mutating func close() {
    depth -= 1
    if depth < 0 {
      isCertain = false
      depth = 0
      return
    }
    if let current = body {
      guard current.depth == depth else { return }
      bodies.append(
        .init(
          range: current.start..<index, words: current.firstWord..<words.count, isGetter: current.isGetter,
          isAssigning: isAssigning, isTelling: isTelling))
      body = nil
      parentheses = parenthesesOutside.popLast() ?? 0
      return
    }
    parentheses = parenthesesOutside.popLast() ?? 0
    if parentheses == 0 { pending = .nothing }
    if accessorBlocks.last == depth { accessorBlocks.removeLast() }
  }

  /// Whether the block at the index is a list of accessors and not a getter.
  private func startsWithAccessor() -> Bool {
    var position = index + 1
    while position < bytes.count {
      while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
      // A comment could hide an accessor; such blocks are kept.
      if byte(position) == UInt8(ascii: "/") || byte(position) == UInt8(ascii: "@") { return true }
      break
    }
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
    isMember = previous == UInt8(ascii: ".") && !isSelf
    isSelf = hash == Keyword.this
    if isMember, Keyword.mutating.contains(hash) { isAssigning = true }
    if Keyword.telling.contains(hash) { isTelling = true }
    defer { previous = bytes[start] }
    let first = bytes[start]
    if first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") || first >= 0x80 || first == UInt8(ascii: "_") {
      words.append(hash)
      if isDeclaringType { declaredNames.append(hash) }
      if isDeclaringType, isExtending { extendedNames.append(hash) }
      // `extension Outer.Inner` names both.
      isDeclaringType = isDeclaringType && byte(index) == UInt8(ascii: ".")
      return
    }
    isDeclaringType = false
    guard body == nil, previous != UInt8(ascii: ".") else { return }
    keyword(hash)
  }

  private mutating func keyword(_ hash: UInt64) {
    if Keyword.types.contains(hash) {
      isDeclaringType = true
      isExtending = hash == Keyword.extending
      if parentheses == 0 { pending = .nothing }
    } else if parentheses != 0 {
      return
    } else if Keyword.functions.contains(hash) {
      pending = .function
      firstWord = words.count
    } else if Keyword.variables.contains(hash) {
      pending = .variable
      firstWord = words.count
    } else if accessorBlocks.last == depth - 1, Keyword.accessors.contains(hash) {
      pending = .accessor
      firstWord = words.count
    } else if Keyword.others.contains(hash) {
      pending = .nothing
    }
  }

  // MARK: - Text

  /// Passes over a comment; anything else that could open a regular expression makes the rest uncertain.
  private mutating func slash() -> Bool {
    let next = byte(index + 1)
    if next == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
      return true
    }
    if next == UInt8(ascii: "*") {
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

  /// `#"…"#`; `#/…/#` makes the rest uncertain.
  private mutating func hash() -> Bool {
    var end = index
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    if byte(end) == UInt8(ascii: "/") { isCertain = false }
    guard byte(end) == UInt8(ascii: "\"") else {
      // `#if` and its relatives stand between declarations.
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
    var open = 1
    while index < bytes.count {
      let current = bytes[index]
      if Words.isNameByte(current) {
        let outer = body
        // No declaration stands in an interpolation.
        if body == nil { body = (-1, index, words.count, false) }
        word()
        body = outer
        continue
      }
      switch current {
      case UInt8(ascii: "\""):
        string(hashes: 0)
        continue
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        open -= 1
        if open == 0 {
          index += 1
          return
        }
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "/") || byte(index + 1) == UInt8(ascii: "*"),
        UInt8(ascii: "#") where byte(index + 1) == UInt8(ascii: "\""), UInt8(ascii: "`"):
        isCertain = false
      default: break
      }
      index += 1
    }
    isCertain = false
  }
}

private enum Keyword {
  static let types = Words.set(["struct", "class", "enum", "actor", "protocol", "extension", "typealias"])
  /// Not `init`: what it does with its parameters tells which property an argument ends in.
  static let functions = Words.set(["func", "deinit"])
  static let accessors = Words.set(["get", "set", "willSet", "didSet", "_read", "_modify"])
  static let accessorModifiers = Words.set(["mutating", "nonmutating", "unsafeAddress", "unsafeMutableAddress", "init"])
  static let extending = Fingerprint.hash("extension".utf8)
  static let this = Fingerprint.hash("self".utf8)
  static let mutating = Words.set(Array(EvaluationWalker.mutatingMethods))
  /// What `heavy_work_in_body` looks for in the members of models.
  static let telling = Words.set(["sorted", "decode", "grouping"])
  static let variables = Words.set(["var", "subscript"])
  static let others = Words.set(["init", "let", "case", "import", "associatedtype", "operator", "precedencegroup"])
}

/// Words of a source and their hashes.
enum Words {
  static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  /// FNV-1a, as `Fingerprint`.
  static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }

  static func set(_ words: [String]) -> WordSet {
    var set = WordSet()
    for word in words { set.insert(Fingerprint.hash(word.utf8)) }
    return set
  }

  /// Calls `body` with the range and hash of each word.
  static func forEach(in bytes: UnsafeBufferPointer<UInt8>, _ body: (_ start: Int, _ end: Int, _ hash: UInt64) -> Void)
  {
    var index = 0
    while index < bytes.count {
      guard isNameByte(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var hash = seed
      while index < bytes.count, isNameByte(bytes[index]) {
        hash = step(hash, bytes[index])
        index += 1
      }
      body(start, index, hash)
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
