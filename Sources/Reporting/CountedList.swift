/// A list in a cell, whose last entry may say how many more there are: `_query 12, isSearching 3, +2`.
struct CountedList {
  private var entries: [String]
  private var rest = 0

  init(_ text: String) {
    entries = text.split(separator: ", ").map(String.init)
    if entries.count > 1, let last = entries.last, last.hasPrefix("+"), let number = Int(last.dropFirst()) {
      rest = number
      entries.removeLast()
    }
  }

  /// The first name alone, and how many others there are: `_query +4`.
  var shortest: String { name + others }

  /// As many whole entries as fit, `_query 12, +4`, or else the first name, cut if need be.
  func shortened(to width: Int) -> String {
    for kept in stride(from: entries.count, to: 0, by: -1) {
      let left = rest + entries.count - kept
      let text = (entries.prefix(kept) + (left > 0 ? ["+\(left)"] : [])).joined(separator: ", ")
      if DisplayWidth.of(text) <= width { return text }
    }
    return DisplayWidth.cut(name, to: max(1, width - DisplayWidth.of(others))) + others
  }

  /// The first entry without its number.
  private var name: String {
    var words = (entries.first ?? "").split(separator: " ")
    if words.count > 1, words.last?.first?.isNumber == true { words.removeLast() }
    return words.joined(separator: " ")
  }

  private var others: String {
    let count = rest + entries.count - 1
    return count > 0 ? " +\(count)" : ""
  }
}
