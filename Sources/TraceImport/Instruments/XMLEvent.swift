/// A piece of a small document: what reading a table of contents, or comparing two parsers, wants.
package enum XMLEvent: Hashable, Sendable {
  case start(name: String, attributes: [String: String])
  /// Neighbouring character data and CDATA in one.
  case text(String)
  case end(name: String)
}

/// Reads a whole document into events. For small ones: exports are streamed instead.
package enum XMLDocument {
  /// - Parameter pieceSize: how many bytes the scanner gets at once.
  /// - Returns: the events, and whether the document is complete and well formed.
  package static func events(of bytes: [UInt8], pieceSize: Int = .max) -> (events: [XMLEvent], isWellFormed: Bool) {
    let collector = XMLEventCollector()
    let scanner = XMLScanner(handler: collector)
    bytes.withUnsafeBytes { all in
      var start = 0
      while start < all.count {
        let end = pieceSize < all.count - start ? start + pieceSize : all.count
        scanner.consume(InputBlock(bytes: UnsafeRawBufferPointer(rebasing: all[start..<end])))
        start = end
      }
    }
    let isCut = scanner.finish()
    collector.endText()
    return (collector.events, !isCut && scanner.malformed == 0 && scanner.tooDeepLine == nil)
  }
}

/// A class, because the scanner calls it back.
private final class XMLEventCollector: XMLHandler {
  var events: [XMLEvent] = []
  private var pending: [UInt8] = []
  private var open: [String] = []

  func reference(_ name: ByteSpan, _ digits: ByteSpan, value: UInt64) {
    endText()
    events.append(.start(name: name.string, attributes: ["ref": digits.string]))
    events.append(.end(name: name.string))
  }

  func readRows(_ bytes: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int { start }

  func start(_ tag: XMLTag) {
    endText()
    var attributes: [String: String] = [:]
    for attribute in tag.attributes { attributes[attribute.name.string] = normalised(attribute.value) }
    open.append(tag.name.string)
    events.append(.start(name: tag.name.string, attributes: attributes))
  }

  func text(_ text: ByteSpan, isRaw: Bool) {
    XMLText.decode(text, isRaw: isRaw, into: &pending)
  }

  func end() {
    endText()
    events.append(.end(name: open.popLast() ?? ""))
  }

  func endText() {
    guard !pending.isEmpty else { return }
    if !open.isEmpty { events.append(.text(String(decoding: pending, as: UTF8.self))) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Line ends and tabs in an attribute count as spaces.
  private func normalised(_ value: ByteSpan) -> String {
    var bytes = Array(UnsafeBufferPointer(start: value.start, count: value.count))
    for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09 {
      bytes[index] = 0x20
    }
    return bytes.withUnsafeBytes { XMLText.string(ByteSpan($0)) }
  }
}
