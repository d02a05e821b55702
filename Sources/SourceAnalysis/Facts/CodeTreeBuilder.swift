import SwiftSyntax

/// Appends nodes to a code tree in preorder and interns their names.
struct CodeTreeBuilder {
  /// Deeper syntax becomes a node without children and an issue; the stack of the reading thread is sized for it.
  static let maximumDepth = 3_000

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var nodes: [CodeTree.Node] = []
  private(set) var strings: [String] = [""]
  private var known: [String: UInt32] = ["": 0]
  private(set) var isTooDeep = false
  private var parent: UInt32 = 0
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 12)
  }

  mutating func intern(_ text: String) -> UInt32 {
    if let id = known[text] { return id }
    let id = UInt32(strings.count)
    strings.append(text)
    known[text] = id
    return id
  }

  /// The source text of a node without its outer trivia.
  func text(of node: some SyntaxProtocol) -> String {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    guard start >= 0, start < end, end <= bytes.count else { return "" }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text of a token; backticks are not part of a name.
  func name(of token: TokenSyntax) -> String {
    let text = text(of: token)
    if text.utf8.first == UInt8(ascii: "`"), text.utf8.count > 2 { return String(text.dropFirst().dropLast()) }
    return text
  }

  /// Adds a node for `syntax`, and whatever `children` adds becomes its children.
  mutating func add(
    _ kind: CodeTree.Kind, _ syntax: some SyntaxProtocol, name: String = "", detail: String = "",
    flags: CodeTree.Flags = [], nameSyntax: Syntax? = nil, children: (inout CodeTreeBuilder) -> Void = { _ in }
  ) {
    let start = UInt32(clamping: syntax.positionAfterSkippingLeadingTrivia.utf8Offset)
    let end = UInt32(clamping: syntax.endPositionBeforeTrailingTrivia.utf8Offset)
    let nameStart = nameSyntax.map { UInt32(clamping: $0.positionAfterSkippingLeadingTrivia.utf8Offset) } ?? start
    add(
      kind, start: start, end: end, name: name, detail: detail, flags: flags, nameStart: nameStart, children: children)
  }

  mutating func add(
    _ kind: CodeTree.Kind, start: UInt32, end: UInt32, name: String = "", detail: String = "",
    flags: CodeTree.Flags = [], nameStart: UInt32, children: (inout CodeTreeBuilder) -> Void
  ) {
    let index = nodes.count
    nodes.append(
      CodeTree.Node(
        kind: kind, flags: flags, name: intern(name), detail: intern(detail), start: start, end: max(start, end),
        nameStart: nameStart, parent: parent, limit: UInt32(index + 1)))
    if depth < Self.maximumDepth {
      let outer = parent
      parent = UInt32(index)
      depth += 1
      children(&self)
      depth -= 1
      parent = outer
    } else {
      isTooDeep = true
    }
    nodes[index].limit = UInt32(nodes.count)
  }
}
