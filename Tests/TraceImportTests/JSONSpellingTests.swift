internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// A JSON value, with the order of its keys, and the ways to write it.
private indirect enum JSON {
  case object([(String, JSON)])
  case array([JSON])
  case string(String)
  case other(String)

  init(_ text: String) throws {
    var rest = Substring(text)
    self = try Self.read(&rest)
  }

  private struct Malformed: Error {}

  private static func skip(_ text: inout Substring) {
    text = text.drop { $0.isWhitespace }
  }

  private static func read(_ text: inout Substring) throws -> JSON {
    skip(&text)
    switch text.first {
    case "{":
      var members: [(String, JSON)] = []
      text.removeFirst()
      skip(&text)
      while text.first != "}" {
        guard case .string(let key) = try read(&text) else { throw Malformed() }
        skip(&text)
        guard text.popFirst() == ":" else { throw Malformed() }
        members.append((key, try read(&text)))
        skip(&text)
        if text.first == "," { text.removeFirst() }
        skip(&text)
      }
      text.removeFirst()
      return .object(members)
    case "[":
      var elements: [JSON] = []
      text.removeFirst()
      skip(&text)
      while text.first != "]" {
        elements.append(try read(&text))
        skip(&text)
        if text.first == "," { text.removeFirst() }
        skip(&text)
      }
      text.removeFirst()
      return .array(elements)
    case "\"":
      var index = text.index(after: text.startIndex)
      while text[index] != "\"" { index = text.index(index, offsetBy: text[index] == "\\" ? 2 : 1) }
      let literal = text[...index]
      text = text[text.index(after: index)...]
      return .string(try JSONDecoder().decode([String].self, from: Data("[\(literal)]".utf8))[0])
    default:
      let literal = text.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
      guard !literal.isEmpty else { throw Malformed() }
      text = text.dropFirst(literal.count)
      return .other(String(literal))
    }
  }

  /// A way to write values.
  struct Spelling: CustomTestStringConvertible, Sendable {
    var name: String
    /// One level's indentation; `nil` for one line.
    var indentation: String?
    var colon = ": "
    var escapesSlashes = false
    var escapes: @Sendable (Unicode.Scalar) -> Bool = { _ in false }
    var sortsKeys = false
    var reversesKeys = false
    /// Whether brackets open on a line of their own.
    var isAllman = false
    var testDescription: String { name }
  }

  func text(_ spelling: Spelling, level: Int = 0) -> String {
    func items(_ items: [String], _ open: String, _ close: String) -> String {
      guard !items.isEmpty else { return open + close }
      guard let indentation = spelling.indentation else { return open + items.joined(separator: ",") + close }
      let inner = "\n" + String(repeating: indentation, count: level + 1)
      let outer = "\n" + String(repeating: indentation, count: level)
      return open + inner + items.joined(separator: "," + inner) + outer + close
    }
    switch self {
    case .object(var members):
      if spelling.sortsKeys { members.sort { $0.0 < $1.0 } }
      if spelling.reversesKeys { members.reverse() }
      return items(
        members.map { key, value in
          let isNested = spelling.isAllman && value.isContainer
          let inner = isNested ? "\n" + String(repeating: spelling.indentation ?? "", count: level + 1) : ""
          return JSON.string(key).text(spelling) + spelling.colon + inner + value.text(spelling, level: level + 1)
        }, "{", "}")
    case .array(let elements): return items(elements.map { $0.text(spelling, level: level + 1) }, "[", "]")
    case .string(let text):
      var literal = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": literal += "\\\""
        case "\\": literal += "\\\\"
        case "\n": literal += "\\n"
        case "\t": literal += "\\t"
        case "/" where spelling.escapesSlashes: literal += "\\/"
        case _ where spelling.escapes(scalar) || scalar.value < 0x20:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        default: literal.unicodeScalars.append(scalar)
        }
      }
      return literal + "\""
    case .other(let literal): return literal
    }
  }

  private var isContainer: Bool {
    switch self {
    case .object, .array: true
    case .string, .other: false
    }
  }
}

/// Whatever tool wrote the records, and however it spells JSON, they say the same.
@Suite struct JSONSpellingTests {
  private static let spellings: [JSON.Spelling] = [
    JSON.Spelling(name: "minified", colon: ":"),
    JSON.Spelling(name: "jq .", indentation: "  "),
    JSON.Spelling(name: "python3 -m json.tool", indentation: "    ", escapes: { $0.value > 0x7E }),
    JSON.Spelling(name: "jq --tab", indentation: "\t"),
    JSON.Spelling(name: "no indentation", indentation: ""),
    JSON.Spelling(name: "Apple's", indentation: "  ", colon: " : ", escapesSlashes: true),
    JSON.Spelling(name: "sorted", indentation: "  ", sortsKeys: true),
    JSON.Spelling(name: "reversed", indentation: "  ", reversesKeys: true),
    JSON.Spelling(name: "reversed on one line", colon: ":", reversesKeys: true),
    JSON.Spelling(name: "brackets on their own lines", indentation: "   ", isAllman: true),
    JSON.Spelling(name: "escaped signs", indentation: "  ", escapes: { !$0.properties.isAlphabetic && $0 != " " }),
    JSON.Spelling(name: "everything escaped", colon: ":", escapes: { _ in true }),
    JSON.Spelling(name: "everything escaped, indented", indentation: "  ", escapes: { _ in true }),
  ]

  /// How the records stand beside each other.
  enum Arrangement: String, CaseIterable {
    case array, recordPerLine, arrayWithARecordPerLine, concatenated, concatenatedWithoutLineEnds, indentedLines
  }

  private static func document(_ records: [JSON], _ spelling: JSON.Spelling, _ arrangement: Arrangement) -> String {
    let texts = records.map { $0.text(spelling) }
    return switch arrangement {
    case .array: JSON.array(records).text(spelling)
    case .recordPerLine, .concatenated: texts.joined(separator: "\n")
    case .arrayWithARecordPerLine: "[\n" + texts.joined(separator: ",\n") + "\n]"
    case .concatenatedWithoutLineEnds: texts.joined()
    case .indentedLines: texts.map { "  " + $0 }.joined(separator: "\n")
    }
  }

  /// The records of a sample, each as a value.
  private static func records(of sample: String) throws -> [JSON] {
    let text = String(decoding: Repository.bytes(of: "SampleTraces/\(sample)"), as: UTF8.self)
    let array =
      text.hasPrefix("[") ? text : "[" + text.split(separator: "\n").joined(separator: ",") + "]"
    guard case .array(let records) = try JSON(array) else { return [] }
    return records
  }

  private static let samples = Repository.sampleTraces.filter { $0.contains("json") && !$0.hasSuffix(".gz") }

  @Test(arguments: spellings.indices) func recordsSayTheSameInEverySpelling(index: Int) throws {
    let spelling = Self.spellings[index]
    #expect(Self.samples.count >= 3)
    for sample in Self.samples {
      let expected = Reading(Repository.bytes(of: "SampleTraces/\(sample)"))
      let records = try Self.records(of: sample)
      for arrangement in Arrangement.allCases {
        let text = Self.document(records, spelling, arrangement)
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array((text + "\n").utf8)] {
          let reading = Reading(bytes, pieceSize: 8191)
          #expect(reading.events == expected.events, "\(sample), \(spelling.name), \(arrangement)")
          #expect(
            reading.summary.issues.filter { $0.severity > .info }.isEmpty, "\(sample), \(spelling.name), \(arrangement)"
          )
        }
      }
    }
  }

  @Test func arrayBracketsMayStandOnTheirOwn() {
    let text = """
      [
        {
          "eventMessage": "Feed: \\\\Model.value changed.",
          "category": "Changed Body Properties",
          "processImagePath": "/Apps/Gr\\u00f6\\u00dfe.app/Gr\\u00f6\\u00dfe",
          "processID": 7
        }
      ]
      """
    let reading = Reading(Array(text.utf8))
    #expect(reading.texts == ["Feed: \\Model.value"])
    #expect(reading.events.first?.process == ProcessIdentity(name: "Größe", pid: 7))
    #expect(reading.summary.issues.isEmpty)
  }

  /// What only begins like JSON is text, at once, and nothing of it is lost or out of order.
  @Test(arguments: ["{", "  {", "[", "{\"a\": [", "  {\n  \"a\": {\n", "{ \"a\" b", "[\n{", "{\n    a = 1;\n}"])
  func whatOnlyBeginsLikeJSONIsText(front: String) {
    let reading = Reading([
      "A: @self changed.", front, "B: @self changed.", "Test Case '-[T.Feed testScroll]' started.", "C: _x changed.",
      "Test Case '-[T.Feed testScroll]' passed (0.1 seconds).",
    ])
    #expect(reading.texts == ["A: @self", "B: @self", "> T.Feed/testScroll", "C: _x", "<"], "\(front)")
  }

  @Test func labelsInLabelsAreNoMatter() {
    for depth in [1, 100, 100_000] {
      let label =
        String(repeating: "{\"label\":", count: depth) + "{\"category\":\"x\"}" + String(repeating: "}", count: depth)
      let record =
        "{\"message\":\"A: @self changed.\",\"filename\":\"/x/App\",\"label\":\(label)}\nB: @self changed.\n"
      #expect(Reading(Array(record.utf8)).texts == ["A: @self", "B: @self"])
    }
  }
}
