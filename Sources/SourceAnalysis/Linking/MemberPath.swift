import SwiftUIModel

/// What a path of names means at some place: `engine.clock` in a method of a player, `Engine.shared` anywhere.
extension SourceIndex {
  /// The type that the first names of a path lead to, and the names that are left: members of that type, of what these are, and so on.
  ///
  /// A path begins with a member of the type around, with a local or a parameter, or with a value that a type keeps for all:
  /// `Engine.shared`. `nil` where the sources do not say what the first name is.
  ///
  /// - Parameters:
  ///   - owner: The type in whose code the path stands.
  ///   - hops: The locals that stand for each other on the way so far.
  func beginning(of path: ArraySlice<String>, at code: Code, in owner: TypeInfo, hops: Int = 0) -> (
    holder: TypeInfo, rest: ArraySlice<String>
  )? {
    if path.first == "self" { return (owner, path.dropFirst()) }
    guard let first = path.first else { return (owner, path) }
    if let local = code.localDeclaration(of: first) {
      return type(ofLocal: local, in: owner, hops: hops).map { ($0, path.dropFirst()) }
    }
    if let declared = code.typeOfParameter(first) {
      return resolve(declared, near: code.file.path, inside: owner.id).map { (self[$0], path.dropFirst()) }
    }
    if first.startsUppercase {
      guard path.count > 1, let id = resolve(first, near: code.file.path, inside: owner.id) else { return nil }
      let type = self[id]
      // `AppServices.player` is a player, and `Engine.shared` an engine.
      let kept = type.property(path[path.startIndex + 1]).flatMap { $0.isStatic ? self.type(of: $0, in: type) : nil }
      return (kept ?? type, path.dropFirst(2))
    }
    return code.isShadowed(first) ? nil : (owner, path)
  }

  /// The type of what a path names; of an empty path that of the code around. `nil` where the sources do not say.
  func type(ofPath path: ArraySlice<String>, at code: Code, in owner: TypeInfo, hops: Int = 0) -> TypeInfo? {
    beginning(of: path, at: code, in: owner, hops: hops).flatMap { type(ofMembers: $0.rest, from: $0.holder) }
  }

  /// The type that a chain of properties ends in.
  func type(ofMembers path: ArraySlice<String>, from first: TypeInfo) -> TypeInfo? {
    var holder = first
    for name in path {
      guard let property = holder.property(name), let next = type(of: property, in: holder) else { return nil }
      holder = next
    }
    return holder
  }

  /// The type in whose code something stands.
  func type(around code: Code) -> TypeInfo? { code.ancestors.first { $0.kind == .type }.flatMap(type(declaredBy:)) }

  /// Locals that stand for each other are followed this far.
  private static let mostHops = 8

  /// Of `let engine: Engine`, `let engine = Engine()`, `let engine = player.engine`.
  private func type(ofLocal local: Code, in owner: TypeInfo, hops: Int) -> TypeInfo? {
    if let declared = local.typeText ?? local.initialValue.flatMap(TypeName.constructed) {
      return resolve(declared, near: local.file.path, inside: owner.id).map { self[$0] }
    }
    guard hops < Self.mostHops, let value = local.initialValue, let path = value.memberPath else { return nil }
    // `let engine = engine`: the member.
    return type(
      ofPath: path.first == local.name ? ["self"] + path : path[...], at: value, in: owner, hops: hops + 1)
  }
}
