/// What the code of all files does with names, whatever they are of: found in one pass, since many rows and properties are asked
/// about.
struct NamesInUse: Sendable {
  /// Assigned, or changed in place, outside of initialisers.
  private(set) var written: Set<String> = []
  /// Asked of another value than `self`: `row.title`.
  private(set) var accessed: Set<String> = []

  init(_ index: SourceIndex) {
    for found in Parallel.inChunks(index.files, Self.init(file:)) {
      written.formUnion(found.written)
      accessed.formUnion(found.accessed)
    }
  }

  private init(file: SourceFile) {
    // By number, since names are the same again and again.
    var written: Set<UInt32> = []
    var accessed: Set<UInt32> = []
    for (number, node) in file.tree.nodes.enumerated() where node.kind == .identifier || node.kind == .member {
      let code = Code(file: file, index: number)
      if !written.contains(node.name), code.isWritten, !code.ancestors.contains(where: { $0.kind == .initializer }) {
        written.insert(node.name)
      }
      if node.kind == .member, !accessed.contains(node.name), let base = code.firstChild,
        base.kind != .identifier || base.name != "self" && base.name != "Self"
      {
        accessed.insert(node.name)
      }
    }
    self.written = Set(written.map { file.tree.strings[Int($0)] })
    self.accessed = Set(accessed.map { file.tree.strings[Int($0)] })
  }
}

extension SourceGraph {
  /// Whether something of one of the names is assigned or changed in place anywhere but in an initialiser.
  func isWrittenAnywhere(_ names: Set<String>) -> Bool {
    isWrittenInSkimmedCode(names) || !namesInUse.value.written.isDisjoint(with: names)
  }

  /// Whether parsed code asks another value than `self` for a member of the name.
  package func isAccessedOfOthers(_ name: String) -> Bool { namesInUse.value.accessed.contains(name) }
}
