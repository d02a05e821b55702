package import SwiftUIModel

/// One scanned file: its path and its code tree.
///
/// A class only so that the many `Code` cursors into it share one reference; it never changes.
package final class SourceFile: Sendable {
  /// Relative to the working directory, with `/`.
  package let path: String
  package let tree: CodeTree

  package init(path: String, tree: CodeTree) {
    self.path = path
    self.tree = tree
  }

  package var root: Code { Code(file: self, index: 0) }
}

/// A place in the code tree of a file: a cursor that knows its node, its parent and its children.
package struct Code: Sendable, Hashable {
  package let file: SourceFile
  package let index: Int

  package init(file: SourceFile, index: Int) {
    self.file = file
    self.index = index
  }

  package static func == (left: Code, right: Code) -> Bool {
    left.index == right.index && left.file === right.file
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(file))
    hasher.combine(index)
  }

  package var node: CodeTree.Node { file.tree.nodes[index] }
  package var kind: CodeTree.Kind { file.tree.nodes[index].kind }
  package var flags: CodeTree.Flags { file.tree.nodes[index].flags }
  package var name: String { file.tree.strings[Int(file.tree.nodes[index].name)] }
  package var detail: String { file.tree.strings[Int(file.tree.nodes[index].detail)] }
  package var startOffset: Int { Int(node.start) }
  package var endOffset: Int { Int(node.end) }
  /// 1-based.
  package var line: Int { file.tree.position(ofOffset: node.start).line }
  /// 1-based.
  package var endLine: Int { file.tree.position(ofOffset: max(node.start, node.end == 0 ? 0 : node.end - 1)).line }
  package var lineCount: Int { endLine - line + 1 }
  /// `line 25`, or `lines 25–30`.
  package var linesText: String { line == endLine ? "line \(line)" : "lines \(line)–\(endLine)" }
  package var start: SourcePlace { place(node.start) }
  package var end: SourcePlace { place(node.end) }
  /// Where the name stands: for a call, the last component of what is called.
  package var nameStart: SourcePlace { place(node.nameStart) }

  private func place(_ offset: UInt32) -> SourcePlace {
    let position = file.tree.position(ofOffset: offset)
    return SourcePlace(file: file.path, line: position.line, column: position.column)
  }

  package var parent: Code? {
    index == 0 ? nil : Code(file: file, index: Int(node.parent))
  }

  package var children: Children { Children(code: self) }

  package struct Children: Sequence, IteratorProtocol {
    private let file: SourceFile
    private var current: Int
    private let limit: Int

    init(code: Code) {
      file = code.file
      current = code.index + 1
      limit = Int(code.node.limit)
    }

    package mutating func next() -> Code? {
      guard current < limit else { return nil }
      defer { current = Int(file.tree.nodes[current].limit) }
      return Code(file: file, index: current)
    }
  }

  /// Every node of the subtree below this one, in source order.
  package var descendants: Descendants { Descendants(code: self) }

  package struct Descendants: Sequence, IteratorProtocol {
    private let file: SourceFile
    private var current: Int
    private let limit: Int

    init(code: Code) {
      file = code.file
      current = code.index + 1
      limit = Int(code.node.limit)
    }

    package mutating func next() -> Code? {
      guard current < limit else { return nil }
      defer { current += 1 }
      return Code(file: file, index: current)
    }
  }

  /// Those of one kind: most nodes are passed over without a look at anything else.
  package func descendants(_ kind: CodeTree.Kind) -> DescendantsOfKind { DescendantsOfKind(code: self, kind: kind) }

  package struct DescendantsOfKind: Sequence, IteratorProtocol {
    private let file: SourceFile
    private let kind: CodeTree.Kind
    private var current: Int
    private let limit: Int

    init(code: Code, kind: CodeTree.Kind) {
      file = code.file
      self.kind = kind
      current = code.index + 1
      limit = Int(code.node.limit)
    }

    package mutating func next() -> Code? {
      while current < limit {
        let index = current
        current += 1
        if file.tree.nodes[index].kind == kind { return Code(file: file, index: index) }
      }
      return nil
    }
  }

  /// The enclosing nodes, innermost first.
  package var ancestors: Ancestors { Ancestors(code: self) }

  /// A sequence of its own, since rules ask for the ancestors of most nodes of a file.
  package struct Ancestors: Sequence, IteratorProtocol {
    fileprivate var code: Code

    package mutating func next() -> Code? {
      guard let parent = code.parent else { return nil }
      code = parent
      return parent
    }
  }

  /// Those of one kind: most nodes are passed over without a look at anything else.
  package func ancestors(_ kind: CodeTree.Kind) -> AncestorsOfKind {
    AncestorsOfKind(file: file, kind: kind, current: index)
  }

  package struct AncestorsOfKind: Sequence, IteratorProtocol {
    fileprivate let file: SourceFile
    fileprivate let kind: CodeTree.Kind
    fileprivate var current: Int

    package mutating func next() -> Code? {
      while current > 0 {
        current = Int(file.tree.nodes[current].parent)
        if file.tree.nodes[current].kind == kind { return Code(file: file, index: current) }
      }
      return nil
    }
  }

  package func first(_ kind: CodeTree.Kind) -> Code? {
    for child in children where child.kind == kind { return child }
    return nil
  }

  package func all(_ kind: CodeTree.Kind) -> [Code] {
    children.filter { $0.kind == kind }
  }

  package func contains(_ other: Code) -> Bool {
    other.file === file && other.index >= index && other.index < Int(node.limit)
  }

  /// The only or first child; the base of a member, the callee of a call, the expression of an argument.
  package var firstChild: Code? {
    index + 1 < Int(node.limit) ? Code(file: file, index: index + 1) : nil
  }

  package var isDeclaration: Bool {
    kind.rawValue <= CodeTree.Kind.ifConfigClause.rawValue
  }
}

/// A place in a source file; line and column are 1-based, the column counts UTF-8 bytes.
package struct SourcePlace: Sendable, Hashable, Comparable, Codable {
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package static func < (left: SourcePlace, right: SourcePlace) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

extension Code {
  /// The callee of a call without its arguments; of `a.b(c).d(e)` it is `a.b(c).d`.
  package var callee: Code? {
    kind == .call || kind == .subscriptCall || kind == .macro ? children.first { $0.kind != .argument } : nil
  }

  package var arguments: [Code] { all(.argument) }

  /// The expression of the argument with this label.
  package func argument(_ label: String) -> Code? {
    for child in children where child.kind == .argument && child.name == label { return child.firstChild }
    return nil
  }

  /// The name that a call names last: `frame` of `x.frame()`, `VStack` of `VStack {}`.
  package var calledName: String {
    guard kind == .call, let callee else { return "" }
    return callee.kind == .identifier || callee.kind == .member ? callee.name : ""
  }

  /// What makes the actions run that the call is given. A timer that fires once is what happens later, and no clock.
  package var calledEvent: Event? {
    var event = Calls.events[calledName]
    // `Timer(timeInterval: 0.1, repeats: true) { … }`, as opposed to `Timer.publish(every: …)`.
    if event == .subscription, Intervals.labels.contains(where: { argument($0) != nil }) || schedule != nil {
      event = .timer
    }
    return event == .timer && isFiredOnce ? .later : event
  }

  /// `scheduledTimer(withTimeInterval: 2, repeats: false)`.
  private var isFiredOnce: Bool {
    guard let repeats = argument(Labels.repeats) else { return false }
    return repeats.kind == .literal && repeats.name == "false"
  }

  /// `["a", "b", "c"]` of `a.b.c`; `nil` where a part is no plain name. `self` and `Self` stay in it.
  package var memberPath: [String]? {
    // The first child of a node stands behind it, so the parts do, from the last to the first.
    var last = index
    while file.tree.nodes[last].kind == .member {
      guard last + 1 < Int(file.tree.nodes[last].limit) else { return nil }
      last += 1
    }
    guard file.tree.nodes[last].kind == .identifier else { return nil }
    let names = (index...last).reversed().map { file.tree.strings[Int(file.tree.nodes[$0].name)] }
    return file.tree.nodes[last].flags.contains(.isSpecial) ? ["self"] + names : names
  }

  /// The same without `self`.
  package var ownMemberPath: [String]? {
    memberPath.map { $0.first == "self" ? Array($0.dropFirst()) : $0 }
  }

  /// Whether it is an identifier written `self.name` or `self?.name`, which no local, parameter or pattern can mean.
  package var isOfSelf: Bool { kind == .identifier && flags.contains(.isSpecial) }

  /// The word `self` alone: what a closure captures, what an extension calls a method of.
  package var isSelf: Bool { kind == .identifier && name == "self" }

  /// The value a variable starts with.
  package var initialValue: Code? { first(.value)?.firstChild }

  /// The text of the declared type, or `nil`.
  package var typeText: String? { first(.typeAnnotation)?.name }

  package var attributeNames: [String] { all(.attribute).map(\.name) }

  package var modifierNames: [String] { all(.modifier).map(\.name) }

  /// Starting from a view expression, the calls of the modifier chain around it: `x.a().b()` of `x`.
  package var outermostChain: Code {
    var current = self
    while let parent = current.parent {
      if parent.kind == .member, parent.firstChild == current {
        current = parent
      } else if parent.kind == .call, parent.callee == current, current.kind == .member {
        current = parent
      } else {
        break
      }
    }
    return current
  }

  /// The innermost value under a chain of modifiers: `VStack {}` of `VStack {}.padding().bold()`.
  package var chainRoot: Code {
    var current = self
    while true {
      if current.kind == .call, let callee = current.callee {
        guard callee.kind == .member, let base = callee.firstChild else { return current }
        // `Foo.bar()` is a value of its own, not a modifier on `Foo`.
        if base.kind == .identifier, base.name.startsUppercase { return current }
        current = base
      } else if current.kind == .member, let base = current.firstChild, base.kind == .call {
        current = base
      } else {
        return current
      }
    }
  }
}
