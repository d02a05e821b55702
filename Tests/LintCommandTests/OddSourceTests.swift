import Foundation
import Testing

/// Sources that nobody wrote: each ends in findings or in an error that names the file, soon and without a crash.
@Suite struct OddSourceTests {
  struct Source: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: @Sendable () -> String

    init(_ name: String, _ text: @autoclosure @escaping @Sendable () -> String) {
      testDescription = name
      self.text = text
    }
  }

  private static func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  private static func view(_ body: String) -> String {
    "import SwiftUI\nstruct A: View {\n  var body: some View { \(body) }\n}\n"
  }

  static let sources: [Source] = [
    Source("parentheses", view(times("(", 100_000) + times(")", 100_000))),
    Source("closures", view(times("f { ", 100_000))),
    Source("modifiers", view("Text(\"a\")" + times(".bold()", 100_000))),
    Source("members", view("a" + times(".b", 100_000))),
    Source("one long line", view("Text(\"" + times("a b", 350_000) + "\")")),
    Source("await", view("") + "let a = " + times("await ", 100_000) + "x"),
    Source("if", view("") + "let a = " + times("if ", 100_000) + "x"),
    Source("attributes", times("@a ", 100_000) + view("")),
    Source("generics", view("") + "let a: " + times("A<", 100_000)),
    Source("conditions", times("#if A\n", 50_000) + view("")),
    Source("interpolations", view("Text(" + times("\"\\(", 20_000))),
    Source("nothing", ""),
    Source("NUL", times("\0", 1_000) + view("Text(\"\0\")")),
    Source("comments", times("/*", 50_000) + view("")),
  ]

  @Test(arguments: sources) func endInAnAnswer(_ source: Source) throws {
    let folder = try Folder(["A.swift": source.text()])
    let run = try folder.run(["lint", ".", "--no-cache", "--format", "xcode"])
    #expect(run.code == 0 || run.code == 65 && run.errors.contains("A.swift:"), "exit \(run.code): \(run.errors)")
  }

  @Test func bytesThatAreNoTextEndInAnAnswer() throws {
    var state: UInt64 = 7
    let folder = try Folder([:])
    for number in 0..<20 {
      var bytes = Array(Self.view("Text(\"\\(a)\").padding().onAppear { x = 1 }").utf8)
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
      }
      try Data(bytes).write(to: folder.url.appendingPathComponent("F\(number).swift"))
    }
    let run = try folder.run(["lint", ".", "--no-cache"])
    #expect(run.code == 0 || run.code == 65)
  }
}
