/// A line of a source file with its number; in it is marked what is read, or what a finding is about.
struct HTMLCodeLine {
  var number: Int
  var text: String
  /// What is read in the line.
  var reads: [SourceReport.Read] = []
  /// The updates that the most often changed read of the view caused.
  var mostUpdates = 0
  /// The bytes that findings are about, from 0.
  var marked: [Range<Int>] = []
  /// What stands behind the line.
  var note = HTML()
  /// By what the page's addresses name the line; `nil` for lines that none leads to.
  var anchor: String?

  func render() -> HTML {
    let id: HTML = anchor.map { " id=\"\($0)\"" } ?? ""
    let kind: HTML = marked.isEmpty && note.bytes.isEmpty ? "line" : "line marked"
    var html: HTML = "<span class=\"\(kind)\"\(id)><span class=\"line-number\">\(number)</span>"
    let plain = text.replacing("\t", with: " ")
    let shown = DisplayWidth.cut(Escaping.visible(plain), to: 200)
    // Columns count bytes of the line as it is; in a line that had to be changed to be shown they mean nothing.
    if shown == plain { html += code() } else { html += "\(shown)" }
    if updates > 0 { html += "<span class=\"line-note\"> ← \(Wording.count(updates, "update"))</span>" }
    return html + note + "\n</span>"
  }

  /// Several members of one object, or one read twice: the same updates, which count once.
  private var updates: Int {
    var most: [Substring: Int] = [:]
    for read in reads {
      let owner = read.name.prefix { $0 != "." }
      most[owner] = max(most[owner, default: 0], read.updates)
    }
    return most.values.reduce(0, +)
  }

  private func code() -> HTML {
    let bytes = Array(text.utf8)
    var marks: [(range: Range<Int>, opening: HTML)] = marked.map { ($0, "<mark class=\"place-mark\">") }
    for read in reads {
      let start = read.location.column - 1
      let end = start + read.name.utf8.count
      guard start >= 0, end <= bytes.count, bytes[start..<end].elementsEqual(read.name.utf8) else { continue }
      let heat = Self.heat(read.updates, mostUpdates)
      marks.append(
        (start..<end, "<mark class=\"heat-\(heat)\" title=\"\(Wording.count(read.updates, "update"))\">"))
    }
    marks.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var html = HTML()
    var from = 0
    for (range, opening) in marks where range.lowerBound >= from && range.upperBound <= bytes.count {
      html += HTML.code(String(decoding: bytes[from..<range.lowerBound], as: UTF8.self))
      html += opening + HTML.code(String(decoding: bytes[range], as: UTF8.self)) + "</mark>"
      from = range.upperBound
    }
    return html + HTML.code(String(decoding: bytes[from...], as: UTF8.self))
  }

  /// From 0, never, to 4, most often; the number stands beside it.
  static func heat(_ updates: Int, _ most: Int) -> Int {
    guard updates > 0, most > 0 else { return 0 }
    return 1 + min(3, updates * 4 / (most + 1))
  }

  /// What a finding is about in its first line: up to its end, or else the word at its place.
  static func mark(_ finding: ReportedFinding, in line: String) -> Range<Int>? {
    guard let location = finding.location else { return nil }
    let bytes = Array(line.utf8)
    let start = location.column - 1
    guard start >= 0, start < bytes.count else { return nil }
    if let end = finding.endLocation, end.line == location.line, end.column > location.column {
      return start..<min(end.column - 1, bytes.count)
    }
    if let end = finding.endLocation, end.line > location.line { return start..<bytes.count }
    let word = bytes[start...].prefix(while: isWord)
    return start..<(start + max(1, word.count))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
