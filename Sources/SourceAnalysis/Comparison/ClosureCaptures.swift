/// What a function keeps of the scope that makes it.
///
/// SwiftUI takes two functions for equal when their code is the same and the values they captured are, so what a closure
/// captures decides whether a view that is given it can be skipped.
///
/// - Source: executed programs, see `Documentation/Model.md`, "Functions": a closure without captures, over an unchanged
///   number, over the same object or over an unchanged binding compares equal; over a changed value, or over `self` of a view
///   that was evaluated for its own state, it does not.
package struct ClosureCaptures: Sendable, Hashable {
  /// Locals, parameters and elements of rows, and what a capture list names: kept as they were when the closure was made.
  package var values: Set<String> = []
  /// Members of the enclosing type whose value alone a capture list keeps: `count` of `[count] in`.
  package var valuesOfMembers: Set<String> = []
  /// Members of the enclosing type that it mentions; for these it keeps all of `self`.
  package var members: Set<String> = []
  /// Whether it keeps `self`, with the values of all properties.
  package var keepsSelf = false

  /// Whether two of them can only be equal: nothing is kept.
  package var isEmpty: Bool { values.isEmpty && !keepsSelf }

  /// Of what captures nothing.
  init() {}

  /// - Parameters:
  ///   - function: A closure, or the name of a method that is handed on as a value.
  ///   - type: That the code is a member of.
  package init(of function: Code, in type: TypeInfo) {
    guard function.kind == .closure else {
      keepMethod(function, in: type)
      return
    }
    for code in function.descendants {
      switch code.kind {
      case .capture: keep(code, in: type)
      case .identifier:
        if code.ancestors.first(where: { $0.kind == .capture || $0 == function })?.kind == .capture { continue }
        mention(code, in: type, inside: function)
      default: continue
      }
    }
  }

  /// `open`, `self.open`, `player.play`: a method takes along what it is a member of, and nothing else.
  private mutating func keepMethod(_ value: Code, in type: TypeInfo) {
    guard let path = value.memberPath, path.count > 1, path[0] != "self" else {
      for code in [value] + Array(value.descendants) where code.kind == .identifier {
        mention(code, in: type, inside: nil)
      }
      return
    }
    values.insert(path[0])
    if value.binder(of: path[0]) == nil, type.property(path[0]) != nil { valuesOfMembers.insert(path[0]) }
  }

  /// `[count]`, `[weak self]`, `[name = user.name]`: the value is kept, not what it is a member of.
  private mutating func keep(_ capture: Code, in type: TypeInfo) {
    guard capture.name != "self" else {
      keepsSelf = keepsSelf || capture.firstChild == nil
      return
    }
    values.insert(capture.name)
    let root = capture.firstChild.map { $0.memberPath?.first { $0 != "self" } ?? "" } ?? capture.name
    if capture.binder(of: root) == nil, type.property(root) != nil { valuesOfMembers.insert(root) }
  }

  private mutating func mention(_ code: Code, in type: TypeInfo, inside closure: Code?) {
    let name = code.name
    if name == "self" {
      // `[self] in` and `self.title` alike.
      keepsSelf = true
      if let member = code.parent, member.kind == .member, member.firstChild == code { members.insert(member.name) }
      return
    }
    if code.isOfSelf {
      keepsSelf = true
      members.insert(name)
      return
    }
    if let closure, closure.all(.capture).contains(where: { $0.name == name }) { return }
    switch code.binding(of: name, upTo: closure) {
    case .inside: return
    case .outside: values.insert(name)
    case nil:
      let plain = name.hasPrefix("$") || name.hasPrefix("_") ? String(name.dropFirst()) : name
      let isMember =
        [name, plain].contains { type.property($0) != nil }
        || type.functions.contains { $0.name == name && !$0.isStatic }
      guard isMember else { return }
      keepsSelf = true
      members.insert(plain)
    }
  }
}
