import Foundation
import Testing
import TraceImport

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct XMLScannerTests {
  @Test(arguments: 0..<300)
  func agreesWithXMLParser(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let document = RandomDocument.make(&random)
    let expected = ReferenceParser.events(of: document)
    for pieceSize in [Int.max, 1, 2, 7, 64] {
      let (events, isWellFormed) = XMLDocument.events(of: Array(document.utf8), pieceSize: pieceSize)
      #expect(events == expected, "seed \(seed), pieces of \(pieceSize)")
      #expect(isWellFormed, "seed \(seed), pieces of \(pieceSize)")
    }
  }

  @Test func entitiesAreResolved() {
    let (events, _) = XMLDocument.events(
      of: Array("<a b='&lt;&quot;&#x41;&#233;'>&amp;&apos;&gt; &unknown; &#0; &</a>".utf8))
    #expect(
      events == [
        .start(name: "a", attributes: ["b": "<\"Aé"]), .text("&'> &unknown;  &"), .end(name: "a"),
      ])
  }

  @Test func controlBytesAndStrangeAttributesAreTolerated() {
    let (events, isWellFormed) = XMLDocument.events(of: Array("<row resident-%='1' x=\"a\u{1}b\">c\u{2}</row>".utf8))
    #expect(
      events == [.start(name: "row", attributes: ["resident-%": "1", "x": "ab"]), .text("c"), .end(name: "row")])
    #expect(isWellFormed)
  }

  @Test func longAttributesArrivedWhole() {
    let long = String(repeating: "x", count: 200_000)
    let document = Array("<a><b c=\"\(long)\"/></a>".utf8)
    for pieceSize in [Int.max, 1000, 4096] {
      let (events, isWellFormed) = XMLDocument.events(of: document, pieceSize: pieceSize)
      #expect(events.contains(.start(name: "b", attributes: ["c": long])))
      #expect(isWellFormed)
    }
  }

  @Test func attributesBeyondTheLimitAreCutAndReadingGoesOn() {
    let long = String(repeating: "y", count: 20 << 20)
    let (events, _) = XMLDocument.events(of: Array("<a><b c=\"\(long)\"/><d/></a>".utf8), pieceSize: 1 << 18)
    #expect(events.suffix(3) == [.start(name: "d", attributes: [:]), .end(name: "d"), .end(name: "a")])
    guard case .start("b", let attributes) = events[1] else {
      Issue.record("no element b")
      return
    }
    #expect((attributes["c"]?.utf8.count ?? 0) >= 1 << 20)
  }

  @Test(arguments: ["<a>", "<a", "<a b='", "<a></a", "<!-- ", "<![CDATA[x", "<?xml", "<a>text"])
  func unfinishedDocumentsAreNotWellFormed(document: String) {
    #expect(!XMLDocument.events(of: Array(document.utf8)).isWellFormed)
  }

  @Test func missingAndSurplusEndTagsAreRepaired() {
    let (events, isWellFormed) = XMLDocument.events(of: Array("<a><b><c></b></x></a>".utf8))
    #expect(!isWellFormed)
    #expect(events.suffix(3) == [.end(name: "c"), .end(name: "b"), .end(name: "a")])
  }

  @Test func depthIsBounded() {
    let deep = String(repeating: "<a>", count: 100_000)
    let (events, isWellFormed) = XMLDocument.events(of: Array(deep.utf8))
    #expect(!isWellFormed)
    #expect(events.count < 1000)
  }
}

/// Numbers that are the same with every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private enum RandomDocument {
  static let names = [
    "row", "string", "view-hierarchy", "a", "process", "start-time", "full-cause-graph-node", "s", "ref",
  ]
  static let texts = [
    "x", "12", "a &lt; b", "&#65;&#x1F600;", "é ← ü", "line\nline", "  ", "&amp;amp;", "]]", "-->", "a'b\"c", "\t",
    "&quot;",
  ]

  static func make(_ random: inout SeededRandom) -> String {
    var text = Bool.random(using: &random) ? "<?xml version=\"1.0\"?>\n" : ""
    if Int.random(in: 0..<4, using: &random) == 0 { text += "<!-- a > comment -->\n" }
    return text + element(&random, depth: 0) + (Bool.random(using: &random) ? "\n" : "")
  }

  static func element(_ random: inout SeededRandom, depth: Int) -> String {
    let name = names.randomElement(using: &random) ?? "a"
    var text = "<" + name
    for attribute in ["id", "fmt", "ref", "xpath", "x-y"].shuffled(using: &random).prefix(
      Int.random(in: 0...3, using: &random))
    {
      let quote = Bool.random(using: &random) ? "\"" : "'"
      let value = (texts.randomElement(using: &random) ?? "").filter { String($0) != quote }
      let space = Int.random(in: 0..<8, using: &random) == 0 ? "\n " : " "
      text += "\(space)\(attribute)\(Int.random(in: 0..<8, using: &random) == 0 ? " = " : "=")\(quote)\(value)\(quote)"
    }
    if Int.random(in: 0..<4, using: &random) == 0 { return text + (Bool.random(using: &random) ? " />" : "/>") }
    text += ">"
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2: text += (texts.randomElement(using: &random) ?? "").replacing("]]", with: "]")
      case 3...5: if depth < 6 { text += element(&random, depth: depth + 1) }
      case 6: text += Bool.random(using: &random) ? "<!-- <b c=\"d\"> - -->" : "<?target some > data?>"
      default: text += "<![CDATA[1 < 2 && <a>]]>"
      }
    }
    return text + "</\(name)>"
  }
}

/// What Foundation's parser makes of a document.
private final class ReferenceParser: NSObject, XMLParserDelegate {
  private var events: [XMLEvent] = []
  private var pending = ""

  static func events(of document: String) -> [XMLEvent] {
    let parser = XMLParser(data: Data(document.utf8))
    let delegate = ReferenceParser()
    parser.delegate = delegate
    _ = parser.parse()
    return delegate.events
  }

  private func flush() {
    if !pending.isEmpty { events.append(.text(pending)) }
    pending = ""
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    flush()
    events.append(.start(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    flush()
    events.append(.end(name: name))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { pending += string }
  func parser(_ parser: XMLParser, foundCDATA data: Data) { pending += String(decoding: data, as: UTF8.self) }
}
