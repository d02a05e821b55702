/// Views of SwiftUI: containers, controls and what is only shown.
package enum Views {
  package static let table = Table([
    KnownView("ActionSheet", source: .swiftUI("actionsheet")),
    KnownView("Alert", source: .swiftUI("alert")),
    KnownView("Annotation", since: 17, source: .documentation("mapkit/annotation")),
    KnownView("AnyView", [.erases], source: .swiftUI("anyview")),
    KnownView("AreaMark", since: 16, source: .documentation("charts/areamark")),
    KnownView(
      "AsyncButton", [.isForeign], closures: .actionUnlessGiven,
      source: .package("github.com/lorenzofiamingo/swiftui-async-button")),
    KnownView("AsyncImage", [.loads], since: 15, source: .swiftUI("asyncimage")),
    KnownView("AxisMarks", since: 16, source: .documentation("charts/axismarks")),
    KnownView("BarMark", since: 16, source: .documentation("charts/barmark")),
    KnownView(
      "Button", [.isSizedByItself], closures: .actionUnlessGiven, event: .user, rate: .once, source: .swiftUI("button")),
    KnownView("Canvas", [.draws], since: 15, source: .swiftUI("canvas")),
    KnownView("Capsule", source: .swiftUI("capsule")),
    KnownView("Chart", [.draws, .ownsContent], since: 16, source: .documentation("charts/chart")),
    KnownView("Circle", source: .swiftUI("circle")),
    KnownView("Color", [.marksPlace], source: .swiftUI("color")),
    KnownView("ColorPicker", [.writesContinuously], since: 14, source: .swiftUI("colorpicker")),
    KnownView("CommandGroup", since: 14, source: .swiftUI("commandgroup")),
    KnownView("CommandMenu", since: 14, source: .swiftUI("commandmenu")),
    KnownView("ContentUnavailableView", since: 17, source: .swiftUI("contentunavailableview")),
    KnownView("ControlGroup", since: 15, source: .swiftUI("controlgroup")),
    KnownView("DatePicker", source: .swiftUI("datepicker")),
    KnownView("DisclosureGroup", since: 14, source: .swiftUI("disclosuregroup")),
    KnownView("Divider", [.arranges], source: .swiftUI("divider")),
    KnownView("EditButton", source: .swiftUI("editbutton")),
    KnownView("Ellipse", source: .swiftUI("ellipse")),
    KnownView("EmptyView", [.marksPlace, .showsNothing], source: .swiftUI("emptyview")),
    KnownView("EquatableView", [.asksEquality], source: .swiftUI("equatableview")),
    KnownView(
      "ForEach", [.makesRows, .leavesRowsToContainer, .ownsContent, .evaluatesContent, .isSizedByContent],
      source: .swiftUI("foreach")),
    KnownView("Form", [.ownsContent, .evaluatesContent, .arranges], source: .swiftUI("form")),
    KnownView("Gauge", since: 16, source: .swiftUI("gauge")),
    KnownView("GeometryReader", [.givesGeometry, .evaluatesContent], source: .swiftUI("geometryreader")),
    KnownView("Grid", [.ownsContent, .evaluatesContent, .arranges], since: 16, source: .swiftUI("grid")),
    KnownView("GridRow", [.ownsContent, .evaluatesContent, .arranges], since: 16, source: .swiftUI("gridrow")),
    KnownView("Group", [.isTransparent, .evaluatesContent, .arranges, .isSizedByContent], source: .swiftUI("group")),
    KnownView("GroupBox", since: 14, source: .swiftUI("groupbox")),
    KnownView("HSplitView", source: .swiftUI("hsplitview")),
    KnownView("HStack", [.evaluatesContent, .arranges], stacksAlong: .horizontal, source: .swiftUI("hstack")),
    KnownView("Image", [.isSizedByItself], source: .swiftUI("image")),
    KnownView("Label", [.isSizedByItself], since: 14, source: .swiftUI("label")),
    KnownView("LabeledContent", since: 16, source: .swiftUI("labeledcontent")),
    KnownView(
      "LazyHGrid", [.makesCells, .ownsContent, .evaluatesContent, .arranges], since: 14, source: .swiftUI("lazyhgrid")),
    KnownView("LazyHStack", [.ownsContent, .evaluatesContent, .arranges], since: 14, source: .swiftUI("lazyhstack")),
    KnownView(
      "LazyVGrid", [.makesCells, .ownsContent, .evaluatesContent, .arranges], since: 14, source: .swiftUI("lazyvgrid")),
    KnownView("LazyVStack", [.ownsContent, .evaluatesContent, .arranges], since: 14, source: .swiftUI("lazyvstack")),
    KnownView("LineMark", since: 16, source: .documentation("charts/linemark")),
    KnownView("LinearGradient", source: .swiftUI("lineargradient")),
    KnownView("Link", since: 14, source: .swiftUI("link")),
    KnownView(
      "List", [.makesRows, .makesCells, .takesPlainContent, .ownsContent, .evaluatesContent], source: .swiftUI("list")),
    KnownView("Map", since: 14, source: .documentation("mapkit/map")),
    KnownView("Marker", since: 17, source: .documentation("mapkit/marker")),
    KnownView("Menu", [.ownsContent, .opensMenu, .offersChoices], since: 14, source: .swiftUI("menu")),
    KnownView("MenuBarExtra", source: .swiftUI("menubarextra")),
    KnownView("NavigationLink", [.presentsDestination], source: .swiftUI("navigationlink")),
    KnownView(
      "NavigationSplitView", [.evaluatesContent, .holdsPages], since: 16, source: .swiftUI("navigationsplitview")),
    KnownView(
      "NavigationStack", [.evaluatesContent, .arranges, .holdsPages], since: 16, source: .swiftUI("navigationstack")),
    KnownView("NavigationView", [.evaluatesContent, .holdsPages], source: .swiftUI("navigationview")),
    KnownView("OutlineGroup", [.makesRows], since: 14, source: .swiftUI("outlinegroup")),
    KnownView("PasteButton", closures: .actions, event: .user, rate: .once, source: .swiftUI("pastebutton")),
    KnownView("Path", source: .swiftUI("path")),
    KnownView("PhotosPicker", since: 16, source: .documentation("photosui/photospicker")),
    KnownView("Picker", [.ownsContent, .offersChoices], event: .user, rate: .once, source: .swiftUI("picker")),
    KnownView("PointMark", since: 16, source: .documentation("charts/pointmark")),
    KnownView("ProductView", since: 17, source: .documentation("storekit/productview")),
    KnownView("ProgressView", [.marksPlace], since: 14, source: .swiftUI("progressview")),
    KnownView("RadialGradient", source: .swiftUI("radialgradient")),
    KnownView("Rectangle", [.marksPlace], source: .swiftUI("rectangle")),
    KnownView("RenameButton", since: 16, source: .swiftUI("renamebutton")),
    KnownView("RoundedRectangle", source: .swiftUI("roundedrectangle")),
    KnownView("RuleMark", since: 16, source: .documentation("charts/rulemark")),
    KnownView("ScrollView", [.scrolls, .evaluatesContent, .arranges], source: .swiftUI("scrollview")),
    KnownView("ScrollViewReader", [.evaluatesContent], since: 14, source: .swiftUI("scrollviewreader")),
    KnownView("Section", [.isTransparent, .evaluatesContent], closures: .labelledAction, source: .swiftUI("section")),
    KnownView("SecureField", closures: .edits, source: .swiftUI("securefield")),
    KnownView("Settings", source: .swiftUI("settings")),
    KnownView("ShareLink", since: 16, source: .swiftUI("sharelink")),
    KnownView("Slider", [.writesContinuously], closures: .tells, source: .swiftUI("slider")),
    KnownView("Spacer", [.arranges, .marksPlace, .showsNothing], source: .swiftUI("spacer")),
    KnownView("Stepper", closures: .steps, source: .swiftUI("stepper")),
    KnownView("StoreView", since: 17, source: .documentation("storekit/storeview")),
    KnownView("SubscriptionView", since: 17, source: .documentation("storekit/subscriptionstoreview")),
    KnownView("Tab", closures: .labelledAction, since: 18, source: .swiftUI("tab")),
    KnownView("TabView", [.ownsContent, .evaluatesContent, .showsPages, .holdsPages], source: .swiftUI("tabview")),
    KnownView("Table", [.makesRows, .ownsContent], since: 16, source: .swiftUI("table")),
    KnownView("TableColumn", since: 16, source: .swiftUI("tablecolumn")),
    KnownView("Text", [.showsText, .isSizedByItself], source: .swiftUI("text")),
    KnownView("TextEditor", closures: .edits, since: 14, source: .swiftUI("texteditor")),
    KnownView("TextField", closures: .edits, source: .swiftUI("textfield")),
    KnownView("TimelineView", [.ticks, .evaluatesContent], since: 15, source: .swiftUI("timelineview")),
    KnownView("Toggle", event: .user, rate: .once, source: .swiftUI("toggle")),
    KnownView("ToolbarItem", since: 14, source: .swiftUI("toolbaritem")),
    KnownView("ToolbarItemGroup", since: 14, source: .swiftUI("toolbaritemgroup")),
    KnownView("UnevenRoundedRectangle", since: 16, source: .swiftUI("unevenroundedrectangle")),
    KnownView("VSplitView", source: .swiftUI("vsplitview")),
    KnownView("VStack", [.evaluatesContent, .arranges], stacksAlong: .vertical, source: .swiftUI("vstack")),
    KnownView("ViewThatFits", [.ownsContent, .evaluatesContent], since: 16, source: .swiftUI("viewthatfits")),
    KnownView("Window", source: .swiftUI("window")),
    KnownView("WindowGroup", since: 14, source: .swiftUI("windowgroup")),
    KnownView(
      "ZStack", [.ownsContent, .evaluatesContent, .arranges, .isSizedByContent, .layers], source: .swiftUI("zstack")),
  ])

  /// Those of the system, which take plain values and are not the app's to change.
  package static let builtin = table.names(where: { !$0.traits.contains(.isForeign) })
  package static let makesRows = names(.makesRows)
  package static let leavesRowsToContainer = names(.leavesRowsToContainer)
  package static let makesCells = names(.makesCells)
  package static let takesPlainContent = names(.takesPlainContent)
  package static let scrolls = names(.scrolls)
  package static let isTransparent = names(.isTransparent)
  package static let ownsContent = names(.ownsContent)
  package static let evaluatesContent = names(.evaluatesContent)
  package static let arranges = names(.arranges)
  package static let givesGeometry = names(.givesGeometry)
  /// What a geometry says that is another only where the device is turned or a bar appears.
  /// Source: developer.apple.com/documentation/swiftui/geometryproxy/safeareainsets
  package static let settledGeometry = "safeAreaInsets"
  package static let ticks = names(.ticks)
  package static let erases = names(.erases)
  package static let marksPlace = names(.marksPlace)
  /// Controls that write their binding with each key.
  package static let edits = table.names(where: { $0.closures == .edits })
  package static let writesContinuously = names(.writesContinuously)
  /// Controls that write the binding they are given while the view around stays on screen.
  package static let changesBinding = table.names(where: {
    $0.closures == .edits || $0.closures == .steps || $0.event == .user && $0.rate == .once
      || $0.traits.contains(.writesContinuously)
  })
  package static let image = "Image"
  /// What `Image` calls an image of UIKit or AppKit that it is given.
  package static let imageLabels: Set<String> = ["nsImage", "uiImage"]
  /// The schedule of a clock that ticks at intervals.
  /// Source: developer.apple.com/documentation/swiftui/timelineschedule/periodic(from:by:)
  package static let periodicSchedule = "periodic"
  /// The schedule of a clock that ticks with each frame.
  /// Source: developer.apple.com/documentation/swiftui/timelineschedule/animation
  package static let frameSchedule = "animation"
  /// Views that take room at most: `EmptyView()`, `Spacer()`, `Color.clear`.
  package static let showsNothing = names(.showsNothing)
  package static let showsPages = names(.showsPages)
  /// Where what a `ForEach` makes are pages or layers, of which somebody sees one, and no rows beside each other.
  package static let showsInFront = names(.showsPages).union(names(.layers))
  package static let clear = ["Color", "clear"]
  /// The method of what a geometry reader hands out that tells where on the screen it lies, and the members of the result
  /// that change while something scrolls. Source: developer.apple.com/documentation/swiftui/geometryproxy/frame(in:)
  package static let placeOfGeometry = "frame"
  /// Its property that only tells how large it is.
  package static let sizeOfGeometry = "size"
  package static let movingEdges: Set<String> = ["maxX", "maxY", "midX", "midY", "minX", "minY", "origin"]
  package static let asksEquality = names(.asksEquality)
  package static let draws = names(.draws)
  package static let loads = names(.loads)
  package static let showsText = names(.showsText)
  /// Controls whose action is what they are for; views of apps are called after them.
  package static let buttons = table.names(where: {
    $0.closures == .actionUnlessGiven && !$0.traits.contains(.isForeign)
  })
  package static let opensMenu = names(.opensMenu)
  package static let offersChoices = names(.offersChoices)
  package static let isSizedByItself = names(.isSizedByItself)
  package static let isSizedByContent = names(.isSizedByContent)
  /// The scene of an app that holds its settings. Source: developer.apple.com/documentation/swiftui/settings
  package static let settingsScene = "Settings"
  package static let presentsDestination = names(.presentsDestination)

  /// Stacks that build all of their content at once, by the axis along which they grow.
  package static let stacks: [String: KnownView.Axis] = Dictionary(
    table.entries.compactMap { view in view.stacksAlong.map { (view.name, $0) } },
    uniquingKeysWith: { first, _ in first })

  package static func stacks(along axis: KnownView.Axis) -> Set<String> {
    table.names(where: { $0.stacksAlong == axis })
  }

  /// Those that keep pages, each with what it shows and where it is.
  package static let holdsPages = names(.holdsPages)
  /// Builds all of its rows and measures all of their cells.
  package static let grid = "Grid"

  /// The axis along which a stack or a grid of rows grows; `nil` of other views.
  package static func axisOfRows(in container: String) -> KnownView.Axis? {
    container == grid ? .vertical : stacks[container]
  }

  /// What grows along the same axis and builds only what is on screen: `LazyVStack` of `VStack`.
  package static func lazyCounterpart(of container: String) -> String {
    container == grid ? "LazyVGrid" : lazyPrefix + container
  }
  package static let lazyStacks = Set(stacks.keys.map(lazyCounterpart))
  /// Stacks and grids that build only what is on screen.
  package static let lazyContainers = lazyStacks.union(table.names(where: { $0.name.hasPrefix(lazyPrefix) }))
  /// What is put before the name of a stack to make it lazy.
  package static let lazyPrefix = "Lazy"

  private static func names(_ trait: KnownView.Traits) -> Set<String> {
    table.names(where: { $0.traits.contains(trait) })
  }
}
