/// The bytes of a code tree in the facts cache: a header, then the nodes as they lie in memory, then the rest.
extension CodeTree {
  /// Changes whenever the meaning of nodes does, so that older entries are not found.
  package static let formatVersion = 12

  private static let magic: UInt64 = 0x5752_4654_0000_0000 | UInt64(MemoryLayout<Node>.stride)

  package func encoded(sourceLength: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodes.count * MemoryLayout<Node>.stride + strings.count * 16 + 256)
    func append(_ value: UInt64) { withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
    func append(_ text: String) {
      append(UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }
    append(Self.magic)
    append(UInt64(sourceLength))
    append(UInt64(nodes.count))
    nodes.withUnsafeBytes { bytes.append(contentsOf: $0) }
    append(UInt64(lineStarts.count))
    lineStarts.withUnsafeBytes { bytes.append(contentsOf: $0) }
    append(UInt64(strings.count))
    for string in strings { withUnsafeBytes(of: UInt32(clamping: string.utf8.count)) { bytes.append(contentsOf: $0) } }
    for string in strings { bytes.append(contentsOf: string.utf8) }
    append(UInt64(issues.count))
    for issue in issues {
      append(UInt64(issue.line))
      append(issue.message)
      append(UInt64(issue.isLocal ? 1 : 0))
    }
    append(UInt64(commands.count))
    for command in commands {
      append(command.scope.rawValue)
      append(UInt64(command.line))
      append(UInt64(command.column))
      append(UInt64(command.reason == nil ? 0 : 1))
      append(command.reason ?? "")
      append(UInt64(command.rules.count))
      for rule in command.rules { append(rule) }
    }
    append(UInt64(lowestCheckedSystem ?? 0))
    append(UInt64(bytes.count))
    return bytes
  }

  /// `nil` for anything that is not a whole, consistent entry for a source of this length.
  package init?(encoded bytes: UnsafeRawBufferPointer, sourceLength: Int) {
    var reader = ByteReader(bytes: bytes)
    guard reader.word() == Self.magic, reader.word() == UInt64(sourceLength),
      let nodeCount = reader.count(of: MemoryLayout<Node>.stride), let nodes = reader.nodes(nodeCount)
    else { return nil }
    self.nodes = nodes
    guard let lineCount = reader.count(of: 4) else { return nil }
    lineStarts = []
    lineStarts.reserveCapacity(lineCount)
    for _ in 0..<lineCount { lineStarts.append(reader.half()) }
    guard let stringCount = reader.count(of: 4) else { return nil }
    let lengths = (0..<stringCount).map { _ in Int(reader.half()) }
    strings = []
    strings.reserveCapacity(stringCount)
    for length in lengths {
      guard let text = reader.text(length) else { return nil }
      strings.append(text)
    }
    guard let issueCount = reader.count(of: 24) else { return nil }
    issues = []
    for _ in 0..<issueCount {
      guard let line = reader.word(), let message = reader.text(), let isLocal = reader.word() else { return nil }
      issues.append(Issue(line: Int(clamping: line), message: message, isLocal: isLocal == 1))
    }
    guard let commandCount = reader.count(of: 32) else { return nil }
    commands = []
    for _ in 0..<commandCount {
      guard let scope = reader.text().flatMap(CommentCommand.Scope.init), let line = reader.word(),
        let column = reader.word(),
        let hasReason = reader.word(), let reason = reader.text(), let ruleCount = reader.count(of: 8)
      else { return nil }
      var rules: [String] = []
      for _ in 0..<ruleCount {
        guard let rule = reader.text() else { return nil }
        rules.append(rule)
      }
      commands.append(
        CommentCommand(
          scope: scope, rules: rules, reason: hasReason == 1 ? reason : nil, line: Int(clamping: line),
          column: Int(clamping: column)))
    }
    guard let system = reader.word() else { return nil }
    lowestCheckedSystem = system == 0 ? nil : Int(clamping: system)
    let end = reader.offset
    guard reader.word() == UInt64(end), isConsistent, !nodes.isEmpty else { return nil }
  }

  /// Whether all indices point into the tree: a damaged entry must not trap later.
  private var isConsistent: Bool {
    let count = UInt32(clamping: nodes.count)
    let names = UInt32(clamping: strings.count)
    for (index, node) in nodes.enumerated() {
      guard node.limit > UInt32(index), node.limit <= count, node.name < names, node.detail < names,
        index == 0 || node.parent < UInt32(index), node.start <= node.end
      else { return false }
    }
    return true
  }
}

private struct ByteReader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func word() -> UInt64? {
    guard offset + 8 <= bytes.count else { return nil }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Bounds were checked by `count(of:)`.
  mutating func half() -> UInt32 {
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// A number of items of at least `size` bytes each that the rest can hold.
  mutating func count(of size: Int) -> Int? {
    guard let value = word(), value <= UInt64((bytes.count - offset) / size) else { return nil }
    return Int(value)
  }

  mutating func text() -> String? {
    guard let length = count(of: 1) else { return nil }
    return text(length)
  }

  mutating func text(_ length: Int) -> String? {
    guard length <= bytes.count - offset else { return nil }
    defer { offset += length }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
  }

  /// Nodes as they lie in memory; a byte that is no kind must not become one.
  mutating func nodes(_ count: Int) -> [CodeTree.Node]? {
    let stride = MemoryLayout<CodeTree.Node>.stride
    let kind = MemoryLayout<CodeTree.Node>.offset(of: \.kind) ?? 0
    for index in 0..<count where bytes[offset + index * stride + kind] > CodeTree.Kind.macro.rawValue { return nil }
    defer { offset += count * stride }
    let source = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count * stride])
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: source)
      initialized = count
    }
  }
}
