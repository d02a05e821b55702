import SwiftUIModel

/// Whether the names in a file that was edited still mean something: those that the edit brought, and those of what it took out.
///
/// There is no type checker: what was there before and still is, is left alone.
package struct NameCheck {
  /// The sources with the edited files.
  private let graph: SourceGraph

  package init(_ graph: SourceGraph) { self.graph = graph }

  /// A name that nothing declares any more, if there is one.
  package func lostName(from old: SourceFile, to new: SourceFile) -> String? {
    let before = Names(in: old)
    let after = Names(in: new)
    for (name, uses) in after.uses.sorted(by: { $0.key < $1.key }) {
      let isAsBefore = before.uses[name] != nil && after.declared[name, default: 0] >= before.declared[name, default: 0]
      if !isAsBefore, !uses.allSatisfy({ isDeclared(name, for: $0) }) { return name }
    }
    return nil
  }

  /// A member that a type, an extension or the file declares more often than before, if there is one: functions may share a
  /// name, variables may not.
  package static func doubledName(from old: SourceFile, to new: SourceFile) -> String? {
    let before = doubles(in: old)
    return doubles(in: new).first { before[$0.key, default: 0] < $0.value }?.key
  }

  /// How often a name is declared once more in the same place.
  private static func doubles(in file: SourceFile) -> [String: Int] {
    var counts: [String: Int] = [:]
    for scope in [file.root] + file.root.descendants.filter({ $0.kind == .type }) {
      var seen: Set<String> = []
      for member in scope.children where member.kind == .variable && !member.name.isEmpty {
        if !seen.insert(member.name).inserted { counts[member.name, default: 0] += 1 }
      }
    }
    return counts
  }

  private func isDeclared(_ name: String, for use: Code) -> Bool {
    if use.kind == .identifier, use.isShadowed(name) { return true }
    for ancestor in use.ancestors {
      guard ancestor.kind == .type, let type = graph.index.type(declaredBy: ancestor) else { continue }
      if type.properties.contains(where: { $0.name == name }) || type.functions.contains(where: { $0.name == name }) {
        return true
      }
    }
    if name.startsUppercase {
      return KnownTypes.table.contains(name) || Views.table.contains(name)
        || graph.index.resolve(name, near: use.file.path) != nil
    }
    return graph.index.files.contains { file in
      file.root.children.contains { [.variable, .function].contains($0.kind) && $0.name == name }
    }
  }
}

/// The names that a file uses without a value before them, and how often it declares each.
private struct Names {
  private(set) var uses: [String: [Code]] = [:]
  private(set) var declared: [String: Int] = [:]

  init(in file: SourceFile) {
    for code in file.root.descendants {
      switch code.kind {
      case .identifier: use(code)
      case .member where code.firstChild?.isSelf == true: use(code)
      case .variable, .function, .type, .typeAlias, .patternName, .optionalBinding, .enumCase, .capture:
        declared[code.name, default: 0] += 1
      case .parameter: declared[code.detail, default: 0] += 1
      default: break
      }
    }
  }

  /// `$name` and `_name` are of what `name` declares.
  private mutating func use(_ code: Code) {
    var name = code.name[...]
    if let first = name.first, first == "$" || first == "_" { name = name.dropFirst() }
    guard let first = name.first, first.isLetter, !Self.implicit.contains(String(name)) else { return }
    uses[String(name), default: []].append(code)
  }

  private static let implicit: Set<String> = ["self", "Self", "super", "newValue", "oldValue", "error"]
}
