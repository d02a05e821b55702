/// An attribute as it stands in the document: entities not yet resolved, quotes taken off.
struct XMLAttribute {
  var name: ByteSpan
  var value: ByteSpan
}

/// The start of an element; valid only during the call that delivers it.
struct XMLTag {
  var name: ByteSpan
  /// The first bytes and the length of the name in one word; equal names have equal keys.
  var key: UInt64
  var attributes: UnsafeBufferPointer<XMLAttribute>
  /// Whether it was written `<a/>`; then `end` follows at once.
  var isEmpty: Bool
}

/// Takes what an `XMLScanner` finds. Spans are valid only during the call.
protocol XMLHandler: AnyObject {
  /// `<name ref="12"/>` and nothing more: the commonest element of an export, without a detour over attributes.
  func reference(_ name: ByteSpan, _ digits: ByteSpan, value: UInt64)
  func start(_ tag: XMLTag)
  /// Takes whole elements that stand at `start`, and leaves the scanner's open elements as they are; returns where the
  /// scanner goes on, `start` if it takes none. 32 bytes behind `count` are readable, and no digits.
  func readRows(_ bytes: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int
  /// Character data; `isRaw` inside of CDATA, where `&` means itself. One run may come in several pieces.
  func text(_ text: ByteSpan, isRaw: Bool)
  /// The end of the innermost open element.
  func end()
}

/// Fixed pieces of the grammar; not in the generic scanner, which cannot hold stored constants.
enum XMLNames {
  /// ` ref="` and ` id="` as words in memory; computed, because stored constants are looked up behind a lock.
  @inline(__always) static var refAttribute: UInt64 { UInt64(littleEndian: 0x223D_6665_7220) }
  @inline(__always) static var idAttribute: UInt64 { UInt64(littleEndian: 0x22_3D64_6920) }

  /// Whether a short text may be the beginning of `<!--` or `<![CDATA[`.
  static func mayBecomeSection(_ text: ByteSpan) -> Bool {
    let comment = Array("<!--".utf8)
    let cdata = Array("<![CDATA[".utf8)
    func begins(_ whole: [UInt8]) -> Bool {
      for index in 0..<min(text.count, whole.count) where text[index] != whole[index] { return false }
      return text.count < whole.count
    }
    return begins(comment) || begins(cdata)
  }

  /// The closing `>` of a document type, behind its internal subset if it has one.
  static func endOfDocumentType(_ text: ByteSpan) -> Int? {
    var depth = 0
    var quote: UInt8 = 0
    for index in 0..<text.count {
      let byte = text[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return index
      default: break
      }
    }
    return nil
  }
}
