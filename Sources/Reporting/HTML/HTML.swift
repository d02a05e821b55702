/// A piece of HTML. What is interpolated is text and gets escaped; only what the source code itself says is markup.
///
///     html += "<td>\(view.name)</td>"
///
/// Kept as bytes, since a report has megabytes of it.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  private(set) var bytes: [UInt8] = []

  init() {}

  init(stringLiteral text: String) { bytes = Array(text.utf8) }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// An embedded file, which is markup, style or script of our own.
  init(asset: [UInt8]) { bytes = asset }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate(set) var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      bytes.reserveCapacity(literalCapacity + interpolationCount * 12)
    }

    mutating func appendLiteral(_ literal: String) { bytes.append(contentsOf: literal.utf8) }

    mutating func appendInterpolation(_ text: String) { HTML.escape(text, into: &bytes) }

    /// Digits alone, for attributes; for people write `Wording.number`.
    mutating func appendInterpolation(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    mutating func appendInterpolation(_ html: HTML) { bytes += html.bytes }
  }

  static func += (left: inout HTML, right: HTML) { left.bytes += right.bytes }

  static func + (left: HTML, right: HTML) -> HTML {
    var result = left
    result += right
    return result
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The longest name that is shown in full; someone may put a megabyte into one.
  static let longestName = 160

  /// Escapes for text and for attributes in quotation marks; what is invisible becomes visible.
  private static func escape(_ text: String, into bytes: inout [UInt8]) {
    var text = text
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
    // Line breaks stay where somebody let them through: in blocks of code.
    if !isPlain { text = Escaping.visibleLines(text).joined(separator: "\n") }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): bytes.append(contentsOf: "&#39;".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Code, where a tab is a tab.
  static func code(_ text: String) -> HTML {
    var html = HTML()
    for (index, part) in text.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { html += "&#9;" }
      escape(String(part), into: &html.bytes)
    }
    return html
  }

  /// A name as a string of JSON inside of a page, where `<` would end the script that holds it.
  static func json(_ text: String) -> HTML {
    var html = HTML()
    html.bytes.append(UInt8(ascii: "\""))
    for byte in DisplayWidth.cut(Escaping.visible(text), to: longestName).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): html.bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "<"): html.bytes.append(contentsOf: "\\u003C".utf8)
      case UInt8(ascii: "&"): html.bytes.append(contentsOf: "\\u0026".utf8)
      default: html.bytes.append(byte)
      }
    }
    html.bytes.append(UInt8(ascii: "\""))
    return html
  }

  /// A name on one line, its middle cut out when it is very long.
  static func name(_ text: String) -> HTML {
    let shown = DisplayWidth.cut(Escaping.visible(text), to: longestName)
    return shown.isEmpty ? "<span class=\"quiet\">(empty)</span>" : "\(shown)"
  }

  /// Longer pieces are no words that anybody reads; they may break anywhere.
  private static let longestWord = 32

  /// As `name`, for where lines are broken: between the words that the name is made of, and nowhere else. Not for attributes.
  static func wrapping(_ text: String) -> HTML {
    let shown = DisplayWidth.cut(Escaping.visible(text), to: longestName)
    return shown.isEmpty ? name(text) : pieces(shown)
  }

  /// Text on one line in which long names may be broken as `wrapping` does. Not for attributes.
  static func sentence(_ text: String, most: Int) -> HTML {
    let shown = DisplayWidth.cut(Escaping.visible(text), to: most)
    var html = HTML()
    for (index, word) in shown.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      html += index > 0 ? " " : ""
      html += word.count > longestUnbroken ? pieces(String(word)) : "\(String(word))"
    }
    return html
  }

  /// A command, whole, so that it can be copied; broken as `sentence` is. Not for attributes.
  static func command(_ line: String) -> HTML {
    sentence(line, most: longestCommand)
  }

  /// More than systems accept as the arguments of a program is nothing that anybody can run.
  private static let longestCommand = 1 << 17

  /// What is longer may not fit a line of a phone.
  private static let longestUnbroken = 24

  private static func pieces(_ shown: String) -> HTML {
    var html = HTML()
    var piece = ""
    var previous: Character?
    for character in shown {
      let beginsWord = character.isUppercase && previous.map { $0.isLowercase || $0.isNumber } == true
      let followsSign = previous.map { ".<>,/_:-+&)]".contains($0) } == true
      if beginsWord || followsSign || piece.count >= longestWord {
        html += "\(piece)<wbr>"
        piece = ""
      }
      piece.append(character)
      previous = character
    }
    html += "\(piece)"
    return html
  }
}
