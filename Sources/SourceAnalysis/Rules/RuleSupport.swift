import SwiftUIModel

/// Questions that several rules ask.
extension Property {
  /// Whether the view is evaluated for every change of the object.
  package var isObservedObject: Bool { wrapper?.observesObject ?? false }

  /// Of an `ObservableObject` a member that announces its changes: `@Published`, or kept in the defaults.
  package var isPublished: Bool { storage == .member || storage == .defaults }

  /// Of an `@Observable` a member that announces its changes.
  var isTracked: Bool { isStored && !isLet && wrapper == nil && !attributes.contains(.untracked) }

  /// A stored value given by whoever builds the view.
  package var isPlainInput: Bool { isStored && !isStatic && wrapper == nil && !(isLet && initialValue != nil) }

  /// Storage whose change evaluates the view anew.
  var isDynamic: Bool { isStored && !isStatic && wrapper != nil }

  package var place: SourcePlace { code.nameStart }
}

extension TypeInfo {
  /// The declaration and all extensions.
  package var allCode: [Code] { [code] + extensions }
}

/// Where the code of a type mentions its own members: `name`, `$name`, `_name` and `self.name`, found in one walk.
package struct Usages: Sendable {
  private var places: [String: [Code]] = [:]

  package init(of type: TypeInfo) {
    for part in type.allCode {
      // In preorder a local is seen before what it hides.
      var locals: Set<String> = []
      for code in part.descendants {
        switch code.kind {
        case .variable:
          if code.parent?.kind == .block { locals.insert(code.name) }
          continue
        case .identifier:
          if !code.isOfSelf, locals.contains(code.name), code.isWritten, Self.isHidden(code) { continue }
        case .capture: guard code.firstChild == nil else { continue }
        case .member:
          // A method that an extension calls.
          guard code.firstChild?.isSelf == true else { continue }
        default: continue
        }
        let name = code.name
        let isPrefixed = name.utf8.first == UInt8(ascii: "$") || name.utf8.first == UInt8(ascii: "_")
        if isPrefixed { places[String(name.dropFirst()), default: []].append(code) }
        places[name, default: []].append(code)
      }
    }
  }

  package subscript(name: String) -> [Code] { places[name] ?? [] }

  /// Whether the name is that of a local of a block around it: `var blocks = []` before `blocks.append(block)`.
  private static func isHidden(_ mention: Code) -> Bool {
    mention.ancestors.prefix { $0.kind != .type }.contains { block in
      block.kind == .block
        && block.children.contains {
          $0.kind == .variable && $0.name == mention.name && $0.index < mention.index
        }
    }
  }
}

extension CodeTree {
  func ids(of names: Set<String>) -> Set<UInt32> {
    var ids: Set<UInt32> = []
    if names.isEmpty { return ids }
    // A file has thousands of strings, and most differ in length already.
    let lengths = names.reduce(UInt64(0)) { $0 | 1 << UInt64(min($1.utf8.count, 63)) }
    for (id, text) in strings.enumerated()
    where lengths & 1 << UInt64(min(text.utf8.count, 63)) != 0 && names.contains(text) {
      ids.insert(UInt32(id))
    }
    return ids
  }
}

extension SourceRule {
  /// A view around a body, for examples.
  static func view(_ name: String = "Screen", _ members: String = "", body: String) -> String {
    "struct \(name): View {\n\(members)\n  var body: some View {\n\(body)\n  }\n}"
  }
}

extension StringProtocol {
  /// Whether it starts as the name of a type does.
  package var startsUppercase: Bool {
    guard let byte = utf8.first else { return false }
    return byte < 0x80 ? byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") : first?.isUppercase == true
  }
}

/// Whether a write of one value leads to a write of another, step by step.
///
/// - Parameter targets: What is written when a value changes.
func isReachable<Node: Hashable>(_ goal: Node, from start: Node, targets: (Node) -> [Node]) -> Bool {
  var pending = [start]
  var seen: Set<Node> = []
  while let next = pending.popLast() {
    if next == goal { return true }
    if seen.insert(next).inserted { pending += targets(next) }
  }
  return false
}
