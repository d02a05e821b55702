/// What a regular expression looks like, as far as that tells how long matching may take.
///
/// Swift's engine tries alternatives one after the other: `(a+)+$` tries as many ways as there are to cut a line in pieces.
enum RegexShape {
  /// Longer lines are held against no expression, in bytes.
  static let longestLine = 4096

  /// Whether a group that has a repetition or alternatives in it is repeated without end.
  static func repeatsRepetition(_ pattern: String) -> Bool {
    /// Whether each open group, and the pattern itself at the bottom, has either in it so far.
    var groups = [false]
    /// Whether the element just read is a group with either in it.
    var closed = false
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let wasRisky = closed
      closed = false
      switch scalar {
      case "\\":
        if rest.first == "Q" {
          rest = rest[(rest.firstRange(of: "\\E".unicodeScalars)?.upperBound ?? rest.endIndex)...]
        }
        _ = rest.popFirst()
      case "[": skipClass(&rest)
      case "(": groups.append(false)
      case ")":
        guard groups.count > 1 else { return false }
        closed = groups.removeLast()
        if closed { groups[groups.count - 1] = true }
      case "|": groups[groups.count - 1] = true
      case "*", "+", "{":
        guard scalar != "{" || isEndless(&rest) else { continue }
        if wasRisky { return true }
        groups[groups.count - 1] = true
      default: break
      }
    }
    return false
  }

  /// Behind `[`; sets may stand in sets.
  private static func skipClass(_ rest: inout String.UnicodeScalarView.SubSequence) {
    var depth = 1
    while depth > 0, let scalar = rest.popFirst() {
      if scalar == "\\" { _ = rest.popFirst() }
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
    }
  }

  /// Behind `{`: whether it repeats without end, or so often that it makes no difference.
  private static func isEndless(_ rest: inout String.UnicodeScalarView.SubSequence) -> Bool {
    guard let end = rest.firstIndex(of: "}") else { return false }
    let bounds = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
    rest = rest[rest.index(after: end)...]
    return bounds.count > 1 && bounds[1].isEmpty || bounds.contains { (Int(String($0)) ?? 0) > 8 }
  }
}
