import SwiftSyntax
internal import SwiftUIModel

/// Turns expressions into nodes of the code tree. `try`, `!`, `?` and redundant parentheses leave no node.
extension CodeTreeBuilder {
  mutating func lower(_ expression: ExprSyntax) {
    lower(expression, isOptional: false)
  }

  private mutating func lower(_ expression: ExprSyntax, isOptional: Bool) {
    let optional: CodeTree.Flags = isOptional ? .isOptional : []
    switch expression.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): add(.identifier, node, name: name(of: node.baseName))
    // `self.name`, as `self?.name`, means what `name` does where nothing else has that name.
    case .memberAccessExpr(let node) where node.base?.isSelf == true && !(isInExtension && node.isCalled):
      let token = node.declName.baseName
      let isChained = node.base?.is(OptionalChainingExprSyntax.self) == true
      add(
        .identifier, node, name: name(of: token),
        flags: optional.union(isChained ? [.isSpecial, .isOptional] : .isSpecial), nameSyntax: Syntax(token))
    case .memberAccessExpr(let node):
      let token = node.declName.baseName
      let isChained = node.base?.is(OptionalChainingExprSyntax.self) == true
      add(
        .member, node, name: name(of: token), flags: isChained ? optional.union(.isOptional) : optional,
        nameSyntax: Syntax(token)
      ) { builder in
        if let base = node.base { builder.lower(base) }
      }
    case .functionCallExpr(let node): lowerCall(node)
    case .subscriptCallExpr(let node):
      add(.subscriptCall, node) { builder in
        builder.lower(node.calledExpression)
        builder.lower(arguments: node.arguments)
      }
    case .sequenceExpr(let node): lowerSequence(Array(node.elements))
    case .infixOperatorExpr(let node):
      lowerSequence([node.leftOperand, node.operator, node.rightOperand])
    case .closureExpr(let node): lowerClosure(node)
    case .stringLiteralExpr(let node):
      add(.string, node, name: node.segments.count == 1 ? name(ofText: node.segments) : "") { builder in
        for segment in node.segments {
          if case .expressionSegment(let segment) = segment { builder.lower(arguments: segment.expressions) }
        }
      }
    case .integerLiteralExpr(let node): add(.literal, node, name: name(ofText: node.literal), detail: "integer")
    case .floatLiteralExpr(let node): add(.literal, node, name: name(ofText: node.literal), detail: "float")
    case .booleanLiteralExpr(let node): add(.literal, node, name: name(ofText: node.literal), detail: "bool")
    case .nilLiteralExpr(let node): add(.literal, node, name: "nil", detail: "nil")
    case .arrayExpr(let node):
      add(.array, node) { builder in
        for element in node.elements { builder.lower(element.expression) }
      }
    case .dictionaryExpr(let node):
      add(.dictionary, node) { builder in
        if case .elements(let elements) = node.content {
          for element in elements {
            builder.lower(element.key)
            builder.lower(element.value)
          }
        }
      }
    case .tupleExpr(let node):
      if node.elements.count == 1, let only = node.elements.first, only.label == nil {
        lower(only.expression)
      } else {
        add(.tuple, node) { $0.lower(arguments: node.elements) }
      }
    case .tryExpr(let node): lower(node.expression)
    case .unsafeExpr(let node): lower(node.expression)
    case .awaitExpr(let node): add(.await, node) { $0.lower(node.expression) }
    case .forceUnwrapExpr(let node): lower(node.expression)
    case .optionalChainingExpr(let node): lower(node.expression, isOptional: true)
    case .prefixOperatorExpr(let node):
      add(.unary, node, name: name(ofText: node.operator)) { $0.lower(node.expression) }
    case .postfixOperatorExpr(let node):
      add(.unary, node, name: name(ofText: node.operator)) { $0.lower(node.expression) }
    case .inOutExpr(let node): add(.unary, node, name: "&") { $0.lower(node.expression) }
    case .ternaryExpr(let node):
      add(.ternary, node) { builder in
        builder.lower(node.condition)
        builder.lower(node.thenExpression)
        builder.lower(node.elseExpression)
      }
    case .asExpr(let node): add(.cast, node, name: name(ofText: node.type)) { $0.lower(node.expression) }
    case .isExpr(let node): add(.cast, node, name: name(ofText: node.type)) { $0.lower(node.expression) }
    case .keyPathExpr(let node): lowerKeyPath(node)
    case .genericSpecializationExpr(let node): lower(node.expression)
    case .ifExpr(let node): lowerIf(node)
    case .switchExpr(let node): lowerSwitch(node)
    case .macroExpansionExpr(let node):
      lowerMacro(node, name: node.macroName, node.arguments, node.trailingClosure, node.additionalTrailingClosures)
    case .postfixIfConfigExpr(let node): lowerPostfixIfConfig(node)
    case .superExpr(let node): add(.identifier, node, name: "super")
    case .typeExpr(let node): add(.identifier, node, name: name(ofText: node.type))
    case .copyExpr(let node): lower(node.expression)
    case .consumeExpr(let node): lower(node.expression)
    case .borrowExpr(let node): lower(node.expression)
    case .packExpansionExpr(let node): lower(node.repetitionPattern)
    case .packElementExpr(let node): lower(node.pack)
    case .patternExpr(let node): lower(pattern: node.pattern)
    default: add(.literal, expression, detail: "other")
    }
  }

  private mutating func lowerCall(_ node: FunctionCallExprSyntax) {
    var nameSyntax = Syntax(node.calledExpression)
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    if let member { nameSyntax = Syntax(member.declName) }
    add(.call, node, nameSyntax: nameSyntax) { builder in
      if let member, member.declName.baseName.tokenKind == .keyword(.`init`), builder.lowerType(of: member, node) {
        // `Model.init()`, or `.init()` of a property whose type is written: as if it were `Model()`.
      } else {
        builder.lower(node.calledExpression)
      }
      builder.lower(arguments: node.arguments)
      builder.lowerTrailing(node.trailingClosure, node.additionalTrailingClosures)
    }
  }

  /// Adds the type that a call of `init` makes a value of, and says whether it is written.
  private mutating func lowerType(of member: MemberAccessExprSyntax, _ call: FunctionCallExprSyntax) -> Bool {
    if let base = member.base {
      guard base.namesType else { return false }
      lower(base)
      return true
    }
    // `.init(get: { … }, set: { … })` makes nothing else.
    if call.arguments.compactMap(\.label?.text) + call.additionalTrailingClosures.map(\.label.text)
      == Labels.closuresOfBinding
    {
      add(.identifier, member, name: Name(Wrappers.binding))
      return true
    }
    let value = call.parent?.as(InitializerClauseSyntax.self)?.parent
    let type =
      value?.as(PatternBindingSyntax.self)?.typeAnnotation?.type ?? value?.as(FunctionParameterSyntax.self)?.type
    // `Model?` may mean the optional itself.
    guard let name = type?.as(IdentifierTypeSyntax.self)?.name else { return false }
    add(.identifier, member, name: self.name(of: name))
    return true
  }

  private mutating func lowerTrailing(
    _ closure: ClosureExprSyntax?, _ additional: MultipleTrailingClosureElementListSyntax
  ) {
    if let closure { add(.argument, closure, flags: .isTrailing) { $0.lowerClosure(closure) } }
    for element in additional {
      add(.argument, element, name: name(of: element.label), flags: .isTrailing) { $0.lowerClosure(element.closure) }
    }
  }

  mutating func lowerMacro(
    _ node: some SyntaxProtocol, name: TokenSyntax, _ arguments: LabeledExprListSyntax,
    _ closure: ClosureExprSyntax?, _ additional: MultipleTrailingClosureElementListSyntax
  ) {
    add(.macro, node, name: self.name(of: name), nameSyntax: Syntax(name)) { builder in
      builder.lower(arguments: arguments)
      builder.lowerTrailing(closure, additional)
    }
  }

  mutating func lower(arguments: LabeledExprListSyntax) {
    for argument in arguments {
      add(.argument, argument.expression, name: argument.label.map { name(of: $0) } ?? "") {
        $0.lower(argument.expression)
      }
    }
  }

  mutating func lowerClosure(_ node: ClosureExprSyntax) {
    add(.closure, node) { builder in
      for capture in node.signature?.capture?.items ?? [] {
        let flags: CodeTree.Flags = capture.specifier == nil ? [] : .isSpecial
        builder.add(.capture, capture, name: builder.name(of: capture.name), flags: flags) { builder in
          if let value = capture.initializer?.value { builder.lower(value) }
        }
      }
      switch node.signature?.parameterClause {
      case .simpleInput(let parameters):
        for parameter in parameters {
          builder.add(.parameter, parameter, detail: builder.name(of: parameter.name))
        }
      case .parameterClause(let clause):
        for parameter in clause.parameters {
          let inner = builder.name(of: parameter.secondName ?? parameter.firstName)
          builder.add(.parameter, parameter, detail: inner) { builder in
            if let type = parameter.type { builder.add(.typeAnnotation, type, name: builder.name(ofText: type)) }
          }
        }
      case nil: break
      }
      builder.add(.block, node.statements) { $0.lower(items: node.statements) }
    }
  }

  private mutating func lowerKeyPath(_ node: KeyPathExprSyntax) {
    var components: [String] = []
    for component in node.components {
      switch component.component {
      case .property(let property): components.append(string(name(of: property.declName.baseName)))
      case .subscript: components.append("[]")
      case .optional: break
      default: break
      }
    }
    add(
      .keyPath, node, name: Name(components.joined(separator: ".")), detail: node.root.map { name(ofText: $0) } ?? ""
    ) { builder in
      for component in node.components {
        if case .subscript(let component) = component.component { builder.lower(arguments: component.arguments) }
      }
    }
  }

  /// `x` followed by `#if … .modifier() #endif`: every clause counts, the base is lowered once.
  private mutating func lowerPostfixIfConfig(_ node: PostfixIfConfigExprSyntax) {
    add(.ifConfig, node) { builder in
      if let base = node.base { builder.lower(base) }
      for clause in node.config.clauses {
        let condition = clause.condition.map { builder.name(ofText: $0) } ?? "else" as Name
        builder.add(.ifConfigClause, clause, name: condition) { builder in
          if case .postfixExpression(let expression) = clause.elements { builder.lower(expression) }
        }
      }
    }
  }
}

// MARK: - Operators

extension CodeTreeBuilder {
  /// Groups of the standard library, loosest first; an operator we do not know binds like `+`.
  private static func precedence(of operatorText: String) -> Int {
    switch operatorText {
    case "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", "&+=", "&-=": 0
    case "?:": 1
    case "||": 2
    case "&&": 3
    case "==", "!=", "<", ">", "<=", ">=", "===", "!==", "~=": 4
    case "??": 5
    case "as", "as?", "as!", "is": 6
    case "...", "..<": 7
    case "*", "/", "%", "&", "&*": 9
    case "<<", ">>": 10
    default: 8
    }
  }

  private static func isRightAssociative(_ precedence: Int) -> Bool {
    precedence <= 1 || precedence == 5
  }

  /// A sequence longer than this is kept flat: its grouping says nothing a rule asks for.
  private static let longestFoldedSequence = 64

  mutating func lowerSequence(_ elements: [ExprSyntax]) {
    lowerSequence(elements[...])
  }

  private mutating func lowerSequence(_ elements: ArraySlice<ExprSyntax>) {
    guard let first = elements.first, let last = elements.last else { return }
    if elements.count == 1 { return lower(first) }
    if elements.count > Self.longestFoldedSequence {
      return add(.binary, span: first, last, name: "") { builder in
        for element in elements where Self.operatorText(element, builder) == nil { builder.lower(element) }
      }
    }
    var split: (index: Int, precedence: Int, text: String)?
    for index in elements.indices {
      guard let text = Self.operatorText(elements[index], self) else { continue }
      let precedence = Self.precedence(of: text)
      if let current = split {
        if precedence < current.precedence || (precedence == current.precedence && !Self.isRightAssociative(precedence))
        {
          split = (index, precedence, text)
        }
      } else {
        split = (index, precedence, text)
      }
    }
    guard let split else { return lower(first) }
    let left = elements[elements.startIndex..<split.index]
    let right = elements[(split.index + 1)...]
    switch split.text {
    case "?:":
      add(.ternary, span: first, last) { builder in
        builder.lowerSequence(left)
        if let ternary = elements[split.index].as(UnresolvedTernaryExprSyntax.self) {
          builder.lower(ternary.thenExpression)
        }
        builder.lowerSequence(right)
      }
    case "as", "as?", "as!", "is":
      let type = right.first.map { name(ofText: $0) } ?? ""
      add(.cast, span: first, last, name: type, detail: Name(split.text)) { $0.lowerSequence(left) }
    default:
      let kind: CodeTree.Kind = split.precedence == 0 ? .assign : .binary
      add(kind, span: first, last, name: Name(split.text)) { builder in
        builder.lowerSequence(left)
        builder.lowerSequence(right)
      }
    }
  }

  private mutating func add(
    _ kind: CodeTree.Kind, span first: ExprSyntax, _ last: ExprSyntax, name: Name = "", detail: Name = "",
    children: (inout CodeTreeBuilder) -> Void
  ) {
    let start = UInt32(clamping: first.positionAfterSkippingLeadingTrivia.utf8Offset)
    let end = UInt32(clamping: last.endPositionBeforeTrailingTrivia.utf8Offset)
    add(kind, start: start, end: end, name: name, detail: detail, nameStart: start, children: children)
  }

  private static func operatorText(_ expression: ExprSyntax, _ builder: CodeTreeBuilder) -> String? {
    if let node = expression.as(BinaryOperatorExprSyntax.self) {
      return builder.string(builder.name(ofText: node.operator))
    }
    if expression.is(AssignmentExprSyntax.self) { return "=" }
    if expression.is(UnresolvedTernaryExprSyntax.self) { return "?:" }
    if let node = expression.as(UnresolvedAsExprSyntax.self) {
      return "as" + (node.questionOrExclamationMark.map { builder.string(builder.name(ofText: $0)) } ?? "")
    }
    if expression.is(UnresolvedIsExprSyntax.self) { return "is" }
    return nil
  }
}

extension MemberAccessExprSyntax {
  /// What an extension calls of `self` may be a modifier of a view: `self.padding()` goes on with the view.
  fileprivate var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == id
  }
}

extension ExprSyntax {
  /// `Model`, `Pages.Model`, `Box<Int>`: what begins with a capital letter at its end.
  fileprivate var namesType: Bool {
    let name =
      self.as(DeclReferenceExprSyntax.self)?.baseName ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName
      ?? self.as(GenericSpecializationExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName
    guard let name, name.tokenKind != .keyword(.Self) else { return false }
    return name.text.first?.isUppercase == true
  }

  /// `self`, and the `self?` of closures that hold it weakly.
  fileprivate var isSelf: Bool {
    let expression = self.as(OptionalChainingExprSyntax.self)?.expression ?? self
    return expression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
  }
}
