/// What the table of contents of a trace names: runs, and the tables that matter here.
struct TableOfContents {
  /// The tables of each run, as far as they are read.
  private(set) var tables: [Int: Set<String>] = [:]
  private(set) var runs: [Int] = []

  mutating func note(_ name: String, _ attributes: UnsafeBufferPointer<XMLAttribute>) {
    func value(_ name: String) -> String? {
      attributes.first { $0.name.string == name }.map { XMLText.string($0.value) }
    }
    if name == "run", let number = value("number").flatMap({ Int($0) }) {
      runs.append(number)
    } else if name == "table", let schema = value("schema"), let run = runs.last, ExportTable.named(schema) != nil {
      tables[run, default: []].insert(schema)
    }
  }
}
