import Foundation
import SourceAnalysis
import SwiftParser
import SwiftSyntax
import Testing

/// A rule is one file and one line: nothing else knows it by its id.
@Suite struct RuleIdentifierTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private final class Literals: SyntaxVisitor {
    var found: [String] = []

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      if let text = node.representedLiteralValue { found.append(text) }
      return .visitChildren
    }
  }

  private static func literals(in file: URL) throws -> [String] {
    let visitor = Literals(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: try String(contentsOf: file, encoding: .utf8)))
    return visitor.found
  }

  private static func sources(below folder: String) throws -> [URL] {
    let root = package.appending(path: folder)
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  @Test func noRuleIsKnownByItsIdOutsideOfItsFile() throws {
    let ids = Set(allSourceRules.map(\.id))
    var owners: [String: [String]] = [:]
    for file in try Self.sources(below: "Sources") where !file.path.contains("/TraceAnalysis/Rules/") {
      for text in try Self.literals(in: file) where ids.contains(text) {
        owners[text, default: []].append(file.lastPathComponent)
      }
    }
    for id in ids.sorted() {
      let file = id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + ".swift"
      #expect(owners[id] == [file])
    }
  }
}
