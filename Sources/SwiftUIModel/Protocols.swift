/// A protocol, or a class that types inherit from: what conforming to it means.
package struct KnownProtocol: ModelEntry {
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// SwiftUI evaluates what conforms.
    package static let isEvaluated = Traits(rawValue: 1 << 0)
    /// `some …` of it is what a body gives.
    package static let isResult = Traits(rawValue: 1 << 1)
    /// A view in the narrow sense.
    package static let isView = Traits(rawValue: 1 << 2)
    /// A modifier of views, whose body is given the content.
    package static let isModifier = Traits(rawValue: 1 << 3)
    /// Holds the scenes of an app, or is one.
    package static let isScene = Traits(rawValue: 1 << 4)
    /// Built by the system, so nobody passes it anything.
    package static let isBuiltBySystem = Traits(rawValue: 1 << 5)
    /// Wraps a view of UIKit or AppKit.
    package static let isRepresentable = Traits(rawValue: 1 << 6)
    /// Whatever conforms is Equatable.
    package static let isEquatable = Traits(rawValue: 1 << 7)
    /// Equatable by what is written in the sources: a requirement that the compiler fulfils.
    package static let isDeclaredEquatable = Traits(rawValue: 1 << 8)
    /// Asks for `==` and nothing else.
    package static let asksForEquality = Traits(rawValue: 1 << 20)
    package static let isSendable = Traits(rawValue: 1 << 9)
    package static let isIdentifiable = Traits(rawValue: 1 << 10)
    /// Observed as a whole.
    package static let isObservedObject = Traits(rawValue: 1 << 11)
    package static let isEnvironmentKey = Traits(rawValue: 1 << 12)
    /// Holds the values of the environment; apps extend it.
    package static let isEnvironment = Traits(rawValue: 1 << 13)
    /// Only previews a view.
    package static let isPreview = Traits(rawValue: 1 << 14)
    package static let isTest = Traits(rawValue: 1 << 15)
    /// Drawn or laid out off the main thread.
    package static let runsOffMain = Traits(rawValue: 1 << 16)
    /// Logic of an app, whose `body` is no view.
    package static let isLogic = Traits(rawValue: 1 << 17)
    /// An object that a database keeps, bound to the context that it came from.
    package static let isPersistent = Traits(rawValue: 1 << 18)
    /// A name that a type of an app must not take.
    package static let isTaken = Traits(rawValue: 1 << 19)
    /// Drawn by the system for a date, and shown as a picture.
    package static let isPicture = Traits(rawValue: 1 << 21)
    /// What a program starts with; there is one.
    package static let isApp = Traits(rawValue: 1 << 23)
    /// What the delegate of an app conforms to; there is one.
    package static let isAppDelegate = Traits(rawValue: 1 << 22)
  }

  package let name: String
  package let traits: Traits
  package let source: Source

  init(_ name: String, _ traits: Traits, source: Source) {
    self.name = name
    self.traits = traits
    self.source = source
  }
}

package enum Protocols {
  package static let table = Table([
    KnownProtocol("App", [.isEvaluated, .isScene, .isApp, .isBuiltBySystem, .isTaken], source: .swiftUI("app")),
    KnownProtocol("AppEnum", [.isEquatable], source: .documentation("appintents/appenum")),
    KnownProtocol("BinaryInteger", [.isEquatable], source: .swift("binaryinteger")),
    KnownProtocol("Body", [.isTaken], source: .swiftUI("view/body-swift.associatedtype")),
    KnownProtocol("ButtonStyle", [.isEvaluated], source: .swiftUI("buttonstyle")),
    KnownProtocol("ChartContent", [.isResult], source: .documentation("charts/chartcontent")),
    KnownProtocol("CodingKey", [.isEquatable], source: .swift("codingkey")),
    KnownProtocol("Commands", [.isEvaluated, .isResult, .isBuiltBySystem], source: .swiftUI("commands")),
    KnownProtocol("Comparable", [.isEquatable, .isDeclaredEquatable], source: .swift("comparable")),
    KnownProtocol("Content", [.isTaken], source: .swiftUI("viewmodifier/content")),
    KnownProtocol("CustomizableToolbarContent", [.isEvaluated], source: .swiftUI("customizabletoolbarcontent")),
    KnownProtocol("EnvironmentKey", [.isEnvironmentKey], source: .swiftUI("environmentkey")),
    KnownProtocol("EnvironmentValues", [.isEnvironment], source: .swiftUI("environmentvalues")),
    KnownProtocol("Equatable", [.asksForEquality, .isEquatable, .isDeclaredEquatable], source: .swift("equatable")),
    KnownProtocol("FloatingPoint", [.isEquatable], source: .swift("floatingpoint")),
    KnownProtocol("Hashable", [.isEquatable, .isDeclaredEquatable], source: .swift("hashable")),
    KnownProtocol("Identifiable", [.isIdentifiable], source: .swift("identifiable")),
    KnownProtocol("LabelStyle", [.isEvaluated], source: .swiftUI("labelstyle")),
    KnownProtocol("Layout", [.runsOffMain], source: .swiftUI("layout")),
    KnownProtocol("ManagedObject", [.isPersistent], source: .documentation("coredata/nsmanagedobject")),
    KnownProtocol(
      "NSApplicationDelegate", [.isAppDelegate], source: .documentation("appkit/nsapplicationdelegate")),
    KnownProtocol(
      "NSViewControllerRepresentable", [.isEvaluated, .isRepresentable],
      source: .swiftUI("nsviewcontrollerrepresentable")),
    KnownProtocol("NSViewRepresentable", [.isEvaluated, .isRepresentable], source: .swiftUI("nsviewrepresentable")),
    KnownProtocol("ObservableObject", [.isObservedObject], source: .documentation("combine/observableobject")),
    KnownProtocol("OptionSet", [.isEquatable], source: .swift("optionset")),
    KnownProtocol("PersistableEnum", [.isEquatable], source: .package("github.com/realm/realm-swift")),
    KnownProtocol("PersistentModel", [.isPersistent], source: .documentation("swiftdata/persistentmodel")),
    KnownProtocol("PreviewProvider", [.isPreview], source: .swiftUI("previewprovider")),
    KnownProtocol("PrimitiveButtonStyle", [.isEvaluated], source: .swiftUI("primitivebuttonstyle")),
    KnownProtocol("RawRepresentable", [.isEquatable], source: .swift("rawrepresentable")),
    KnownProtocol(
      "Reducer", [.isEquatable, .isLogic], source: .package("github.com/pointfreeco/swift-composable-architecture")),
    KnownProtocol("Scene", [.isEvaluated, .isResult, .isScene, .isBuiltBySystem, .isTaken], source: .swiftUI("scene")),
    KnownProtocol("Sendable", [.isSendable], source: .swift("sendable")),
    KnownProtocol("SetAlgebra", [.isEquatable], source: .swift("setalgebra")),
    KnownProtocol("Shape", [.runsOffMain, .isTaken], source: .swiftUI("shape")),
    KnownProtocol("Strideable", [.isEquatable], source: .swift("strideable")),
    KnownProtocol("TableRowContent", [.isResult], source: .swiftUI("tablerowcontent")),
    KnownProtocol("ToolbarContent", [.isEvaluated, .isResult], source: .swiftUI("toolbarcontent")),
    KnownProtocol(
      "UIApplicationDelegate", [.isAppDelegate], source: .documentation("uikit/uiapplicationdelegate")),
    KnownProtocol(
      "UIViewControllerRepresentable", [.isEvaluated, .isRepresentable],
      source: .swiftUI("uiviewcontrollerrepresentable")),
    KnownProtocol("UIViewRepresentable", [.isEvaluated, .isRepresentable], source: .swiftUI("uiviewrepresentable")),
    KnownProtocol("View", [.isEvaluated, .isResult, .isView, .isTaken], source: .swiftUI("view")),
    KnownProtocol("ViewModifier", [.isEvaluated, .isModifier], source: .swiftUI("viewmodifier")),
    KnownProtocol("Widget", [.isEvaluated, .isBuiltBySystem, .isPicture], source: .documentation("swiftui/widget")),
    KnownProtocol("WidgetConfiguration", [.isResult], source: .documentation("swiftui/widgetconfiguration")),
    KnownProtocol("XCTestCase", [.isTest], source: .documentation("xctest/xctestcase")),
  ])

  package static let evaluated = names(.isEvaluated)
  package static let results = names(.isResult).sorted()
  package static let views = names(.isView)
  package static let modifiers = names(.isModifier)
  package static let scenes = names(.isScene)
  package static let apps = names(.isApp)
  package static let widgets = names(.isPicture)
  package static let appDelegates = names(.isAppDelegate)
  package static let builtBySystem = names(.isBuiltBySystem)
  package static let equatable = names(.isEquatable)
  /// The protocol that asks for `==` alone.
  package static let equality = names(.asksForEquality)
  package static let declaredEquatable = names(.isDeclaredEquatable)
  package static let sendable = names(.isSendable)
  package static let identifiable = names(.isIdentifiable)
  package static let observedObjects = names(.isObservedObject)
  package static let environmentKeys = names(.isEnvironmentKey)
  package static let environments = names(.isEnvironment)
  package static let previews = names(.isPreview)
  package static let tests = names(.isTest)
  /// Types whose views are only shown to whoever writes them, and tests.
  package static let unmeasured = previews.union(tests)
  package static let runsOffMain = names(.runsOffMain)
  package static let logic = names(.isLogic)
  package static let persistent = names(.isPersistent).sorted()
  package static let taken = names(.isTaken)

  /// `View` and `SwiftUI.View`, as an extension may name it.
  package static let qualifiedViews = views.union(views.map { SwiftUIModel.module + "." + $0 })

  /// What the names of protocols end in that wrap a view of UIKit or AppKit, also those of apps.
  package static let representableSuffix = "Representable"
  /// What the names of protocols end in that make a class Sendable.
  package static let sendableSuffix = "Sendable"
  /// The property that tells values of an Identifiable type apart.
  /// Source: developer.apple.com/documentation/swift/identifiable/id-8t2ws
  package static let identity = "id"
  /// The property of what is made of another value, and the label of the initialiser that takes one.
  /// Source: developer.apple.com/documentation/swift/rawrepresentable
  package static let rawValue = "rawValue"
  /// Of enums that list their cases, of which none carries a value.
  /// Source: developer.apple.com/documentation/swift/caseiterable
  package static let casesListed = "CaseIterable"
  /// What an observed object announces its changes with.
  package static let changePublisher = "objectWillChange"
  /// What announces by hand: `objectWillChange.send()`.
  package static let announces = "send"

  /// What the names of result builders end in.
  package static let builderSuffix = "Builder"

  /// Whether the text of a type ends in that of a view: `some View`.
  package static func isView(_ text: String?) -> Bool { text.map { views.contains(where: $0.hasSuffix) } ?? false }

  private static func names(_ trait: KnownProtocol.Traits) -> Set<String> {
    table.names(where: { $0.traits.contains(trait) })
  }
}
