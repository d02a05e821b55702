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
    for change in newLines[start..<newLines.count - end].difference(from: oldLines[start..<oldLines.count - end]) {
      switch change {
      case .remove(let offset, _, _): isRemoved[start + offset] = true
      case .insert(let offset, _, _): isInserted[start + offset] = true
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
