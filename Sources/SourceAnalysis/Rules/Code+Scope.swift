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

  /// Inside of a closure that a presentation or a link evaluates when it shows its content, not with the view around it.
  package var isInPresentation: Bool {
    ancestors.contains { closure in
      guard closure.kind == .closure, let argument = closure.parent, argument.name != "label",
        let call = argument.parent, call.kind == .call
      else { return false }
      if Modifiers.presents.contains(call.calledName) { return true }
      // `NavigationLink(destination: { … })`; with the destination trailing, the label is an argument before it.
      return Views.presentsDestination.contains(call.calledName)
        && (argument.name == "destination" || call.argument("label") != nil)
    }
  }

  /// Whether `name` means something of a nearer scope here: a local, a parameter, or what `if let` or `guard let` binds.
  func isShadowed(_ name: String) -> Bool {
    var inner = self
    for ancestor in ancestors {
      switch ancestor.kind {
      case .closure, .function, .initializer, .subscriptDecl:
        if ancestor.children.contains(where: { $0.kind == .parameter && $0.detail == name }) { return true }
        if ancestor.kind != .closure { return false }
      case .accessor, .type: return false
      case .block, .caseClause:
        for sibling in ancestor.children {
          if sibling.index >= inner.index { break }
          if sibling.kind == .variable, sibling.binds(name) { return true }
          if sibling.kind == .guardStatement, let conditions = sibling.first(.conditions),
            conditions.children.contains(where: { $0.binds(name) })
          {
            return true
          }
          if sibling.kind == .patternName, sibling.name == name { return true }
        }
      case .conditions:
        if ancestor.children.contains(where: { $0.index < inner.index && $0.binds(name) }) { return true }
      case .ifStatement, .whileStatement:
        // What the conditions bind is not known in `else`.
        if ancestor.first(.block) == inner,
          ancestor.first(.conditions)?.children.contains(where: { $0.binds(name) }) == true
        {
          return true
        }
      case .forStatement:
        if inner.kind == .block, ancestor.children.contains(where: { $0.kind == .patternName && $0.name == name }) {
          return true
        }
      default: break
      }
      inner = ancestor
    }
    return false
  }

  private func binds(_ name: String) -> Bool {
    guard [.variable, .optionalBinding].contains(kind) else { return false }
    return self.name == name || all(.patternName).contains { $0.name == name }
  }

  /// Inside of `#Preview` or a `PreviewProvider`.
  var isInPreview: Bool {
    ancestors.contains { ancestor in
      ancestor.kind == .macro && ancestor.name == SwiftUIModel.previewMacro
        || ancestor.kind == .type && (ancestor.name.hasSuffix("Previews") || ancestor.name.hasSuffix("_Preview"))
    }
  }

  var enclosingFunction: Code? {
    ancestors.first { [.function, .initializer, .accessor, .closure].contains($0.kind) }
  }
}
