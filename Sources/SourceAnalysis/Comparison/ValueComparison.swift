import SwiftUIModel

/// How SwiftUI tells the old and the new value of a stored property apart, as far as the sources show its type.
///
/// Inputs of views and writes of `@State` are compared in this way; writes of `@Observable` properties are not, see
/// `SourceIndex.isEquatable(_:near:inside:)`.
///
/// - Source: executed programs, see `Documentation/Model.md`, "How values are compared".
package enum ValueComparison: Sendable, Hashable {
  /// As memory: numbers, flags, and structs and enums of these. An `==` of the type is not asked.
  case bitwise
  /// By `==` of the type.
  case equality
  /// One stored property after the other: a struct or enum that is not Equatable, and equal when all of them are.
  case fieldByField
  /// Two references are equal when they are of one object.
  case identity
  /// Functions are equal when they are the same code and captured equal values.
  case function
  /// Never equal when made anew: it holds a container of what is not Equatable, which is named here.
  case never(String)
  /// The sources do not say: a generic parameter, an existential, a type of another module.
  case unknown

  /// Whether a value made anew from equal parts is surely equal.
  package var isEqualWhenRebuilt: Bool {
    switch self {
    case .bitwise, .equality, .fieldByField: true
    case .identity, .function, .never, .unknown: false
    }
  }
}

extension SourceIndex {
  /// How values of a type compare.
  ///
  /// - Parameters:
  ///   - text: As the type is written.
  ///   - path: The file that it is written in.
  ///   - scope: The type that it is written inside of.
  package func comparison(of text: String, near path: String, inside scope: TypeID? = nil) -> ValueComparison {
    var comparer = ValueComparer(index: self)
    return comparer.comparison(of: text, near: path, inside: scope)
  }

  /// How values of a property compare; `nil` where its type is not written down.
  package func comparison(of property: Property, in owner: TypeInfo) -> ValueComparison? {
    property.typeText.map { comparison(of: $0, near: property.code.file.path, inside: owner.id) }
  }

  /// Whether all that a type stores is plain memory, so that its values are compared bit by bit and its `==` is not asked.
  package func isPlainMemory(_ type: TypeInfo) -> Bool {
    var comparer = ValueComparer(index: self)
    return (type.kind == .struct || type.kind == .enum) && comparer.comparison(of: type, depth: 0) == .bitwise
  }

  /// Whether a type is Equatable, which decides about writes of `@Observable` properties and about containers; `nil` where
  /// the sources do not say.
  package func isEquatable(_ text: String, near path: String, inside scope: TypeID? = nil) -> Bool? {
    ValueComparer(index: self).isEquatable(TypeShape(text), near: path, inside: scope)
  }
}

/// Works out how values compare, looking at each type once.
private struct ValueComparer {
  let index: SourceIndex
  private var known: [TypeID: ValueComparison] = [:]
  /// Deeper than anybody nests the text of a type: it may be made to overflow the stack.
  private static let deepest = 64

  init(index: SourceIndex) { self.index = index }

  mutating func comparison(of text: String, near path: String, inside scope: TypeID?, depth: Int = 0) -> ValueComparison
  {
    guard depth < Self.deepest else { return .unknown }
    switch TypeShape(text) {
    case .optional(let wrapped), .parenthesized(let wrapped):
      return comparison(of: wrapped, near: path, inside: scope, depth: depth + 1)
    case .function: return .function
    case .tuple(let parts):
      return Self.combined(parts.map { comparison(of: $0, near: path, inside: scope, depth: depth + 1) })
    case .array(let element), .dictionary(let element):
      return switch isEquatable(TypeShape(element), near: path, inside: scope) {
      case true?: .equality
      case false?: .never(element)
      case nil: .unknown
      }
    case .set: return .equality
    case .opaque: return .unknown
    case .named(let name):
      if let id = index.resolve(name, near: path, inside: scope), !isKnownByName(index[id]) {
        return comparison(of: index[id], depth: depth + 1)
      }
      if let meaning = index.meaning(ofAlias: name) {
        return comparison(of: meaning, near: path, inside: scope, depth: depth + 1)
      }
      return Self.comparison(ofKnown: name)
    }
  }

  /// Whether all that the sources have of a type are extensions: `extension String`.
  private func isKnownByName(_ type: TypeInfo) -> Bool {
    type.kind == .extension && KnownTypes.table[TypeName.base(type.name)] != nil
  }

  private static func comparison(ofKnown name: String) -> ValueComparison {
    switch KnownTypes.table[TypeName.base(name)]?.comparison {
    case .bitwise: .bitwise
    case .equality: .equality
    case .identity: .identity
    case .unknown, nil: .unknown
    }
  }

  mutating func comparison(of type: TypeInfo, depth: Int) -> ValueComparison {
    if let comparison = known[type.id] { return comparison }
    // What holds itself is no plain memory, and as equal as the rest of it.
    known[type.id] = .fieldByField
    let comparison = declared(type, depth: depth)
    known[type.id] = comparison
    return comparison
  }

  private mutating func declared(_ type: TypeInfo, depth: Int) -> ValueComparison {
    let isEquatable = EquatableTypes.isEquatable(type, in: index)
    switch type.kind {
    case .class, .actor: return isEquatable ? .equality : .identity
    case .protocol, .extension: return isEquatable ? .equality : .unknown
    case .struct, .enum: break
    }
    var parts: [ValueComparison] = []
    for property in type.storedProperties {
      // What a wrapper stores is its own affair.
      guard property.wrapper == nil, let text = property.typeText else {
        parts.append(.unknown)
        continue
      }
      parts.append(comparison(of: text, near: type.code.file.path, inside: type.id, depth: depth))
    }
    for text in type.cases.flatMap({ $0.payload }) {
      parts.append(comparison(of: text, near: type.code.file.path, inside: type.id, depth: depth))
    }
    let combined = Self.combined(parts)
    return combined == .bitwise || !isEquatable ? combined : .equality
  }

  /// Of several values that are compared one by one.
  private static func combined(_ parts: [ValueComparison]) -> ValueComparison {
    if parts.allSatisfy({ $0 == .bitwise }) { return .bitwise }
    for part in parts {
      if case .never = part { return part }
    }
    if parts.contains(.unknown) { return .unknown }
    if parts.contains(.function) { return .function }
    // An object that is kept is equal; one that is made anew is for whoever makes it to find.
    return .fieldByField
  }

  func isEquatable(_ shape: TypeShape, near path: String, inside scope: TypeID?, depth: Int = 0) -> Bool? {
    guard depth < Self.deepest else { return nil }
    switch shape {
    case .optional(let wrapped), .parenthesized(let wrapped), .array(let wrapped), .dictionary(let wrapped):
      return isEquatable(TypeShape(wrapped), near: path, inside: scope, depth: depth + 1)
    case .set: return true
    case .function, .tuple: return false
    // An existential is no Equatable type whatever its protocol asks for; what stands behind `some` is not known.
    case .opaque(let isExistential): return isExistential ? false : nil
    case .named(let name):
      guard let id = index.resolve(name, near: path, inside: scope), !isKnownByName(index[id]) else {
        if let meaning = index.meaning(ofAlias: name) {
          return isEquatable(TypeShape(meaning), near: path, inside: scope, depth: depth + 1)
        }
        guard let known = KnownTypes.table[TypeName.base(name)] else { return nil }
        return known.comparison == .equality || known.traits.contains(.isPlain) ? true : nil
      }
      let type = index[id]
      if EquatableTypes.isEquatable(type, in: index) { return true }
      switch type.kind {
      case .enum: return type.cases.allSatisfy { $0.payload.isEmpty }
      case .struct, .class, .actor, .protocol: return false
      case .extension: return nil
      }
    }
  }
}

/// What the text of a type says about its form.
private enum TypeShape {
  case optional(String)
  case array(String)
  /// By its values; keys always compare.
  case dictionary(String)
  case set
  case tuple([String])
  case parenthesized(String)
  case function
  /// `any P`, `some P`, `Any`.
  case opaque(isExistential: Bool)
  case named(String)

  init(_ text: String) {
    let name = text.trimmed
    if let last = name.last, last == "?" || last == "!",
      !TypeName.isFunction(name) || name.hasPrefix("(") && Self.isOneGroup(name.dropLast())
    {
      self = .optional(String(name.dropLast()))
    } else if TypeName.isFunction(name), !Self.isBracketed(name), !name.hasSuffix(">") {
      self = .function
    } else if name.hasPrefix("any ") || name == "Any" || name == "AnyObject" {
      self = .opaque(isExistential: true)
    } else if name.hasPrefix("some ") {
      self = .opaque(isExistential: false)
    } else if Self.isBracketed(name) {
      let inner = name.dropFirst().dropLast()
      let parts = Self.split(inner, at: name.hasPrefix("[") ? ":" : ",")
      if name.hasPrefix("[") {
        self = parts.count == 2 ? .dictionary(parts[1]) : .array(String(inner))
      } else {
        self = parts.count == 1 ? .parenthesized(parts[0]) : .tuple(parts.map(Self.withoutLabel))
      }
    } else if name.hasSuffix(">"), let open = name.firstIndex(of: "<") {
      let arguments = Self.split(name[name.index(after: open)...].dropLast(), at: ",")
      let known = KnownTypes.table[TypeName.base(name)]
      if TypeName.base(name) == "Optional", let wrapped = arguments.first {
        self = .optional(wrapped)
      } else if known?.meaning == .collection, let traits = known?.traits {
        if traits.contains(.isDistinct) {
          self = .set
        } else if traits.contains(.isKeyed) {
          self = arguments.count == 2 ? .dictionary(arguments[1]) : .named(name)
        } else {
          self = .array(arguments.last ?? name)
        }
      } else {
        self = .named(name)
      }
    } else {
      self = .named(name)
    }
  }

  /// Whether the first bracket is closed by the last character: `[A]`, `(A, B)`, and not `[A].Index`.
  private static func isBracketed(_ text: String) -> Bool {
    (text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("(") && text.hasSuffix(")")) && isOneGroup(text[...])
  }

  private static func isOneGroup(_ text: Substring) -> Bool {
    var depth = 0
    for (offset, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth == 0, offset < text.utf8.count - 1 { return false }
    }
    return true
  }

  private static func split(_ text: Substring, at separator: Character) -> [String] {
    var parts: [String] = []
    var current = ""
    var depth = 0
    var previous: Character = " "
    for character in text {
      switch character {
      case "(", "[", "<": depth += 1
      case ")", "]": depth -= 1
      case ">" where previous != "-": depth -= 1
      default: break
      }
      if character == separator, depth == 0 {
        parts.append(current.trimmed)
        current = ""
      } else {
        current.append(character)
      }
      previous = character
    }
    parts.append(current.trimmed)
    return parts
  }

  /// `Int` of `width: Int`.
  private static func withoutLabel(_ part: String) -> String {
    let parts = split(part[...], at: ":")
    return parts.count == 2 ? parts[1] : part
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
