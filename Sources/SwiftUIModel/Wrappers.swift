/// Property wrappers.
package enum Wrappers {
  package static let table = Table([
    Wrapper(
      "AccessibilityFocusState", .focus, .value, projects: .other, since: 15,
      source: .swiftUI("accessibilityfocusstate")),
    Wrapper(
      "AppStorage", .defaults, .value, projects: .binding, subscribesUnread: true, conflictsWithTracking: true,
      since: 14, source: .swiftUI("appstorage")),
    Wrapper("Bindable", .bindable, .member, projects: .binding, since: 17, source: .swiftUI("bindable")),
    Wrapper("Binding", .binding, .value, projects: .binding, source: .swiftUI("binding")),
    Wrapper(
      "Default", .foreign, .value, projects: .binding, subscribesUnread: true, conflictsWithTracking: true,
      source: .package("github.com/sindresorhus/Defaults")),
    Wrapper("Defaults", .foreign, .value, projects: .binding, source: .package("github.com/sindresorhus/Defaults")),
    Wrapper(
      "Environment", .environment, .value, isInput: false, subscribesUnread: true, conflictsWithTracking: true,
      source: .swiftUI("environment")),
    Wrapper(
      "EnvironmentObject", .environmentObject, .object, projects: .binding, isInput: false, subscribesUnread: true,
      source: .swiftUI("environmentobject")),
    Wrapper(
      "FetchRequest", .query, .value, projects: .other, isInput: false, subscribesUnread: true,
      conflictsWithTracking: true, source: .swiftUI("fetchrequest")),
    Wrapper("FocusState", .focus, .value, projects: .binding, since: 15, source: .swiftUI("focusstate")),
    Wrapper("FocusedBinding", .focusedView, .value, projects: .binding, since: 14, source: .swiftUI("focusedbinding")),
    Wrapper(
      "FocusedValue", .focusedView, .value, isInput: false, subscribesUnread: true, since: 14,
      source: .swiftUI("focusedvalue")),
    Wrapper("GestureState", .gesture, .value, projects: .other, source: .swiftUI("gesturestate")),
    Wrapper(
      "Injected", .foreign, .value, conflictsWithTracking: true, source: .package("github.com/hmlongco/Factory")),
    Wrapper("Namespace", .constant, .never, isInput: false, since: 14, source: .swiftUI("namespace")),
    Wrapper(
      "ObservedObject", .observed, .object, projects: .binding, subscribesUnread: true,
      source: .swiftUI("observedobject")),
    Wrapper(
      "ObservedRealmObject", .foreign, .value, subscribesUnread: true, source: .package("github.com/realm/realm-swift")),
    Wrapper(
      "ObservedResults", .foreign, .value, subscribesUnread: true, source: .package("github.com/realm/realm-swift")),
    Wrapper(
      "Published", .member, .object, projects: .other, conflictsWithTracking: true,
      source: .documentation("combine/published")),
    Wrapper(
      "Query", .query, .value, isInput: false, subscribesUnread: true, conflictsWithTracking: true, since: 17,
      source: .documentation("swiftdata/query")),
    Wrapper("ScaledMetric", .constant, .value, isInput: false, since: 14, source: .swiftUI("scaledmetric")),
    Wrapper(
      "SceneStorage", .scene, .value, projects: .binding, subscribesUnread: true, conflictsWithTracking: true,
      since: 14, source: .swiftUI("scenestorage")),
    Wrapper("Shared", .foreign, .value, projects: .binding, source: .package("github.com/pointfreeco/swift-sharing")),
    Wrapper(
      "State", .state, .value, projects: .binding, subscribesUnread: true, conflictsWithTracking: true,
      source: .swiftUI("state")),
    Wrapper("StateObject", .object, .object, projects: .binding, since: 14, source: .swiftUI("stateobject")),
  ])

  /// Those that keep an object and update the view for each of its changes.
  package static let objects = table.names(where: { $0.observesObject })
  /// Constructors of those that keep what they are first given: `State(initialValue:)`.
  package static let keepers = table.names(where: { $0.storage.keepsFirst })
  /// Those of them that keep an object.
  package static let objectKeepers = table.names(where: { $0.storage == .object })
  /// What `.init(get:set:)` makes.
  package static let binding = "Binding"
  /// Constructors of bindings: `Binding(get:set:)`.
  package static let bindings = table.names(where: { $0.storage == .binding })
  /// Macros of modules that are named like a wrapper, by module. Source: github.com/SwiftyLab/MetaCodable
  package static let macros: [String: Set<String>] = ["MetaCodable": ["Default"]]
}
