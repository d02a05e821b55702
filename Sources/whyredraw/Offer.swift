internal import Platform
internal import SourceAnalysis

/// What to say after "there is no such thing": what there is.
enum Offer {
  /// Names that are listed; more are counted.
  private static let mostNames = 8

  /// `; did you mean 'Row'? There are: Feed, Row, Settings and 4 more`, or nothing if there is nothing.
  static func suffix(_ wanted: String, among known: some Collection<String>) -> String {
    if known.isEmpty { return "; there are none" }
    let names = known.sorted()
    let more = names.count - mostNames
    let list = names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    let suggestion = nearest(wanted, in: names)
    return suggestion.isEmpty ? "; there are: \(list)" : "\(suggestion) There are: \(list)"
  }

  /// `; known are a, b`, behind a suggestion if one of them is like what was written.
  static func known(_ words: [String], nearest word: String) -> String {
    let suggestion = whyredraw.nearest(word.lowercased(), in: words)
    return (suggestion.isEmpty ? "; known are " : suggestion + " Known are ") + words.joined(separator: ", ")
  }
}

/// `; did you mean 'x'?` for the closest of some words, or the shortest that holds what was written; nothing if none is like it.
func nearest(_ word: String, in words: some Collection<String>) -> String {
  let best = words.map { (distance: EditDistance.between(word, $0), word: $0) }
    .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
  if let best, best.distance <= max(1, word.count / 3) { return "; did you mean '\(best.word)'?" }
  let longer = word.count < 3 ? nil : words.filter { $0.contains(word) }.min { ($0.count, $0) < ($1.count, $1) }
  return longer.map { "; did you mean '\($0)'?" } ?? ""
}

/// A path that names nothing.
enum MissingPath {
  /// Says so, with what lies there instead.
  static func message(_ path: String) -> String { "\(path): no such file or folder\(suggestion(path))" }

  /// `; did you mean 'App'?`, or what the folder holds where nothing there is called like it; nothing for no folder.
  static func suggestion(_ path: String) -> String {
    if allSourceRules.contains(where: { $0.id == path }) { return "; 'whyredraw rules \(path)' explains the rule" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last.map(String.init) else { return "" }
    let parent = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    guard Reach.includes(parent.isEmpty ? "." : parent) else { return "" }
    let found = try? FileManager.default.contentsOfDirectory(atPath: parent.isEmpty ? "." : parent)
    guard let entries = found?.filter({ !$0.hasPrefix(".") }), !entries.isEmpty else { return "" }
    let closest = entries.map { ($0, EditDistance.between(name.lowercased(), $0.lowercased())) }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }
    let prefix = parent.isEmpty || parent == "/" ? parent : parent + "/"
    // Of names of files, far more than half has to be right.
    if let closest, closest.1 <= max(1, name.count / 3) { return "; did you mean '\(prefix)\(closest.0)'?" }
    let names = entries.sorted().prefix(6)
    let more = entries.count - names.count
    return "; \(parent.isEmpty ? "here" : "in '\(parent)'") there are: \(names.joined(separator: ", "))"
      + (more > 0 ? " and \(more) more" : "")
  }
}

enum EditDistance {
  static func between(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var previous = row[0]
      row[0] = index + 1
      for column in 0..<right.count {
        let cost = previous + (character == right[column] ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = min(cost, row[column] + 1, previous + 1)
      }
    }
    return row[right.count]
  }
}
