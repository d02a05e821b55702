/// All scanned files, their types joined across files, and how names resolve among them.
///
/// There is no type checker: a name resolves by nesting, then within the file, then to the nearest declaration by path.
package struct SourceIndex: Sendable {
  package let files: [SourceFile]
  /// What other files do that were not read, or not whole.
  let mentions: [Mentions]
  package private(set) var types: [TypeInfo] = []
  private var byQualifiedName: [String: [TypeID]] = [:]
  /// The names of all types without what encloses them.
  private var declaredNames: Set<String> = []
  private var aliases: [String: String] = [:]
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
    for type in types {
      byDeclaration[type.code] = type.id
      for code in type.extensions { byDeclaration[code] = type.id }
    }
    environmentTypes = types.filter { $0.name == "EnvironmentValues" }.map(\.id)
    for type in types where type.name == "View" {
      viewExtensions.merge(Dictionary(grouping: type.functions, by: \.name)) { $0 + $1 }
    }
  }

  package subscript(id: TypeID) -> TypeInfo { types[id.index] }

  /// The type that a declaration or an extension is of.
  package func type(declaredBy code: Code) -> TypeInfo? { byDeclaration[code].map { self[$0] } }

  // MARK: - Collecting

  private mutating func collect(_ scope: Code, outer: TypeID?, extensions: inout [(code: Code, outer: TypeID?)]) {
    for child in scope.children {
      switch child.kind {
      case .type where child.detail == "extension": extensions.append((child, outer))
      case .type:
        let id = TypeID(index: types.count)
        let qualified = (outer.map { self[$0].qualifiedName + "." } ?? "") + child.name
        var info = TypeInfo(
          id: id, name: child.name, qualifiedName: qualified, kind: TypeInfo.Kind(rawValue: child.detail) ?? .struct,
          code: child)
        info.outer = outer
        info.attributes = child.attributeNames.map(Property.wrapperName)
        types.append(info)
        register(id)
        collectMembers(of: child, into: id, extensions: &extensions)
      case .ifConfig, .ifConfigClause: collect(child, outer: outer, extensions: &extensions)
      // Under `#if` the name means one type here and another there.
      case .typeAlias: if scope.kind != .ifConfigClause { aliases[child.name] = child.detail }
      // Previews declare views and models of their own inside of a closure; they are of no interest.
      default: break
      }
    }
  }

  private mutating func register(_ id: TypeID) {
    declaredNames.insert(self[id].name)
    byQualifiedName[self[id].qualifiedName, default: []].append(id)
  }

  private mutating func collectMembers(
    of scope: Code, into id: TypeID, extensions: inout [(code: Code, outer: TypeID?)]
  ) {
    for child in scope.children {
      switch child.kind {
      case .inherits:
        for part in child.name.split(separator: "&") {
          types[id.index].conformances.insert(TypeName.base(String(part)))
        }
      case .variable:
        if child.name.isEmpty { continue }
        types[id.index].properties.append(Property(child))
      case .function, .subscriptDecl: types[id.index].functions.append(Self.function(child))
      case .initializer: types[id.index].initializers.append(Self.function(child))
      case .enumCase:
        types[id.index].cases.append((child.name, child.all(.typeAnnotation).map(\.name)))
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
    let id = TypeID(index: types.count)
    let qualified = (outer.map { self[$0].qualifiedName + "." } ?? "") + child.name
    var info = TypeInfo(
      id: id, name: child.name, qualifiedName: qualified, kind: TypeInfo.Kind(rawValue: child.detail) ?? .struct,
      code: child)
    info.outer = outer
    info.attributes = child.attributeNames.map(Property.wrapperName)
    types.append(info)
    register(id)
    collectMembers(of: child, into: id, extensions: &extensions)
  }

  private mutating func attach(_ code: Code, outer: TypeID?) {
    let name = TypeName.withoutGenerics(code.name)
    var nested: [(code: Code, outer: TypeID?)] = []
    if let id = resolve(name, near: code.file.path) {
      types[id.index].extensions.append(code)
      collectMembers(of: code, into: id, extensions: &nested)
    } else {
      // A type of another module: what its extensions declare in the scanned files is all we know of it.
      let id = TypeID(index: types.count)
      let last = name.split(separator: ".").last.map(String.init) ?? name
      types.append(TypeInfo(id: id, name: last, qualifiedName: name, kind: .extension, code: code))
      register(id)
      collectMembers(of: code, into: id, extensions: &nested)
    }
    for (code, outer) in nested { attach(code, outer: outer) }
  }

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
    let last = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.index(after: $0)...]) } ?? name
    guard declaredNames.contains(last) || aliases[name] != nil else { return nil }
    var outer = scope
    while let id = outer {
      let qualified = self[id].qualifiedName + "." + name
      if let found = nearest(byQualifiedName[qualified], to: path) { return found }
      if self[id].name == name { return id }
      outer = self[id].outer
    }
    if let found = nearest(byQualifiedName[name], to: path) { return found }
    if let alias = aliases[name], alias != name {
      return resolve(alias, near: path, inside: scope, hops: hops + 1)
    }
    let parts = name.split(separator: ".").map(String.init)
    // `Module.Type`, or a nested type named from inside of its outer one.
    if parts.count > 1, let last = parts.last, byQualifiedName[parts.dropLast().joined(separator: ".")] == nil {
      return nearest(byQualifiedName[last], to: path)
    }
    return nil
  }

  private func nearest(_ candidates: [TypeID]?, to path: String) -> TypeID? {
    guard let candidates, let first = candidates.first else { return nil }
    if candidates.count == 1 { return first }
    return candidates.max { left, right in
      let leftScore = sharedPrefix(self[left].code.file.path, path)
      let rightScore = sharedPrefix(self[right].code.file.path, path)
      return leftScore == rightScore ? left > right : leftScore < rightScore
    }
  }

  /// How many characters two paths have in common from the start; equal paths win over all others.
  private func sharedPrefix(_ left: String, _ right: String) -> Int {
    if left == right { return Int.max }
    return zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
  }

  /// The type of a property as far as the sources say: its annotation, its initial value, or its environment type.
  package func type(of property: Property, in owner: TypeInfo) -> TypeInfo? {
    let text = property.environmentType ?? property.typeText
    guard let text else { return nil }
    return resolve(text, near: property.code.file.path, inside: owner.id).map { self[$0] }
  }

  /// Whether the type conforms to a protocol, directly or through protocols and classes of the scanned sources.
  package func conforms(_ type: TypeInfo, to name: String) -> Bool {
    var seen: Set<String> = []
    var pending = Array(type.conformances)
    while let next = pending.popLast() {
      if next == name { return true }
      guard seen.insert(next).inserted, let id = resolve(next, near: type.code.file.path) else { continue }
      pending.append(contentsOf: self[id].conformances)
    }
    return false
  }
}

/// Works on the text of types.
package enum TypeName {
  /// `Item` of `[Item]`, `Item?`, `some Item`, `Module.Item<Int>`; empty for tuples and functions.
  package static func base(_ text: String, keepsNesting: Bool = false) -> String {
    // Most names are plain.
    if text.utf8.allSatisfy({ Words.isNameByte($0) || $0 == UInt8(ascii: ".") }) {
      if keepsNesting { return text }
      guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), text.utf8.last != UInt8(ascii: ".") else {
        return text.utf8.last == UInt8(ascii: ".") ? text.split(separator: ".").last.map(String.init) ?? text : text
      }
      return String(text[text.index(after: dot)...])
    }
    var name = text[...]
    while true {
      let before = name
      name = name.drop(while: \.isWhitespace)
      for prefix in ["some ", "any ", "@escaping ", "@Sendable ", "inout ", "@MainActor ", "borrowing ", "consuming "]
      where name.hasPrefix(prefix) {
        name = name.dropFirst(prefix.count)
      }
      while let last = name.last, last == "?" || last == "!" || last.isWhitespace { name = name.dropLast() }
      if name.hasPrefix("("), name.hasSuffix(")"), !name.contains(","), !name.contains("->") {
        name = name.dropFirst().dropLast()
      }
      if name == before { break }
    }
    if isFunction(String(name)) || name.hasPrefix("(") || name.hasPrefix("[") { return "" }
    let plain = withoutGenerics(String(name))
    if keepsNesting { return plain }
    return plain.split(separator: ".").last.map(String.init) ?? plain
  }

  package static func withoutGenerics(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var depth = 0
    var result = ""
    for character in text {
      if character == "<" {
        depth += 1
      } else if character == ">" {
        depth -= 1
      } else if depth == 0 {
        result.append(character)
      }
    }
    return result
  }

  /// The element names of an array, set, dictionary or optional; the name itself for others.
  package static func elements(_ text: String) -> [String] {
    var name = text.filter { !$0.isWhitespace }
    while name.hasSuffix("?") || name.hasSuffix("!") { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") {
      let inner = String(name.dropFirst().dropLast())
      return split(inner, at: ":").flatMap(elements)
    }
    for generic in ["Array<", "Set<", "Dictionary<", "Optional<", "IdentifiedArrayOf<", "OrderedSet<", "Deque<"]
    where name.hasPrefix(generic) {
      return split(String(name.dropFirst(generic.count).dropLast()), at: ",").flatMap(elements)
    }
    return [name]
  }

  package static func isCollection(_ text: String) -> Bool {
    let name = text.filter { !$0.isWhitespace }
    // `Array(repeating: 0, count: 9)` names no elements.
    return name.hasPrefix("[") || ["Array", "Set", "Dictionary"].contains(name)
      || ["Array<", "Set<", "Dictionary<", "IdentifiedArray", "OrderedSet<", "OrderedDictionary<"]
        .contains { name.hasPrefix($0) }
  }

  package static func isFunction(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ">"), previous == UInt8(ascii: "-") { return true }
      previous = byte
    }
    return false
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts: [String] = [""]
    var depth = 0
    for character in text {
      if "[<(".contains(character) { depth += 1 }
      if "]>)".contains(character) { depth -= 1 }
      if character == separator, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }

  /// The type a value constructs, if its spelling says so: `Model` of `Model()`, `String` of `""`, `Store` of `Store.shared`.
  static func constructed(_ value: Code) -> String? {
    switch value.kind {
    case .call:
      guard let callee = value.callee else { return nil }
      if callee.kind == .array {  // `[Item]()`
        return callee.firstChild?.memberPath.map { "[" + $0.joined(separator: ".") + "]" }
      }
      guard let path = callee.memberPath else { return nil }
      if path.last == "init" { return path.dropLast().joined(separator: ".") }
      if path.last?.startsUppercase == true { return path.joined(separator: ".") }
      return nil
    case .string: return "String"
    case .literal:
      switch value.detail {
      case "integer": return "Int"
      case "float": return "Double"
      case "bool": return "Bool"
      default: return nil
      }
    case .member:
      guard let path = value.memberPath, path.count == 2, path[0].startsUppercase else { return nil }
      // `Store.shared` is a `Store` by convention; so is `Tab.first` of an enum.
      return path[0]
    case .cast: return value.name
    case .unary: return value.firstChild.flatMap(constructed)
    default: return nil
    }
  }
}
