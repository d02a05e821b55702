import SourceAnalysis
import SwiftUIModel

// Conformances to Equatable.
extension PatchMaker {
  /// `struct Item {` becomes `struct Item: Equatable {`.
  private func conformance(of type: Code) -> Edit {
    if let last = type.all(.inherits).last { return .insert(", Equatable", at: last.endOffset) }
    return .insert(": Equatable", at: nameOffset(type) + type.name.utf8.count)
  }

  func addEquatable() -> Plan {
    guard let type = graph.index.type(declaredBy: code), type.code == code else { return .none }
    guard source.text(nameOffset(code)..<nameOffset(code) + type.name.utf8.count) == type.name, !isGeneric(type) else {
      return .refused("'\(type.name)' is generic")
    }
    let parts =
      type.storedProperties.map { ($0.name, $0.typeText) }
      + type.cases.flatMap { element in element.payload.map { (element.name, $0) } }
    for (name, text) in parts where !isKnownEquatable(text, in: type) {
      return .refused("'\(text ?? "the type")' of '\(name)' is not known to be Equatable")
    }
    guard !type.storedProperties.contains(where: { $0.wrapper != nil }) else {
      return .refused("'\(type.name)' has property wrappers")
    }
    return .edits(
      [conformance(of: code)], checked: ["every stored value of '\(type.name)' is Equatable", "it is not generic"])
  }

  func addEquatableView() -> Plan {
    guard let type = graph.index.type(declaredBy: code), type.code == code, !isGeneric(type) else {
      return .refused("the view is generic")
    }
    guard !graph.index.isPlainMemory(type) else {
      return .refused(
        "'\(type.name)' is plain memory, so its '==' would not be asked without .equatable() at each call")
    }
    var inputs: [Property] = []
    // Types of this file that become Equatable along with the view.
    var conforming: [Code] = []
    for property in type.storedProperties {
      if property.storage?.isSettledByView == true { continue }
      if property.isLet, property.initialValue != nil { continue }
      guard property.wrapper == nil else {
        return .refused("'\(property.name)' is @\(property.wrapper?.name ?? ""), which brings changes of its own")
      }
      if !isKnownEquatable(property.typeText, in: type) {
        guard let made = equatableElement(of: property, in: type) else {
          return .refused("'\(property.typeText ?? "the type")' of '\(property.name)' is not known to be Equatable")
        }
        if !conforming.contains(made) { conforming.append(made) }
      }
      guard isKnownSendable(property.typeText, in: type) else {
        return .refused(
          "'\(property.typeText ?? "the type")' of '\(property.name)' is not known to be Sendable, which '==' outside of the main "
            + "actor needs")
      }
      inputs.append(property)
    }
    guard !inputs.isEmpty, let end = source.bytes[code.startOffset..<code.endOffset].lastIndex(of: UInt8(ascii: "}"))
    else { return .none }
    let outer = source.indentation(at: code.startOffset)
    let inner = outer + source.unit
    let newline = source.newline
    let comparison = inputs.map { "lhs.\($0.name) == rhs.\($0.name)" }.joined(separator: " && ")
    let method =
      "\(newline)\(inner)\(access(of: code))nonisolated static func == (lhs: Self, rhs: Self) -> Bool {\(newline)\(inner)\(source.unit)\(comparison)\(newline)\(inner)}\(newline)\(outer)"
    return .edits(
      [conformance(of: code), .insert(method, at: end)] + conforming.map(conformance),
      checked: [
        "every input is Equatable and compared: " + inputs.map(\.name).joined(separator: ", "),
        "no dynamic property brings changes from outside",
      ])
  }

  /// `Badge(level: 1)` becomes `Badge(level: 1).equatable()` where this file makes the view.
  func askEquality() -> Plan {
    let places = Set(finding.places(.maker).compactMap(\.place))
    let calls = code.file.root.descendants.filter { $0.kind == .call && places.contains($0.start) }
    guard !places.isEmpty, calls.count == places.count else {
      return .refused("the view is also made in another file")
    }
    return .edits(
      calls.map { .insert(".equatable()", at: $0.endOffset) },
      checked: ["'==' leaves out nothing that the body reads", "every call that makes the view is in this file"])
  }

  /// The declaration of what an input holds, where it lies in this file and can be made Equatable by saying so.
  private func equatableElement(of property: Property, in type: TypeInfo) -> Code? {
    let parts = TypeName.elements(property.typeText ?? "")
    guard parts.count == 1, let id = graph.index.resolve(parts[0], near: code.file.path, inside: type.id) else {
      return nil
    }
    let value = graph.index[id]
    guard [.struct, .enum].contains(value.kind), value.code.file === code.file, !isGeneric(value) else { return nil }
    let stored = value.storedProperties.map(\.typeText) + value.cases.flatMap(\.payload).map(Optional.some)
    guard stored.allSatisfy({ isKnownEquatable($0, in: value) }),
      value.storedProperties.allSatisfy({ $0.wrapper == nil })
    else { return nil }
    return value.code
  }

  /// The access that members of a type need to fulfil a public protocol, with a space behind it.
  private func access(of type: Code) -> String {
    let words: Set<String> = ["public", "open", "package", "internal", "private", "fileprivate"]
    // Without a word of its own a type in a `public extension` is public.
    let written =
      ([type] + type.ancestors.filter { $0.kind == .type && $0.detail == "extension" })
      .lazy.compactMap { $0.modifierNames.first(where: words.contains) }.first
    switch written {
    case "public", "open": return "public "
    case "package": return "package "
    default: return ""
    }
  }

  /// Whether values of a type certainly cross actors: types that every reader knows, those that say so, and values of the
  /// module that hold nothing else, which are `Sendable` by themselves unless they are public.
  private func isKnownSendable(_ text: String?, in type: TypeInfo?, depth: Int = 0) -> Bool {
    guard let text, !text.isEmpty, depth < 4, !TypeName.isFunction(text) else { return false }
    return TypeName.elements(text).allSatisfy { name in
      if KnownTypes.plain.contains(name) { return true }
      guard let id = graph.index.resolve(name, near: code.file.path, inside: type?.id) else { return false }
      let value = graph.index[id]
      if graph.index.conforms(value, toAnyOf: Protocols.sendable) { return true }
      guard [.struct, .enum].contains(value.kind), access(of: value.code).isEmpty else { return false }
      return value.storedProperties.allSatisfy { isKnownSendable($0.typeText, in: value, depth: depth + 1) }
        && value.cases.allSatisfy { $0.payload.allSatisfy { isKnownSendable($0, in: value, depth: depth + 1) } }
    }
  }

  func completeEquality(with name: String) -> Plan {
    guard code.kind == .function, let block = code.first(.block), let type = owner(of: code),
      let property = type.property(name)
    else { return .none }
    let statements = Array(block.children)
    guard statements.count == 1, let only = statements.first else { return .refused("== is no single expression") }
    let expression = only.kind == .returnStatement ? only.firstChild ?? only : only
    guard [.binary, .literal].contains(expression.kind) else { return .refused("== is no comparison") }
    guard isKnownEquatable(property.typeText, in: type) else {
      return .refused("'\(property.typeText ?? "the type")' of '\(property.name)' is not known to be Equatable")
    }
    let parameters = Array(code.all(.parameter))
    guard parameters.count == 2 else { return .none }
    // `(_: Self, _: Self)` compares nothing yet.
    var edits: [Edit] = []
    var names = parameters.map(\.detail)
    for (index, parameter) in parameters.enumerated() where names[index] == "_" {
      guard source.bytes[parameter.startOffset] == UInt8(ascii: "_"),
        source.bytes[parameter.startOffset + 1] != UInt8(ascii: " ")
      else { return .refused("a parameter of == has no name") }
      names[index] = index == 0 ? "lhs" : "rhs"
      edits.append(Edit(parameter.startOffset..<parameter.startOffset + 1, names[index]))
    }
    let addition = "\(names[0]).\(property.name) == \(names[1]).\(property.name)"
    if source.text(of: expression) == "true" {
      edits.append(Edit(expression.startOffset..<expression.endOffset, addition))
    } else if expression.kind == .binary, expression.name == "||" {
      edits += [.insert("(", at: expression.startOffset), .insert(") && \(addition)", at: expression.endOffset)]
    } else {
      edits.append(.insert(" && \(addition)", at: expression.endOffset))
    }
    return .edits(edits, checked: ["'\(property.name)' is Equatable"])
  }
}
