import SourceAnalysis
import Testing

@Suite struct BodyFingerprintTests {
  private static func fingerprints(_ text: String) -> [String: String] {
    SourceGraph(files: [("App/Row.swift", text)]).bodyFingerprints
  }

  private static func view(_ name: String, _ body: String, before: String = "let title: String") -> String {
    "import SwiftUI\nstruct \(name): View { \(before)\n  var body: some View { \(body) } }\n"
  }

  private static let row = fingerprints(view("Row", "HStack { Text(title).bold() }"))["Row"]

  @Test func aNewNameLayoutAndCommentsChangeNothing() throws {
    _ = try #require(Self.row)
    let cell = Self.view(
      "Cell", "HStack {\n\n // the title\n    Text(title)\n      .bold()\n}", before: "var title = \"\"")
    #expect(Self.fingerprints(cell)["Cell"] == Self.row)
    #expect(
      Self.fingerprints(Self.view("Row", "Row.make(title)"))["Row"]
        == Self.fingerprints(Self.view("Cell", "Cell.make(title)"))["Cell"])
    let nested = "import SwiftUI\nenum Feed { \(Self.view("Row", "HStack { Text(title).bold() }").dropFirst(15)) }"
    #expect(Self.fingerprints(nested)["Feed.Row"] == Self.row)
  }

  @Test(
    arguments: [
      "HStack { Text(title) }", "VStack { Text(title).bold() }", "HStack { Text(name).bold() }",
      "HStack { Text(title) }.bold()", "HStack { Text(title).bold(); Text(title).bold() }",
      "HStack { Text(\"a\").bold() }",
    ])
  func anotherBodyIsAnother(_ body: String) {
    #expect(Self.fingerprints(Self.view("Row", body))["Row"] != Self.row)
  }

  @Test func literalsCount() {
    let one = Self.fingerprints(Self.view("A", "Text(\"one\").padding(4)"))["A"]
    #expect(one != Self.fingerprints(Self.view("A", "Text(\"two\").padding(4)"))["A"])
    #expect(one != Self.fingerprints(Self.view("A", "Text(\"one\").padding(8)"))["A"])
  }

  @Test func viewsOfOneNameHaveNone() {
    let first = Self.view("Row", "Text(title)")
    let graph = SourceGraph(files: [("A/Row.swift", first), ("B/Row.swift", first)])
    #expect(graph.bodyFingerprints["Row"] == nil)
  }
}
