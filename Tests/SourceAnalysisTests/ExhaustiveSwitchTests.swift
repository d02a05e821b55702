import Foundation
import SwiftParser
import SwiftSyntax
import Testing

/// What depends on a change is decided in switches without `default`, so that the compiler names each place where a new kind of
/// change is missing.
@Suite struct ExhaustiveSwitchTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func kindsOfChange() throws -> Set<String> {
    let file = package.appending(path: "Sources/SourceAnalysis/Findings/Change.swift")
    let visitor = CaseVisitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: try String(contentsOf: file, encoding: .utf8)))
    return visitor.names
  }

  /// The lines of switches that name a kind of change and have a `default`.
  private static func lines(in text: String, kinds: Set<String>) -> [Int] {
    let tree = Parser.parse(source: text)
    let visitor = SwitchVisitor(kinds: kinds, converter: SourceLocationConverter(fileName: "", tree: tree))
    visitor.walk(tree)
    return visitor.lines
  }

  @Test func noSwitchOverChangesHasADefault() throws {
    let kinds = try Self.kindsOfChange()
    #expect(kinds.count > 40 && kinds.isSuperset(of: ["stopDepending", "breakLoop", "correctCommand"]))
    for folder in ["Diagnosis", "SourceAnalysis", "SourceEditing"] {
      let root = Self.package.appending(path: "Sources/\(folder)")
      let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for line in Self.lines(in: text, kinds: kinds) {
          Issue.record("\(file.lastPathComponent):\(line): a switch over changes with a 'default'; ask for 'traits'")
        }
      }
    }
  }

  @Test func aDefaultIsFound() throws {
    let kinds = try Self.kindsOfChange()
    let text = "switch finding.change {\ncase .hoist, .breakLoop(_, .handlers): true\ndefault: false\n}"
    #expect(Self.lines(in: text, kinds: kinds) == [1])
    #expect(Self.lines(in: text.replacing(".change", with: ".kind"), kinds: kinds) == [])
    #expect(Self.lines(in: text.replacing("default: false\n", with: ""), kinds: kinds) == [])
  }
}

/// The cases of `Change` itself, without those of the types in it.
private final class CaseVisitor: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "Change" {
      for member in node.memberBlock.members {
        guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
        names.formUnion(cases.elements.map(\.name.text))
      }
    }
    return .skipChildren
  }
}

private final class SwitchVisitor: SyntaxVisitor {
  var lines: [Int] = []
  private let kinds: Set<String>
  private let converter: SourceLocationConverter

  init(kinds: Set<String>, converter: SourceLocationConverter) {
    self.kinds = kinds
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    let labels = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label }
    let hasDefault = labels.contains { $0.is(SwitchDefaultLabelSyntax.self) }
    let patterns = labels.compactMap { $0.as(SwitchCaseLabelSyntax.self) }.flatMap(\.caseItems).map {
      $0.pattern.trimmedDescription.drop { $0 == "." }.prefix { $0.isLetter }
    }
    let subject = node.subject.trimmedDescription
    let isOfChange = subject == "change" || subject.hasSuffix(".change") || subject == "self" || subject == "other"
    if hasDefault, isOfChange, !patterns.isEmpty, patterns.allSatisfy({ kinds.contains(String($0)) }) {
      lines.append(converter.location(for: node.positionAfterSkippingLeadingTrivia).line)
    }
    return .visitChildren
  }
}
