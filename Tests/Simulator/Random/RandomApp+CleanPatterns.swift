extension RandomApp {
  static let cleanPatterns: [@Sendable (inout AppPlan) -> Void] = [
    counter, observedList, profile, feed, disclosure, twoReaders, defaults, genericBadge,
  ]

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

  /// A list that grows, shrinks and changes: rows that did not change are left alone.
  @Sendable static func feed(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (list, store, item) = ("\(noun)Feed", "\(noun)FeedStore", noun.lowercasedFirst)
    let row = plan.part(of: list, noun, "FeedRow")
    let count = plan.number(4...14)
    let samples = plan.element(noun, count: count)
    plan.app.models.append(
      ModelType(
        store, properties: [.init("items", "[\(noun)]", samples), .init("renames", "Int", 0)],
        methods: [
          Handler("prepend", parameters: [("item", noun)], [.insertFirst("items", "item")]),
          Handler("dropFirst", [.removeFirst("items")]),
          Handler(
            "rename", parameters: [("id", "Int")],
            [
              .add("renames", 1),
              .setField(
                collection: "items", id: "id", field: "title", value: .interpolation([.text("Renamed "), "renames"])),
            ]),
        ]))
    plan.app.views.append(
      ViewType(
        list, properties: [.init("store", store, .state(.make(store, [])))],
        body: [
          Node.forEach(
            .init("store.items", item, in: "List", isLazy: plan.chance(50), [.child(row, [(item, .name(item))])])
          )
          .with(
            .onReceive(
              "\(item)News",
              Handler("news\(noun)", parameters: [("value", noun)], [.call("store", "prepend", ["value"])])),
            .onReceive("\(item)Removals", Handler("removal\(noun)", [.call("store", "dropFirst", [])])),
            .onReceive(
              "\(item)Renames",
              Handler("rename\(noun)", parameters: [("value", "Int")], [.call("store", "rename", ["value"])])))
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [(item, noun)],
        properties: plan.chance(50) ? [.init("isRead", "Bool", .state(false))] : [], file: list,
        body: [.text(.member(.name(item), "title"))]))
    var events: [Event] = []
    for step in 0..<plan.number(4...14) {
      switch plan.number(0...3) {
      case 0:
        let new = Value.record(type: noun, fields: ["id": .int(1000 + step), "title": .string("New \(step)")])
        events.append(Event(after: plan.number(300...2000), .fireAll("news\(noun)", new)))
      case 1: events.append(Event(after: plan.number(300...2000), .fireAll("removal\(noun)")))
      case 2: events.append(Event(after: plan.number(300...900), .scroll(by: 2)))
      default:
        events.append(Event(after: plan.number(300...900), .fireAll("rename\(noun)", .int(plan.number(0...count - 1)))))
      }
    }
    plan.screen(list, events)
  }

  /// A part that comes and goes.
  @Sendable static func disclosure(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)Disclosure"
    let detail = plan.part(of: screen, noun, "Detail")
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("isShown", "Bool", .state(false))],
        body: [
          .container(
            "VStack",
            [
              .button("Details", Handler("disclose\(noun)", [.toggle("isShown")])),
              .branch("isShown", [.child(detail, [("title", .text(noun))])]),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        detail, inputs: [("title", "String")], properties: [.init("rating", "Int", .state(0))], file: screen,
        body: [
          .container(
            "HStack", [.text("title"), .text("rating"), .button("Rate", Handler("rate\(noun)", [.add("rating", 1)]))])
        ]))
    plan.screen(
      screen,
      (0..<plan.number(3...9)).map { _ in
        Event(after: plan.number(300...900), .fire(plan.chance(50) ? "disclose\(noun)" : "rate\(noun)"))
      })
  }

  /// One answer changes two members, which two views read: two roots in one update.
  @Sendable static func twoReaders(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, model) = ("\(noun)Summary", "\(noun)Figures")
    let parts = [("total", "Total"), ("average", "Average")].map { ($0.0, plan.part(of: screen, noun, $0.1)) }
    plan.app.models.append(
      ModelType(
        model, properties: [.init("total", "Int", 0), .init("average", "Int", 0)],
        methods: [Handler("refresh", [.add("total", 3), .add("average", 1)]), Handler("round", [.add("total", 1)])]))
    for (member, view) in parts {
      plan.app.views.append(
        ViewType(
          view, properties: [.init("figures", model, .environmentModel)], file: screen,
          body: [.text(.member("figures", member))]))
    }
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("figures", model, .state(.make(model, [])))],
        body: [
          .container("VStack", parts.map { .child($0.1) }).with(
            .environmentModel("figures"),
            .onReceive("\(noun.lowercasedFirst)Answers", Handler("answer\(noun)", [.call("figures", "refresh", [])])),
            .onReceive("\(noun.lowercasedFirst)Rounds", Handler("round\(noun)", [.call("figures", "round", [])])))
        ]))
    plan.screen(
      screen,
      (0..<plan.number(4...14)).map { _ in
        Event(after: plan.number(200...1500), .fireAll(plan.chance(60) ? "answer\(noun)" : "round\(noun)"))
      })
  }

  /// A preference that two views show.
  @Sendable static func defaults(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let key = "\(noun.lowercasedFirst)Count"
    let screen = "\(noun)Preferences"
    let label = plan.part(of: screen, noun, "CountLabel")
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("count", "Int", .appStorage(key: key, .int(3)))],
        body: [
          .container(
            "Form", [.text("count"), .child(label), .button("More", Handler("count\(noun)", [.add("count", 1)]))])
        ]))
    plan.app.views.append(
      ViewType(
        label, properties: [.init("shown", "Int", .appStorage(key: key, .int(3)))], file: screen, body: [.text("shown")]
      ))
    plan.screen(
      screen, (0..<plan.number(2...8)).map { _ in Event(after: plan.number(200...900), .fire("count\(noun)")) })
  }

  /// A generic view.
  @Sendable static func genericBadge(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, badge) = ("\(noun)Inbox", "\(noun)ValueBadge")
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("unread", "Int", .state(0)), .init("title", "String", .state(.text(noun)))],
        body: [
          .container(
            "VStack",
            [
              .child(badge, [("value", "unread")]), .text("title"),
              .button("Receive", Handler("receive\(noun)Mail", [.add("unread", 1)])),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        badge, inputs: [("value", "Value")], genericParameters: "<Value: CustomStringConvertible>",
        genericArguments: "<Int>", file: screen, body: [.text(.interpolation(["value"]))]))
    plan.screen(
      screen,
      (0..<plan.number(3...9)).map { _ in Event(after: plan.number(200...900), .fire("receive\(noun)Mail")) })
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
