/// The patches of one file as one text for `git apply`.
///
/// Each patch was made of the file as it is. Two that stand close name each other's lines as their surroundings, and what
/// the first one changes the second one no longer finds; so their lines are put together first.
package struct PatchFile {
  /// The lines that name the file: `--- a/…` and `+++ b/…`.
  package let header: String
  /// Lines of the file that a patch names, by their number.
  private var lines: [Int: ArraySlice<UInt8>] = [:]
  private var removed: Set<Int> = []
  /// What is put before a line.
  private var inserted: [Int: [ArraySlice<UInt8>]] = [:]

  package init(header: String) { self.header = header }

  /// What a unified diff of one file says; `nil` for text that is none.
  private struct Hunks {
    var header = ""
    var lines: [Int: ArraySlice<UInt8>] = [:]
    var removed: Set<Int> = []
    var inserted: [Int: [ArraySlice<UInt8>]] = [:]

    init?(_ text: String) {
      var number = 0
      var target: Int?
      var wasInserted = false
      // Bytes, because a carriage return or a combining mark makes one character with its neighbour.
      for line in Array(text.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true) {
        if number == 0, line.starts(with: "--- ".utf8) || line.starts(with: "+++ ".utf8) {
          header += String(decoding: line, as: UTF8.self) + "\n"
        } else if line.starts(with: "@@ -".utf8) {
          let digits = line.dropFirst(4).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
          guard let start = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
          // What is put into an empty file stands before its first line.
          number = max(start, 1)
        } else if number > 0 {
          let content = line.dropFirst()
          switch line.first {
          case UInt8(ascii: "+"):
            inserted[number, default: []].append(content)
            (target, wasInserted) = (number, true)
          case UInt8(ascii: "-"), UInt8(ascii: " "):
            lines[number] = content
            if line.first == UInt8(ascii: "-") { removed.insert(number) }
            (target, wasInserted) = (number, false)
            number += 1
          case UInt8(ascii: "\\"):
            // 'No newline at end of file' belongs to the line before it.
            guard let target else { return nil }
            let remark = [UInt8(ascii: "\n")] + line
            if wasInserted, let last = inserted[target]?.popLast() {
              inserted[target]?.append(last + remark)
            } else {
              lines[target]? += remark
            }
          default: return nil
          }
        }
      }
      if header.isEmpty || number == 0 { return nil }
    }
  }

  /// The first two lines of a patch, by which those of one file are known.
  package static func header(of patch: String) -> String? { Hunks(patch)?.header }

  /// Takes in a patch of the file; false when it changes what another one changes already.
  package mutating func add(_ patch: String) -> Bool {
    guard let hunks = Hunks(patch), hunks.header == header, hunks.removed.isDisjoint(with: removed),
      hunks.inserted.keys.allSatisfy({ inserted[$0] == nil })
    else { return false }
    lines.merge(hunks.lines) { line, _ in line }
    removed.formUnion(hunks.removed)
    inserted.merge(hunks.inserted) { line, _ in line }
    return true
  }

  /// One unified diff of all that was taken in.
  package var text: String {
    var text = header
    var growth = 0
    for range in ranges() {
      var body = ""
      var old = 0
      var new = 0
      func put(_ mark: String, _ line: ArraySlice<UInt8>) {
        body += mark + String(decoding: line, as: UTF8.self) + "\n"
      }
      for number in range.lowerBound...range.upperBound {
        for line in inserted[number] ?? [] {
          put("+", line)
          new += 1
        }
        guard number < range.upperBound, let line = lines[number] else { continue }
        old += 1
        if removed.contains(number) {
          put("-", line)
        } else {
          put(" ", line)
          new += 1
        }
      }
      // An empty side is numbered by the line before it.
      let oldStart = old == 0 ? range.lowerBound - 1 : range.lowerBound
      let newStart = (new == 0 ? range.lowerBound - 1 : range.lowerBound) + growth
      text += "@@ -\(oldStart),\(old) +\(newStart),\(new) @@\n" + body
      growth += new - old
    }
    return text
  }

  /// Runs of lines that are known, each with the place behind it, where something may be put as well.
  private func ranges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for number in Set(lines.keys).union(inserted.keys).sorted() {
      let end = lines[number] == nil ? number : number + 1
      if let last = ranges.last, last.upperBound >= number {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        ranges.append(number..<end)
      }
    }
    return ranges
  }
}
