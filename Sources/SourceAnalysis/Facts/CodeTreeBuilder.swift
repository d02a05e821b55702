import SwiftSyntax
internal import Vocabulary

/// Appends nodes to a code tree in preorder and interns their names.
struct CodeTreeBuilder {
  /// Deeper syntax becomes a node without children and an issue; the stack of the reading thread is sized for it.
  static let maximumDepth = 3_000

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var nodes: [CodeTree.Node] = []
  private(set) var strings: [String] = [""]
  /// An open hash table of string ids; 0, the empty string, marks a free slot.
  private var slots: [UInt32] = Array(repeating: 0, count: 512)
  private var hashes: [UInt64] = [0]
  private(set) var isTooDeep = false
  /// See `CodeTree.lowestCheckedSystem`.
  private(set) var lowestCheckedSystem: Int?
  /// Where declarations of the file do not parse, one offset each.
  private(set) var errors: [UInt32] = []
  /// Whether the declarations here extend a type.
  var isInExtension = false
  private var parent: UInt32 = 0
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    nodes.reserveCapacity(bytes.count / 12)
  }

  /// A name as a range of the source, or a word of ours.
  struct Name: ExpressibleByStringLiteral {
    var range: Range<Int> = 0..<0
    var literal = ""

    init(range: Range<Int>) { self.range = range }
    init(_ text: String) { literal = text }
    init(stringLiteral value: String) { literal = value }
  }

  private mutating func intern(_ name: Name) -> UInt32 {
    guard name.range.isEmpty else { return intern(UnsafeBufferPointer(rebasing: bytes[name.range])) }
    if name.literal.isEmpty { return 0 }
    var text = name.literal
    return text.withUTF8 { intern($0) }
  }

  /// Finds the bytes among the known strings without making a `String` of them.
  private mutating func intern(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let hash = Fingerprint.hash(name)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let id = Int(slots[slot])
      if hashes[id] == hash, isString(id, name) { return slots[slot] }
      slot = (slot + 1) & (slots.count - 1)
    }
    let id = UInt32(strings.count)
    // Bytes that are no UTF-8 are repaired, and may then equal another string: harmless, the names only look alike.
    strings.append(String(decoding: name, as: UTF8.self))
    hashes.append(hash)
    slots[slot] = id
    if strings.count * 2 > slots.count { grow() }
    return id
  }

  private func isString(_ id: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = strings[id].utf8
    guard text.count == name.count else { return false }
    return text.withContiguousStorageIfAvailable { $0.elementsEqual(name) } ?? text.elementsEqual(name)
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for id in 1..<strings.count {
      var slot = Int(truncatingIfNeeded: hashes[id]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(id)
    }
  }

  /// The source text of a node without its outer trivia.
  func name(ofText node: some SyntaxProtocol) -> Name {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    let end = node.endPositionBeforeTrailingTrivia.utf8Offset
    guard start >= 0, start < end, end <= bytes.count else { return "" }
    return Name(range: start..<end)
  }

  /// The text of a token; backticks are not part of a name.
  func name(of token: TokenSyntax) -> Name {
    var name = name(ofText: token)
    if name.range.count > 2, bytes[name.range.lowerBound] == UInt8(ascii: "`") {
      name.range = name.range.lowerBound + 1..<name.range.upperBound - 1
    }
    return name
  }

  func string(_ name: Name) -> String {
    name.range.isEmpty ? name.literal : String(decoding: bytes[name.range], as: UTF8.self)
  }

  /// Notes which systems code asks for: who asks for one also runs on older ones.
  mutating func note(_ arguments: AvailabilityArgumentListSyntax) {
    for argument in arguments {
      guard case .availabilityVersionRestriction(let restriction) = argument.argument,
        let text = restriction.version?.major.text, let version = Int(text),
        let system = DeploymentTargets.phone(of: restriction.platform.text, version)
      else { continue }
      lowestCheckedSystem = min(lowestCheckedSystem ?? system, system)
    }
  }

  /// Adds a node for `syntax`, and whatever `children` adds becomes its children.
  mutating func add(
    _ kind: CodeTree.Kind, _ syntax: some SyntaxProtocol, name: Name = "", detail: Name = "",
    flags: CodeTree.Flags = [], nameSyntax: Syntax? = nil, children: (inout CodeTreeBuilder) -> Void = { _ in }
  ) {
    let start = UInt32(clamping: syntax.positionAfterSkippingLeadingTrivia.utf8Offset)
    let end = UInt32(clamping: syntax.endPositionBeforeTrailingTrivia.utf8Offset)
    let nameStart = nameSyntax.map { UInt32(clamping: $0.positionAfterSkippingLeadingTrivia.utf8Offset) } ?? start
    var flags = flags
    if depth == 1, syntax.hasError {
      flags.insert(.isBroken)
      errors.append(UInt32(clamping: Self.firstError(in: Syntax(syntax))))
    }
    add(
      kind, start: start, end: end, name: name, detail: detail, flags: flags, nameStart: nameStart, children: children)
  }

  mutating func add(
    _ kind: CodeTree.Kind, start: UInt32, end: UInt32, name: Name = "", detail: Name = "",
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

  private static func firstError(in syntax: Syntax) -> Int {
    var node = syntax
    while let inner = node.children(viewMode: .all).first(where: \.hasError) { node = inner }
    return node.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// Gives the nodes their offsets in the whole file, from which these ranges had been cut.
  mutating func move(behind cuts: [Range<Int>]) {
    guard !cuts.isEmpty else { return }
    // Where the rest goes on after each cut, and how much is missing by then.
    var ends: [(offset: UInt32, removed: UInt32)] = []
    var removed = 0
    for cut in cuts {
      let offset = UInt32(clamping: cut.lowerBound - removed)
      removed += cut.count
      ends.append((offset, UInt32(clamping: removed)))
    }
    // Offsets mostly grow from node to node, so the search starts where the last one ended. Not a variable that a function
    // captures: each access to one is checked, and there are three offsets to a node.
    var position = 0
    for index in errors.indices { errors[index] = Self.moved(errors[index], behind: ends, &position) }
    for index in nodes.indices {
      nodes[index].start = Self.moved(nodes[index].start, behind: ends, &position)
      nodes[index].nameStart = Self.moved(nodes[index].nameStart, behind: ends, &position)
      nodes[index].end = Self.moved(nodes[index].end, behind: ends, &position)
    }
  }

  /// - Parameter position: of the first of `ends` that does not lie before the offset.
  private static func moved(
    _ offset: UInt32, behind ends: [(offset: UInt32, removed: UInt32)], _ position: inout Int
  ) -> UInt32 {
    while position < ends.count, ends[position].offset < offset { position += 1 }
    while position > 0, ends[position - 1].offset >= offset { position -= 1 }
    return position == 0 ? offset : offset &+ ends[position - 1].removed
  }
}
