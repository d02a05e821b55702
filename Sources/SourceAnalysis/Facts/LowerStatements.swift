import SwiftSyntax

/// Turns statements and patterns into nodes of the code tree.
extension CodeTreeBuilder {
  mutating func lower(_ statement: StmtSyntax) {
    switch statement.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): lower(node.expression)
    case .returnStmt(let node):
      add(.returnStatement, node) { builder in
        if let value = node.expression { builder.lower(value) }
      }
    case .throwStmt(let node): add(.throwStatement, node) { $0.lower(node.expression) }
    case .guardStmt(let node):
      add(.guardStatement, node) { builder in
        builder.lower(conditions: node.conditions)
        builder.lowerBlock(node.body)
      }
    case .forStmt(let node):
      // `for await` is marked: its block runs for each event of a stream.
      add(.forStatement, node, flags: node.awaitKeyword == nil ? [] : .isSpecial) { builder in
        builder.lower(pattern: node.pattern)
        builder.add(.value, node.sequence) { $0.lower(node.sequence) }
        if let condition = node.whereClause?.condition { builder.lower(condition) }
        builder.lowerBlock(node.body)
      }
    case .whileStmt(let node):
      add(.whileStatement, node) { builder in
        builder.lower(conditions: node.conditions)
        builder.lowerBlock(node.body)
      }
    case .repeatStmt(let node):
      add(.whileStatement, node) { builder in
        builder.lower(node.condition)
        builder.lowerBlock(node.body)
      }
    case .doStmt(let node):
      add(.doStatement, node) { builder in
        builder.lowerBlock(node.body)
        for clause in node.catchClauses {
          builder.add(.catchClause, clause) { $0.lowerBlock(clause.body) }
        }
      }
    case .deferStmt(let node): add(.deferStatement, node) { $0.lowerBlock(node.body) }
    case .labeledStmt(let node): lower(node.statement)
    case .yieldStmt(let node):
      add(.other, node) { builder in
        if case .single(let value) = node.yieldedExpressions { builder.lower(value) }
      }
    default: add(.other, statement)
    }
  }

  mutating func lower(conditions: ConditionElementListSyntax) {
    add(.conditions, conditions) { builder in
      for element in conditions {
        switch element.condition {
        case .expression(let expression): builder.lower(expression)
        case .optionalBinding(let binding):
          let name = builder.name(ofText: binding.pattern)
          builder.add(.optionalBinding, binding, name: name, nameSyntax: Syntax(binding.pattern)) { builder in
            if let value = binding.initializer?.value {
              builder.lower(value)
            } else {
              // `if let x` reads the outer `x`.
              builder.add(.identifier, binding.pattern, name: name)
            }
          }
        case .matchingPattern(let match):
          builder.add(.optionalBinding, match) { builder in
            builder.lower(match.initializer.value)
            builder.lower(pattern: match.pattern)
          }
        case .availability(let availability): builder.note(availability.availabilityArguments)
        }
      }
    }
  }

  mutating func lowerIf(_ node: IfExprSyntax) {
    add(.ifStatement, node) { builder in
      builder.lower(conditions: node.conditions)
      builder.lowerBlock(node.body)
      switch node.elseBody {
      case .codeBlock(let block): builder.lowerBlock(block)
      case .ifExpr(let next): builder.lowerIf(next)
      case nil: break
      }
    }
  }

  mutating func lowerSwitch(_ node: SwitchExprSyntax) {
    add(.switchStatement, node) { builder in
      builder.add(.value, node.subject) { $0.lower(node.subject) }
      builder.lower(cases: node.cases)
    }
  }

  mutating func lower(cases: SwitchCaseListSyntax) {
    for element in cases {
      switch element {
      case .switchCase(let clause):
        add(.caseClause, clause) { builder in
          if case .case(let label) = clause.label {
            for item in label.caseItems {
              builder.lower(pattern: item.pattern)
              if let condition = item.whereClause?.condition { builder.lower(condition) }
            }
          }
          builder.add(.block, clause.statements) { $0.lower(items: clause.statements) }
        }
      case .ifConfigDecl(let node):
        for clause in node.clauses {
          if case .switchCases(let cases) = clause.elements { lower(cases: cases) }
        }
      }
    }
  }

  /// Names bound by a pattern become `patternName` nodes; expressions in it stay expressions.
  mutating func lower(pattern: PatternSyntax) {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let node): add(.patternName, node, name: name(of: node.identifier))
    case .tuplePattern(let node):
      for element in node.elements { lower(pattern: element.pattern) }
    case .valueBindingPattern(let node):
      // `case let .loaded(items)`: which case it is.
      if let chosen = node.pattern.as(ExpressionPatternSyntax.self)?.expression.as(FunctionCallExprSyntax.self)?
        .calledExpression.as(MemberAccessExprSyntax.self), chosen.base == nil
      {
        add(.member, chosen, name: name(of: chosen.declName.baseName))
      }
      lowerBindings(in: Syntax(node.pattern))
    case .expressionPattern(let node):
      lower(node.expression)
      // `case .loaded(let items)`: the names are inside of the expression.
      lowerBindings(in: Syntax(node.expression))
    default: break
    }
  }

  private mutating func lowerBindings(in syntax: Syntax) {
    if let pattern = syntax.as(IdentifierPatternSyntax.self) {
      add(.patternName, pattern, name: name(of: pattern.identifier))
      return
    }
    // `let .loaded(items)` keeps its names as plain references inside of the call's arguments.
    if let reference = syntax.as(DeclReferenceExprSyntax.self),
      reference.parent?.is(LabeledExprSyntax.self) == true || reference.parent?.is(TupleExprSyntax.self) == true,
      isBelowValueBinding(syntax)
    {
      add(.patternName, reference, name: name(of: reference.baseName))
      return
    }
    for child in syntax.children(viewMode: .sourceAccurate) where !child.is(TokenSyntax.self) {
      lowerBindings(in: child)
    }
  }

  private func isBelowValueBinding(_ syntax: Syntax) -> Bool {
    var current = syntax.parent
    while let node = current {
      if node.is(ValueBindingPatternSyntax.self) { return true }
      if node.is(SwitchCaseLabelSyntax.self) || node.is(ConditionElementSyntax.self) { return false }
      current = node.parent
    }
    return false
  }
}
