#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Scans XML as `xctrace export` writes it, and as people and crashes leave it behind.
///
/// It takes blocks of any size and never needs the document. Known: elements, attributes in either quotes, character data,
/// comments, processing instructions, CDATA, a document type (passed over). Tolerated: control bytes that XML forbids,
/// attribute names like `resident-%`, end tags that are missing or too many. Entities are left to whoever needs the text.
///
/// Generic and a class: the compiler merges the handler's code into the loop, and a copy of the state would be a mistake.
final class XMLScanner<Handler: XMLHandler> {
  /// Elements nested deeper than this are not read any further.
  static var depthLimit: Int { 256 }
  /// Of a tag longer than this, the middle of its longest attribute is left out; text is delivered in pieces before.
  static var tokenLimit: Int { 8 << 20 }
  static var keptOfLongValue: Int { 1 << 20 }
  private static var textPiece: Int { 64 << 10 }
  private static var attributeLimit: Int { 32 }
  /// Readable bytes behind the end of the bytes, so that words can be loaded anywhere.
  private static var padding: Int { 32 }

  private enum Mode {
    case content, comment, instruction, cdata, documentType
    /// Inside an attribute that is too long, up to its closing quote.
    case longValue(quote: UInt8)
    case stopped
  }

  /// What `readTag` came to.
  private enum TagResult {
    case complete(next: Int)
    case incomplete
  }

  /// Strong, because counting references per element costs a third of the time; the handler knows no scanner.
  let handler: Handler
  private var mode = Mode.content
  /// What is being scanned: the rest of the last block and this one.
  private var bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  /// Holds the rest between blocks, and blocks that cannot be scanned where they are.
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity = 0
  private let attributes: UnsafeMutablePointer<XMLAttribute>
  private let openKeys: UnsafeMutablePointer<UInt64>
  /// Where an unfinished tag's open attribute begins, and its quote; settled by `readTag`.
  private var openValue: (start: Int, quote: UInt8)?
  private var linesBefore = 0
  /// The line ends in the rest.
  private var linesInRest = 0
  private var position = 0
  private var isFinished = false
  private var endsWithNewline = true

  /// The number of open elements.
  private(set) var depth = 0
  /// Ends that close nothing, elements closed by another's end, attributes without value or quotes.
  private(set) var malformed = 0
  /// The line of the first of them, 1-based.
  private(set) var firstMalformedLine: Int?
  /// The line of the element that is nested too deep, 1-based; what follows is not read.
  private(set) var tooDeepLine: Int?
  /// Whether attributes were cut short because they are longer than `tokenLimit`.
  private(set) var longValues = 0
  private(set) var elements = 0

  init(handler: Handler) {
    self.handler = handler
    capacity = 4 << 10
    buffer = .allocate(capacity: capacity + Self.padding)
    bytes = buffer
    attributes = .allocate(capacity: Self.attributeLimit)
    openKeys = .allocate(capacity: Self.depthLimit + 1)
  }

  deinit {
    buffer.deallocate()
    attributes.deallocate()
    openKeys.deallocate()
  }

  /// The 1-based line the scanner stands in; at the end, the number of lines.
  var line: Int {
    let before = linesBefore + ByteSpan(start: bytes, count: min(position, count)).lineEnds
    return isFinished && endsWithNewline ? before : before + 1
  }

  func consume(_ block: InputBlock) {
    var block = block
    let all = ByteSpan(block.bytes)
    if all.count > 0 { endsWithNewline = all[all.count - 1] == 0x0A }
    if case .stopped = mode {
      linesBefore += block.lineEnds ?? all.lineEnds
      return
    }
    if case .longValue(let quote) = mode {
      let end = all.firstIndex(of: quote) ?? all.count
      let passed = all.sub(0, end).lineEnds
      linesBefore += passed
      if end == all.count { return }
      block.bytes = UnsafeRawBufferPointer(rebasing: block.bytes[end...])
      if block.headroom > 0 { block.headroom += end }
      block.lineEnds = block.lineEnds.map { $0 - passed }
      mode = .content
    }
    let lineEnds = linesInRest + (block.lineEnds ?? ByteSpan(block.bytes).lineEnds)
    take(block)
    let used = scan()
    let rest = ByteSpan(start: bytes + used, count: count - used)
    linesInRest = rest.lineEnds
    linesBefore += lineEnds - linesInRest
    position = 0
    makeRoom(for: rest.count)
    if rest.count > 0 { memmove(buffer, rest.start, rest.count) }
    bytes = buffer
    count = rest.count
    if count > Self.tokenLimit { shortenToken() }
  }

  /// Ends the document; true if it ended in the middle of something.
  func finish() -> Bool {
    if case .stopped = mode {
      isFinished = true
      return true
    }
    guard case .content = mode else { return true }
    let rest = ByteSpan(start: bytes, count: count)
    let isCut = depth > 0 || !Self.isBlank(rest)
    position = count
    isFinished = true
    return isCut
  }

  private static func isBlank(_ span: ByteSpan) -> Bool {
    for index in 0..<span.count where span[index] > 0x20 { return false }
    return true
  }

  /// Puts the rest in front of the block where it stands, if there is room; else the block behind the rest.
  private func take(_ block: InputBlock) {
    let new = ByteSpan(block.bytes)
    if block.headroom >= count, block.headroom > 0 {
      let start = UnsafeMutablePointer(mutating: new.start) - count
      start.update(from: bytes, count: count)
      bytes = start
    } else {
      makeRoom(for: count + new.count)
      (buffer + count).update(from: new.start, count: new.count)
      bytes = buffer
    }
    count += new.count
    // Loops over names stop at this one, so they need no other check.
    (bytes + count).update(repeating: UInt8(ascii: ">"), count: Self.padding)
  }

  /// Makes the buffer large enough; what is in it stays.
  private func makeRoom(for size: Int) {
    guard size > capacity else { return }
    let larger = max(capacity * 2, size)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.padding)
    grown.update(from: buffer, count: capacity)
    if bytes == buffer { bytes = grown }
    buffer.deallocate()
    buffer = grown
    capacity = larger
  }

  /// Keeps the beginning of a tag that is too long and passes over the rest of its open attribute.
  private func shortenToken() {
    guard let openValue else {
      // No attribute is open: an end tag or a name without end is no XML.
      noteMalformed()
      linesBefore += linesInRest
      linesInRest = 0
      count = 0
      return
    }
    longValues += 1
    let kept = min(count, openValue.start + Self.keptOfLongValue)
    let left = ByteSpan(start: bytes, count: kept).lineEnds
    linesBefore += linesInRest - left
    linesInRest = left
    count = kept
    mode = .longValue(quote: openValue.quote)
  }

  private func noteMalformed(_ count: Int = 1) {
    guard count > 0 else { return }
    malformed += count
    if firstMalformedLine == nil { firstMalformedLine = line }
  }

  // MARK: - Tokens

  /// Reads as many tokens as are complete; returns how many bytes they take.
  private func scan() -> Int {
    let bytes = UnsafePointer(bytes)
    let count = self.count
    var index = 0
    while index < count {
      switch mode {
      case .content: break
      case .stopped: return count
      default:
        guard let next = endMode(from: index) else { return index + keepingTail(from: index) }
        index = next
        continue
      }
      position = index
      if bytes[index] != UInt8(ascii: "<") {
        let rest = ByteSpan(start: bytes + index, count: count - index)
        if let length = rest.firstIndex(of: UInt8(ascii: "<")) {
          handler.text(rest.sub(0, length), isRaw: false)
          index += length
        } else if rest.count > Self.textPiece {
          // Not in the middle of an entity or a character.
          var length = rest.count - 16
          while length > 0, rest[length] & 0xC0 == 0x80 || hasOpenEntity(rest, before: length) { length -= 1 }
          guard length > 0 else { return index }
          handler.text(rest.sub(0, length), isRaw: false)
          return index + length
        } else {
          return index
        }
        continue
      }
      guard index + 1 < count else { return index }
      switch bytes[index + 1] {
      case UInt8(ascii: "/"):
        guard let next = readEnd(at: index) else { return index }
        index = next
      case UInt8(ascii: "!"), UInt8(ascii: "?"):
        guard let next = enterMode(at: index) else { return index }
        index = next
      default:
        let next = handler.readRows(bytes, from: index, to: count)
        if next > index {
          index = next
          continue
        }
        switch readTag(at: index) {
        case .complete(let next): index = next
        case .incomplete: return index
        }
      }
    }
    return index
  }

  private func hasOpenEntity(_ text: ByteSpan, before end: Int) -> Bool {
    var index = end - 1
    while index >= 0, end - index <= 12 {
      if text[index] == UInt8(ascii: ";") { return false }
      if text[index] == UInt8(ascii: "&") { return true }
      index -= 1
    }
    return false
  }

  @inline(__always)
  private func readEnd(at start: Int) -> Int? {
    let rest = ByteSpan(start: UnsafePointer(bytes) + start, count: count - start)
    let length = Self.nameEnd(rest.start, from: 2)
    guard start + length < count else { return nil }
    let key = Self.key(of: rest.sub(2, length))
    guard let close = rest[length] == UInt8(ascii: ">") ? length : rest.firstIndex(of: UInt8(ascii: ">"), from: length)
    else { return nil }
    if depth > 0, openKeys[depth] == key {
      handler.end()
      depth -= 1
    } else {
      closeThrough(key)
    }
    return start + close + 1
  }

  /// An end tag that does not fit: closes what was left open inside of the element it names, if that is open at all.
  private func closeThrough(_ key: UInt64) {
    noteMalformed()
    var level = depth
    while level > 0, openKeys[level] != key { level -= 1 }
    guard level > 0 else { return }
    while depth >= level {
      handler.end()
      depth -= 1
    }
  }

  @inline(__always)
  private func readTag(at start: Int) -> TagResult {
    let bytes = UnsafePointer(bytes)
    let count = self.count
    openValue = nil
    // Counted when the tag is complete: an incomplete one is read again with the next block.
    var damage = 0
    var index = Self.nameEnd(bytes, from: start + 1)
    if index >= count { return .incomplete }
    let name = ByteSpan(start: bytes + start + 1, count: index - start - 1)
    var found = 0
    if bytes[index] == 0x20 {
      let word = name.word(at: name.count)
      // ` ref="12"/>`
      if word & 0xFFFF_FFFF_FFFF == XMLNames.refAttribute {
        let first = index + 6
        let (last, value) = Self.number(bytes, from: first)
        if last > first, last - first < 19, last + 2 < count, bytes[last] == UInt8(ascii: "\""),
          bytes[last + 1] == UInt8(ascii: "/"), bytes[last + 2] == UInt8(ascii: ">")
        {
          elements &+= 1
          handler.reference(name, ByteSpan(start: bytes + first, count: last - first), value: value)
          return .complete(next: last + 3)
        }
      } else if word & 0xFF_FFFF_FFFF == XMLNames.idAttribute {
        // ` id="12"`, read here because every definition has it.
        let first = index + 5
        let (last, _) = Self.number(bytes, from: first)
        if last > first, last < count, bytes[last] == UInt8(ascii: "\"") {
          attributes.initialize(
            to: XMLAttribute(
              name: ByteSpan(start: bytes + index + 1, count: 2),
              value: ByteSpan(start: bytes + first, count: last - first)))
          found = 1
          index = last + 1
        }
      }
    }
    while true {
      while index < count, bytes[index] <= 0x20 { index += 1 }
      if index >= count { return .incomplete }
      if bytes[index] == UInt8(ascii: ">") {
        noteMalformed(damage)
        return finishTag(name, attributeCount: found, isEmpty: false, next: index + 1)
      }
      if bytes[index] == UInt8(ascii: "/") {
        if index + 1 >= count { return .incomplete }
        if bytes[index + 1] == UInt8(ascii: ">") {
          noteMalformed(damage)
          return finishTag(name, attributeCount: found, isEmpty: true, next: index + 2)
        }
        damage += 1
        index += 1
        continue
      }
      let nameStart = index
      while bytes[index] != UInt8(ascii: "="), !Self.endsName(bytes[index]) { index += 1 }
      let attributeName = ByteSpan(start: bytes + nameStart, count: index - nameStart)
      while index < count, bytes[index] <= 0x20 { index += 1 }
      if index >= count { return .incomplete }
      guard bytes[index] == UInt8(ascii: "=") else {
        damage += 1
        continue
      }
      index += 1
      while index < count, bytes[index] <= 0x20 { index += 1 }
      if index >= count { return .incomplete }
      let quote = bytes[index]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        damage += 1
        while !Self.endsName(bytes[index]) { index += 1 }
        continue
      }
      let value = ByteSpan(start: bytes + index + 1, count: count - index - 1)
      guard let length = value.firstIndex(of: quote) else {
        openValue = (index + 1 - start, quote)
        return .incomplete
      }
      if found < Self.attributeLimit {
        (attributes + found).initialize(to: XMLAttribute(name: attributeName, value: value.sub(0, length)))
        found += 1
      }
      index += length + 2
    }
  }

  @inline(__always)
  private func finishTag(_ name: ByteSpan, attributeCount: Int, isEmpty: Bool, next: Int) -> TagResult {
    elements &+= 1
    if depth >= Self.depthLimit {
      tooDeepLine = line
      mode = .stopped
      return .complete(next: next)
    }
    let key = Self.key(of: name)
    depth += 1
    openKeys[depth] = key
    handler.start(
      XMLTag(
        name: name, key: key, attributes: UnsafeBufferPointer(start: attributes, count: attributeCount),
        isEmpty: isEmpty))
    if isEmpty {
      handler.end()
      depth -= 1
    }
    return .complete(next: next)
  }

  // MARK: - Comments, instructions, CDATA

  private func enterMode(at start: Int) -> Int? {
    let rest = ByteSpan(start: UnsafePointer(bytes) + start, count: count - start)
    if rest[1] == UInt8(ascii: "?") {
      mode = .instruction
      return start + 2
    }
    if rest.hasPrefix("<!--") {
      mode = .comment
      return start + 4
    }
    if rest.hasPrefix("<![CDATA[") {
      mode = .cdata
      return start + 9
    }
    // Wait until it can be told apart.
    if rest.count < 9, XMLNames.mayBecomeSection(rest) { return nil }
    mode = .documentType
    return start + 2
  }

  /// The offset behind the end of the current section, after which content goes on; `nil` when it is not there yet.
  private func endMode(from start: Int) -> Int? {
    let rest = ByteSpan(start: UnsafePointer(bytes) + start, count: count - start)
    let (end, length): (Int?, Int) =
      switch mode {
      case .comment: (rest.firstIndex(of: "-->"), 3)
      case .instruction: (rest.firstIndex(of: "?>"), 2)
      case .cdata: (rest.firstIndex(of: "]]>"), 3)
      default: (XMLNames.endOfDocumentType(rest), 1)
      }
    guard let end else { return nil }
    if case .cdata = mode, end > 0 { handler.text(rest.sub(0, end), isRaw: true) }
    mode = .content
    return start + end + length
  }

  /// How much of an unfinished section can be passed over; its last bytes may belong to the end.
  private func keepingTail(from start: Int) -> Int {
    if case .documentType = mode { return 0 }
    var length = max(0, count - start - 2)
    let rest = ByteSpan(start: UnsafePointer(bytes) + start, count: count - start)
    if case .cdata = mode, length > 0 {
      while length > 0, rest[length] & 0xC0 == 0x80 { length -= 1 }
      if length > 0 { handler.text(rest.sub(0, length), isRaw: true) }
    }
    return length
  }
}
