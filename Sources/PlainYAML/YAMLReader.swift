/// Reads the part of YAML that configurations are written in, JSON included: mappings and lists, indented or in brackets, and
/// scalars on one line, plain or in quotes.
///
/// Anchors, tags, several documents in a file, and texts over several lines are refused with their line; nothing is read as
/// something else than what a complete implementation makes of it. One of those brings 40 MB of regular expressions and
/// calendars with it on Linux.
///
/// - Source: https://yaml.org/spec/1.2.2/
package struct YAMLReader {
  var bytes: [UInt8]
  var index = 0
  var line = 1
  private var lineStart = 0
  private var depth = 0

  /// Beyond any configuration, and far from the end of the stack.
  private static let deepest = 64

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The root of a document; `nil` for one without any content.
  package static func read(_ text: String) throws(YAMLProblem) -> YAMLNode? {
    var reader = YAMLReader(text)
    return try reader.document()
  }

  private mutating func document() throws(YAMLProblem) -> YAMLNode? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    lineStart = index
    try skipToContent()
    if isMarker("---") {
      index += 3
      try endLine("'---' stands on a line of its own")
    } else if isMarker("...") {
      throw problem("'...' ends nothing")
    }
    guard !isAtEnd, !isMarker("..."), !isMarker("---") else {
      try end()
      return nil
    }
    let root = try blockNode(in: -1)
    try end()
    return root
  }

  private mutating func end() throws(YAMLProblem) {
    if isMarker("...") {
      index += 3
      try endLine("'...' stands on a line of its own")
    }
    if isMarker("---") { throw problem("a second document begins here; only one is read") }
    guard isAtEnd else { throw problem("this belongs to nothing above it; look at how far it is indented") }
  }

  // MARK: - Blocks

  /// A node that may go over several lines, all of them indented by more than `indent`.
  private mutating func blockNode(in indent: Int) throws(YAMLProblem) -> YAMLNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw problem("values are nested more than \(Self.deepest) deep") }
    let column = column
    if isIndicator("-") { return try sequence(at: column) }
    let start = line
    let first = try inlineNode()
    if line == start, isAtColon {
      guard first.string != nil else { throw problem("a key has to be a word", at: start) }
      return try mapping(at: column, from: first)
    }
    try endValue(in: indent)
    return first
  }

  /// Entries that begin at a column, the first key having been read.
  private mutating func mapping(at column: Int, from first: YAMLNode) throws(YAMLProblem) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    var names: Set<String> = []
    var key = first
    while true {
      guard names.insert(key.string ?? "").inserted else {
        throw problem("'\(key.string ?? "")' is there twice", at: key.line)
      }
      index += 1
      entries.append(YAMLNode.Entry(key: key, value: try value(at: column, of: key)))
      guard !isAtEnd, self.column == column, !isMarker("---"), !isMarker("...") else { break }
      guard !isIndicator("-") else { throw problem("a list begins where a key was expected") }
      key = try inlineNode()
      guard key.string != nil, isAtColon, key.line == line else {
        throw problem("a key has to be a word with ':' behind it", at: key.line)
      }
    }
    guard isAtEnd || self.column < column || isMarker("---") || isMarker("...") else {
      throw problem("this is indented by more than the keys above it")
    }
    return YAMLNode(content: .mapping(entries), line: first.line)
  }

  /// What stands behind a colon.
  private mutating func value(at column: Int, of key: YAMLNode) throws(YAMLProblem) -> YAMLNode {
    skipSpaces()
    if !isAtLineEnd {
      if isIndicator("-") { throw problem("a list begins on a line of its own") }
      let value = try inlineNode()
      if isAtColon { throw problem("a mapping begins on a line of its own; a text with ': ' in it stands in quotes") }
      try endValue(in: column)
      return value
    }
    try skipToContent()
    if !isAtEnd, self.column > column { return try blockNode(in: column) }
    // A list may be as far to the left as its key.
    if !isAtEnd, self.column == column, isIndicator("-") { return try sequence(at: column) }
    return YAMLNode(content: .scalar("", isQuoted: false), line: key.line)
  }

  /// Elements whose dashes stand at a column.
  private mutating func sequence(at column: Int) throws(YAMLProblem) -> YAMLNode {
    let start = line
    var nodes: [YAMLNode] = []
    while !isAtEnd, self.column == column, isIndicator("-"), !isMarker("---") {
      let dash = line
      index += 1
      let gap = index
      skipSpaces()
      try refuseTabs(from: gap)
      if isAtLineEnd { try skipToContent() }
      if !isAtEnd, self.column > column {
        nodes.append(try blockNode(in: column))
      } else {
        nodes.append(YAMLNode(content: .scalar("", isQuoted: false), line: dash))
      }
    }
    guard isAtEnd || self.column <= column else { throw problem("this is indented by more than the dashes above it") }
    return YAMLNode(content: .sequence(nodes), line: start)
  }

  /// Goes from the end of a value on one line to what comes next, which must not continue it.
  private mutating func endValue(in indent: Int) throws(YAMLProblem) {
    try endLine("something follows the value; a text with such characters stands in quotes")
    guard isAtEnd || column <= indent || isMarker("---") || isMarker("...") else {
      throw problem("a value over several lines is not read; write it on one line, or look at how far this is indented")
    }
  }

  // MARK: - On one line, or in brackets

  /// A scalar, or something in brackets.
  private mutating func inlineNode() throws(YAMLProblem) -> YAMLNode {
    switch current {
    case UInt8(ascii: "["), UInt8(ascii: "{"): try bracketed()
    default: try scalar(inBrackets: false)
    }
  }

  private mutating func bracketed() throws(YAMLProblem) -> YAMLNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw problem("values are nested more than \(Self.deepest) deep") }
    let start = line
    let isSequence = current == UInt8(ascii: "[")
    let close = UInt8(ascii: isSequence ? "]" : "}")
    var nodes: [YAMLNode] = []
    var entries: [YAMLNode.Entry] = []
    index += 1
    try skipInBrackets(from: start)
    while current != close {
      let node = try element()
      if isSequence {
        guard !isAtColon(afterKey: node) else { throw problem("a mapping in a list in brackets stands in braces") }
        nodes.append(node)
      } else {
        let entry = try entry(node, from: start)
        guard !entries.contains(where: { $0.key.string == entry.key.string }) else {
          throw problem("'\(entry.key.string ?? "")' is there twice", at: entry.key.line)
        }
        entries.append(entry)
      }
      try skipInBrackets(from: start)
      if current == UInt8(ascii: ",") {
        index += 1
        try skipInBrackets(from: start)
      } else if current != close {
        throw problem("expected ',' or '\(isSequence ? "]" : "}")'")
      }
    }
    index += 1
    return YAMLNode(content: isSequence ? .sequence(nodes) : .mapping(entries), line: start)
  }

  private mutating func element() throws(YAMLProblem) -> YAMLNode {
    switch current {
    case UInt8(ascii: "["), UInt8(ascii: "{"): try bracketed()
    default: try scalar(inBrackets: true)
    }
  }

  private mutating func entry(_ key: YAMLNode, from start: Int) throws(YAMLProblem) -> YAMLNode.Entry {
    guard key.string != nil else { throw problem("a key has to be a word", at: key.line) }
    try skipInBrackets(from: start)
    guard line == key.line, isAtColon(afterKey: key) else {
      if current == UInt8(ascii: ":") { throw problem("a space has to follow ':'") }
      return YAMLNode.Entry(key: key, value: YAMLNode(content: .scalar("", isQuoted: false), line: key.line))
    }
    index += 1
    try skipInBrackets(from: start)
    if [UInt8(ascii: ","), UInt8(ascii: "}")].contains(current) {
      return YAMLNode.Entry(key: key, value: YAMLNode(content: .scalar("", isQuoted: false), line: key.line))
    }
    return YAMLNode.Entry(key: key, value: try element())
  }

  /// Whether a colon ends the key before it: behind quotes, as in JSON, it needs no space.
  private func isAtColon(afterKey key: YAMLNode) -> Bool {
    if case .scalar(_, isQuoted: true) = key.content { return current == UInt8(ascii: ":") }
    return isAtColon || current == UInt8(ascii: ":") && byte(index + 1).map(Self.isBracket) ?? true
  }

  static func isBracket(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }

  // MARK: - Places

  var isAtEnd: Bool { index >= bytes.count }
  var current: UInt8? { byte(index) }
  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
  var column: Int { index - lineStart }

  static func isBlank(_ byte: UInt8?) -> Bool { byte == nil || byte == 0x20 || byte == 0x09 || isNewline(byte) }
  static func isNewline(_ byte: UInt8?) -> Bool { byte == 0x0A || byte == 0x0D }

  private var isAtLineEnd: Bool {
    isAtEnd || Self.isNewline(current)
      || current == UInt8(ascii: "#") && (index == lineStart || Self.isBlank(byte(index - 1)))
  }

  private var isAtColon: Bool { current == UInt8(ascii: ":") && Self.isBlank(byte(index + 1)) }

  /// Whether a character stands here with a blank behind it.
  func isIndicator(_ character: Unicode.Scalar) -> Bool {
    current == UInt8(ascii: character) && Self.isBlank(byte(index + 1))
  }

  private func isMarker(_ marker: String) -> Bool {
    column == 0 && bytes[index...].starts(with: marker.utf8) && Self.isBlank(byte(index + 3))
  }

  mutating func skipSpaces() {
    while current == 0x20 || current == 0x09 { index += 1 }
  }

  /// Skips the rest of a line that holds nothing more, and goes on to the next content.
  private mutating func endLine(_ otherwise: String) throws(YAMLProblem) {
    skipSpaces()
    guard isAtLineEnd else { throw problem(otherwise) }
    try skipToContent()
  }

  /// Skips comments and empty lines, and the indentation of the next line with content.
  private mutating func skipToContent() throws(YAMLProblem) {
    while true {
      let start = index
      skipSpaces()
      try refuseTabs(from: start)
      guard isAtLineEnd, try skipLineEnd() else { return }
    }
  }

  private func refuseTabs(from start: Int) throws(YAMLProblem) {
    if bytes[start..<index].contains(0x09) { throw problem("a tab indents this; YAML indents by spaces") }
  }

  private mutating func skipInBrackets(from start: Int) throws(YAMLProblem) {
    while true {
      skipSpaces()
      guard isAtLineEnd else { return }
      guard try skipLineEnd() else { throw problem("the bracket that is opened here is never closed", at: start) }
      guard !isMarker("---"), !isMarker("...") else {
        throw problem("the bracket that is opened here is never closed", at: start)
      }
    }
  }

  /// Skips a comment and the end of the line; false where the document ends.
  private mutating func skipLineEnd() throws(YAMLProblem) -> Bool {
    while !isAtEnd, !Self.isNewline(current) {
      try refuseControls()
      index += 1
    }
    guard let newline = current else { return false }
    index += newline == 0x0D && byte(index + 1) == 0x0A ? 2 : 1
    line += 1
    lineStart = index
    return true
  }

  /// What no text file holds.
  func refuseControls() throws(YAMLProblem) {
    if let byte = current, byte < 0x20 && byte != 0x09 || byte == 0x7F {
      throw problem("there is a control character here")
    }
  }

  func problem(_ text: String, at place: Int? = nil) -> YAMLProblem {
    YAMLProblem(line: place ?? line, description: text)
  }
}
