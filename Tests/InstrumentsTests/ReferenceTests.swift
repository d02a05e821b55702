import TestSupport
import Testing
import TraceImport

/// References to any element of a node, however far back, in documents with more elements than are kept in any special way.
@Suite struct ReferenceTests {
  /// Writes cells that define a value or refer to an equal one.
  private struct Cells {
    var random: SeededGenerator
    var nextID = 0
    /// By tag, what was defined.
    var defined: [String: [(id: Int, value: UInt64)]] = [:]

    mutating func define(_ tag: String, _ value: UInt64) -> String {
      nextID += 1
      defined[tag, default: []].append((nextID, value))
      return "<\(tag) id=\"\(nextID)\" fmt=\"\(value)\">\(value)</\(tag)>"
    }

    /// A new value, or one of those there were: of the latest, or of all.
    mutating func cell(_ tag: String, _ value: UInt64, mayRefer: Bool = true) -> (xml: String, value: UInt64) {
      guard mayRefer, let known = defined[tag], Int.random(in: 0..<3, using: &random) == 0 else {
        return (define(tag, value), value)
      }
      let all = Int.random(in: 0..<2, using: &random) == 0 ? known[...] : known.suffix(20)
      guard let (id, value) = all.randomElement(using: &random) else { return (define(tag, value), value) }
      return ("<\(tag) ref=\"\(id)\"/>", value)
    }
  }

  private func document(_ schema: String, _ columns: [(String, String)], _ rows: [String]) -> [UInt8] {
    let list = columns.map { "<col><mnemonic>\($0.0)</mnemonic><engineering-type>\($0.1)</engineering-type></col>" }
    return Array(
      ("<?xml version=\"1.0\"?>\n<trace-query-result>\n<node xpath='//trace-toc[1]/run[1]/data[1]/table[9]'>"
        + "<schema name=\"\(schema)\">\(list.joined())</schema>\(rows.joined(separator: "\n"))\n</node></trace-query-result>\n")
        .utf8)
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt64])
  func numbersOfUpdatesAreFound(seed: UInt64) {
    var cells = Cells(random: SeededGenerator(seed: seed))
    var rows: [String] = []
    var expected: [[Int64]] = []
    // Some documents have the columns in another order, or all rows of one kind.
    let isReversed = seed == 3
    let onlyBodies = seed == 1
    for row in 0..<8000 {
      let isBody = onlyBodies || cells.random.next() % 3 > 0
      let mayRefer = seed != 1 || row % 50 > 40
      let start = cells.cell("start-time", 1_000_000_000 + UInt64(row) * 40_000_000, mayRefer: mayRefer)
      let duration = cells.cell("duration", 1000 + UInt64(row) * 7, mayRefer: mayRefer)
      let id = cells.cell("uint32", UInt64(row) + 10)
      let type = isBody ? "View Body Updates" : "Other Updates"
      let cost = cells.cell("duration", 5_000_000_000 + UInt64(row))
      let numbers = [start.xml, duration.xml, id.xml]
      rows.append(
        "<row>" + (isReversed ? numbers.reversed() : numbers).joined()
          + "<swiftui-update fmt=\"\(type)\">\(type)</swiftui-update><string fmt=\"Row.body\">Row.body</string>\(cost.xml)</row>"
      )
      if isBody { expected.append([Int64(start.value), Int64(duration.value)]) }
    }
    let numbers = [("start", "start-time"), ("duration", "duration"), ("id", "uint32")]
    let bytes = document(
      "swiftui-updates",
      (isReversed ? numbers.reversed() : numbers) + [
        ("update-type", "swiftui-update"), ("description", "string"), ("downstream-cost", "duration"),
      ], rows)
    let (summary, collector) = read(bytes)
    let seen = collector.events.map { event -> [Int64] in
      if case .nanoseconds(let duration) = event.duration { return [event.time, Int64(duration)] }
      return [event.time, -1]
    }
    #expect(seen.sorted { $0.lexicographicallyPrecedes($1) } == expected.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(!summary.issues.contains { $0.severity > .info })
    #expect(cells.nextID > 20_000)
  }

  @Test(arguments: [0, 1, 2] as [UInt64])
  func eventsOfEdgesAreFound(seed: UInt64) {
    var cells = Cells(random: SeededGenerator(seed: seed))
    let count = 6000
    var updates = ExportBuilder(.xcode27)
    updates.updates(
      (0..<count).map { .init(start: UInt64($0) * 1_000_000, id: UInt64($0) + 10, description: "Row.body") })
    // Below each row another one; by reference, or written out once more.
    var rows: [String] = []
    var triggers: [Int?] = [nil]
    var known: [UInt64: Int] = [:]
    for row in 1..<count {
      let isNear = cells.random.next() % 2 == 0
      let source = Int.random(in: isNear ? max(0, row - 30)..<row : 0..<row, using: &cells.random)
      triggers.append(source)
      func cell(_ event: UInt64, isNew: Bool) -> String {
        if !isNew, let id = known[event] { return "<uint32 ref=\"\(id)\"/>" }
        let xml = cells.define("uint32", event)
        known[event] = cells.nextID
        return xml
      }
      let from = cell(UInt64(source) + 10, isNew: seed == 1 && row % 7 == 0)
      let to = cell(UInt64(row) + 10, isNew: seed != 2)
      cells.nextID += 1
      rows.append(
        "<row>\(from)<typed-array id=\"\(cells.nextID)\" fmt=\"Row.body, blue\"><string fmt=\"Row.body\">Row.body</string>"
          + "</typed-array>\(to)<typed-array ref=\"\(cells.nextID)\"/></row>")
    }
    let causes = document(
      "swiftui-causes",
      [
        ("source-node-event-id", "uint32"), ("source-node", "typed-array"),
        ("destination-node-event-id", "uint32"), ("destination-node", "typed-array"),
      ], rows)
    let collector = Collector()
    _ = TraceReader.read(exports: [MemorySource(updates.bytes), MemorySource(causes)], into: collector)
    #expect(
      collector.events.enumerated().map { index, event -> Int? in
        if case .event(let back) = event.trigger { return index - Int(back) }
        return nil
      } == triggers)
    #expect(cells.nextID > 10_000)
  }

  /// No export does it, but what is read may not depend on how: a cell that is written as in the row before is told by
  /// comparing, and stands for something else by now. 60 million is far from all others, and so kept
  /// apart from them.
  @Test(arguments: [(10, 5), (5000, 4995), (10, 60_000_000)])
  func identifiersDefinedAnewStandForTheNewValue(first: Int, id: Int) {
    var next = first
    func numbers(_ row: Int) -> String {
      next += 3
      return "<row><start-time id=\"\(next)\" fmt=\"1\">\(row + 1)000000</start-time><duration id=\"\(next + 1)\" "
        + "fmt=\"1\">1000</duration><uint32 id=\"\(next + 2)\" fmt=\"1\">\(row + 10)</uint32>"
    }
    func type(_ row: Int) -> String {
      row == 0
        ? "<swiftui-update id=\"\(first - 7)\" fmt=\"View Body Updates\">View Body Updates</swiftui-update>"
        : "<swiftui-update ref=\"\(first - 7)\"/>"
    }
    var rows: [String] = []
    var expected: [String] = []
    for row in 0..<4000 {
      let isNew = row % 1000 == 0
      let name = "View\(row / 1000)"
      let cell = isNew ? "<string id=\"\(id)\" fmt=\"\(name).body\">\(name).body</string>" : "<string ref=\"\(id)\"/>"
      // Once between two columns that come in every row, and once inside of a value that nobody wants.
      let inside = row % 1000 == 500 ? "<string id=\"\(id)\" fmt=\"Inner.body\">Inner.body</string>" : "<sentinel/>"
      rows.append(
        numbers(row) + type(row) + cell + "<cause-set id=\"\(first - 6)\" fmt=\"x\">\(inside)</cause-set></row>")
      expected.append((row % 1000 > 500 ? "Inner" : name) + ": ")
    }
    let bytes = document(
      "swiftui-updates",
      [
        ("start", "start-time"), ("duration", "duration"), ("id", "uint32"), ("update-type", "swiftui-update"),
        ("description", "string"), ("downstream-events", "cause-set"),
      ], rows)
    for pieceSize in [Int.max, 1000, 97] {
      let (summary, collector) = read(bytes, pieceSize: pieceSize)
      #expect(collector.events.map { String($0.event.prefix { $0 != ":" }) + ": " } == expected)
      #expect(!summary.issues.contains { $0.severity == .error })
    }
  }
}
