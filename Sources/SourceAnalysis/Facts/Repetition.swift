internal import Vocabulary

/// Finds what no program holds and what parsers take forever on, or overflow the stack with: one word a thousand times in
/// a row, chains of thousands of members, generic arguments in generic arguments, and `#if` in `#if` without end.
struct Repetition {
  static let longestChain = 2_000
  static let mostRepeatedWords = 500
  static let deepestGenerics = 250
  static let deepestConditions = 500
  /// Smaller files cannot hold enough of it to matter.
  static let smallestFile = 24_000

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Members in a row, by the depth of the brackets around.
  private var chains: [Int] = [0]
  private var words = (hash: UInt64(0), count: 0)
  private var generics = 0
  private var conditions = 0
  private var index = 0
  /// The last byte that is no space.
  private var previous = UInt8(ascii: "\n")

  /// The line of the excess, or `nil` for a file like any other.
  static func line(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count > smallestFile else { return nil }
    var scan = Repetition(bytes: bytes)
    while scan.index < bytes.count {
      scan.step()
      if scan.isExcessive { return 1 + bytes[..<min(scan.index, bytes.count)].count { $0 == UInt8(ascii: "\n") } }
    }
    return nil
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private var isExcessive: Bool {
    chains[chains.count - 1] > Self.longestChain || words.count > Self.mostRepeatedWords
      || generics > Self.deepestGenerics || conditions > Self.deepestConditions
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private mutating func step() {
    let current = bytes[index]
    if Words.isNameByte(current) { return word() }
    defer { index += 1 }
    switch current {
    case 0...UInt8(ascii: " "):
      if current == UInt8(ascii: "\n") { generics = 0 }
      return
    case UInt8(ascii: "."): chains[chains.count - 1] += 1
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      chains.append(0)
      if current == UInt8(ascii: "{") { generics = 0 }
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if chains.count > 1 { chains.removeLast() }
    case UInt8(ascii: ","), UInt8(ascii: ";"): chains[chains.count - 1] = 0
    case UInt8(ascii: "<"): if Words.isNameByte(previous) { generics += 1 }
    case UInt8(ascii: ">"): generics = max(0, generics - 1)
    case UInt8(ascii: "\""): skipString()
    case UInt8(ascii: "/"): if skipComment() { return }
    case UInt8(ascii: "#"):
      if starts("#if") { conditions += 1 }
      if starts("#endif") { conditions = max(0, conditions - 1) }
    default: break
    }
    // Punctuation between two words makes them no run, other than `a: a: a:` and `a.a.a`.
    if current != UInt8(ascii: "@"), current != UInt8(ascii: ":"), current != UInt8(ascii: "&") { words.count = 0 }
    previous = current
  }

  private mutating func word() {
    // A word right after a value begins another statement.
    let isNext = index > 0 && bytes[index - 1] <= UInt8(ascii: " ")
    if isNext, previous != UInt8(ascii: "."), Words.isNameByte(previous) || ")]}\"".utf8.contains(previous) {
      chains[chains.count - 1] = 0
    }
    var hash = Fingerprint.seed
    while index < bytes.count, Words.isNameByte(bytes[index]) {
      hash = Fingerprint.step(hash, bytes[index])
      index += 1
    }
    words = (hash, words.hash == hash ? words.count + 1 : 1)
    previous = bytes[index - 1]
  }

  private func starts(_ text: StaticString) -> Bool {
    (0..<text.utf8CodeUnitCount).allSatisfy { byte(index + $0) == text.utf8Start[$0] }
  }

  private mutating func skipString() {
    let quote = UInt8(ascii: "\"")
    let isMultiline = byte(index + 1) == quote && byte(index + 2) == quote
    index += isMultiline ? 3 : 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == quote, !isMultiline || byte(index + 1) == quote && byte(index + 2) == quote {
        if isMultiline { index += 2 }
        return
      } else if bytes[index] == UInt8(ascii: "\n"), !isMultiline {
        return
      }
      index += 1
    }
  }

  private mutating func skipComment() -> Bool {
    if byte(index + 1) == UInt8(ascii: "/") {
      while index + 1 < bytes.count, bytes[index + 1] != UInt8(ascii: "\n") { index += 1 }
      return true
    }
    guard byte(index + 1) == UInt8(ascii: "*") else { return false }
    index += 2
    while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && byte(index + 1) == UInt8(ascii: "/")) {
      index += 1
    }
    index += 1
    return true
  }
}
