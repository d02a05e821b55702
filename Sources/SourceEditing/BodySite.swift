import SourceAnalysis
import SwiftParser
import SwiftSyntax
import SwiftUIModel

/// A `body` of a view or modifier, and what has to be known to put a statement first in it.
package struct BodySite: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case view, modifier }

  /// Whether the statement makes the body's only expression lose its implicit `return`.
  package enum ExplicitReturn: Hashable, Sendable {
    /// It has one, or several statements.
    case present
    /// The offset of the only expression; a result builder needs no `return`, everything else does.
    case needed(Int)
    /// The only expression stands in branches of `#if`, each of which would need one.
    case inBranches
  }

  /// The type, with the types around it: `CategoryList.Container`.
  package var view: String
  package var kind: Kind
  /// 1-based.
  package var line: Int
  /// Where the statement goes.
  package var offset: Int
  /// Whether the line has to be broken there.
  package var breaksLine: Bool
  package var indentation: String
  package var newline: String
  package var explicitReturn: ExplicitReturn
  /// Whether `body` or its getter carries a result builder.
  package var hasBuilder: Bool
  /// What the declaration or extension around it says it conforms to.
  package var inherited: [String]
  package var isInExtension: Bool
  /// Whether it calls `_logChanges` or `_printChanges` already.
  package var logs: Bool
  /// Whether that call was put there by instrumenting.
  package var isMarked: Bool
  /// Whether it never returns, as `Never` and `fatalError()` say.
  package var neverReturns: Bool
}

/// What instrumenting has to know of one file.
package struct FileBodies: Sendable {
  package var sites: [BodySite] = []
  /// What each type is said to conform to, in its declaration and extensions.
  package var conformances: [String: [String]] = [:]
  package var protocols: Set<String> = []
  /// Where the file does not parse, and why.
  package var problem: Problem?
  /// Tests and their helpers are no part of the app.
  package var isTest = false

  package struct Problem: Hashable, Sendable, CustomStringConvertible {
    /// Both 1-based; columns count UTF-8 bytes.
    package var line: Int
    package var column: Int
    package var message: String
    package var description: String { "\(line):\(column): \(message)" }
  }

  /// Reads a file. Needs a thread with a large stack: the parser recurses into nested syntax.
  package init(_ bytes: [UInt8]) {
    if let line = bytes.withUnsafeBufferPointer({ FactsReader.lineOfExcessiveNesting(in: $0) }) {
      problem = Problem(line: line, column: 1, message: "brackets nest too deep to be parsed")
      return
    }
    let file = bytes.withUnsafeBufferPointer { buffer in
      var parser = Parser(buffer)
      return SourceFileSyntax.parse(from: &parser)
    }
    if file.hasError {
      problem = SyntaxProblem.first(in: file, bytes: bytes)
      return
    }
    let collector = BodyCollector(bytes: bytes)
    collector.walk(file)
    sites = collector.sites
    conformances = collector.conformances
    protocols = collector.protocols
    isTest = collector.importsTests
  }
}

/// Finds the first place at which a file does not parse.
private final class SyntaxProblem: SyntaxAnyVisitor {
  private var found: (offset: Int, message: String)?

  static func first(in file: SourceFileSyntax, bytes: [UInt8]) -> FileBodies.Problem {
    let finder = SyntaxProblem(viewMode: .all)
    finder.walk(file)
    let (offset, message) = finder.found ?? (0, "does not parse")
    let before = bytes[..<min(offset, bytes.count)]
    let starts = Lines.starts(of: bytes)
    let line = Lines.number(at: before.endIndex, starts)
    return FileBodies.Problem(line: line, column: before.endIndex - starts[line - 1] + 1, message: message)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if found != nil { return .skipChildren }
    if let unexpected = node.as(UnexpectedNodesSyntax.self) {
      let text = unexpected.trimmedDescription.prefix { !$0.isNewline }.prefix(30)
      note(unexpected.positionAfterSkippingLeadingTrivia, "does not parse: unexpected '\(text)'")
      return .skipChildren
    }
    return node.hasError || node.is(TokenSyntax.self) ? .visitChildren : .skipChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    guard found == nil else { return .skipChildren }
    if token.presence == .missing {
      let text = token.text.isEmpty ? "something more" : "'\(token.text)'"
      note(token.position, "does not parse: expected \(text)")
    } else if token.hasError {
      note(token.positionAfterSkippingLeadingTrivia, "does not parse: '\(token.text.prefix(30))' is not complete")
    }
    return .skipChildren
  }

  private func note(_ position: AbsolutePosition, _ message: String) {
    if found == nil { found = (position.utf8Offset, message) }
  }
}

/// Gathers the bodies of a file and the conformances of its types.
private final class BodyCollector: SyntaxVisitor {
  private(set) var sites: [BodySite] = []
  private(set) var conformances: [String: [String]] = [:]
  private(set) var protocols: Set<String> = []
  private(set) var importsTests = false

  private struct Scope {
    var name: String
    var inherited: [String]
    var isExtension: Bool
  }

  private let bytes: [UInt8]
  private let lineStarts: [Int]
  private let newline: String
  private let unit: String
  private var scopes: [Scope] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = Lines.starts(of: bytes)
    let source = PatchSource(text: String(decoding: bytes, as: UTF8.self), bytes: bytes)
    newline = source.newline
    unit = source.unit
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: - Scopes

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
  override func visitPost(_ node: StructDeclSyntax) { leave(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
  override func visitPost(_ node: EnumDeclSyntax) { leave(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
  override func visitPost(_ node: ClassDeclSyntax) { leave(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text, node) }
  override func visitPost(_ node: ActorDeclSyntax) { leave(node) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    protocols.insert(node.name.text)
    return enter(node.name.text, node)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave(node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(TypeText.name(node.extendedType), node, isExtension: true)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave(node) }

  private func enter(
    _ name: String, _ node: some DeclGroupSyntax, isExtension: Bool = false
  ) -> SyntaxVisitorContinueKind {
    let inherited = (node.inheritanceClause?.inheritedTypes ?? []).flatMap { TypeText.names($0.type) }
    // What is only previewed is not measured.
    if !Protocols.unmeasured.isDisjoint(with: inherited) { return .skipChildren }
    let path = (scopes.last.map { $0.name + "." } ?? "") + name
    scopes.append(Scope(name: path, inherited: inherited, isExtension: isExtension))
    conformances[path, default: []] += inherited
    return .visitChildren
  }

  private func leave(_ node: some DeclGroupSyntax) {
    let inherited = (node.inheritanceClause?.inheritedTypes ?? []).flatMap { TypeText.names($0.type) }
    if !Protocols.unmeasured.isDisjoint(with: inherited) { return }
    scopes.removeLast()
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    node.macroName.text == SwiftUIModel.previewMacro ? .skipChildren : .visitChildren
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.path.first.map({ SwiftUIModel.testModules.contains($0.name.text) }) == true { importsTests = true }
    return .skipChildren
  }

  // MARK: - Bodies

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let scope = scopes.last, node.bindings.count == 1, let binding = node.bindings.first,
      binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == EntryPoints.body, isMember(node),
      !isStatic(node.modifiers),
      let accessors = binding.accessorBlock, let type = binding.typeAnnotation?.type
    else { return .visitChildren }
    var attributes = [node.attributes]
    let brace: TokenSyntax
    let items: CodeBlockItemListSyntax
    switch accessors.accessors {
    case .getter(let statements):
      brace = accessors.leftBrace
      items = statements
    case .accessors(let list):
      guard let getter = list.first(where: { $0.accessorSpecifier.text == "get" }), let body = getter.body else {
        return .visitChildren
      }
      attributes.append(getter.attributes)
      brace = body.leftBrace
      items = body.statements
    }
    add(scope, .view, brace, items, attributes, returns: TypeText.name(type))
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let parameters = node.signature.parameterClause.parameters
    guard let scope = scopes.last, node.name.text == EntryPoints.body, parameters.count == 1,
      parameters.first?.firstName.text == EntryPoints.modifiedContent, isMember(node), !isStatic(node.modifiers),
      let body = node.body
    else { return .visitChildren }
    let result = node.signature.returnClause.map { TypeText.name($0.type) } ?? ""
    add(scope, .modifier, body.leftBrace, body.statements, [node.attributes], returns: result)
    return .visitChildren
  }

  /// Whether it stands in a type's braces, directly or in branches of `#if`.
  private func isMember(_ node: some SyntaxProtocol) -> Bool { node.parent?.is(MemberBlockItemSyntax.self) == true }

  private func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["static", "class"].contains($0.name.text) }
  }

  private func add(
    _ scope: Scope, _ kind: BodySite.Kind, _ brace: TokenSyntax, _ items: CodeBlockItemListSyntax,
    _ attributes: [AttributeListSyntax], returns type: String
  ) {
    let brokenAt = brace.endPositionBeforeTrailingTrivia.utf8Offset
    let ownLine = startOfNextLine(after: brokenAt)
    let names = items.tokens(viewMode: .sourceAccurate).lazy.map(\.text)
    let text = items.first?.trimmedDescription ?? ""
    sites.append(
      BodySite(
        view: scope.name, kind: kind, line: line(at: brokenAt), offset: ownLine ?? brokenAt, breaksLine: ownLine == nil,
        indentation: indentation(of: items.first, brace: brokenAt), newline: newline,
        explicitReturn: explicitReturn(items),
        hasBuilder: attributes.contains { list in
          list.contains {
            $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix(Protocols.builderSuffix) == true
          }
        }, inherited: scope.inherited, isInExtension: scope.isExtension,
        logs: names.contains(where: SwiftUIModel.changeLoggers.contains),
        isMarked: isMarked(items),
        neverReturns: type == "Never"
          || items.count == 1 && (text.hasPrefix("fatalError(") || text.hasPrefix("preconditionFailure("))))
  }

  private func isMarked(_ items: CodeBlockItemListSyntax) -> Bool {
    guard let first = items.first, let block = first.item.as(IfConfigDeclSyntax.self) else { return false }
    return block.description.contains(Instrumentation.mark)
      || block.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.description.contains(Instrumentation.mark) == true
  }

  private func explicitReturn(_ items: CodeBlockItemListSyntax) -> BodySite.ExplicitReturn {
    guard items.count == 1, let only = items.first else { return .present }
    switch only.item {
    case .expr(let expression): return .needed(expression.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .stmt(let statement):
      guard let expression = statement.as(ExpressionStmtSyntax.self) else { return .present }
      return .needed(expression.positionAfterSkippingLeadingTrivia.utf8Offset)
    case .decl(let declaration): return declaration.is(IfConfigDeclSyntax.self) ? .inBranches : .present
    }
  }

  // MARK: - Text

  /// Where the next line starts, if nothing but white space and comments stand before it.
  private func startOfNextLine(after offset: Int) -> Int? {
    var index = offset
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if Lines.endsLine(at: index, of: bytes) { return index + 1 }
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
      case UInt8(ascii: "/") where index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "/"):
        while index < bytes.count, !Lines.endsLine(at: index, of: bytes) { index += 1 }
      default: return nil
      }
    }
    return nil
  }

  private func indentation(of first: CodeBlockItemSyntax?, brace: Int) -> String {
    let source = PatchSource(text: "", bytes: bytes)
    if let first {
      let offset = first.positionAfterSkippingLeadingTrivia.utf8Offset
      let start = source.lineStart(at: offset)
      if start > brace, bytes[start..<offset].allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
        return source.text(start..<offset)
      }
    }
    return source.indentation(at: brace) + unit
  }

  private func line(at offset: Int) -> Int { Lines.number(at: offset, lineStarts) }
}

/// Names of types as they are written, without what does not matter for looking them up.
private enum TypeText {
  /// Without generic arguments, attributes and the module SwiftUI.
  static func name(_ type: TypeSyntax) -> String {
    if let attributed = type.as(AttributedTypeSyntax.self) { return name(attributed.baseType) }
    if let member = type.as(MemberTypeSyntax.self) {
      let base = name(member.baseType)
      return base == "SwiftUI" ? member.name.text : base + "." + member.name.text
    }
    return type.as(IdentifierTypeSyntax.self)?.name.text ?? type.trimmedDescription
  }

  /// Of a composition, each.
  static func names(_ type: TypeSyntax) -> [String] {
    guard let composition = type.as(CompositionTypeSyntax.self) else { return [name(type)] }
    return composition.elements.map { name($0.type) }
  }
}
