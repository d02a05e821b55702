import SwiftUIModel

/// Works on the text of types.
///
/// On bytes, since rules ask for tens of thousands of names: characters, their classes and their comparison by
/// equivalence are a hundred times as slow, and source has no use for them.
package enum TypeName {
  /// `Item` of `[Item]`, `Item?`, `some Item`, `Module.Item<Int>`; empty for tuples and functions.
  package static func base(_ text: String, keepsNesting: Bool = false) -> String {
    var text = text
    return text.withUTF8 { bytes -> String? in
      // Most names are plain.
      if bytes.allSatisfy({ Words.isNameByte($0) || $0 == UInt8(ascii: ".") }) {
        return keepsNesting ? nil : lastPart(bytes[...]).map { string($0) }
      }
      let name = unwrapped(bytes[...])
      if isFunction(name) || name.first == UInt8(ascii: "(") || name.first == UInt8(ascii: "[") { return "" }
      let plain = withoutGenerics(name)
      return keepsNesting ? string(plain[...]) : string(lastPart(plain[...]) ?? plain[...])
    } ?? text
  }

  /// `Item` of `Outer.Item`, of a plain name that name.
  static func last(of name: String) -> String {
    var name = name
    return name.withUTF8 { bytes -> String? in
      var start = bytes.count
      while start > 0, bytes[start - 1] != UInt8(ascii: ".") { start -= 1 }
      return start == 0 ? nil : string(bytes[start...])
    } ?? name
  }

  /// Without what does not change which type is meant: modifiers, `?` and `!`, parentheses around it.
  private static func unwrapped(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    var name = text
    while true {
      let count = name.count
      name = name.drop(while: isSpace)
      for prefix in prefixes where name.starts(with: prefix) { name = name.dropFirst(prefix.count) }
      while let last = name.last, last == UInt8(ascii: "?") || last == UInt8(ascii: "!") || isSpace(last) {
        name = name.dropLast()
      }
      if name.first == UInt8(ascii: "("), name.last == UInt8(ascii: ")"), name.count > 1,
        !name.contains(UInt8(ascii: ",")), !isFunction(name)
      {
        name = name.dropFirst().dropLast()
      }
      if name.count == count { return name }
    }
  }

  private static let prefixes: [[UInt8]] = [
    "some ", "any ", "@escaping ", "@Sendable ", "inout ", "@MainActor ", "borrowing ", "consuming ",
  ].map { Array($0.utf8) }

  /// What follows the last `.` that is not at the end; `nil` when that is all.
  private static func lastPart<Bytes: BidirectionalCollection<UInt8>>(_ name: Bytes) -> Bytes.SubSequence?
  where Bytes.SubSequence == Bytes {
    var name = name
    let isClosed = name.last != UInt8(ascii: ".")
    while name.last == UInt8(ascii: ".") { name = name.dropLast() }
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return isClosed || name.isEmpty ? nil : name }
    return name[name.index(after: dot)...]
  }

  package static func withoutGenerics(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var text = text
    return text.withUTF8 { string(withoutGenerics($0[...])[...]) }
  }

  private static func withoutGenerics(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var depth = 0
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    for byte in name {
      switch byte {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      default: if depth == 0 { result.append(byte) }
      }
    }
    return result
  }

  /// The element names of an array, set, dictionary or optional; the name itself for others.
  package static func elements(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var found: [String] = []
      addElements(of: bytes.filter { !isSpace($0) }[...], to: &found, depth: 0)
      return found
    }
  }

  private static func addElements(of text: ArraySlice<UInt8>, to found: inout [String], depth: Int) {
    var name = text
    while name.last == UInt8(ascii: "?") || name.last == UInt8(ascii: "!") { name = name.dropLast() }
    var inner: [ArraySlice<UInt8>]?
    if name.first == UInt8(ascii: "["), name.last == UInt8(ascii: "]") {
      inner = split(name.dropFirst().dropLast(), at: UInt8(ascii: ":"))
    } else if let generic = genericCollections.first(where: { name.starts(with: $0) }) {
      inner = split(name.dropFirst(generic.count).dropLast(), at: UInt8(ascii: ","))
    }
    // Deeper than anybody writes: the text may be made to overflow the stack.
    guard let inner, depth < 64 else {
      found.append(string(name))
      return
    }
    for part in inner { addElements(of: part, to: &found, depth: depth + 1) }
  }

  private static let genericCollections: [[UInt8]] = [
    "Array<", "Set<", "Dictionary<", "Optional<", "IdentifiedArrayOf<", "OrderedSet<", "Deque<",
  ].map { Array($0.utf8) }

  private static func split(_ text: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    var depth = 0
    for position in text.indices {
      switch text[position] {
      case UInt8(ascii: "["), UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")"): depth -= 1
      case separator where depth == 0:
        parts.append(text[start..<position])
        start = position + 1
      default: break
      }
    }
    parts.append(text[start...])
    return parts
  }

  package static func isCollection(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      let name = bytes.contains(where: isSpace) ? bytes.filter { !isSpace($0) } : Array(bytes)
      // `Array(repeating: 0, count: 9)` names no elements.
      return name.first == UInt8(ascii: "[") || collectionNames.contains(name)
        || collectionStarts.contains { name.starts(with: $0) }
    }
  }

  private static let collectionNames: [[UInt8]] = KnownTypes.collections.sorted().map { Array($0.utf8) }
  private static let collectionStarts: [[UInt8]] = KnownTypes.collections.sorted().map { Array(($0 + "<").utf8) }

  package static func isFunction(_ text: String) -> Bool { isFunction(text.utf8) }

  /// Whether a function type gives nothing back: `() -> Void`, `((Item) -> ())?`.
  package static func returnsVoid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let arrow = bytes.indices.dropFirst().last {
      bytes[$0] == UInt8(ascii: ">") && bytes[$0 - 1] == UInt8(ascii: "-")
    }
    guard let arrow else { return false }
    let result = String(decoding: bytes[(arrow + 1)...].filter { !isSpace($0) && !around.contains($0) }, as: UTF8.self)
    return result.isEmpty || KnownTypes.nothing.contains(result)
  }

  /// What stands around the name of what a function gives back.
  private static let around = Array("()?!".utf8)

  /// `some View` and its relatives.
  static func isOpaque(_ text: String?) -> Bool { text?.hasPrefix("some ") ?? false }

  /// Whether a binding of some value is part of the type.
  static func mentionsBinding(_ text: String) -> Bool { Wrappers.bindings.contains { text.contains($0 + "<") } }

  private static func isFunction(_ text: some Sequence<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if byte == UInt8(ascii: ">"), previous == UInt8(ascii: "-") { return true }
      previous = byte
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte >= 9 && byte <= 13 }

  private static func string(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The type a value constructs, if its spelling says so: `Model` of `Model()`, `String` of `""`, `Store` of `Store.shared`.
  static func constructed(_ value: Code) -> String? {
    switch value.kind {
    case .call:
      guard let callee = value.callee else { return nil }
      if callee.kind == .array {  // `[Item]()`
        return callee.firstChild?.memberPath.map { "[" + $0.joined(separator: ".") + "]" }
      }
      guard let path = callee.memberPath else { return nil }
      if path.last == "init" { return path.dropLast().joined(separator: ".") }
      if path.last?.startsUppercase == true { return path.joined(separator: ".") }
      return nil
    case .string: return KnownTypes.ofStringLiterals
    case .literal:
      switch value.detail {
      case "integer": return KnownTypes.ofIntegerLiterals
      case "float": return KnownTypes.ofFloatLiterals
      case "bool": return KnownTypes.ofBooleanLiterals
      default: return nil
      }
    case .member:
      guard let path = value.memberPath, path.count == 2, path[0].startsUppercase else { return nil }
      // `Store.shared` is a `Store` by convention; so is `Tab.first` of an enum.
      return path[0]
    case .cast: return value.name
    case .unary: return value.firstChild.flatMap(constructed)
    default: return nil
    }
  }
}
