import SwiftUIModel

/// The parts of a body: statements of its view builders.
enum ViewSections {
  /// The smallest statement of a view builder that holds all the given places; `nil` when only the whole body does.
  static func smallest(holding codes: [Code], in entry: Code) -> Code? {
    guard let first = codes.first else { return nil }
    var section: Code?
    for ancestor in [first] + Array(first.ancestors) {
      if ancestor == entry { break }
      guard let parent = ancestor.parent, parent.kind == .block, codes.allSatisfy({ ancestor.contains($0) }) else {
        continue
      }
      if parent == entry { break }
      section = ancestor
      break
    }
    return section
  }

  /// What a modifier of the body is given, if that holds all the given places: `progress: player.progress` of
  /// `.backdrop(progress: player.progress)`, which a modifier of its own can read.
  static func modifier(holding codes: [Code], in entry: Code) -> Code? {
    guard let first = codes.first else { return nil }
    for ancestor in first.ancestors.prefix(while: { $0 != entry }) where ancestor.kind == .argument {
      guard let call = ancestor.parent, call.kind == .call, let callee = call.callee, callee.kind == .member,
        // On what the body shows, and not on a value that is given to it.
        call.ancestors.prefix(while: { $0 != entry }).allSatisfy({ ![.argument, .closure, .block].contains($0.kind) })
      else { continue }
      if codes.allSatisfy({ ancestor == $0 || ancestor.contains($0) }) { return ancestor }
    }
    return nil
  }

  /// The statements that the outermost containers of a body hold, descending as long as there is only one.
  static func sections(of block: Code) -> [Code] {
    var current = block
    for _ in 0..<8 {
      let statements = current.children.filter {
        [.call, .ifStatement, .identifier, .member, .switchStatement].contains($0.kind)
      }
      if statements.count > 1 { return statements }
      guard let only = statements.first else { return [] }
      let root = only.chainRoot
      guard root.kind == .call, let content = contentBlock(of: root) else { return statements }
      current = content
    }
    return Array(current.children)
  }

  /// The view builder closure that a container's call holds.
  static func contentBlock(of call: Code) -> Code? {
    for argument in call.arguments.reversed() where ["", "content"].contains(argument.name) {
      if let closure = argument.firstChild, closure.kind == .closure { return closure.first(.block) }
    }
    return nil
  }
}

/// Views that no scanned file declares.
enum UnknownViews {
  /// A capitalised name that no scanned file declares and that is no well-known value.
  static func looksLikeView(_ name: String) -> Bool {
    guard !KnownTypes.values.contains(name), name.startsUppercase, !name.contains(".") else { return false }
    return Conventions.viewEndings.contains(where: name.hasSuffix)
  }

  /// Whether what is made is a statement of its own, as views are in the closure that builds them: `Poster(book)` of `ForEach`.
  static func isShown(_ code: Code) -> Bool { code.outermostChain.parent?.kind == .block }
}
