/// An attribute that is no property wrapper, although it may look like one.
package struct Attribute: ModelEntry {
  /// What it says about the declaration.
  package enum Role: Sendable, Hashable {
    /// The closure or member makes views, and runs when they are made.
    case viewBuilder
    /// Like a view builder, of other contents.
    case builder
    /// Changes of the property are not tracked.
    case untracked
    /// Changes of the members of the class are tracked one by one.
    case observableClass
    /// Changes of the members are tracked, of a class or a struct.
    case observable
    case mainActor
    /// The property is a key of the environment.
    case environmentEntry
    /// The type is a property wrapper.
    case declaresWrapper
    /// The type compares by its members.
    case comparesMembers
    /// The app begins with the type.
    case entry
    /// Nothing that an analysis asks about.
    case none
  }

  package let name: String
  package let role: Role
  /// Whether it may stand on a property, where it must not be taken for a wrapper.
  package let isOnProperties: Bool
  /// Whether the class is kept by a database, bound to the context that it came from.
  package let isPersistent: Bool
  package let source: Source

  init(
    _ name: String, _ role: Role = .none, isOnProperties: Bool = true, isPersistent: Bool = false, source: Source
  ) {
    self.isPersistent = isPersistent
    self.name = name
    self.role = role
    self.isOnProperties = isOnProperties
    self.source = source
  }
}

/// Attributes that are no property wrappers.
package enum Attributes {
  package static let table = Table([
    Attribute("AppIntentParameter", source: .documentation("appintents/intentparameter")),
    Attribute("ArrayBuilder", .builder, source: .convention("result builders of apps and packages end in Builder")),
    Attribute("Attribute", source: .documentation("swiftdata/attribute(_:originalname:hashmodifier:)")),
    Attribute("CasePathable", source: .package("github.com/pointfreeco/swift-case-paths")),
    Attribute("ChartContentBuilder", .builder, source: .documentation("charts/chartcontentbuilder")),
    Attribute("CommandsBuilder", .builder, source: .swiftUI("commandsbuilder")),
    Attribute("Entry", .environmentEntry, source: .swiftUI("entry()")),
    Attribute(
      "Equatable", .comparesMembers, isOnProperties: false, source: .package("github.com/ordo-one/equatable")),
    Attribute("EquatableIgnored", source: .package("github.com/ordo-one/equatable")),
    Attribute("EquatableIgnoredUnsafeClosure", source: .package("github.com/ordo-one/equatable")),
    Attribute("IBAction", source: .documentation("uikit/connecting-objects-to-code")),
    Attribute("IBInspectable", source: .documentation("uikit/connecting-objects-to-code")),
    Attribute("IBOutlet", source: .documentation("uikit/connecting-objects-to-code")),
    Attribute("MainActor", .mainActor, source: .swift("mainactor")),
    Attribute(
      "Model", .observableClass, isOnProperties: false, isPersistent: true, source: .documentation("swiftdata/model()")),
    Attribute("ModelActor", source: .documentation("swiftdata/modelactor")),
    Attribute(
      "NSApplicationMain", .entry, isOnProperties: false, source: .documentation("appkit/nsapplicationmain")),
    Attribute("NSManaged", source: .documentation("coredata/nsmanagedobject")),
    Attribute(
      "Observable", .observableClass, isOnProperties: false, source: .documentation("observation/observable()")),
    Attribute(
      "ObservableState", .observable, source: .package("github.com/pointfreeco/swift-composable-architecture")),
    Attribute("ObservationIgnored", .untracked, source: .documentation("observation/observationignored()")),
    Attribute("ObservationTracked", source: .documentation("observation/observationtracked()")),
    Attribute(
      "Perceptible", .observableClass, isOnProperties: false,
      source: .package("github.com/pointfreeco/swift-perception")),
    Attribute("Presents", source: .package("github.com/pointfreeco/swift-composable-architecture")),
    Attribute("PreviewModifier", source: .swiftUI("previewmodifier")),
    Attribute(
      "Relationship",
      source: .documentation(
        "swiftdata/relationship(_:deleterule:minimummodelcount:maximummodelcount:originalname:inverse:hashmodifier:)")),
    Attribute("SceneBuilder", .builder, source: .swiftUI("scenebuilder")),
    Attribute("Sendable", source: .swift("sendable")),
    Attribute("SkipEquatable", source: .convention("a macro of packages that compare views by their members")),
    Attribute("Snapshot", source: .package("github.com/pointfreeco/swift-snapshot-testing")),
    Attribute("StringBuilder", .builder, source: .convention("result builders of apps and packages end in Builder")),
    Attribute("Suite", source: .documentation("testing/suite(_:_:)")),
    Attribute("TableColumnBuilder", .builder, source: .swiftUI("tablecolumnbuilder")),
    Attribute("TaskLocal", source: .swift("tasklocal()")),
    Attribute("Test", source: .documentation("testing/test(_:_:)")),
    Attribute("ToolbarContentBuilder", .builder, source: .swiftUI("toolbarcontentbuilder")),
    Attribute("Transient", .untracked, source: .documentation("swiftdata/transient()")),
    Attribute(
      "UIApplicationMain", .entry, isOnProperties: false, source: .documentation("uikit/uiapplicationmain")),
    Attribute("ViewBuilder", .viewBuilder, source: .swiftUI("viewbuilder")),
    Attribute(
      "main", .entry, isOnProperties: false,
      source: .package("docs.swift.org/swift-book/documentation/the-swift-programming-language/attributes")),
    Attribute(
      "propertyWrapper", .declaresWrapper, isOnProperties: false,
      source: .package("docs.swift.org/swift-book/documentation/the-swift-programming-language/attributes")),
  ])

  /// Those that may stand on a property and are no wrappers.
  package static let onProperties = table.names(where: \.isOnProperties)

  /// Those of types whose members are tracked one by one.
  package static let observable = table.names(where: { [.observable, .observableClass].contains($0.role) })

  package static func names(_ role: Attribute.Role) -> Set<String> { table.names(where: { $0.role == role }) }
  package static let viewBuilders = names(.viewBuilder)
  package static let untracked = names(.untracked)
  package static let mainActors = names(.mainActor)
  package static let observableClasses = names(.observableClass)
  package static let environmentEntries = names(.environmentEntry)
  package static let wrapperDeclarations = names(.declaresWrapper)
  package static let memberComparisons = names(.comparesMembers)
}
