/// The part of one file's syntax that rules look at: a flat, preorder tree of plain values.
///
/// The subtree of node `i` is `i..<nodes[i].limit`, its first child `i + 1`, the next sibling of a child `c` is
/// `nodes[c].limit`. Flat and without references, so a file's facts are cached by copying memory.
package struct CodeTree: Sendable, Hashable, Codable {
  package enum Kind: UInt8, Sendable, Codable {
    // Declarations
    case file, importDecl, type, attribute, modifier, inherits, variable, typeAnnotation, value, accessor, function
    case initializer, deinitializer, subscriptDecl, parameter, returnType, enumCase, typeAlias, ifConfig, ifConfigClause
    // Statements
    case block, ifStatement, conditions, guardStatement, switchStatement, caseClause, forStatement, whileStatement
    case doStatement, catchClause, returnStatement, throwStatement, deferStatement, optionalBinding, patternName, other
    // Expressions
    case identifier, member, call, subscriptCall, argument, closure, capture, literal, string, array, dictionary, tuple
    case assign, binary, unary, ternary, cast, await, keyPath, macro
  }

  package struct Flags: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A `let` instead of a `var`.
    package static let isLet = Flags(rawValue: 1)
    /// An argument written as a trailing closure.
    package static let isTrailing = Flags(rawValue: 2)
    /// A member or call behind `?.`.
    package static let isOptional = Flags(rawValue: 4)
    /// The first of several variables in one declaration, or the only one.
    package static let isFirst = Flags(rawValue: 8)
    /// A capture with `weak` or `unowned`, a `for await`, a type with generic parameters, an extension with conditions, an
    /// identifier behind `self.`.
    package static let isSpecial = Flags(rawValue: 16)
    /// A declaration that shares its `let`/`var` with others.
    package static let isShared = Flags(rawValue: 32)
    /// An outermost declaration that does not parse.
    package static let isBroken = Flags(rawValue: 64)
  }

  package struct Node: Sendable, Hashable, Codable {
    package var kind: Kind
    package var flags: Flags
    /// Index into `strings`.
    package var name: UInt32
    /// Index into `strings`; a second name where the kind has one (inner parameter name, kind of a type).
    package var detail: UInt32
    /// UTF-8 offset of the first token, after its leading trivia.
    package var start: UInt32
    /// UTF-8 offset after the last token, before its trailing trivia.
    package var end: UInt32
    /// UTF-8 offset of the name.
    package var nameStart: UInt32
    package var parent: UInt32
    /// Index after the last node of this subtree.
    package var limit: UInt32
  }

  package var nodes: [Node]
  package var strings: [String]
  /// UTF-8 offset of the start of each line, from line 1.
  package var lineStarts: [UInt32]
  /// What could not be read, as `line: message`.
  package var issues: [Issue]
  /// Comment commands found in the file.
  package var commands: [CommentCommand]
  /// The lowest system that `#available` or `@available` names, as the version of iOS that came out with it; `nil` without any.
  package var lowestCheckedSystem: Int?

  package struct Issue: Sendable, Hashable, Codable {
    /// 1-based.
    package var line: Int
    package var message: String
    /// Whether the rest of the file was read all the same.
    package var isLocal = false
  }

  /// Line and column of a UTF-8 offset, both 1-based; the column counts UTF-8 bytes.
  package func position(ofOffset offset: UInt32) -> (line: Int, column: Int) {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, Int(offset - (lineStarts.isEmpty ? 0 : lineStarts[low])) + 1)
  }

  /// The UTF-8 offset of a line and a column, both 1-based; `nil` where the file has no such line, or the line no such column.
  package func offset(ofLine line: Int, column: Int) -> UInt32? {
    guard lineStarts.indices.contains(line - 1), column >= 1,
      let offset = UInt32(exactly: Int(lineStarts[line - 1]) + column - 1)
    else { return nil }
    return line == lineStarts.count || offset < lineStarts[line] ? offset : nil
  }
}

/// `// whyredraw:disable:next rule_id - why` and its relatives.
package struct CommentCommand: Sendable, Hashable, Codable {
  package enum Scope: String, Sendable, Codable {
    /// From here to `enable` or the end of the file.
    case region
    case next
    case this
    case enable
    /// What begins like one of these and is none.
    case unknown
  }

  /// The findings about commands themselves.
  package static let complaintRule = "unused_disable_command"
  /// What there is, as it is written.
  static let verbs = ["disable", "disable:next", "disable:this", "enable"]

  package var scope: Scope
  /// Empty means every rule. Of what is no command it holds that alone, as it is written.
  package var rules: [String]
  package var reason: String?
  /// 1-based.
  package var line: Int
  package var column: Int
}
