import Foundation
import SourceEditing
import Testing

@Suite struct InstrumentationTests {
  static let calls: [Instrumentation.Call] = [.logChanges, .printChanges, .logOrPrintChanges, .whatIsAvailable]

  static func instrument(_ text: String, _ call: Instrumentation.Call = .logChanges) throws -> String {
    let bytes = Array(text.utf8)
    let file = FileBodies(bytes)
    try #require(file.problem == nil, "\(file.problem.map { "\($0)" } ?? "")\n\(text)")
    let plan = InstrumentationPlan([file])
    let sites = file.sites.filter { plan.decision(for: $0) == .instrument }
    return String(decoding: try plan.instrumented(bytes, sites: sites, call: call), as: UTF8.self)
  }

  static func removed(_ text: String) -> String {
    String(decoding: Instrumentation.removed(from: Array(text.utf8)).bytes, as: UTF8.self)
  }

  private static let protocols = "import StubUI\nprotocol Page: View {}\n"

  /// Whatever the bodies look like: taking it out restores the file, doing it twice is doing it once.
  @Test(arguments: 1...60) func removingRestoresEveryByte(_ seed: Int) throws {
    var bodies = RandomBodies(seed: UInt64(seed))
    let plain = Self.protocols + (0..<12).map { bodies.declaration("V\($0)") }.joined(separator: "\n")
    let withoutEnd = String(plain.dropLast())
    for text in [
      plain, plain.replacing("\n", with: "\r\n"), withoutEnd, plain.replacing("  ", with: "\t"), "\u{FEFF}" + plain,
    ] {
      let call = Self.calls[seed % Self.calls.count]
      let instrumented = try Self.instrument(text, call)
      #expect(Self.removed(instrumented) == text, "seed \(seed)")
      #expect(try Self.instrument(instrumented, call) == instrumented, "seed \(seed)")
      #expect(instrumented.components(separatedBy: "#if DEBUG").count - 1 == 12, "seed \(seed)\n\(instrumented)")
      if text.contains("\r\n") { #expect(!instrumented.replacing("\r\n", with: "").contains("\n")) }
    }
  }

  /// The compiler takes what comes out, with and without DEBUG, wherever it takes what goes in.
  @Test func instrumentedBodiesTypeCheck() throws {
    let compiler = try StubCompiler()
    var bodies = RandomBodies(seed: 7)
    let text = Self.protocols + (0..<120).map { bodies.declaration("V\($0)") }.joined(separator: "\n")
    try #require(try compiler.errors(in: text, ["-D", "DEBUG"]) == "")
    for call in [Instrumentation.Call.logChanges, .logOrPrintChanges] {
      let instrumented = try Self.instrument(text, call)
      #expect(try compiler.errors(in: instrumented, ["-D", "DEBUG"]) == "")
      #expect(try compiler.errors(in: instrumented, []) == "")
    }
  }

  @Test func theCallStandsFirstInItsOwnBlock() throws {
    let text = "struct A: View {\n    var body: some View {\n        // Why.\n        Text(\"a\")\n    }\n}\n"
    #expect(
      try Self.instrument(text) == """
        struct A: View {
            var body: some View {
                #if DEBUG  // whyredraw:instrument
                let _ = Self._logChanges()  // whyredraw:instrument
                #endif  // whyredraw:instrument
                // Why.
                Text("a")
            }
        }

        """)
  }

  @Test func aLineIsBrokenWhereTheBodyIsOnIt() throws {
    let text = "struct A: View {\n  var body: some View { Text(\"a\") }\n}\n"
    #expect(
      try Self.instrument(text, .printChanges) == """
        struct A: View {
          var body: some View {
            #if DEBUG  // whyredraw:instrument inline
            let _ = Self._printChanges()  // whyredraw:instrument
            #endif  // whyredraw:instrument
         Text("a") }
        }

        """)
  }

  @Test func anImplicitReturnIsMadeExplicitWhereNoBuilderIs() throws {
    let text = "struct A {}\nextension A: View {}\nextension A {\n  var body: some View {\n    Text(\"a\")\n  }\n}\n"
    #expect(try Self.instrument(text).contains("    return /* whyredraw:instrument */ Text(\"a\")\n"))
    #expect(try !Self.instrument(text.replacing("  var", with: "  @ViewBuilder var")).contains("return"))
  }

  @Test(arguments: [
    "struct A { var body: some View { Text(\"\") } }",
    "struct A: Scene { var body: some Scene { WindowGroup {} } }",
    "struct A: View { var other: some View { Text(\"\") }; func row() -> some View { Text(\"\") } }",
    "struct A: View { static var body: some View { Text(\"\") } }",
    "struct A: View { var body: Never { fatalError() } }",
    "struct A: View { func body(content: Int) -> some View { Text(\"\") } }",
    "struct A: View { var body: some View { let _ = Self._printChanges(); return Text(\"\") } }",
    "protocol P: View { var body: Body { get } }",
    "#Preview { struct A: View { var body: some View { Text(\"\") } }; return A() }",
    "struct A_Previews: PreviewProvider { struct B: View { var body: some View { Text(\"\") } } }",
    "struct A {}\nextension A: View {}\nextension A { var body: some View {\n#if os(iOS)\nText(\"\")\n#else\nText(\"\")\n#endif\n} }",
  ]) func whatIsNoBodyOfAViewIsLeftAlone(_ text: String) throws {
    #expect(try Self.instrument(text) == text)
  }

  @Test func conformancesAreFoundAcrossFiles() throws {
    let row = FileBodies(Array("struct Row: Page { var body: some View { Text(\"\") } }".utf8))
    let page = FileBodies(Array("protocol Page: Screen {}\nprotocol Screen: SwiftUI.View {}".utf8))
    let site = try #require(row.sites.first)
    #expect(InstrumentationPlan([row]).decision(for: site) == nil)
    #expect(InstrumentationPlan([row, page]).decision(for: site) == .instrument)
  }

  @Test func aFileThatHoldsTheMarkAsTextIsRefused() throws {
    let text =
      "let help = \"\"\"\n  #if DEBUG  // whyredraw:instrument\n  \"\"\"\nstruct A: View { var body: some View { Text(\"\") } }\n"
    #expect(throws: InstrumentationPlan.Refusal.marksInText) { try Self.instrument(text) }
  }

  @Test(arguments: [
    ("struct A: View {\n  var body: some View { Text(\"a\" }\n}\n", 2),
    ("struct A: View {\n  var body: some View {\n", 2),
    ("let a = 1\n}\n", 2),
    ("let a = \"x\n", 1),
  ]) func whatDoesNotParseNamesThePlace(_ text: String, _ line: Int) throws {
    let problem = try #require(FileBodies(Array(text.utf8)).problem)
    #expect(problem.line == line)
    #expect(problem.message.hasPrefix("does not parse: "))
  }

  /// Nothing that is no file of ours is ever changed by taking calls out, and no bytes trap.
  @Test(arguments: 1...40) func damagedFilesAreNoTrap(_ seed: Int) throws {
    var bodies = RandomBodies(seed: UInt64(seed))
    var bytes = Array(try Self.instrument(Self.protocols + bodies.declaration("A") + bodies.declaration("B")).utf8)
    var random = UInt64(seed)
    for _ in 0..<3 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(random >> 33) % bytes.count] = UInt8(truncatingIfNeeded: random >> 20)
    }
    let once = Instrumentation.removed(from: bytes).bytes
    #expect(Instrumentation.removed(from: once).bytes == once)
    _ = FileBodies(bytes)
    _ = FileBodies(Array(bytes.prefix(Int(random >> 40) % bytes.count)))
  }
}
