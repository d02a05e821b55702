/// A unified diff as a fix of SARIF: for each file, regions of whole lines and what replaces them.
struct SARIFFix {
  private struct Replacement {
    /// The first line that goes, 1-based; where something is only added, the line before which it is.
    var line: Int
    var deleted: Int
    var inserted: [String]
  }

  private let description: String
  private var files: [(name: String, replacements: [Replacement])] = []

  /// - Returns: `nil` when there is no patch, or it is none that this understands; half a fix would be worse than none.
  init?(patch: String?, steps: [String]) {
    guard let patch else { return nil }
    description = steps.first ?? "apply the patch"
    var line = 0
    // Left of the hunk that is being read, so that a deleted line '-- x' is not taken for a header.
    var oldLeft = 0
    var newLeft = 0
    var current: Replacement?
    func flush(_ current: inout Replacement?, _ files: inout [(name: String, replacements: [Replacement])]) {
      if let replacement = current, !files.isEmpty { files[files.count - 1].replacements.append(replacement) }
      current = nil
    }
    for text in patch.split(separator: "\n", omittingEmptySubsequences: false) {
      if oldLeft > 0 || newLeft > 0 {
        switch text.first {
        case "-":
          if current == nil { current = Replacement(line: line, deleted: 0, inserted: []) }
          current?.deleted += 1
          line += 1
          oldLeft -= 1
        case "+":
          if current == nil { current = Replacement(line: line, deleted: 0, inserted: []) }
          current?.inserted.append(String(text.dropFirst()))
          newLeft -= 1
        case " ", nil:
          flush(&current, &files)
          line += 1
          oldLeft -= 1
          newLeft -= 1
        case "\\": break
        default: return nil
        }
        continue
      }
      flush(&current, &files)
      if text.hasPrefix("+++ ") {
        var name = String(text.dropFirst(4).prefix { $0 != "\t" })
        // A quoted name holds what no path in a report should; its fix is left to `patch`.
        if name.hasPrefix("\"") { return nil }
        if name.hasPrefix("b/") { name = String(name.dropFirst(2)) }
        files.append((name, []))
      } else if text.hasPrefix("@@ ") {
        let words = text.split(separator: " ")
        guard words.count >= 3, !files.isEmpty, let old = Self.range(words[1]), let new = Self.range(words[2]) else {
          return nil
        }
        // Where nothing goes, the header names the line before.
        line = old.count == 0 ? old.start + 1 : old.start
        (oldLeft, newLeft) = (old.count, new.count)
      }
    }
    flush(&current, &files)
    files.removeAll { $0.replacements.isEmpty }
    if files.isEmpty { return nil }
  }

  /// `-3,7` or `+3`.
  private static func range(_ text: Substring) -> (start: Int, count: Int)? {
    let parts = text.dropFirst().split(separator: ",")
    guard let start = parts.first.flatMap({ Int($0) }), start >= 0 else { return nil }
    guard parts.count > 1 else { return (start, 1) }
    return Int(parts[1]).map { (start, $0) }
  }

  /// - Parameter path: names a file of the patch as a reader of the report knows it.
  func json(path: (String) -> String) -> JSONText {
    .object([
      "description": FindingsSARIF.message(description),
      "artifactChanges": .array(
        files.map { file in
          .object([
            "artifactLocation": FindingsSARIF.artifact(path(file.name)),
            "replacements": .array(file.replacements.map(json)),
          ])
        }),
    ])
  }

  /// Whole lines: from the first column of one line to the first of another.
  private func json(_ replacement: Replacement) -> JSONText {
    var members: [String: JSONText] = [
      "deletedRegion": .object([
        "startLine": .number(replacement.line), "startColumn": .number(1),
        "endLine": .number(replacement.line + replacement.deleted), "endColumn": .number(1),
      ])
    ]
    if !replacement.inserted.isEmpty {
      members["insertedContent"] = FindingsSARIF.message(replacement.inserted.map { $0 + "\n" }.joined())
    }
    return .object(members)
  }
}
