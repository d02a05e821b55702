import SwiftUIModel

/// Views, modifiers and functions of the app that put what they are given into a scroll view.
struct ScrollingContainers {
  struct Container {
    /// Axes along which it scrolls, as the stacks that grow along them; empty where it only lays out.
    var stacks: Set<String>
    /// The stack inside of the scroll view that holds what is given.
    var stack: Code?
  }

  let graph: SourceGraph
  private var views: [TypeID: Container] = [:]
  private var functions: [String: Container] = [:]
  /// Views that put what they are given into a stack and scroll nothing themselves, such as the section of a form.
  private var stacks: [TypeID: Code] = [:]

  init(_ graph: SourceGraph) {
    self.graph = graph
    for type in graph.index.types {
      guard let evaluation = graph.evaluations[type.id] else { continue }
      let isModifier = graph.index.conforms(type, toAnyOf: Protocols.modifiers)
      let held =
        isModifier
        ? [EntryPoints.modifiedContent] : Set(type.storedProperties.filter(BranchingHelpers.holdsViews).map(\.name))
      guard !held.isEmpty else { continue }
      for block in evaluation.evaluatedBlocks {
        guard let container = Self.container(in: block, of: held) else { continue }
        if !container.stacks.isEmpty { views[type.id] = container } else { stacks[type.id] = container.stack }
      }
    }
    for type in graph.index.types where Protocols.qualifiedViews.contains(type.qualifiedName) {
      for function in type.functions where !function.isStatic {
        if let body = function.body, let container = Self.container(in: body, of: ["self"]), !container.stacks.isEmpty {
          functions[function.name] = container
        }
      }
    }
  }

  private static func container(in block: Code, of names: Set<String>) -> Container? {
    var laidOut: Code?
    for code in block.descendants where code.kind == .identifier && names.contains(code.name) {
      var stack: Code?
      var inner = code
      for ancestor in code.ancestors.prefix(while: { $0 != block }) {
        defer { inner = ancestor }
        guard ancestor.kind == .call, inner.kind == .argument else { continue }
        let name = ancestor.calledName
        if Views.scrolls.contains(name) { return Container(stacks: axes(of: ancestor), stack: stack) }
        if Views.stacks[name] != nil { stack = stack ?? ancestor }
        if closes(name) { break }
      }
      laidOut = laidOut ?? stack
    }
    return laidOut.map { Container(stacks: [], stack: $0) }
  }

  /// Whether a call builds its content on its own terms, or once.
  static func closes(_ name: String) -> Bool {
    Views.ownsContent.contains(name) || Modifiers.ownsContent.contains(name)
  }

  static let horizontal = "horizontal"

  private static func axes(of scroll: Code) -> Set<String> {
    let axes =
      scroll.arguments.first { $0.name.isEmpty && !$0.flags.contains(.isTrailing) }?.firstChild
      ?? scroll.argument("axes")
    switch axes?.kind {
    case nil: return Views.stacks(along: .vertical)
    case .member: return Views.stacks(along: axes?.name == horizontal ? .horizontal : .vertical)
    // A parameter, or both.
    default: return Set(Views.stacks.keys)
    }
  }

  /// The stack right around the rows that a scroll view holds, where that is in a helper, in a container, or where the view
  /// is built.
  func stack(around call: CallSite, in type: TypeInfo) -> (stack: Code, isOfContainer: Bool)? {
    search(from: call.code, via: call.via[...], stack: nil, in: type.id, depth: 0)
  }

  /// - Parameter stack: The one right around the rows, once it is found, and whether it is a container's.
  private func search(
    from code: Code, via: ArraySlice<String>, stack known: (code: Code, isOfContainer: Bool)?, in view: TypeID,
    depth: Int
  ) -> (stack: Code, isOfContainer: Bool)? {
    var stack = known
    var inner = code
    for ancestor in code.ancestors {
      if [.accessor, .function, .type].contains(ancestor.kind) { break }
      defer { inner = ancestor }
      guard ancestor.kind == .call else { continue }
      let name = ancestor.calledName
      if ancestor.callee == inner, inner.kind == .member, let container = container(ofModifier: ancestor, in: view) {
        return found(container, stack)
      }
      guard inner.kind == .argument else { continue }
      if Views.stacks[name] != nil {
        if stack == nil { stack = (ancestor, false) } else if name != stack?.code.calledName { return nil }
      } else if Views.scrolls.contains(name) {
        guard let stack, Self.axes(of: ancestor).contains(stack.code.calledName) else { return nil }
        return (stack.code, stack.isOfContainer)
      } else if !Views.isTransparent.contains(name) {
        if Self.closes(name) { return nil }
        guard name.startsUppercase,
          let id = graph.index.resolve(name, near: ancestor.file.path, inside: view)
        else {
          if stack == nil, name.startsUppercase { return nil }
          continue
        }
        if let container = views[id] { return found(container, stack) }
        if let laidOut = stacks[id] {
          if stack == nil {
            stack = (laidOut, true)
          } else if laidOut.calledName != stack?.code.calledName {
            return nil
          }
          continue
        }
        // What another view does with its content is not known.
        if inner.firstChild?.kind == .closure { return nil }
      }
    }
    guard depth < 4 else { return nil }
    if let name = via.last {
      // The rows are in a helper: look where the helper is used.
      guard let evaluation = graph.evaluation(of: view) else { return nil }
      for block in evaluation.evaluatedBlocks {
        for reference in block.descendants where reference.kind == .identifier && reference.name == name {
          if let result = search(
            from: reference, via: via.dropLast(), stack: stack, in: view, depth: depth + 1)
          {
            return result
          }
        }
      }
      return nil
    }
    guard !graph.isRowWhereverBuilt(graph.index[view]) else { return nil }
    for (parent, child) in graph.parents[view] ?? [] where child.row == nil && child.phase.isEvaluation {
      if let result = search(from: child.code, via: child.via[...], stack: stack, in: parent, depth: depth + 1) {
        return result
      }
    }
    return nil
  }

  private func found(_ container: Container, _ stack: (code: Code, isOfContainer: Bool)?) -> (
    stack: Code, isOfContainer: Bool
  )? {
    if let stack { return container.stacks.contains(stack.code.calledName) ? (stack.code, stack.isOfContainer) : nil }
    guard let stack = container.stack, container.stacks.contains(stack.calledName) else { return nil }
    return (stack, true)
  }

  private func container(ofModifier call: Code, in view: TypeID) -> Container? {
    if Modifiers.appliesModifier.contains(call.calledName) {
      guard let made = call.arguments.first?.firstChild, made.kind == .call else { return nil }
      return graph.index.resolve(made.calledName, near: call.file.path, inside: view).flatMap { views[$0] }
    }
    return functions[call.calledName]
  }
}
