import SwiftUIModel

/// All scanned files, their types joined across files, and how names resolve among them.
///
/// There is no type checker: a name resolves by nesting, then within the file, then to the nearest declaration by path.
package struct SourceIndex: Sendable {
  package let files: [SourceFile]
  /// What other files do that were not read, or not whole.
  let mentions: [Mentions]
  package private(set) var types: [TypeInfo] = []
  /// What `types` is made of, while it is being collected.
  private var collected: [CollectedType] = []
  /// By id.
  private var scopes: [Scope] = []
  /// By their names without what encloses them: few share one, and most names that are asked for no type has.
  private var byName: [String: [Named]] = [:]
  private var aliases: [String: String] = [:]
  private(set) var sharedModels = SharedModels([])
  /// By the code of a declaration or an extension.
  private var byDeclaration: [Code: TypeID] = [:]
  /// `EnvironmentValues` and its namesakes: their properties are the keys of the environment.
  package private(set) var environmentTypes: [TypeID] = []
  /// Functions in extensions of `View`, by name.
  private(set) var viewExtensions: [String: [Function]] = [:]

  package init(files: [SourceFile], mentions: [Mentions] = []) {
    self.files = files.sorted { $0.path < $1.path }
    self.mentions = mentions
    var extensions: [(code: Code, outer: TypeID?)] = []
    for file in self.files { collect(file.root, outer: nil, extensions: &extensions) }
    // Types first, so that an extension finds its type whatever the order of the files; an extension of a nested type
    // after those of outer ones, which may declare it.
    let depths = extensions.map { $0.code.name.utf8.count { $0 == UInt8(ascii: ".") } }
    for position in extensions.indices.sorted(by: { (depths[$0], $0) < (depths[$1], $1) }) {
      attach(extensions[position].code, outer: extensions[position].outer)
    }
    spellOutFunctions()
    inherit()
    let sharedModels = SharedModels(collected)
    self.sharedModels = sharedModels
    types = collected.map { TypeInfo($0, sharedModels: sharedModels) }
    collected = []
    for type in types {
      byDeclaration[type.code] = type.id
      for code in type.extensions { byDeclaration[code] = type.id }
    }
    environmentTypes = types.filter { Protocols.environments.contains($0.name) }.map(\.id)
    for type in types where Protocols.views.contains(type.name) {
      viewExtensions.merge(Dictionary(grouping: type.functions, by: \.name)) { $0 + $1 }
    }
  }

  package subscript(id: TypeID) -> TypeInfo { types[id.index] }

  /// Whether some code is meant in the files that name one of several things. Most files name none of them, which shows without a look at
  /// their code.
  func holdsCode(inFilesNaming names: Set<String>, where isMeant: (Code) -> Bool) -> Bool {
    files.contains { !$0.tree.ids(of: names).isEmpty && $0.root.descendants.contains(where: isMeant) }
  }

  /// The type that a declaration or an extension is of.
  package func type(declaredBy code: Code) -> TypeInfo? { byDeclaration[code].map { self[$0] } }

  // MARK: - Collecting

  private mutating func collect(_ scope: Code, outer: TypeID?, extensions: inout [(code: Code, outer: TypeID?)]) {
    for child in scope.children {
      switch child.kind {
      case .type where child.detail == "extension": extensions.append((child, outer))
      case .type:
        declare(child, outer: outer, extensions: &extensions)
      case .ifConfig, .ifConfigClause: collect(child, outer: outer, extensions: &extensions)
      // Under `#if` the name means one type here and another there.
      case .typeAlias: if scope.kind != .ifConfigClause { aliases[child.name] = child.detail }
      // Previews declare views and models of their own inside of a closure; they are of no interest.
      default: break
      }
    }
  }

  /// A type, and of how many bytes its qualified name is: nearly all that share the last part of it differ in that.
  private struct Named: Sendable {
    var id: TypeID
    var length: Int
  }

  /// What names are resolved by.
  private struct Scope: Sendable {
    var name: String
    var qualifiedName: String
    var outer: TypeID?
    var path: String
  }

  private mutating func declare(
    _ child: Code, outer: TypeID?, extensions: inout [(code: Code, outer: TypeID?)]
  ) {
    let qualified = (outer.map { scopes[$0.index].qualifiedName + "." } ?? "") + child.name
    let id = register(child, child.name, qualified, TypeInfo.Kind(rawValue: child.detail) ?? .struct, outer: outer)
    collected[id.index].attributes = child.attributeNames.map(Property.wrapperName)
    collectMembers(of: child, into: id, extensions: &extensions)
  }

  private mutating func register(
    _ code: Code, _ name: String, _ qualified: String, _ kind: TypeInfo.Kind, outer: TypeID? = nil
  ) -> TypeID {
    let id = TypeID(index: collected.count)
    collected.append(
      CollectedType(id: id, name: name, qualifiedName: qualified, kind: kind, code: code, outer: outer))
    scopes.append(Scope(name: name, qualifiedName: qualified, outer: outer, path: code.file.path))
    byName[name, default: []].append(Named(id: id, length: qualified.utf8.count))
    return id
  }

  private mutating func collectMembers(
    of scope: Code, into id: TypeID, extensions: inout [(code: Code, outer: TypeID?)]
  ) {
    for child in scope.children {
      switch child.kind {
      case .inherits:
        for part in child.name.split(separator: "&") {
          collected[id.index].conformances.insert(TypeName.base(String(part)))
        }
      case .variable:
        if child.name.isEmpty { continue }
        collected[id.index].properties.append(Property(child))
      case .function, .subscriptDecl: collected[id.index].functions.append(Self.function(child))
      case .initializer: collected[id.index].initializers.append(Self.function(child))
      case .enumCase:
        collected[id.index].cases.append((child.name, child.all(.typeAnnotation).map(\.name)))
      case .ifConfig, .ifConfigClause: collectMembers(of: child, into: id, extensions: &extensions)
      default: break
      }
    }
    collectNested(of: scope, into: id, extensions: &extensions)
  }

  private mutating func collectNested(
    of scope: Code, into id: TypeID, extensions: inout [(code: Code, outer: TypeID?)]
  ) {
    for child in scope.children where child.kind == .type || child.kind == .typeAlias {
      collect(child, single: child, outer: id, extensions: &extensions)
    }
  }

  private mutating func collect(
    _ scope: Code, single child: Code, outer: TypeID?, extensions: inout [(code: Code, outer: TypeID?)]
  ) {
    if child.kind == .typeAlias {
      if aliases[child.name] == nil { aliases[child.name] = child.detail }
      return
    }
    declare(child, outer: outer, extensions: &extensions)
  }

  private mutating func attach(_ code: Code, outer: TypeID?) {
    let name = TypeName.withoutGenerics(code.name)
    var nested: [(code: Code, outer: TypeID?)] = []
    if let id = resolve(name, near: code.file.path) {
      collected[id.index].extensions.append(code)
      collectMembers(of: code, into: id, extensions: &nested)
    } else {
      // A type of another module: what its extensions declare in the scanned files is all we know of it.
      let last = name.split(separator: ".").last.map(String.init) ?? name
      let id = register(code, last, name, .extension)
      collectMembers(of: code, into: id, extensions: &nested)
    }
    for (code, outer) in nested { attach(code, outer: outer) }
  }

  /// Gives what is declared with the name of a function type that type: `var completed: CompletionHandler`.
  private mutating func spellOutFunctions() {
    let functions = aliases.filter { TypeName.isFunction($0.value) }
    guard !functions.isEmpty else { return }
    func spelled(_ text: String) -> String? {
      guard let function = functions[TypeName.base(text)] else { return nil }
      return text.hasSuffix("?") || text.hasSuffix("!") ? "(\(function))?" : function
    }
    for type in collected.indices {
      collected[type].properties = collected[type].properties.map { property in
        property.typeText.flatMap(spelled).map { Property(property.code, typeText: $0) } ?? property
      }
      collected[type].functions = collected[type].functions.map { $0.spelling(spelled) }
      collected[type].initializers = collected[type].initializers.map { $0.spelling(spelled) }
    }
  }

  /// Gives classes what those above them have: members, and that changes are announced.
  ///
  /// What a class below an `@Observable` one adds is tracked only where it has the macro as well, and so is nothing that it is
  /// taken for: its own members say so.
  private mutating func inherit() {
    for position in collected.indices where collected[position].kind == .class {
      let (id, code) = (collected[position].id, collected[position].code)
      for parent in code.all(.inherits) {
        guard let found = resolve(parent.name, near: code.file.path, inside: id), found != id,
          collected[found.index].kind == .class
        else { continue }
        collected[position].superclass = found
        break
      }
    }
    for position in collected.indices {
      var next = collected[position].superclass
      var names = Set(collected[position].properties.map(\.name))
      var height = 0
      while let parent = next, height < Self.tallestHierarchy {
        let above = collected[parent.index]
        collected[position].inheritedProperties += above.properties.filter {
          !$0.isStatic && names.insert($0.name).inserted
        }
        collected[position].conformances.formUnion(above.conformances.intersection(Protocols.observedObjects))
        next = above.superclass
        height += 1
      }
    }
  }

  /// Classes that lead back to themselves end here as well.
  private static let tallestHierarchy = 8

  static func function(_ code: Code) -> Function {
    Function(
      name: code.kind == .subscriptDecl ? Function.subscriptName : code.name, code: code,
      attributes: code.attributeNames.map(Property.wrapperName), modifiers: code.modifierNames,
      parameters: code.all(.parameter).map { parameter in
        Parameter(
          label: parameter.name, name: parameter.detail, typeText: parameter.typeText ?? "",
          attributes: parameter.attributeNames, code: parameter)
      },
      returnText: code.first(.returnType)?.name)
  }

  // MARK: - Resolving

  /// The type that `name` means in the file at `path`, inside of `scope`.
  package func resolve(_ name: String, near path: String, inside scope: TypeID? = nil) -> TypeID? {
    resolve(name, near: path, inside: scope, hops: 0)
  }

  private func resolve(_ text: String, near path: String, inside scope: TypeID?, hops: Int) -> TypeID? {
    let name = TypeName.base(text, keepsNesting: true)
    guard !name.isEmpty, hops < 4 else { return nil }
    // Most types are not of the sources: whatever encloses them, the last name has to be one that is declared.
    let last = TypeName.last(of: name)
    let candidates = byName[last] ?? []
    if candidates.isEmpty, aliases[name] == nil { return nil }
    var outer = scope
    while let id = outer {
      if let found = nearest(candidates, named: name, inside: scopes[id.index].qualifiedName, to: path) { return found }
      if scopes[id.index].name == name { return id }
      outer = scopes[id.index].outer
    }
    if let found = nearest(candidates, named: name, to: path) { return found }
    if let alias = aliases[name], alias != name {
      return resolve(alias, near: path, inside: scope, hops: hops + 1)
    }
    // `Module.Type`, or a nested type named from inside of its outer one.
    guard last.utf8.count < name.utf8.count else { return nil }
    let enclosing = String(Substring(name.utf8.dropLast(last.utf8.count + 1)))
    if nearest(byName[TypeName.last(of: enclosing)] ?? [], named: enclosing, to: path) != nil { return nil }
    return nearest(candidates, named: last, to: path)
  }

  /// Of the types with the last name that `name` has the nearest one with all of it.
  private func nearest(_ candidates: [Named], named name: String, inside scope: String? = nil, to path: String)
    -> TypeID?
  {
    let length = name.utf8.count + (scope.map { $0.utf8.count + 1 } ?? 0)
    guard candidates.contains(where: { $0.length == length }) else { return nil }
    let qualified = scope.map { $0 + "." + name } ?? name
    var nearest: TypeID?
    for candidate in candidates
    where candidate.length == length && scopes[candidate.id.index].qualifiedName == qualified {
      if let known = nearest, !isNearer(candidate.id, than: known, to: path) { continue }
      nearest = candidate.id
    }
    return nearest
  }

  /// Of two that are as near the one that was declared first counts as nearer.
  private func isNearer(_ id: TypeID, than other: TypeID, to path: String) -> Bool {
    let shared = sharedPrefix(scopes[id.index].path, path)
    let others = sharedPrefix(scopes[other.index].path, path)
    return shared == others ? id < other : shared > others
  }

  /// How many characters two paths have in common from the start; equal paths win over all others.
  private func sharedPrefix(_ left: String, _ right: String) -> Int {
    if left == right { return Int.max }
    return zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
  }

  /// What a `typealias` of the sources stands for, as it is written; `nil` for other names.
  func meaning(ofAlias name: String) -> String? { aliases[name].flatMap { $0 == name ? nil : $0 } }

  /// The type of a property as far as the sources say: its annotation, its initial value, or its environment type.
  package func type(of property: Property, in owner: TypeInfo) -> TypeInfo? {
    let text = property.environmentType ?? property.typeText
    guard let text else { return nil }
    return resolve(text, near: property.code.file.path, inside: owner.id).map { self[$0] }
  }

  /// Whether the type conforms to one of some protocols, directly or through protocols and classes of the scanned sources.
  package func conforms(_ type: TypeInfo, toAnyOf names: Set<String>) -> Bool {
    conforms(type) { names.contains($0) }
  }

  private func conforms(_ type: TypeInfo, _ isSought: (String) -> Bool) -> Bool {
    if type.conformances.contains(where: isSought) { return true }
    var seen: Set<String> = []
    var pending = Array(type.conformances)
    while let next = pending.popLast() {
      if isSought(next) { return true }
      guard seen.insert(next).inserted, let id = resolve(next, near: type.code.file.path) else { continue }
      pending.append(contentsOf: self[id].conformances)
    }
    return false
  }
}
