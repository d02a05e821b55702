/// A stored or computed property of a type.
package struct Property: Sendable, Hashable {
  package var name: String
  package var code: Code
  /// Attributes in source order, `@` left out: `State`, `Environment`, `ObservationIgnored`.
  package var attributes: [String]
  package var modifiers: [String]
  /// The declared type; where none is written, the type that the initial value constructs, if it names one.
  package var typeText: String?
  package var isLet: Bool
  package var isStatic: Bool
  /// Without a getter; a property with observers is stored.
  package var isStored: Bool

  package var initialValue: Code? { code.initialValue }
  /// The block a computed property evaluates.
  package var getter: Code? {
    guard !isStored else { return nil }
    for accessor in code.all(.accessor) where accessor.name == "get" || accessor.name == "_read" {
      return accessor.first(.block)
    }
    return nil
  }
  /// Computed by a getter without `get`.
  var isPlainlyComputed: Bool { getter.map { $0.startOffset == $0.parent?.startOffset } ?? false }
  package var isPrivate: Bool { modifiers.contains { $0 == "private" || $0 == "fileprivate" } }
  package var hasPrivateSetter: Bool { modifiers.contains { $0.hasPrefix("private") || $0.hasPrefix("fileprivate") } }
  package var isLazy: Bool { modifiers.contains("lazy") }

  /// The attribute that makes it more than a plain property: a known property wrapper, or one unknown to us.
  package var wrapper: String? {
    attributes.first { !Self.plainAttributes.contains($0) && $0.startsUppercase }
  }

  package var wrapperCode: Code? {
    guard let wrapper else { return nil }
    return code.all(.attribute).first { Property.wrapperName($0.name) == wrapper }
  }

  /// The key of `@Environment(\.key)`.
  package var environmentKey: String? {
    guard wrapper == "Environment", let value = wrapperCode?.first(.argument)?.firstChild, value.kind == .keyPath else {
      return nil
    }
    return value.name
  }

  /// The model type of `@Environment(Model.self)`.
  package var environmentType: String? {
    guard wrapper == "Environment", let value = wrapperCode?.first(.argument)?.firstChild, value.kind == .member,
      value.name == "self"
    else { return nil }
    return value.firstChild?.memberPath?.joined(separator: ".")
  }

  /// Attributes that are no property wrappers.
  static let plainAttributes: Set<String> = [
    "ViewBuilder", "MainActor", "ObservationIgnored", "ObservationTracked", "SceneBuilder", "ToolbarContentBuilder",
    "CommandsBuilder", "IBOutlet", "IBInspectable", "IBAction", "NSManaged", "Attribute", "Relationship", "Transient",
    "Sendable", "TableColumnBuilder", "Entry", "Presents", "ChartContentBuilder",
    "ObservableState", "CasePathable", "AppIntentParameter", "SkipEquatable", "EquatableIgnoredUnsafeClosure",
    "EquatableIgnored", "Test", "Suite", "TaskLocal", "ModelActor", "ArrayBuilder", "StringBuilder",
    "PreviewModifier", "Snapshot",
  ]

  /// `SwiftUI.State` and `State<Int>` are `State`.
  static func wrapperName(_ text: String) -> String {
    let plain = text.prefix { $0 != "<" }
    return plain.split(separator: ".").last.map(String.init) ?? String(plain)
  }
}

/// A method or subscript of a type, or a free function.
package struct Function: Sendable, Hashable {
  package var name: String
  package var code: Code
  package var attributes: [String]
  package var modifiers: [String]
  package var parameters: [Parameter]
  package var returnText: String?

  /// The name of all subscripts, which have none.
  static let subscriptName = "subscript"

  /// Of a subscript the getter's.
  package var body: Code? {
    code.first(.block) ?? code.all(.accessor).first { ["get", "_read"].contains($0.name) }?.first(.block)
  }
  package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
}

package struct Parameter: Sendable, Hashable {
  /// The argument label; `_` where there is none.
  package var label: String
  package var name: String
  package var typeText: String
  package var attributes: [String]
  package var code: Code
}

/// A type with all its declarations in the scanned files: its own and its extensions'.
package struct TypeInfo: Sendable {
  package enum Kind: String, Sendable { case `struct`, `class`, `enum`, actor, `protocol`, `extension` }

  package var id: TypeID
  /// Without the enclosing types.
  package var name: String
  /// `Outer.Inner`.
  package var qualifiedName: String
  package var kind: Kind
  /// The main declaration; for a type of another module, its first extension.
  package var code: Code
  package var extensions: [Code] = []
  /// Names as written after the colon, of the declaration and of every extension, module and generic arguments left out.
  package var conformances: Set<String> = []
  package var attributes: [String] = []
  package var properties: [Property] = []
  package var functions: [Function] = []
  package var initializers: [Function] = []
  /// Names of enum cases with the types of their payloads.
  package var cases: [(name: String, payload: [String])] = []
  package var outer: TypeID?

  package var storedProperties: [Property] { properties.filter { $0.isStored && !$0.isStatic } }

  package func property(_ name: String) -> Property? { properties.first { $0.name == name && !$0.isStatic } }

  package var isObservable: Bool {
    attributes.contains { $0 == "Observable" || $0 == "ObservableState" || $0 == "Perceptible" || $0 == "Model" }
  }
  package var isObservableClass: Bool {
    kind == .class && attributes.contains { $0 == "Observable" || $0 == "Perceptible" }
  }
  package var isObservableObject: Bool { conformances.contains("ObservableObject") }
  package var isReference: Bool { kind == .class || kind == .actor }
}

/// Index of a type in `SourceIndex.types`.
package struct TypeID: Sendable, Hashable, Comparable {
  package let index: Int
  package static func < (left: TypeID, right: TypeID) -> Bool { left.index < right.index }
}
