import SwiftUIModel

/// Where a piece of code stands, and what names mean there.
extension Code {
  /// The outermost member or subscript that starts with this name: `a.b[0].c` of `a`.
  package var accessChain: Code {
    var current = self
    while let parent = current.parent {
      let isBase = parent.firstChild == current && (parent.kind == .member || parent.kind == .subscriptCall)
      if isBase { current = parent } else { break }
    }
    return current
  }

  var isInsideDebugCheck: Bool {
    ancestors.contains { $0.kind == .ifConfigClause && $0.name.contains("DEBUG") && !$0.name.contains("!DEBUG") }
  }

  /// Whether this works out a number from two others.
  package var isArithmetic: Bool { kind == .binary && ["+", "-", "*", "/", "&+", "&-", "&*"].contains(name) }

  /// `start.addingTimeInterval(3600)`, `date.advanced(by: 1)`: another value at some distance.
  var isShift: Bool { kind == .call && Methods.shifts.contains(calledName) }

  /// The type that the declaration of a function, a property or a subscript names; `nil` where it is left to be inferred.
  package var declaredType: String? { first(.returnType)?.name ?? typeText }

  /// Whether a declaration gives `some View` or another opaque value: a helper that makes views.
  package var givesOpaqueValue: Bool { TypeName.isOpaque(declaredType) }

  /// Inside of a closure that a presentation or a link evaluates when it shows its content, not with the view around it.
  package var isInPresentation: Bool { ancestors(.closure).contains(where: \.isContentOfPresentation) }

  /// Inside of a closure that makes what covers the view around, or takes its place.
  var isCovering: Bool {
    ancestors(.closure).contains { closure in
      guard closure.isContentOfPresentation, let call = closure.parent?.parent else { return false }
      return Modifiers.covers.contains(call.calledName) || Views.presentsDestination.contains(call.calledName)
    }
  }

  /// Whether this closure makes what a presentation or a link shows.
  var isContentOfPresentation: Bool {
    guard let argument = parent, argument.name != "label", let call = argument.parent, call.kind == .call else {
      return false
    }
    if Modifiers.presents.contains(call.calledName) { return true }
    // `NavigationLink(destination: { … })`; with the destination trailing, the label is an argument beside it, or the title
    // before it.
    guard Views.presentsDestination.contains(call.calledName) else { return false }
    return argument.name == Labels.destination || call.argument("label") != nil
      || call.arguments.first.map { $0.name.isEmpty && $0.firstChild?.kind != .closure } == true
  }

  /// The same of what is made with the view around, and evaluated when it is shown: `NavigationLink(destination: Detail())`.
  var isShownByPresentation: Bool {
    isInPresentation
      || ancestors.contains { argument in
        argument.kind == .argument && argument.name == Labels.destination
          && argument.parent.map { Views.presentsDestination.contains($0.calledName) } == true
      }
  }

  /// Whether the code is in the content of a menu, which is built when somebody opens it.
  var isInMenu: Bool {
    ancestors.contains { closure in
      guard closure.kind == .closure, let argument = closure.parent, argument.kind == .argument,
        argument.name != "label",
        let call = argument.parent, call.kind == .call
      else { return false }
      return Views.opensMenu.contains(call.calledName) || Modifiers.makesMenus.contains(call.calledName)
    }
  }

  /// Whether `name` means something of a nearer scope here: a local, a parameter, or what `if let` or `guard let` binds.
  func isShadowed(_ name: String) -> Bool { binding(of: name, upTo: nil) != nil }

  /// Where a name is bound that is no member.
  enum Binding: Sendable {
    /// In the closure that is asked about.
    case inside
    /// Around it.
    case outside
  }

  /// Where a local, a parameter or a pattern of that name is bound for the code here; `nil` where the name means a member, a
  /// global or a type.
  ///
  /// - Parameter closure: An ancestor; what is bound in it counts as `inside`. Without one all is `outside`.
  func binding(of name: String, upTo closure: Code?) -> Binding? {
    guard let binder = binder(of: name) else { return nil }
    return closure?.contains(binder) == true ? .inside : .outside
  }

  /// `rows` of `rows[0].title.count`, and what is no access to something itself.
  private var firstName: Code {
    var current = self
    while [.member, .call, .subscriptCall].contains(current.kind), let base = current.firstChild { current = base }
    return current
  }

  /// The innermost node around that binds a local, a parameter or a pattern of that name for the code here: a closure or a
  /// function for its parameters, a block for its locals, a condition or a loop for what it brings.
  func binder(of name: String) -> Code? {
    let first = firstName
    if first.isOfSelf, first.name == name { return nil }
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .type || ancestor.kind == .file { return nil }
      if ancestor.binds(name, before: inner) { return ancestor }
      inner = ancestor
    }
    return nil
  }

  /// The declaration that the name means here, where that is a local of a block around.
  func localDeclaration(of name: String) -> Code? {
    guard let block = binder(of: name), block.kind == .block else { return nil }
    return block.children.filter { $0.kind == .variable && $0.name == name && $0.index < index }.last
  }

  /// The type, as it is written, of a parameter of a function or initialiser around.
  func typeOfParameter(_ name: String) -> String? {
    for function in ancestors where [.function, .initializer].contains(function.kind) {
      if let parameter = function.all(.parameter).first(where: { $0.detail == name }) { return parameter.typeText }
    }
    return nil
  }

  /// Whether this node, as an ancestor of `inner`, binds the name for it.
  private func binds(_ name: String, before inner: Code) -> Bool {
    switch kind {
    case .closure, .function, .initializer, .subscriptDecl:
      return children.contains { $0.kind == .parameter && $0.detail == name }
    case .block, .caseClause:
      for sibling in children {
        if sibling.index >= inner.index { break }
        switch sibling.kind {
        case .variable: if sibling.declares(name) { return true }
        case .guardStatement:
          if sibling.first(.conditions)?.children.contains(where: { $0.declares(name) }) == true { return true }
        case .patternName: if sibling.name == name { return true }
        default: continue
        }
      }
      return false
    case .conditions: return children.contains { $0.index < inner.index && $0.declares(name) }
    case .ifStatement, .whileStatement:
      // What the conditions bind is not known in `else`.
      return first(.block) == inner && first(.conditions)?.children.contains { $0.declares(name) } == true
    case .forStatement:
      return inner.kind == .block && children.contains { $0.kind == .patternName && $0.name == name }
    default: return false
    }
  }

  /// Whether a declaration or a condition binds the name itself.
  private func declares(_ name: String) -> Bool {
    guard kind == .variable || kind == .optionalBinding else { return false }
    return self.name == name || all(.patternName).contains { $0.name == name }
  }

  /// Inside of `#Preview` or a `PreviewProvider`.
  package var isInPreview: Bool {
    ancestors(.macro).contains { $0.name == SwiftUIModel.previewMacro }
      || ancestors(.type).contains { $0.name.hasSuffix("Previews") || $0.name.hasSuffix("_Preview") }
  }

  /// The innermost function, initialiser, accessor or closure that it runs in.
  package var enclosingFunction: Code? {
    ancestors.first { [.function, .initializer, .accessor, .closure].contains($0.kind) }
  }
}

extension Evaluation {
  /// Whether code runs for what a sheet, a popover or a destination shows: here, or where a helper is used that holds it.
  ///
  /// - Parameter via: The helpers between the body and the code.
  func presents(_ code: Code, via: [String]) -> Bool {
    code.isInPresentation
      || via.contains { helper in presentedHelpers.value(for: helper) { isOnlyPresented(helper) } }
  }

  /// Whether a helper is used, and only in what a sheet, a popover or a destination shows.
  private func isOnlyPresented(_ helper: String) -> Bool {
    var isUsed = false
    for block in evaluatedBlocks {
      for code in block.descendants(.identifier) where code.name == helper {
        guard code.isInPresentation else { return false }
        isUsed = true
      }
    }
    return isUsed
  }
}

extension CallSite {
  func isPresented(in evaluation: Evaluation) -> Bool { evaluation.presents(code, via: via) }
}
