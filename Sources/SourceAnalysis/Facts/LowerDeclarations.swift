import SwiftSyntax

/// Turns declarations of the syntax tree into nodes of the code tree.
extension CodeTreeBuilder {
  mutating func lower(file: SourceFileSyntax) {
    add(.file, file) { builder in
      builder.lower(items: file.statements)
    }
  }

  mutating func lower(items: CodeBlockItemListSyntax) {
    for item in items {
      switch item.item {
      case .decl(let declaration): lower(declaration)
      case .stmt(let statement): lower(statement)
      case .expr(let expression): lower(expression)
      }
    }
  }

  mutating func lower(members: MemberBlockItemListSyntax) {
    for member in members { lower(member.decl) }
  }

  mutating func lower(_ declaration: DeclSyntax) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .structDecl(let node):
      lowerType(node, "struct", node.name, node.genericParameterClause, node.inheritanceClause, node.memberBlock)
    case .classDecl(let node):
      lowerType(node, "class", node.name, node.genericParameterClause, node.inheritanceClause, node.memberBlock)
    case .enumDecl(let node):
      lowerType(node, "enum", node.name, node.genericParameterClause, node.inheritanceClause, node.memberBlock)
    case .actorDecl(let node):
      lowerType(node, "actor", node.name, node.genericParameterClause, node.inheritanceClause, node.memberBlock)
    case .protocolDecl(let node): lowerType(node, "protocol", node.name, nil, node.inheritanceClause, node.memberBlock)
    case .extensionDecl(let node): lowerExtension(node)
    case .variableDecl(let node): lowerVariable(node)
    case .functionDecl(let node): lowerFunction(node)
    case .initializerDecl(let node): lowerInitializer(node)
    case .deinitializerDecl(let node):
      add(.deinitializer, node) { builder in
        if let body = node.body { builder.lowerBlock(body) }
      }
    case .subscriptDecl(let node):
      add(.subscriptDecl, node) { builder in
        builder.lower(attributes: node.attributes, modifiers: node.modifiers)
        builder.lower(parameters: node.parameterClause.parameters)
        let type = node.returnClause.type
        builder.add(.returnType, type, name: builder.name(ofText: type))
        builder.lower(accessors: node.accessorBlock)
      }
    case .enumCaseDecl(let node):
      for element in node.elements {
        add(.enumCase, element, name: name(of: element.name)) { builder in
          for parameter in element.parameterClause?.parameters ?? [] {
            builder.add(.typeAnnotation, parameter.type, name: builder.name(ofText: parameter.type))
          }
        }
      }
    case .typeAliasDecl(let node):
      add(.typeAlias, node, name: name(of: node.name), detail: name(ofText: node.initializer.value))
    case .importDecl(let node): add(.importDecl, node, name: name(ofText: node.path))
    case .ifConfigDecl(let node): lowerIfConfig(node)
    case .macroExpansionDecl(let node):
      lowerMacro(node, name: node.macroName, node.arguments, node.trailingClosure, node.additionalTrailingClosures)
    default: break
    }
  }

  private mutating func lowerType(
    _ node: some DeclGroupSyntax, _ keyword: Name, _ nameToken: TokenSyntax, _ generics: GenericParameterClauseSyntax?,
    _ inheritance: InheritanceClauseSyntax?, _ body: MemberBlockSyntax
  ) {
    let flags: CodeTree.Flags = generics == nil ? [] : .isSpecial
    add(
      .type, node, name: name(of: nameToken), detail: keyword, flags: flags, nameSyntax: Syntax(nameToken)
    ) { builder in
      builder.lower(attributes: node.attributes, modifiers: node.modifiers)
      builder.lower(inheritance: inheritance)
      builder.lower(members: body.members)
    }
  }

  private mutating func lowerExtension(_ node: ExtensionDeclSyntax) {
    let extended = name(ofText: node.extendedType)
    let flags: CodeTree.Flags = node.genericWhereClause == nil ? [] : .isSpecial
    add(
      .type, node, name: extended, detail: "extension", flags: flags, nameSyntax: Syntax(node.extendedType)
    ) { builder in
      builder.lower(attributes: node.attributes, modifiers: node.modifiers)
      builder.lower(inheritance: node.inheritanceClause)
      let wasInExtension = builder.isInExtension
      builder.isInExtension = true
      builder.lower(members: node.memberBlock.members)
      builder.isInExtension = wasInExtension
    }
  }

  private mutating func lower(inheritance: InheritanceClauseSyntax?) {
    for inherited in inheritance?.inheritedTypes ?? [] {
      add(.inherits, inherited.type, name: name(ofText: inherited.type))
    }
  }

  mutating func lower(attributes: AttributeListSyntax, modifiers: DeclModifierListSyntax) {
    lower(attributes: attributes)
    for modifier in modifiers {
      add(.modifier, modifier, name: name(ofText: modifier))
    }
  }

  mutating func lower(attributes: AttributeListSyntax) {
    for element in attributes {
      switch element {
      case .attribute(let attribute):
        add(.attribute, attribute, name: name(ofText: attribute.attributeName)) { builder in
          switch attribute.arguments {
          case .argumentList(let arguments): builder.lower(arguments: arguments)
          case .availability(let arguments): builder.note(arguments)
          default: break
          }
        }
      case .ifConfigDecl: break
      }
    }
  }

  private mutating func lowerVariable(_ node: VariableDeclSyntax) {
    let isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
    let isShared = node.bindings.count > 1
    // `let a, b: Int` gives the type to both: the last annotation counts for those before it.
    var inheritedType: TypeSyntax?
    var types: [TypeSyntax?] = []
    for binding in node.bindings.reversed() {
      if let type = binding.typeAnnotation?.type { inheritedType = type }
      types.append(binding.typeAnnotation?.type ?? (binding.initializer == nil ? inheritedType : nil))
    }
    types.reverse()
    for (position, binding) in node.bindings.enumerated() {
      var flags: CodeTree.Flags = isLet ? .isLet : []
      if position == 0 { flags.insert(.isFirst) }
      if isShared { flags.insert(.isShared) }
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
      add(
        .variable, node, name: identifier.map { name(of: $0) } ?? "", flags: flags, nameSyntax: Syntax(binding.pattern)
      ) { builder in
        builder.lower(attributes: node.attributes, modifiers: node.modifiers)
        if identifier == nil { builder.lower(pattern: binding.pattern) }
        if let type = types[position] { builder.add(.typeAnnotation, type, name: builder.name(ofText: type)) }
        if let value = binding.initializer?.value {
          builder.add(.value, value) { $0.lower(value) }
        }
        builder.lower(accessors: binding.accessorBlock)
      }
    }
  }

  private mutating func lower(accessors: AccessorBlockSyntax?) {
    guard let accessors else { return }
    switch accessors.accessors {
    case .getter(let items):
      add(.accessor, accessors, name: "get") { builder in
        builder.add(.block, accessors) { $0.lower(items: items) }
      }
    case .accessors(let list):
      for accessor in list {
        add(.accessor, accessor, name: name(ofText: accessor.accessorSpecifier)) { builder in
          if let parameter = accessor.parameters {
            builder.add(.parameter, parameter, name: "", detail: builder.name(of: parameter.name))
          }
          if let body = accessor.body { builder.lowerBlock(body) }
        }
      }
    }
  }

  private mutating func lowerFunction(_ node: FunctionDeclSyntax) {
    add(.function, node, name: name(of: node.name), nameSyntax: Syntax(node.name)) { builder in
      builder.lower(attributes: node.attributes, modifiers: node.modifiers)
      builder.lower(parameters: node.signature.parameterClause.parameters)
      if let type = node.signature.returnClause?.type {
        builder.add(.returnType, type, name: builder.name(ofText: type))
      }
      if let body = node.body { builder.lowerBlock(body) }
    }
  }

  private mutating func lowerInitializer(_ node: InitializerDeclSyntax) {
    add(.initializer, node, name: "init", nameSyntax: Syntax(node.initKeyword)) { builder in
      builder.lower(attributes: node.attributes, modifiers: node.modifiers)
      builder.lower(parameters: node.signature.parameterClause.parameters)
      if let body = node.body { builder.lowerBlock(body) }
    }
  }

  private mutating func lower(parameters: FunctionParameterListSyntax) {
    for parameter in parameters {
      let label = name(of: parameter.firstName)
      let inner = parameter.secondName.map { name(of: $0) } ?? label
      let nameSyntax = Syntax(parameter.secondName ?? parameter.firstName)
      add(.parameter, parameter, name: label, detail: inner, nameSyntax: nameSyntax) { builder in
        builder.lower(attributes: parameter.attributes)
        builder.add(.typeAnnotation, parameter.type, name: builder.name(ofText: parameter.type))
        if let value = parameter.defaultValue?.value { builder.add(.value, value) { $0.lower(value) } }
      }
    }
  }

  mutating func lowerBlock(_ block: CodeBlockSyntax) {
    add(.block, block) { $0.lower(items: block.statements) }
  }

  private mutating func lowerIfConfig(_ node: IfConfigDeclSyntax) {
    add(.ifConfig, node) { builder in
      for clause in node.clauses {
        let condition = clause.condition.map { builder.name(ofText: $0) } ?? "else" as Name
        builder.add(.ifConfigClause, clause, name: condition) { builder in
          switch clause.elements {
          case .statements(let items): builder.lower(items: items)
          case .decls(let members): builder.lower(members: members)
          case .postfixExpression(let expression): builder.lower(expression)
          case .switchCases(let cases): builder.lower(cases: cases)
          default: break
          }
        }
      }
    }
  }
}
