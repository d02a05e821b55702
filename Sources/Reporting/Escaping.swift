/// Makes text from traces and sources inert: what is invisible becomes visible, what is syntax becomes text.
///
/// One function per target syntax, so that a renderer never escapes by itself. All of them look at scalars: to a `Character` a
/// quotation mark with an accent on it is another one, to whoever reads the result it still is a quotation mark.
package enum Escaping {
  /// Marks in a row on one letter beyond which they only serve to cover the lines around.
  private static let mostMarks = 4

  /// Text for a person on one line: control characters as pictures (`␛`), other invisible ones as `\u{202E}`.
  ///
  /// Nothing in the result moves a cursor, changes the direction of writing, or breaks a line.
  package static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    var previous: Unicode.Scalar?
    var marks = 0
    for scalar in text.unicodeScalars {
      if scalar.isMark {
        marks += 1
        // A mark without a letter would sit on whatever is printed before it.
        if previous == nil { result.unicodeScalars.append("\u{25CC}") }
        if marks > mostMarks { result += scalar.codePoint } else { result.unicodeScalars.append(scalar) }
      } else if let picture = scalar.controlPicture {
        result.unicodeScalars.append(picture)
        marks = 0
      } else if scalar.isInvisible, !(scalar.joinsEmoji && previous?.isEmojiPart == true) {
        result += scalar.codePoint
        marks = 0
      } else {
        result.unicodeScalars.append(scalar)
        marks = 0
      }
      previous = scalar
    }
    return result
  }

  /// Like `visible`, but keeps line breaks; for patches and other blocks.
  package static func visibleLines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { visible(String($0)) }
  }

  /// A cell of a CSV file: quoted where RFC 4180 asks for it, and never a formula.
  ///
  /// Spreadsheets take cells that start with `=`, `+`, `-`, `@` or a tab for formulas; an apostrophe stops them.
  package static func csvCell(_ text: String) -> String {
    var cell = visible(text)
    if let first = text.unicodeScalars.first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first) { cell = "'" + cell }
    return csvQuoted(cell, separators: ",\"\n\r ;")
  }

  /// Text of a CSV file as it is, in quotation marks where RFC 4180 asks for it.
  static func csvQuoted(_ text: String, separators: String = ",\"\n\r") -> String {
    guard text.unicodeScalars.contains(where: separators.unicodeScalars.contains) else { return text }
    return "\"" + rewritten(text) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  /// For a string in quotation marks of Graphviz, where a backslash would begin an escape such as `\N`.
  static func dotString(_ text: String) -> String {
    rewritten(visible(text)) { $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
  }

  /// The text of a workflow command of GitHub Actions.
  static func workflowMessage(_ text: String) -> String {
    rewritten(visible(text)) { $0 == "%" || $0 == "\r" || $0 == "\n" ? percentEncoded($0) : nil }
  }

  /// The value of a property of such a command.
  static func workflowProperty(_ text: String) -> String {
    rewritten(workflowMessage(text)) { $0 == ":" || $0 == "," ? percentEncoded($0) : nil }
  }

  private static func percentEncoded(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
  }

  /// The text with some scalars written otherwise.
  private static func rewritten(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result += other.unicodeScalars } else { result.append(scalar) }
    }
    return String(result)
  }

  /// A name in Markdown, as code, on one line; at most `width` columns.
  ///
  /// Code keeps GitHub from reading mentions, issue numbers, links and tags in it.
  package static func markdownCode(_ text: String, width: Int = 120) -> String {
    let shown = DisplayWidth.cut(visible(text), to: width)
    if shown.isEmpty { return "(empty)" }
    // A pipe ends a table cell even in code, and backticks end the code: such names are written as HTML.
    let scalars = shown.unicodeScalars
    if scalars.contains(where: { $0 == "`" || $0 == "|" }) || scalars.first == " " || scalars.last == " " {
      return "<code>" + entities(shown) + "</code>"
    }
    return "`" + shown + "`"
  }

  /// A name in the Markdown of `lint`, as code in a table: code holds anything but backticks and, in tables, bars.
  static func tableCode(_ text: String) -> String {
    text.isEmpty ? "" : "`" + rewritten(printable(text)) { $0 == "`" ? "'" : $0 == "|" ? "\\|" : nil } + "`"
  }

  /// A sentence in the Markdown of `lint`.
  static func tableText(_ text: String) -> String {
    referencesAsCode(printable(text)) { part in
      rewritten(part) { markdownEscape($0) }
    }
  }

  private static func markdownEscape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "|", "*", "_", "`", "[", "]", "\\", "#", "~": "\\\(scalar)"
    case "<": "&lt;"
    case ">": "&gt;"
    case "&": "&amp;"
    default: nil
    }
  }

  /// `@State` and `#12` as code, everything else as `write` has it: in code GitHub neither mentions people nor links issues, and
  /// what is copied from it is what the text says.
  private static func referencesAsCode(_ text: String, _ write: (String) -> String) -> String {
    func isWord(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
    let scalars = Array(text.unicodeScalars)
    var result = ""
    var plain = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let sign = scalars[index]
      let word = sign == "@" || sign == "#" ? scalars[(index + 1)...].prefix(while: isWord) : []
      if word.isEmpty || sign == "#" && word.first?.properties.numericType == nil {
        plain.append(sign)
        index += 1
        continue
      }
      result += write(String(plain)) + "<code>\(sign)" + String(String.UnicodeScalarView(word)) + "</code>"
      plain = .init()
      index += 1 + word.count
    }
    return result + write(String(plain))
  }

  /// Text of a source file on one line: as `visible`, with blanks for tabs and the ends of lines.
  static func printable(_ text: String) -> String {
    visible(rewritten(text) { $0 == "\t" || $0 == "\n" || $0 == "\r" ? " " : nil })
  }

  /// A sentence in Markdown, on one line, without any of its syntax taking effect; at most `width` columns.
  package static func markdownText(_ text: String, width: Int = 800) -> String {
    let shown = DisplayWidth.cut(visible(text), to: width)
    var isStart = true
    return referencesAsCode(shown) { part in
      defer { isStart = false }
      return entities(part, atStart: isStart)
    }
  }

  /// A block of code in Markdown with a fence that the text cannot close.
  package static func markdownBlock(_ text: String, language: String, mostLines: Int = 60) -> [String] {
    let lines = visibleLines(text)
    var shown = lines.prefix(mostLines).map { DisplayWidth.cut($0, to: 160) }
    if lines.count > mostLines { shown.append("… \(Wording.number(lines.count - mostLines)) more lines") }
    var longest = 2
    for line in shown {
      var run = 0
      for character in line.unicodeScalars {
        run = character == "`" ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    return [fence + language] + shown + [fence]
  }

  /// JSON text with every invisible character as `\u202E`; it decodes to the same strings.
  package static func json(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
    // As bytes: a report may be megabytes long, and appending scalars to a string is slow.
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if scalar.value < 0x7F {
        result.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if scalar.isInvisible || scalar.controlPicture != nil {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: true)
          result += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
        }
      } else {
        result += Array(String(scalar).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether `json` writes the character, which is none of ASCII's printable ones, as an escape.
  static func isHidden(_ scalar: Unicode.Scalar) -> Bool { scalar.isInvisible || scalar.controlPicture != nil }

  private static func entities(_ text: String, atStart: Bool = true) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case ":" where next == "/", "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "$", "!":
        result += "&#\(scalar.value);"
      // Lists, headings and rules exist only at the start of a line.
      case "-", "+", "=": result += index == 0 && atStart ? "&#\(scalar.value);" : String(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// U+2400…: the picture of a C0 control or DEL.
  fileprivate var controlPicture: Unicode.Scalar? {
    if value < 0x20 { return Unicode.Scalar(0x2400 + value) }
    return value == 0x7F ? "\u{2421}" : nil
  }

  /// Control, format, separator and filler characters: bidi controls, zero widths, C1, line separators.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: !properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// The joiner and the variation selector of emoji, invisible by right.
  fileprivate var joinsEmoji: Bool { value == 0x200D || value == 0xFE0F }

  fileprivate var isEmojiPart: Bool { properties.isEmoji && value > 0xA8 || value == 0xFE0F }

  fileprivate var codePoint: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}
