/// A line of a table: something that code mentions by name.
package protocol ModelEntry: Sendable {
  var name: String { get }
  var source: Source { get }
}

/// The entries of one kind, found by name.
///
/// A table is written down once, as an array sorted by name; all questions are answered from it. Sets that a rule asks for
/// every call of a project are made of it once, with `names(where:)`.
package struct Table<Entry: ModelEntry>: Sendable {
  package let entries: [Entry]
  private let positions: [String: Int]

  init(_ entries: [Entry]) {
    self.entries = entries
    positions = Dictionary(entries.indices.map { (entries[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package subscript(name: String) -> Entry? { positions[name].map { entries[$0] } }

  package func contains(_ name: String) -> Bool { positions[name] != nil }

  package var names: Set<String> { Set(positions.keys) }

  package func names(where isIncluded: (Entry) -> Bool) -> Set<String> {
    Set(entries.lazy.filter(isIncluded).map(\.name))
  }
}
