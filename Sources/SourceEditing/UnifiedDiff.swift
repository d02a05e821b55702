/// The difference of two texts in the unified format that `patch` and `git apply` read.
package enum UnifiedDiff {
  private static let context = 3

  /// Empty when the texts are equal.
  package static func between(_ old: String, _ new: String, path: String) -> String {
    let oldLines = lines(old)
    let newLines = lines(new)
    var isRemoved = Array(repeating: false, count: oldLines.count)
    var isInserted = Array(repeating: false, count: newLines.count)
    // Only what lies between the first and the last line that differ is compared: an edit is small, a file is not.
    let start = zip(oldLines, newLines).prefix { $0 == $1 }.count
    let end = zip(oldLines[start...].reversed(), newLines[start...].reversed()).prefix { $0 == $1 }.count
    for (old, new) in parts(oldLines[start..<oldLines.count - end], newLines[start..<newLines.count - end]) {
      for change in newLines[new].difference(from: oldLines[old]) {
        switch change {
        case .remove(let offset, _, _): isRemoved[old.lowerBound + offset] = true
        case .insert(let offset, _, _): isInserted[new.lowerBound + offset] = true
        }
      }
    }
    var steps: [Step] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < oldLines.count || newIndex < newLines.count {
      if oldIndex < oldLines.count, isRemoved[oldIndex] {
        steps.append(Step(mark: "-", line: oldLines[oldIndex]))
        oldIndex += 1
      } else if newIndex < newLines.count, isInserted[newIndex] {
        steps.append(Step(mark: "+", line: newLines[newIndex]))
        newIndex += 1
      } else {
        steps.append(Step(mark: " ", line: oldLines[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    let hunks = hunks(of: steps)
    guard !hunks.isEmpty else { return "" }
    return "--- \(name("a/" + path))\n+++ \(name("b/" + path))\n" + hunks.joined()
  }

  /// Lines from which on a text is compared in parts: the time of the comparison grows with their number times that of the edits.
  private static let largestPart = 2000

  /// What is compared by itself: all, or of many lines what lies between those that each text has once and both have in the
  /// same order (patience diff).
  ///
  /// - Source: Bram Cohen, "Patience Diff Advantages", bramcohen.livejournal.com/73318.html
  private static func parts(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [(
    old: Range<Int>, new: Range<Int>
  )] {
    guard old.count + new.count > largestPart else { return [(old.indices, new.indices)] }
    let places = once(new)
    let pairs = once(old).compactMap { line, place in places[line].map { (old: place, new: $0) } }.sorted {
      $0.old < $1.old
    }
    var result: [(old: Range<Int>, new: Range<Int>)] = []
    var (oldStart, newStart) = (old.startIndex, new.startIndex)
    for pair in longestRise(pairs) {
      result.append((oldStart..<pair.old, newStart..<pair.new))
      (oldStart, newStart) = (pair.old + 1, pair.new + 1)
    }
    return result + [(oldStart..<old.endIndex, newStart..<new.endIndex)]
  }

  /// The places of lines that are there once.
  private static func once(_ lines: ArraySlice<String>) -> [String: Int] {
    var places: [String: Int?] = [:]
    for place in lines.indices { places.updateValue(places[lines[place]] == nil ? place : nil, forKey: lines[place]) }
    return places.compactMapValues { $0 }
  }

  /// The most pairs that come in the same order in both texts.
  private static func longestRise(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // Of the rises of each length the one that ends lowest, by its last pair; and before each pair the one it follows.
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var next = ends.last ?? -1
    while next >= 0 {
      result.append(pairs[next])
      next = previous[next]
    }
    return result.reversed()
  }

  /// The name of a file in a header: `patch` ends it at the first space unless a tab follows, and what cannot stand there
  /// is quoted as in C.
  private static func name(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return path.utf8.contains(UInt8(ascii: " ")) ? path + "\t" : path }
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7f:
        let octal = String(byte, radix: 8)
        bytes += ("\\" + String(repeating: "0", count: 3 - octal.count) + octal).utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
  }

  private struct Step {
    var mark: String
    var line: String
  }

  /// Lines with their ends; the last may have none.
  private static func lines(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var lines: [String] = []
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(String(decoding: rest[...end], as: UTF8.self))
        rest = rest[(end + 1)...]
      }
      if !rest.isEmpty { lines.append(String(decoding: rest, as: UTF8.self)) }
      return lines
    }
  }

  private static func hunks(of steps: [Step]) -> [String] {
    var ranges: [Range<Int>] = []
    for (index, step) in steps.enumerated() where step.mark != " " {
      let range = max(0, index - context)..<min(steps.count, index + context + 1)
      if let last = ranges.last, last.upperBound >= range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
    var oldLine = 1
    var newLine = 1
    var position = 0
    return ranges.map { range in
      for step in steps[position..<range.lowerBound] {
        if step.mark != "+" { oldLine += 1 }
        if step.mark != "-" { newLine += 1 }
      }
      let part = steps[range]
      let oldCount = part.count { $0.mark != "+" }
      let newCount = part.count { $0.mark != "-" }
      // An empty side is numbered by the line before it.
      let header =
        "@@ -\(oldCount == 0 ? oldLine - 1 : oldLine),\(oldCount) +\(newCount == 0 ? newLine - 1 : newLine),\(newCount) @@\n"
      let body = part.map { step in
        step.line.utf8.last == UInt8(ascii: "\n")
          ? step.mark + step.line : step.mark + step.line + "\n\\ No newline at end of file\n"
      }.joined()
      oldLine += oldCount
      newLine += newCount
      position = range.upperBound
      return header + body
    }
  }
}
