extension RandomApp {
  /// Every kind of argument that executed programs showed, whether it compares equal when it is made anew or not.
  ///
  /// A screen is evaluated with its timer and gives some children one argument each; what a child shows of it never
  /// changes with the timer.
  @Sendable static func everyKindOfArgument(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)Overview"
    var parts = ArgumentScreen(noun: noun, screen: screen)
    for (index, kind) in argumentKinds.shuffled(using: &plan.random).prefix(plan.number(2...4)).enumerated() {
      parts.child = "\(noun)Part\(index)"
      kind(&plan, &parts)
    }
    let clock = Node.Modifier.onReceive(
      "\(noun.lowercasedFirst)OverviewClock", Handler("pass\(noun)", [.add("elapsed", 1)]))
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("elapsed", "Int", .state(0))] + parts.properties,
        body: [
          Node.container("VStack", [.text(.interpolation([.text("For "), "elapsed", .text(" s")]))] + parts.body)
            .with(clock)
        ]))
    var events = (0..<plan.number(6...20)).map { _ in Event(after: 1000, .fireAll("pass\(noun)")) }
    for handler in parts.handlers { events.append(Event(after: plan.number(200...900), .fire(handler))) }
    plan.screen(screen, events.shuffled(using: &plan.random))
  }

  private typealias Kind = @Sendable (inout AppPlan, inout ArgumentScreen) -> Void

  private static let argumentKinds: [Kind] = [
    plainStruct, structOfText, looseStruct, arrayMadeAnew, dictionary, constantBinding, freeClosure, capturingClosure,
    capturedView, method, sameObject, equalObject, builder, readingBuilder, plainEquatableView,
  ]

  @Sendable private static func plainStruct(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let type = "\(screen.child)Size"
    plan.app.values.append(
      ValueType(type, fields: [("width", "Int"), ("height", "Int")], isEquatable: plan.chance(50)))
    screen.give(
      &plan, .make(type, [.init("width", 3), .init("height", 4)]), type, shows: [.text("value.width")])
  }

  @Sendable private static func structOfText(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let type = "\(screen.child)Caption"
    plan.app.values.append(
      ValueType(type, fields: [("text", "String"), ("size", "Int")], isEquatable: plan.chance(50)))
    screen.give(
      &plan, .make(type, [.init("text", .text("Hello")), .init("size", 4)]), type, shows: [.text("value.text")])
  }

  /// Its own `==` leaves out what changes with the timer; of plain memory it is not asked.
  @Sendable private static func looseStruct(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let type = "\(screen.child)Stamp"
    let isPlain = plan.chance(50)
    plan.app.values.append(
      ValueType(type, fields: [("key", isPlain ? "Int" : "String"), ("age", "Int")], equality: ["key"]))
    screen.give(
      &plan, .make(type, [.init("key", isPlain ? 1 : .text("a")), .init("age", "elapsed")]), type,
      shows: [.text("value.key")])
  }

  @Sendable private static func arrayMadeAnew(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let type = "\(screen.child)Mark"
    plan.app.values.append(ValueType(type, fields: [("number", "Int")], isEquatable: plan.chance(50)))
    screen.give(
      &plan, .array([.make(type, [.init("number", 1)]), .make(type, [.init("number", 2)])]), "[\(type)]",
      shows: [.text(.count("value"))])
  }

  @Sendable private static func dictionary(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    screen.give(
      &plan, .dictionary([.init("a", 1), .init("b", 2)]), "[String: Int]", shows: [.text(.count("value"))])
  }

  @Sendable private static func constantBinding(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    screen.body.append(.child(screen.child, [("value", .constantBinding(3))]))
    plan.app.views.append(
      ViewType(
        screen.child, properties: [.init("value", "Int", .binding)], file: screen.screen, body: [.text("value")]))
  }

  @Sendable private static func freeClosure(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    screen.give(&plan, .function(1), "() -> Int", shows: [.code("Divider()")])
  }

  @Sendable private static func capturingClosure(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let isFresh = plan.chance(50)
    screen.local = ("\(screen.child.lowercasedFirst)Step", isFresh ? "elapsed" : 3)
    screen.give(
      &plan, .function(.name("\(screen.child.lowercasedFirst)Step")), "() -> Int", shows: [.code("Divider()")])
  }

  @Sendable private static func capturedView(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let state = "\(screen.child.lowercasedFirst)Flag"
    screen.properties.append(.init(state, "Bool", .state(false)))
    let handler = "call\(screen.child)"
    screen.handlers.append(handler)
    screen.give(
      &plan, .closure(parameter: nil, [.toggle(.name(state))]), "() -> Void",
      shows: [.button("Call", Handler(handler, [.callInput("value", [])]))])
  }

  @Sendable private static func method(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let (type, name) = ("\(screen.child)Player", "\(screen.child.lowercasedFirst)Player")
    let play = "play\(screen.child)"
    plan.app.models.append(
      ModelType(
        type, properties: [.init("plays", "Int", 0)], methods: [Handler(play, [.add("plays", 1)])]))
    screen.properties.append(.init(name, type, .state(.make(type, []))))
    screen.give(&plan, .method(.name(name), play), "() -> Void", shows: [.code("Divider()")])
  }

  @Sendable private static func sameObject(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let (type, name) = ("\(screen.child)Store", "\(screen.child.lowercasedFirst)Store")
    let handler = "again\(screen.child)"
    plan.app.models.append(ModelType(type, properties: [.init("total", "Int", 0)]))
    screen.properties.append(.init(name, type, .state(.make(type, []))))
    screen.handlers.append(handler)
    // Equal, but written in place.
    screen.give(
      &plan, .name(name), type,
      shows: [.text("value.total"), .button("Again", Handler(handler, [.add("value.total", 0)]))])
  }

  @Sendable private static func equalObject(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let type = "\(screen.child)Config"
    plan.app.models.append(
      ModelType(type, .plain, properties: [.init("limit", "Int", 5)], equality: plan.chance(50) ? ["limit"] : nil))
    screen.give(&plan, .make(type, []), type, shows: [.code("Divider()")])
  }

  @Sendable private static func builder(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    screen.give(&plan, .builder([.code("Divider()")]), "() -> Content", shows: [.content("value")], isGeneric: true)
  }

  @Sendable private static func readingBuilder(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    let state = "\(screen.child.lowercasedFirst)Total"
    let handler = "raise\(screen.child)"
    screen.properties.append(.init(state, "Int", .state(0)))
    screen.handlers.append(handler)
    screen.body.append(.button("Raise", Handler(handler, [.add(.name(state), 1)])))
    screen.give(
      &plan, .builder([.text(.interpolation([.text("Total "), .name(state)]))]), "() -> Content",
      shows: [.content("value")], isGeneric: true)
  }

  /// Equatable, but of plain memory: its `==` is asked only with `.equatable()`.
  @Sendable private static func plainEquatableView(_ plan: inout AppPlan, _ screen: inout ArgumentScreen) {
    screen.body.append(
      .child(screen.child, [("number", 1), ("age", "elapsed")], isEquatable: plan.chance(50)))
    plan.app.views.append(
      ViewType(
        screen.child, inputs: [("number", "Int"), ("age", "Int")], equality: ["number"], file: screen.screen,
        body: [.text("number")]))
  }
}

/// A screen whose children get one argument each.
private struct ArgumentScreen {
  var noun: String
  var screen: String
  /// The child that comes next.
  var child = ""
  var properties: [ViewType.DynamicProperty] = []
  var body: [Node] = []
  var handlers: [String] = []
  /// A value of the body that the next argument uses.
  var local: (name: String, value: Expression)?

  init(noun: String, screen: String) {
    self.noun = noun
    self.screen = screen
  }

  mutating func give(
    _ plan: inout AppPlan, _ argument: Expression, _ type: String, shows: [Node], isGeneric: Bool = false
  ) {
    let use = Node.child(child, [("value", argument)])
    body.append(local.map { .local($0.name, $0.value, [use]) } ?? use)
    local = nil
    plan.app.views.append(
      ViewType(
        child, inputs: [("value", type)], genericParameters: isGeneric ? "<Content: View>" : "",
        genericArguments: isGeneric ? "<Text>" : "", file: screen,
        body: [.container("VStack", [.code("Image(systemName: \"circle\")")] + shows)]))
  }
}
