import Foundation
import SwiftParser
import SwiftSyntax
import SwiftUIModel
import Testing

/// Nothing but the model spells names of SwiftUI: a second list of them would contradict it sooner or later.
@Suite struct LiteralTests {
  /// A literal that equals a name of the model and means something else.
  struct Exception: Hashable {
    var name: String
    var file: String
  }

  static let exceptions: [Exception: String] = [
    Exception(name: "lazy", file: "Declarations.swift"): "a keyword before a property",
    Exception(name: "Model", file: "LegacyEnvironmentObject.swift"): "what a step calls a type whose name is not known",
    Exception(name: "frame", file: "SourceGraph+Writes.swift"): "a member of GeometryProxy",
    Exception(name: "background", file: "UnstructuredTask.swift"): "a priority of tasks",
    Exception(name: "environment", file: "Change+Key.swift"): "part of the key of a change",
    Exception(name: "position", file: "Subject.swift"): "part of the stable text of a subject",
    Exception(name: "id", file: "Subject.swift"): "part of the stable text of a subject",
    Exception(name: "AnyView", file: "Subject.swift"): "part of the stable text of a subject",
    Exception(name: "body", file: "Subject.swift"): "part of the stable text of a subject",
    Exception(name: "onChange", file: "NodeName.swift"): "what Instruments calls a node",
  ]

  /// Modules that read sources: none of the names, as a literal of its own, is spelled in them.
  static let readingSources: Set<String> = ["Diagnosis", "SourceAnalysis", "SourceEditing"]

  static let names: Set<String> = [
    Attributes.table.names, EntryPoints.table.names, EnvironmentKeys.table.names, Functions.table.names,
    KnownTypes.table.names, Methods.table.names, Modifiers.table.names, Protocols.table.names, Views.table.names,
    Wrappers.table.names,
  ].reduce(into: []) { $0.formUnion($1) }

  @Test func noOtherModuleSpellsANameOfTheModel() throws {
    var used: Set<Exception> = []
    for file in try Self.sources() {
      for literal in Self.literals(in: file.text) where Self.isReserved(literal.text, in: file.module) {
        let exception = Exception(name: literal.text, file: file.url.lastPathComponent)
        if Self.exceptions[exception] == nil {
          Issue.record(
            "\(file.module)/\(exception.file):\(literal.line) spells '\(literal.text)'; ask SwiftUIModel what the rule wants to know of it"
          )
        } else {
          used.insert(exception)
        }
      }
    }
    #expect(Set(Self.exceptions.keys).subtracting(used) == [], "exceptions that nothing needs any more")
  }

  @Test func aListOfNamesIsFound() {
    let text = "let owned: Set<String> = [\"State\", \"StateObject\"]\nlet message = \"make it @State\""
    #expect(
      Self.literals(in: text).map(\.text).filter { Self.isReserved($0, in: "Diagnosis") } == ["State", "StateObject"])
    #expect(Self.isReserved("colorScheme", in: "TraceAnalysis"))
    #expect(!Self.isReserved("View", in: "Reporting"))
  }

  /// In modules that read no sources, plain English words such as "View" are titles and units.
  private static func isReserved(_ text: String, in module: String) -> Bool {
    guard names.contains(text) else { return false }
    return readingSources.contains(module) || text.dropFirst().contains(where: \.isUppercase)
  }

  private struct SourceText {
    var module: String
    var url: URL
    var text: String
  }

  private static func sources() throws -> [SourceText] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    let found = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.compactMap { url in
      let module = url.pathComponents[root.pathComponents.count]
      return module == "SwiftUIModel"
        ? nil : SourceText(module: module, url: url, text: try String(contentsOf: url, encoding: .utf8))
    }
    #expect(found.count > 100)
    return found.sorted { $0.url.path < $1.url.path }
  }

  private static func literals(in text: String) -> [(text: String, line: Int)] {
    let tree = Parser.parse(source: text)
    let visitor = LiteralVisitor(converter: SourceLocationConverter(fileName: "", tree: tree))
    visitor.walk(tree)
    return visitor.found
  }
}

private final class LiteralVisitor: SyntaxVisitor {
  var found: [(text: String, line: Int)] = []
  private let converter: SourceLocationConverter

  init(converter: SourceLocationConverter) {
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if let text = node.representedLiteralValue {
      found.append((text, node.startLocation(converter: converter).line))
    }
    return .visitChildren
  }
}
