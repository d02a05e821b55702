package import SwiftUIModel

/// A stored or computed property of a type.
///
/// A class only so that the many lists of properties share one; it never changes.
package final class Property: Sendable, Hashable {
  package let name: String
  package let code: Code
  /// Attributes in source order, `@` left out: `State`, `Environment`, `ObservationIgnored`.
  package let attributes: [String]
  package let modifiers: [String]
  /// The declared type; where none is written, the type that the initial value constructs, if it names one.
  package let typeText: String?
  package let isLet: Bool
  package let isStatic: Bool
  /// Without a getter; a property with observers is stored.
  package let isStored: Bool
  /// The attribute that makes it more than a plain property: a known property wrapper, or one unknown to us.
  package let wrapper: Wrapper?
  /// The key of `@Environment(\.key)`.
  package let environmentKey: String?
  /// The model type of `@Environment(Model.self)`.
  package let environmentType: String?

  /// - Parameters:
  ///   - typeText: What the declared type stands for, where that is another name of it.
  ///   - name: What others call it, where that is more than its own name: `Downloads.shared`.
  init(_ code: Code, typeText meaning: String? = nil, name: String? = nil) {
    self.name = name ?? code.name
    self.code = code
    attributes = code.attributeNames.map(Self.wrapperName)
    modifiers = code.modifierNames
    typeText = meaning ?? code.typeText ?? code.initialValue.flatMap(TypeName.constructed)
    isLet = code.flags.contains(.isLet)
    isStatic = modifiers.contains("static") || modifiers.contains("class")
    let accessors = code.all(.accessor).map(\.name)
    isStored = !accessors.contains { $0 == "get" || $0 == "_read" || $0 == "unsafeAddress" }
    wrapper = attributes.first { !Attributes.onProperties.contains($0) && $0.startsUppercase }.map(Wrapper.named)
    let value =
      wrapper.map({ $0.storage == .environment }) == true
      ? Self.wrapperCode(of: code, wrapper)?.first(.argument)?.firstChild : nil
    environmentKey = value?.kind == .keyPath ? value?.name : nil
    environmentType =
      value?.kind == .member && value?.name == "self" ? value?.firstChild?.memberPath?.joined(separator: ".") : nil
  }

  package static func == (left: Property, right: Property) -> Bool { left.code == right.code }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

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

  /// Who keeps the value; `nil` of a property without a wrapper.
  package var storage: Wrapper.Storage? { wrapper?.storage }

  package var wrapperCode: Code? { Self.wrapperCode(of: code, wrapper) }

  private static func wrapperCode(of code: Code, _ wrapper: Wrapper?) -> Code? {
    guard let wrapper else { return nil }
    return code.all(.attribute).first { wrapperName($0.name) == wrapper.name }
  }

  /// `SwiftUI.State` and `State<Int>` are `State`.
  static func wrapperName(_ text: String) -> String {
    let plain = text.prefix { $0 != "<" }
    return plain.split(separator: ".").last.map(String.init) ?? String(plain)
  }
}

extension Sequence<String> {
  /// Whether one of these attributes says that of its declaration.
  package func contains(_ role: Attribute.Role) -> Bool { contains { Attributes.table[$0]?.role == role } }
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

  /// With other texts for the types of those parameters that have one.
  func spelling(_ typeText: (String) -> String?) -> Function {
    guard parameters.contains(where: { typeText($0.typeText) != nil }) else { return self }
    var function = self
    for position in parameters.indices {
      if let text = typeText(parameters[position].typeText) { function.parameters[position].typeText = text }
    }
    return function
  }
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
///
/// A class only so that all who look at a type share one; it never changes.
package final class TypeInfo: Sendable {
  package enum Kind: String, Sendable { case `struct`, `class`, `enum`, actor, `protocol`, `extension` }

  package let id: TypeID
  /// Without the enclosing types.
  package let name: String
  /// `Outer.Inner`.
  package let qualifiedName: String
  package let kind: Kind
  /// The main declaration; for a type of another module, its first extension.
  package let code: Code
  package let extensions: [Code]
  /// Names as written after the colon, of the declaration and of every extension, module and generic arguments left out.
  package let conformances: Set<String>
  package let attributes: [String]
  package let properties: [Property]
  /// Of these the ones that each value stores.
  package let storedProperties: [Property]
  package let functions: [Function]
  package let initializers: [Function]
  /// Names of enum cases with the types of their payloads.
  package let cases: [(name: String, payload: [String])]
  package let outer: TypeID?
  /// Of a class, where that is among the sources.
  package let superclass: TypeID?
  /// What a class has of those above it and does not declare anew.
  package let inheritedProperties: [Property]
  /// Whether changes of its members are tracked one by one.
  package let isObservable: Bool
  package let isObservableClass: Bool
  package let isObservableObject: Bool
  /// Whether it wraps a view or a controller of UIKit or AppKit.
  package var isRepresentable: Bool { conformances.contains { $0.hasSuffix(Protocols.representableSuffix) } }
  /// The first instance property of each name, by its position; `nil` for types with few, which are searched as fast.
  private let positions: [String: Int]?
  private let sharedModels: SharedModels

  init(_ collected: CollectedType, sharedModels: SharedModels) {
    self.sharedModels = sharedModels
    id = collected.id
    name = collected.name
    qualifiedName = collected.qualifiedName
    kind = collected.kind
    code = collected.code
    extensions = collected.extensions
    conformances = collected.conformances
    attributes = collected.attributes
    superclass = collected.superclass
    inheritedProperties = collected.inheritedProperties
    let isObservableClass = collected.attributes.contains(.observableClass)
    isObservable = isObservableClass || collected.attributes.contains(.observable)
    self.isObservableClass = isObservableClass && collected.kind == .class
    isObservableObject = !collected.conformances.isDisjoint(with: Protocols.observedObjects)
    properties = collected.properties
    storedProperties = collected.properties.filter { $0.isStored && !$0.isStatic }
    functions = collected.functions
    initializers = collected.initializers
    cases = collected.cases
    outer = collected.outer
    positions = Self.positions(of: collected.properties)
  }

  private static func positions(of properties: [Property]) -> [String: Int]? {
    guard properties.count > 16 else { return nil }
    var positions: [String: Int] = [:]
    positions.reserveCapacity(properties.count)
    for (position, property) in properties.enumerated() where !property.isStatic && positions[property.name] == nil {
      positions[property.name] = position
    }
    return positions
  }

  /// With those of the classes above it.
  package var allStoredProperties: [Property] { storedProperties + inheritedProperties.filter(\.isStored) }

  /// Of an `ObservableObject` the members that announce their changes.
  package var publishedMembers: [Property] { allStoredProperties.filter(\.isPublished) }

  /// A property of its own, of a class above it, or a model that all share, by the name that reads of it have.
  package func property(_ name: String) -> Property? {
    ownProperty(name) ?? inheritedProperties.first { $0.name == name } ?? sharedModels[name]
  }

  private func ownProperty(_ name: String) -> Property? {
    if let positions { return positions[name].map { properties[$0] } }
    return properties.first { $0.name == name && !$0.isStatic }
  }

  /// An object of a database lives on the queue of its context, which need not be the main one, and its setters do not
  /// compare.
  package var isPersistentModel: Bool {
    attributes.contains { Attributes.table[$0]?.isPersistent == true }
      || conformances.contains { name in Protocols.persistent.contains(where: name.hasSuffix) }
  }
  package var isReference: Bool { kind == .class || kind == .actor }
  /// Whether the declaration has generic parameters of its own.
  package var isGeneric: Bool { kind != .extension && code.flags.contains(.isSpecial) }
}

/// A type while its declarations are being collected.
struct CollectedType {
  var id: TypeID
  var name: String
  var qualifiedName: String
  var kind: TypeInfo.Kind
  var code: Code
  var extensions: [Code] = []
  var conformances: Set<String> = []
  var attributes: [String] = []
  var properties: [Property] = []
  var functions: [Function] = []
  var initializers: [Function] = []
  var cases: [(name: String, payload: [String])] = []
  var outer: TypeID?
  var superclass: TypeID?
  var inheritedProperties: [Property] = []
}

/// Index of a type in `SourceIndex.types`.
package struct TypeID: Sendable, Hashable, Comparable {
  package let index: Int
  package static func < (left: TypeID, right: TypeID) -> Bool { left.index < right.index }
}
