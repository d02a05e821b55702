/// A value of a document, with the place that messages about it name.
package struct YAMLNode: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// What stands in quotes is a text, whatever it looks like.
    case scalar(String, isQuoted: Bool)
    case sequence([YAMLNode])
    /// In the order of the document; no key is there twice.
    case mapping([Entry])
  }

  package struct Entry: Sendable, Equatable {
    package var key: YAMLNode
    package var value: YAMLNode
  }

  package var content: Content
  /// From 1 on.
  package var line: Int

  /// The text of a scalar, as it is written and without its quotes; empty for a key without a value.
  package var string: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  package var sequence: [YAMLNode]? {
    if case .sequence(let nodes) = content { nodes } else { nil }
  }

  package var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  package var isNull: Bool { ["", "~", "null", "Null", "NULL"].contains(plain) }

  /// A whole number in decimal notation.
  package var int: Int? {
    guard let plain,
      plain.utf8.allSatisfy({ Self.digits.contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") })
    else { return nil }
    return Int(plain)
  }

  /// A number in decimal notation, `nil` for infinities and what is no number.
  package var float: Double? {
    guard let plain, plain.utf8.contains(where: Self.digits.contains),
      plain.utf8.allSatisfy({ Self.digits.contains($0) || Self.signs.contains($0) }), let number = Double(plain),
      number.isFinite
    else { return nil }
    return number
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  private static let signs = Array(".eE+-".utf8)

  private var plain: String? {
    if case .scalar(let text, isQuoted: false) = content { text } else { nil }
  }
}

/// Why a document cannot be read.
package struct YAMLProblem: Error, Equatable, CustomStringConvertible {
  /// From 1 on.
  package var line: Int
  package var description: String
}
