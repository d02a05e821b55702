/// A label of an argument that says what the closure behind it is, wherever it stands.
package struct Label: ModelEntry {
  package enum Role: Sendable, Hashable {
    /// Runs later.
    case action
    /// Builds something to show.
    case content
  }

  package let name: String
  package let role: Role
  package let event: Event?
  package let rate: Call.Rate?
  package let source: Source

  init(_ name: String, _ role: Role = .action, event: Event? = nil, rate: Call.Rate? = nil, source: Source) {
    self.name = name
    self.role = role
    self.event = event
    self.rate = rate
    self.source = source
  }
}

package enum Labels {
  private static let common = Source.convention("what apps and packages call the closure of an action")

  package static let table = Table([
    Label("action", source: .swiftUI("button/init(action:label:)")),
    Label("callback", source: common),
    Label("completion", source: .swiftUI("withanimation(_:completioncriteria:_:completion:)")),
    Label("completionHandler", source: .foundation("urlsession/datatask(with:completionhandler:)")),
    Label("content", .content, source: .swiftUI("vstack/init(alignment:spacing:content:)")),
    Label("deleteAction", source: common),
    Label("errorHandler", source: common),
    Label("handler", source: common),
    Label("isTargeted", source: .view("dropdestination(for:action:istargeted:)")),
    Label("label", .content, source: .swiftUI("button/init(action:label:)")),
    Label("maximumDistanceAction", source: common),
    Label("onCancel", source: common),
    Label("onClose", source: common),
    Label(
      "onCommit", event: .user, rate: .once, source: .swiftUI("textfield/init(_:text:oneditingchanged:oncommit:)-588cl")
    ),
    Label("onCompletion", source: .view("fileimporter(ispresented:allowedcontenttypes:oncompletion:)")),
    Label("onConfirm", source: common),
    Label("onDecrement", source: .swiftUI("stepper/init(_:onincrement:ondecrement:oneditingchanged:)")),
    Label("onDelete", source: common),
    Label("onDismiss", event: .user, rate: .once, source: .view("sheet(ispresented:ondismiss:content:)")),
    Label("onEditingChanged", event: .user, rate: .once, source: .swiftUI("slider/init(value:in:oneditingchanged:)")),
    Label("onIncrement", source: .swiftUI("stepper/init(_:onincrement:ondecrement:oneditingchanged:)")),
    Label("onOffsetChange", event: .scrollGeometry, rate: .perEvent, source: common),
    Label("onPress", source: common),
    Label(
      "onPressingChanged",
      source: .view("onlongpressgesture(minimumduration:maximumdistance:perform:onpressingchanged:)")),
    Label("onRemoval", source: common),
    Label("onSave", source: common),
    Label("onScroll", event: .scrollGeometry, rate: .perEvent, source: common),
    Label("onScrollChange", event: .scrollGeometry, rate: .perEvent, source: common),
    Label("onScrollOffsetChange", event: .scrollGeometry, rate: .perEvent, source: common),
    Label("onSelect", source: common),
    Label("onTap", source: common),
    Label("operation", source: .swift("task/init(priority:operation:)")),
    Label("perform", source: .view("onappear(perform:)")),
    Label("preview", .content, source: .view("ondrag(_:preview:)")),
    Label("primaryAction", source: .swiftUI("menu/init(content:label:primaryaction:)")),
    Label("receiveCompletion", source: .documentation("combine/publisher/sink(receivecompletion:receivevalue:)")),
    Label("receiveValue", source: .documentation("combine/publisher/sink(receivecompletion:receivevalue:)")),
    Label("set", event: .assignment, rate: .once, source: .swiftUI("binding/init(get:set:)")),
    Label("setter", source: common),
    Label("successHandler", source: common),
    Label("tapAction", source: common),
  ])

  package static let actions = table.names(where: { $0.role == .action })
  package static let contents = table.names(where: { $0.role == .content })
  /// The label of what tells rows, or work, apart: `ForEach(items, id: \.name)`, `.task(id: query)`.
  package static let identity = "id"
  /// The label of what chooses a page or a row: `TabView(selection: $page)`.
  package static let selection = "selection"
  /// The label of what a parser makes its result of: `Document(parsing: text)`.
  package static let parsing = "parsing"
  /// Of the key path that is observed. Source: developer.apple.com/documentation/objectivec/nsobject-swift.class/publisher(for:options:)
  package static let observedKeyPath = "for"
  /// Of what a view observes of a store of the Composable Architecture: `WithViewStore(store, observe: \.title)`.
  package static let observedState = "observe"
  /// Whether an action runs when the view appears as well.
  /// Source: developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
  package static let initial = "initial"
  /// What is shown by `NavigationLink(destination: Detail())`.
  package static let destination = "destination"
  /// Whether a timer goes on after it fired: `scheduledTimer(withTimeInterval: 2, repeats: false)`.
  package static let repeats = "repeats"
  /// How far the steps of a control are apart, and the range that they lie in.
  /// Source: developer.apple.com/documentation/swiftui/slider/init(value:in:step:oneditingchanged:)
  package static let step = "step"
  package static let range = "in"
  /// What the action is called that a binding made of closures runs when it is written.
  package static let bindingSetter = "set"
  /// The labels with which a binding is made of closures.
  package static let closuresOfBinding = ["get", "set"]
}
