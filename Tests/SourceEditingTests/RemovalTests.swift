import SourceAnalysis
import SourceEditing
import Testing

@Suite struct RemovalTests {
  private static let view = "struct A: View {\n  var body: some View { Text(\"a\") }\n}\n"

  /// Files of old editors end their lines with carriage returns alone, and Swift reads them.
  @Test(arguments: 1...20) func removingRestoresFilesWithCarriageReturns(_ seed: Int) throws {
    var bodies = RandomBodies(seed: UInt64(seed))
    let plain =
      "import StubUI\nprotocol Page: View {}\n" + (0..<6).map { bodies.declaration("V\($0)") }.joined(separator: "\n")
    for newline in ["\r", "\r\n", "\n"] {
      let text = plain.replacing("\n", with: newline)
      let instrumented = try InstrumentationTests.instrument(text)
      #expect(instrumented != text)
      let removal = try Removal(from: Array(instrumented.utf8))
      #expect(String(decoding: removal.bytes, as: UTF8.self) == text, "seed \(seed)")
      #expect(removal.calls.count == 6)
    }
  }

  /// Why nothing is removed from the text, with the line; `nil` where something is.
  private func refusal(of text: String) -> String? {
    do throws(Removal.Refusal) {
      _ = try Removal(from: Array(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aCommentAddedBehindTheBraceIsNotJoinedWithCode() throws {
    let instrumented = try InstrumentationTests.instrument(Self.view)
    let commented = instrumented.replacing("some View {\n", with: "some View {  // Why.\n")
    #expect(refusal(of: commented) == "6: would be other code without the inserted lines")
  }

  @Test func marksInStringsAndCommentsAreSomebodysText() throws {
    let block = "  #if DEBUG  // whyredraw:instrument\n"
    for (text, line) in [
      ("let help = \"\"\"\n\(block)  \"\"\"\n", 2), ("/*\n\(block)*/\nlet a = 1\n", 2),
      ("let a = \"return /* whyredraw:instrument */ \"\n", 1),
    ] {
      #expect(refusal(of: text) == "\(line): holds '// whyredraw:instrument' in what is no inserted block")
    }
  }

  @Test func whatSomebodyPutIntoABlockIsNotLost() throws {
    let instrumented = try InstrumentationTests.instrument(Self.view)
    let more = instrumented.replacing("#endif", with: "print(1)\n    #endif")
    let refusal = #expect(throws: Removal.Refusal.self) { try Removal(from: Array(more.utf8)) }
    #expect(refusal?.line == 3)
  }

  /// Whatever a file became: it is left as it is, or nothing but inserted tokens are gone.
  @Test(arguments: 1...40) func damagedFilesAreRefusedOrRestored(_ seed: Int) throws {
    var bodies = RandomBodies(seed: UInt64(seed))
    var bytes = Array(try InstrumentationTests.instrument("protocol Page: View {}\n" + bodies.declaration("A")).utf8)
    var random = UInt64(seed)
    for _ in 0..<3 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(random >> 33) % bytes.count] = [0x0D, 0x0A, 0x2F, 0x22, 0x20][Int(random >> 20) % 5]
    }
    guard let removal = try? Removal(from: bytes) else { return }
    #expect(try Removal(from: removal.bytes).bytes == removal.bytes)
  }
}
