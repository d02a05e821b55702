internal import TestSupport
internal import Testing
internal import TraceImport

/// Lines that come as expected are read by ways of their own; those must find what the plain way finds.
///
/// A marker that names no line takes all of these ways away.
@Suite struct ExpectationTests {
  private static let messages = [
    "FeedRow: @self changed.", "Feed.Row: @self, @identity, _count changed.", "List<Item, Array<Int>>: _items changed.",
    "Feed: \\Model.value changed.", "Feed: \\Model.<computed 0x000000034006fcdc (Int)> changed.", "A: @self changed.",
    "SixtyFourBytesAndMoreOfAName<Optional<String>, Array<Dictionary<String, Int>>>: @self changed.",
    "Feed: @self changed.  // settled", "Feed: @self changed.Row: _x changed.", "Row: unchanged.",
    "Model: title changed.",
    "prose that has changed.", "no message at all", "", "Feed: @self chang", "Größe: _größe changed.",
    "X: @16 changed.",
  ]

  /// JSON records with what differs between records of one shape: numbers, strings, nested values, keys, order, damage.
  private static func jsonRecord(_ message: String, at: Int, using random: inout SeededGenerator) -> String {
    let text = Layout.json(message)
    let address = Int.random(in: 1...3, using: &random)
    let frames = #"{"frames":[{"imageOffset":\#(address),"imageUUID":"E}\"]"}]}"#
    let category = Int.random(in: 0..<8, using: &random) == 0 ? "other" : "Changed Body Properties"
    var record =
      #"{"traceID":\#(at),"eventMessage" : "\#(text)", "timestamp" : "\#(Layout.stamp(at))+0100","category":"\#(category)","#
      + #""backtrace":\#(frames),"processImagePath":"\/Apps\/Shop","processID":\#(4000 + address),"threadID":\#(at % 7)}"#
    switch Int.random(in: 0..<24, using: &random) {
    case 0: record = String(record.dropLast())
    case 1: record += ","
    case 2: record = record.replacing("\"threadID\"", with: "\"note\":\"a \\\" b\",\"threadID\"")
    case 3: record = record.replacing("\"traceID\":\(at)", with: "\"traceID\":null")
    case 4: record = record.replacing("]}", with: "]")
    case 5: record += "\r"
    case 6: record = record.replacing("\"timestamp\" : ", with: "\"timestamp\" : \n")
    case 7: record = record.replacing("+0100", with: "\\u002b0100")
    case 8: record = record.replacing("changed.\"", with: "cha\0nged.\"")
    case 9: record = record.replacing(": @", with: "\0: @")
    default: break
    }
    return record
  }

  @Test(arguments: Layout.all, 1...3 as ClosedRange<UInt64>)
  func expectedLinesAreReadAsAnyOthers(layout: Layout, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    var position = 0
    for at in 0..<3000 {
      // Mostly the same order, as in a tree.
      position = Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 0..<100, using: &random) : position + 1
      let message = Self.messages[position % Self.messages.count]
      for line in layout.lines(message, at) {
        text += line + (Int.random(in: 0..<20, using: &random) == 0 ? "\r\n" : "\n")
      }
    }
    check(Array(text.utf8), "\(layout.format), seed \(seed)")
  }

  /// Messages of every length up to beyond what is known by comparing, alike but for a byte anywhere in them.
  private static let similarMessages: [String] = (0..<300).map { number in
    let padding = String(repeating: "x", count: number * 7 % 140)
    let place = number % (padding.count + 1)
    return "V\(padding.prefix(place))\(number % 10)\(padding.dropFirst(place)): @self, _p\(number / 10 % 3) changed."
  }

  @Test(arguments: Layout.all, 1...3 as ClosedRange<UInt64>)
  func linesInNoOrderAreReadAsAnyOthers(layout: Layout, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for at in 0..<6000 {
      let known = Int.random(in: 0..<8, using: &random) == 0 ? Self.messages : Self.similarMessages
      for line in layout.lines(known[Int.random(in: 0..<known.count, using: &random)], at) {
        text += line + (Int.random(in: 0..<20, using: &random) == 0 ? "\r\n" : "\n")
      }
    }
    check(Array(text.utf8), "\(layout.format), seed \(seed)")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func recordsOfAKnownShapeAreReadAsAnyOthers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for at in 0..<3000 {
      let message = Self.messages[Int.random(in: 0..<Self.messages.count, using: &random)]
      text += Self.jsonRecord(message, at: at, using: &random) + "\n"
    }
    check(Array(text.utf8), "seed \(seed)")
  }

  /// Messages of an app as they stand in JSON: with what is looked for in them all the same, and with escapes that hide it.
  private static let appMessages = [
    "GET /v1/items?page=2 200 OK (38 ms)", "  State(", "", "the feed is loaded", #"a \"quoted\" word"#,
    "Modifying state during view update, this will cause undefined behavior.", "=== messages lost >= 10 ===",
    #"Row: _x chan\u0067ed."#, #"Row: _x chang\ed."#, #"first\nRow: _y changed.\nlast"#, "Row: _x changed. Row",
    "Row: _x changed.", "Row: unchanged.", "Row: _z chan\u{0}ged", "the category is Changed Body Properties",
  ]

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func recordsOfTheAppArePassedOverAsAnyOthers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for at in 0..<3000 {
      let isOurs = Int.random(in: 0..<3, using: &random) == 0
      let message = isOurs ? "Row: _x changed." : Self.appMessages.randomElement(using: &random) ?? ""
      let category = isOurs ? "Changed Body Properties" : "general"
      text +=
        #"{"traceID":\#(at),"eventMessage":"\#(message)","timestamp":"\#(Layout.stamp(at))+0100","category":"\#(category)","#
        + #""processImagePath":"\/Apps\/Shop","processID":4001}"# + "\n"
    }
    check(Array(text.utf8), "seed \(seed)")
  }

  @Test func signpostsOfAKnownShapeBeginScenarios() {
    let lines = (0..<500).map { at in
      #"{"traceID":\#(at),"eventMessage":"tick \#(at)","timestamp":"\#(Layout.stamp(at))+0100","category":"Scrolling","#
        + #""processImagePath":"\/Apps\/Shop","processID":4001,"signpostName":"Load","subsystem":"com.example.app","#
        + #""signpostType":"\#(at == 400 ? "begin" : at == 450 ? "end" : "event")"}"#
    }
    #expect(Reading(lines).texts == ["> Load", "<"])
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func mixedLayoutsAreReadAsAnyOthers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    for at in 0..<3000 {
      let layout = Layout.all[Int.random(in: 0..<3, using: &random)]
      let message = Self.messages[Int.random(in: 0..<Self.messages.count, using: &random)]
      if Int.random(in: 0..<4, using: &random) == 0 {
        lines.append(Self.jsonRecord(message, at: at, using: &random))
      } else {
        lines += layout.lines(message, at)
      }
    }
    check(Array(lines.joined(separator: "\n").utf8), "seed \(seed)")
  }

  private func check(_ bytes: [UInt8], _ what: String) {
    let plain = Reading(bytes, marker: { _ in nil })
    let ahead = Reading(bytes)
    #expect(ahead.summary == plain.summary, "\(what)")
    let difference = zip(ahead.events, plain.events).enumerated().first { $0.element.0 != $0.element.1 }
    #expect(difference == nil && ahead.events.count == plain.events.count, "\(what)")
    let pieces = Reading(bytes, pieceSize: 1000)
    #expect(pieces.meaning == ahead.meaning, "\(what)")
  }

  @Test func signpostIntervalsOfTheAppAreScenarios() {
    let reading = Reading([
      "2025-11-08 10:12:13.123456+0100 0x1a2b     Signpost    0x0                  1234   0    "
        + "[spid 0x29, process, begin] MyApp: [com.example.app:Scrolling] Fling: fast",
      "2025-11-08 10:12:13.123457+0100 0x1a2b     Info        0x0                  1234   0    MyApp: (SwiftUICore) "
        + "[com.apple.SwiftUI:Changed Body Properties] Feed: @self changed.",
      "2025-11-08 10:12:13.123458+0100  localhost MyApp[1234]: [spid 0x29, process, end] [com.example.app:Scrolling] Fling",
      "2025-11-08 10:12:13.124 Sp MyApp[1234:9875] [com.example.app:Scrolling] [spid 0x2a, process, begin] Load",
      "2025-11-08 10:12:13.125 Sp MyApp[1234:9875] [com.example.app:Scrolling] [spid 0x2a, process, event] Tick",
      "2025-11-08 10:12:13.126 Sp MyApp[1234:9875] [com.apple.UIKit:Scrolling] [spid 0x2b, process, begin] Apples",
      #"{"traceID":1,"eventMessage":"","eventType":"signpostEvent","signpostName":"Draw","signpostType":"begin","#
        + #""subsystem":"com.example.app","category":"Scrolling","timestamp":"2025-11-08 10:12:13.127000+0100"}"#,
    ])
    #expect(reading.texts == ["> Fling", "Feed: @self", "<", "> Load", "> Draw"])
  }
}
