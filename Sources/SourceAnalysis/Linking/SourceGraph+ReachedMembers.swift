import SwiftUIModel

/// What a value shows of a property, through the helpers and locals that it is made with.
extension SourceGraph {
  /// Whether a write changes what a value is made of: the same member of a model, and not another one; nor a member of an object of
  /// which the value is the object itself.
  func reaches(_ write: Write, _ value: Code, in type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    guard let written = write.path.first, let property = type.property(write.property) else { return true }
    // What the environment hands out can only be written through an object.
    let isObject = property.storage == .environment || index.type(of: property, in: type)?.isReference == true
    let model = model(of: property, in: type)
    return evaluation.paths(of: property.name, reaching: value).contains { path in
      guard let member = path.first else { return !isObject }
      return member == written || model.map { storedReads(of: member, in: $0).contains(written) } == true
    }
  }
}

extension Evaluation {
  private static let longestChain = 4

  /// The members of a property that a value is made of; an empty path where it is the property itself.
  func paths(of property: String, reaching value: Code) -> Set<[String]> {
    paths(of: property, reaching: value, depth: 0)
  }

  private func paths(of property: String, reaching value: Code, depth: Int) -> Set<[String]> {
    var found: Set<[String]> = []
    for read in reads(in: value) where read.property == property && read.phase.isEvaluation && !read.isProjection {
      guard read.isDerived, depth < Self.longestChain else {
        found.insert(read.path)
        continue
      }
      let name = read.code.kind == .call ? read.code.calledName : read.code.name
      let makers =
        helpers.filter { $0.name == name && $0.phase.isEvaluation }.map(\.block)
        + [read.code.localDeclaration(of: name)].compactMap { $0 }
      let behind = makers.reduce(into: Set<[String]>()) {
        $0.formUnion(paths(of: property, reaching: $1, depth: depth + 1))
      }
      found.formUnion(behind.isEmpty ? [[]] : behind)
    }
    return found
  }
}
