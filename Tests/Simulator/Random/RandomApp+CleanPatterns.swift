extension RandomApp {
  static let cleanPatterns: [@Sendable (inout AppPlan) -> Void] = [counter, observedList, profile]

  /// State where it is used, a binding handed down.
  @Sendable static func counter(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, stepper) = ("\(noun)Counter", "\(noun)Stepper")
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("count", "Int", .state(1))],
        body: [.container("VStack", [.text("count"), .child(stepper, [("count", .projection("count"))])])]))
    plan.app.views.append(
      ViewType(
        stepper, properties: [.init("count", "Int", .binding)], file: screen,
        body: [
          .container("HStack", [.text("count"), .button("Add", Handler("add\(noun)", [.add("count", 1)]))])
        ]))
    plan.screen(
      screen, (0..<plan.number(3...10)).map { _ in Event(after: plan.number(200...900), .fire("add\(noun)")) })
  }

  /// A list over an `@Observable`, each row with a model of its own.
  @Sendable static func observedList(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (list, row, store, element) = ("\(noun)Board", "\(noun)BoardRow", "\(noun)BoardStore", "\(noun)Entry")
    let count = plan.number(3...9)
    plan.app.models.append(
      ModelType(
        element,
        properties: [.init("id", "Int", 0), .init("title", "String", .text(noun)), .init("isDone", "Bool", false)]))
    plan.app.models.append(
      ModelType(
        store,
        properties: [
          .init(
            "entries", "[\(element)]",
            .map(
              .literal(.list((0..<count).map(Value.int), storage: -1)), .make(element, [.init("id", .name("$0"))])))
        ]))
    plan.app.views.append(
      ViewType(
        list, properties: [.init("store", store, .state(.make(store, [])))],
        body: [.forEach(.init("store.entries", "entry", in: "List", [.child(row, [("entry", "entry")])]))]))
    plan.app.views.append(
      ViewType(
        row, inputs: [("entry", element)], file: list,
        body: [
          .container(
            "HStack",
            [
              .text("entry.title"), .branch("entry.isDone", [.code("Image(systemName: \"checkmark\")")]),
              .button("Done", Handler("finish\(noun)", [.toggle("entry.isDone")])),
            ])
        ]))
    plan.screen(
      list,
      (0..<plan.number(4...16)).map { _ in
        Event(after: plan.number(200...900), .fire("finish\(noun)", at: plan.number(0...count - 1)))
      })
  }

  /// Values passed one by one.
  @Sendable static func profile(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)Profile"
    let (header, bio) = ("\(noun)Header", "\(noun)Bio")
    plan.app.views.append(
      ViewType(
        screen,
        properties: [.init("name", "String", .state(.text(noun))), .init("bio", "String", .state(.text("")))],
        body: [
          .container(
            "VStack",
            [
              .child(header, [("name", "name")]), .child(bio, [("bio", "bio")]),
              .control(
                "TextField(\"Name\", text: ", "name",
                Handler("rename\(noun)", parameters: [("value", "String")], [.assign("name", "value")])),
            ])
        ]))
    plan.app.views.append(ViewType(header, inputs: [("name", "String")], file: screen, body: [.text("name")]))
    plan.app.views.append(
      ViewType(
        bio, inputs: [("bio", "String")], file: screen,
        body: [.container("HStack", [.code("Divider()"), .text("bio")])]))
    plan.screen(
      screen,
      (0..<plan.number(2...6)).map { step in
        Event(after: plan.number(400...2000), .fire("rename\(noun)", .string("Name \(step)")))
      })
  }
}
