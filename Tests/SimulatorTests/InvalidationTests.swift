internal import Simulator
internal import Testing

/// Each rule of the model of invalidation, as a small app with the log it must give.
@Suite struct InvalidationTests {
  /// The lines after the launch.
  private func log(
    _ views: [ViewType], models: [ModelType] = [], values: [ValueType] = [], keys: [EnvironmentKey] = [],
    options: Options = Options(), _ events: Event.Kind...
  ) -> [String] {
    let app = SimulatedApp(
      name: "Test", values: values, models: models, views: views, environmentKeys: keys,
      script: events.map { Event($0) })
    return simulate(app, options: options).evaluations.filter { $0.event != nil }.map(\.message)
  }

  private func launch(_ views: [ViewType], options: Options = Options()) -> [String] {
    simulate(SimulatedApp(name: "Test", views: views), options: options).evaluations.map(\.message)
  }

  private let label = ViewType("Label", inputs: [("value", "Int")], body: [.text("value")])

  // MARK: - State

  private func counter(reads: Bool) -> ViewType {
    ViewType(
      "Counter", properties: [.init("count", "Int", .state(0))],
      body: [reads ? .text("count") : .code("Divider()"), .button("Add", Handler("add", [.add("count", 1)]))])
  }

  @Test func stateInvalidatesItsOwnerWhenItWasRead() {
    #expect(
      log([counter(reads: true)], .fire("add"), .fire("add")) == [
        "Counter: _count changed.", "Counter: _count changed.",
      ])
    #expect(log([counter(reads: false)], .fire("add")).isEmpty)
  }

  @Test func unreadStateNotifiesWhereTheOptionSaysSo() {
    var options = Options()
    options.unreadStateIsSilent = false
    #expect(log([counter(reads: false)], options: options, .fire("add")) == ["Counter: _count changed."])
  }

  @Test func stateOfTheMacroHasTwoUnderscores() {
    var options = Options()
    options.stateIsMacro = true
    #expect(log([counter(reads: true)], options: options, .fire("add")) == ["Counter: __count changed."])
  }

  @Test func equalStateWritesAreSilentUnlessTheOptionSaysOtherwise() {
    let view = ViewType(
      "V", properties: [.init("flag", "Bool", .state(false))],
      body: [.text("flag"), .button("Set", Handler("set", [.assign("flag", false)]))])
    #expect(log([view], .fire("set")).isEmpty)
    var options = Options()
    options.equalStateWritesAreSilent = false
    #expect(log([view], options: options, .fire("set")) == ["V: _flag changed."])
  }

  /// Also of what is not Equatable, but for containers of it.
  @Test func equalWritesToStateAreSilentForEveryTypeThatCanBeEqual() {
    let status = ValueType("Status", fields: [("code", "Int")], isEquatable: false)
    func log(_ type: String, _ value: Expression, _ shown: Expression, options: Options = Options()) -> [String] {
      let view = ViewType(
        "V", properties: [.init("status", type, .state(value))],
        body: [.text(shown), .button("Set", Handler("set", [.assign("status", value)]))])
      return self.log([view], values: [status], options: options, .fire("set"))
    }
    let value = Expression.make("Status", [.init("code", 1)])
    #expect(log("Status", value, "status.code").isEmpty)
    #expect(log("[Status]", .array([value]), .count("status")) == ["V: _status changed."])
    var options = Options()
    options.stateComparesEveryType = false
    #expect(log("Status", value, "status.code", options: options) == ["V: _status changed."])
  }

  @Test func projectingIsNoReadAndABindingInvalidatesItsReader() {
    let owner = ViewType(
      "Owner", properties: [.init("isOn", "Bool", .state(false))],
      body: [.child("Switch", [("isOn", .projection("isOn"))])])
    let reader = ViewType(
      "Switch", properties: [.init("isOn", "Bool", .binding)],
      body: [.text("isOn"), .button("Toggle", Handler("toggle", [.toggle("isOn")]))])
    #expect(log([owner, reader], .fire("toggle")) == ["Switch: _isOn changed."])
  }

  @Test func aReadingOwnerAndABindingAreBothEvaluated() {
    let owner = ViewType(
      "Owner", properties: [.init("count", "Int", .state(0))],
      body: [.text("count"), .child("Adder", [("count", .projection("count"))])])
    let reader = ViewType(
      "Adder", properties: [.init("count", "Int", .binding)],
      body: [.text("count"), .button("Add", Handler("add", [.add("count", 1)]))])
    #expect(log([owner, reader], .fire("add")) == ["Owner: _count changed.", "Adder: @self, _count changed."])
    var options = Options()
    options.bindingsCarryTheirValue = false
    #expect(
      log([owner, reader], options: options, .fire("add")) == ["Owner: _count changed.", "Adder: _count changed."])
  }

  @Test func aBindingThatIsOnlyWrittenEvaluatesItsViewWhereTheOwnerReadsTheState() {
    func owner(reads: Bool) -> ViewType {
      ViewType(
        "Owner", properties: [.init("count", "Int", .state(0))],
        body: [reads ? .text("count") : .code("Divider()"), .child("Adder", [("count", .projection("count"))])])
    }
    let writer = ViewType(
      "Adder", properties: [.init("count", "Int", .binding)],
      body: [.button("Add", Handler("add", [.add("count", 1)]))])
    #expect(
      log([owner(reads: true), writer], .fire("add")) == ["Owner: _count changed.", "Adder: @self, _count changed."])
    #expect(log([owner(reads: false), writer], .fire("add")).isEmpty)
  }

  // MARK: - Models

  private func model(_ kind: ModelType.Kind) -> ModelType {
    ModelType(
      "Model", kind,
      properties: [
        .init("items", "[Int]", .literal(.list([.int(1)], storage: -1))), .init("name", "String", .text("")),
      ],
      computed: [.init("first", "Int", "items.first"), .init("title", "String", "name")])
  }

  private func screen(_ wrapper: ViewType.DynamicProperty.Wrapper, _ body: [Node]) -> ViewType {
    ViewType(
      "Screen", properties: [.init("model", "Model", wrapper)],
      body: body + [
        .button("Rename", Handler("rename", [.assign("model.name", .text("new"))])),
        .button("Same", Handler("same", [.assign("model.name", .text(""))])),
        .button("Fill", Handler("fill", [.append("model.items", 2)])),
      ])
  }

  @Test func observationTracksWhatWasReadThroughComputedProperties() {
    let view = screen(.state(.make("Model", [])), [.text("model.first")])
    #expect(
      log([view], models: [model(.observable)], .fire("rename"), .fire("fill")) == ["Screen: \\Model.items changed."])
  }

  @Test func theSetterOfAnObservableComparesFirst() {
    let view = screen(.state(.make("Model", [])), [.text("model.title")])
    #expect(
      log([view], models: [model(.observable)], .fire("same"), .fire("rename")) == ["Screen: \\Model.name changed."])
  }

  @Test func olderSystemsDoNotNameTheProperty() {
    var options = Options()
    let view = screen(.state(.make("Model", [])), [.text("model.items.count")])
    options.observation = .dependencies
    #expect(
      log([view], models: [model(.observable)], options: options, .fire("fill")) == ["Screen: @dependencies changed."])
    options.observation = .computedKeyPath
    #expect(
      log([view], models: [model(.observable)], options: options, .fire("fill")) == [
        "Screen: \\Model.<computed 0x000000034006f8b0 (Array<Int>)> changed."
      ])
  }

  @Test func everyPublishedWriteInvalidatesEveryObserver() {
    let view = screen(.stateObject(.make("Model", [])), [.child("Idle", [("model", "model")])])
    let idle = ViewType("Idle", properties: [.init("model", "Model", .observedObject)], body: [.code("Divider()")])
    let both = ["Screen: _model changed.", "Idle: _model changed."]
    #expect(log([view, idle], models: [model(.observableObject)], .fire("rename"), .fire("same")) == both + both)
  }

  // MARK: - Environment

  private func writer(_ initial: Expression, key: String = "size") -> ViewType {
    ViewType(
      "Writer", properties: [.init("size", "Int", .state(0))],
      body: [
        .container("VStack", [.child("Reader"), .button("Grow", Handler("grow", [.add("size", 1)]))]).with(
          .environment(key: key, "size"))
      ])
  }

  private func reader(_ reads: Bool, key: String = "size", type: String = "Int") -> ViewType {
    ViewType(
      "Reader", properties: [.init("value", type, .environment(key: key))],
      body: [reads ? .text("value") : .code("Divider()")])
  }

  private let size = EnvironmentKey("size", "Int", 0)

  @Test func environmentInvalidatesThoseWhoDeclareIt() {
    let lines = ["Writer: _size changed.", "Reader: _value changed."]
    #expect(log([writer("size"), reader(true)], keys: [size], .fire("grow")) == lines)
    #expect(log([writer("size"), reader(false)], keys: [size], .fire("grow")) == lines)
    var options = Options()
    options.unreadEnvironmentNotifies = false
    #expect(
      log([writer("size"), reader(false)], keys: [size], options: options, .fire("grow")) == ["Writer: _size changed."])
  }

  @Test func otherKeysLeaveAReaderAlone() {
    #expect(
      log([writer("size"), reader(true, key: "colorScheme")], keys: [size], .fire("grow")) == ["Writer: _size changed."]
    )
  }

  @Test func aFunctionInTheEnvironmentChangesWithEveryWrite() {
    let action = EnvironmentKey("submit", "() -> Void", .closure(parameter: nil, []))
    #expect(
      log([writer("size"), reader(false, key: "submit", type: "() -> Void")], keys: [size, action], .fire("grow"))
        == ["Writer: _size changed.", "Reader: _value changed."])
  }

  @Test func theSystemWritesKeysToo() {
    #expect(
      log([reader(true, key: "colorScheme", type: "ColorScheme")], .environment("colorScheme", .string("dark")))
        == ["Reader: _value changed."])
  }

  // MARK: - Values

  private func parent(_ argument: Expression, child: String = "Child") -> ViewType {
    ViewType(
      "Parent", properties: [.init("tick", "Int", .state(0)), .init("other", "Int", .state(0))],
      body: [
        .text("tick"), .child(child, [("value", argument)]), .button("Tick", Handler("tick", [.add("tick", 1)])),
      ])
  }

  private func child(_ type: String, equality: [String]? = nil) -> ViewType {
    ViewType("Child", inputs: [("value", type)], equality: equality, body: [.code("Divider()")])
  }

  private let alone = ["Parent: _tick changed."]
  private let both = ["Parent: _tick changed.", "Child: @self changed."]

  @Test func equalInputsStopTheUpdate() {
    #expect(log([parent(3), child("Int")], .fire("tick")) == alone)
    #expect(log([parent("tick"), child("Int")], .fire("tick")) == both)
  }

  @Test func closuresAreAsEqualAsWhatTheyCapture() {
    let ofTheView = Expression.closure(parameter: nil, [.add("other", 1)])
    #expect(log([parent(ofTheView), child("() -> Void")], .fire("tick")) == both)
    #expect(log([parent(.function(1)), child("() -> Int")], .fire("tick")) == alone)
    #expect(log([parent(.function(captures: ["other"], "other")), child("() -> Int")], .fire("tick")) == alone)
    #expect(log([parent(.function(captures: ["tick"], "tick")), child("() -> Int")], .fire("tick")) == both)
    var options = Options()
    options.functions = .neverEqual
    #expect(log([parent(.function(1)), child("() -> Int")], options: options, .fire("tick")) == both)
  }

  @Test func freshObjectsDifferAndKeptOnesDoNot() {
    #expect(log([parent(.fresh("NumberFormatter()")), child("NumberFormatter")], .fire("tick")) == both)
    #expect(
      log(
        [parent(.constant("Self.formatter", .fresh(kind: "NumberFormatter()", serial: -1))), child("NumberFormatter")],
        .fire("tick"))
        == alone)
  }

  @Test func arraysOfWhatDoesNotCompareDifferWhenMadeAnew() {
    func point(_ isEquatable: Bool) -> ValueType {
      ValueType("Point", fields: [("x", "Int")], isEquatable: isEquatable)
    }
    let points = Expression.constant("Point.all", .list([.record(type: "Point", fields: ["x": .int(1)])], storage: -1))
    let made = Expression.filter(points, .binary(.member("$0", "x"), ">", 0))
    #expect(log([parent(made), child("[Point]")], values: [point(false)], .fire("tick")) == both)
    #expect(log([parent(made), child("[Point]")], values: [point(true)], .fire("tick")) == alone)
    #expect(log([parent(points), child("[Point]")], values: [point(false)], .fire("tick")) == alone)
  }

  @Test func bindingsCompareByPlaceUnlessMadeOfClosures() {
    let child = ViewType("Child", properties: [.init("value", "Int", .binding)], body: [.code("Divider()")])
    #expect(log([parent(.projection("other")), child], .fire("tick")) == alone)
    #expect(
      log([parent(.closureBinding("other")), child], .fire("tick")) == [
        "Parent: _tick changed.", "Child: @self, _value changed.",
      ])
  }

  @Test func anEquatableViewIsComparedByItsOwnOperator() {
    #expect(
      log([parent(.closure(parameter: nil, [.add("other", 1)])), child("() -> Void", equality: [])], .fire("tick"))
        == alone)
  }

  // MARK: - Insertion, identity, order

  @Test func insertionNamesIdentityOnlyWithStorage() {
    let root = ViewType("Root", body: [.child("Plain"), .child("Stored")])
    let plain = ViewType("Plain", body: [.code("Divider()")])
    let stored = ViewType(
      "Stored", properties: [.init("a", "Int", .state(0)), .init("b", "Int", .state(0))], body: [.text("a")])
    #expect(
      launch([root, plain, stored]) == [
        "Root: @self changed.", "Plain: @self changed.", "Stored: @self, @identity, _a, _b changed.",
      ])
    var options = Options()
    options.insertionListsProperties = false
    #expect(launch([stored], options: options) == ["Stored: @self, @identity changed."])
  }

  @Test func unstableIdentitiesMakeRowsAnew() {
    let view = ViewType(
      "List", properties: [.init("tick", "Int", .state(0))],
      body: [
        .text("tick"), .child("Row", id: .fresh), .button("Tick", Handler("tick", [.add("tick", 1)])),
      ])
    let row = ViewType("Row", properties: [.init("isOn", "Bool", .state(false))], body: [.text("isOn")])
    let session = simulate(
      SimulatedApp(name: "Test", views: [view, row], script: [Event(.fire("tick"))]))
    #expect(
      session.evaluations.suffix(2).map(\.message) == ["List: _tick changed.", "Row: @self, @identity, _isOn changed."])
    #expect(session.evaluations.last?.verdict == .recreated)
  }

  @Test func lazyRowsAppearWhenTheyComeOnScreen() {
    let numbers = Expression.literal(.list((0..<5).map(Value.int), storage: -1))
    let list = ViewType(
      "List",
      body: [.forEach(.init(numbers, "number", id: .value, isLazy: true, [.child("Row", [("value", "number")])]))])
    let row = ViewType("Row", inputs: [("value", "Int")], body: [.text("value")])
    var options = Options()
    options.rowsOnScreen = 2
    let session = simulate(
      SimulatedApp(name: "Test", views: [list, row], script: [Event(.scroll(by: 2)), Event(.scroll(by: 9))]),
      options: options)
    #expect(session.evaluations.map(\.event) == [nil, nil, nil, 0, 0, 1])
    #expect(session.evaluations.last?.trigger == nil)
  }

  @Test func parentsComeBeforeChildrenAndEachOnce() {
    let root = ViewType(
      "Root", properties: [.init("a", "Int", .state(0))],
      body: [.text("a"), .child("Middle", [("value", "a"), ("a", .projection("a"))])])
    let middle = ViewType(
      "Middle", inputs: [("value", "Int")], properties: [.init("a", "Int", .binding)],
      body: [.text("value"), .text("a"), .button("Add", Handler("add", [.add("a", 1), .add("a", 1)]))])
    #expect(log([root, middle], .fire("add")) == ["Root: _a changed.", "Middle: @self, _a changed."])
  }

  @Test func orderIsDepthFirstOrBreadthFirst() {
    let root = ViewType("Root", body: [.child("A"), .child("B")])
    let views = [root, ViewType("A", body: [.child("C")]), ViewType("B", body: []), ViewType("C", body: [])]
    #expect(launch(views).map { $0.prefix { $0 != ":" } } == ["Root", "A", "C", "B"])
    var options = Options()
    options.order = .breadthFirst
    #expect(launch(views, options: options).map { $0.prefix { $0 != ":" } } == ["Root", "A", "B", "C"])
  }

  @Test func onChangeRunsInAnUpdateOfItsOwn() {
    let view = ViewType(
      "V", properties: [.init("count", "Int", .state(0)), .init("total", "Int", .state(0))],
      body: [
        .container("VStack", [.text("count"), .text("total"), .button("Add", Handler("add", [.add("count", 1)]))]).with(
          .onChange(of: "count", Handler("follow", parameters: [("value", "Int")], [.assign("total", "value")])))
      ])
    let session = simulate(SimulatedApp(name: "Test", views: [view], script: [Event(.fire("add"))]))
    #expect(session.evaluations.map(\.message).suffix(2) == ["V: _count changed.", "V: _total changed."])
    #expect(session.evaluations.map(\.update) == [0, 1, 2])
  }

  // MARK: - Truth

  @Test func triggersGoThroughViewsThatAreNotLogged() {
    let root = ViewType(
      "Root", properties: [.init("a", "Int", .state(0))],
      body: [.child("Hidden", [("value", "a")]), .button("Add", Handler("add", [.add("a", 1)]))])
    let hidden = ViewType(
      "Hidden", inputs: [("value", "Int")], isInstrumented: false, body: [.child("Label", [("value", "value")])])
    let session = simulate(SimulatedApp(name: "Test", views: [root, hidden, label], script: [Event(.fire("add"))]))
    #expect(session.evaluations.map(\.view) == ["Root", "Label", "Root", "Label"])
    let last = session.evaluations[3]
    #expect(last.trigger == 2)
    #expect(last.root == .init(view: "Root", cause: "_a", isLogged: true))
    #expect(last.origins == ["Root.a"])
  }

  @Test func handingDownIsReadingAndAClosureNeverJustifies() {
    let view = ViewType(
      "Parent", properties: [.init("value", "Int", .state(0)), .init("flag", "Bool", .state(false))],
      body: [
        .child("Child", [("value", "value"), ("action", .closure(parameter: nil, [.toggle("flag")]))]),
        .text("flag"), .button("Flip", Handler("flip", [.toggle("flag")])),
        .button("Add", Handler("add", [.add("value", 1)])),
      ])
    let child = ViewType("Child", inputs: [("value", "Int"), ("action", "() -> Void")], body: [.text("value")])
    let session = simulate(
      SimulatedApp(name: "Test", views: [view, child], script: [Event(.fire("flip")), Event(.fire("add"))]))
    #expect(
      session.evaluations.suffix(4).map(\.verdict) == [
        .justified, .avoidable([.closureArgument("action")]), .justified, .justified,
      ])
  }

  @Test func membersThatAreNotReadDoNotJustify() {
    let settings = ValueType("Settings", fields: [("size", "Int"), ("volume", "Int")])
    let initial = Expression.make("Settings", [.init("size", 1), .init("volume", 1)])
    let view = ViewType(
      "Parent", properties: [.init("settings", "Settings", .state(initial))],
      body: [
        .child("Child", [("settings", "settings")]), .button("Louder", Handler("louder", [.add("settings.volume", 1)])),
      ])
    let child = ViewType("Child", inputs: [("settings", "Settings")], body: [.text("settings.size")])
    let session = simulate(
      SimulatedApp(name: "Test", values: [settings], views: [view, child], script: [Event(.fire("louder"))]))
    #expect(session.evaluations.suffix(2).map(\.verdict) == [.justified, .avoidable([.unreadArgument("settings")])])
  }
}
