extension RandomApp {
  static let patterns: [Pattern] = [
    Pattern(name: "expanded_row", build: expandedRow),
    Pattern(name: "broad_settings", build: broadSettings),
    Pattern(name: "object_fan_out", build: objectFanOut),
    Pattern(name: "redundant_write", build: redundantWrite),
    Pattern(name: "unstable_id", build: unstableID),
    Pattern(name: "closure_argument", build: closureArgument),
    Pattern(name: "unused_environment", build: unusedEnvironment),
  ]

  /// A list owns which row is open; each tap evaluates every row.
  @Sendable static func expandedRow(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let count = plan.number(4...14)
    let samples = plan.element(noun, count: count, extra: [("summary", "String", { .string("About \($0)") })])
    let (list, item) = ("\(noun)List", noun.lowercasedFirst)
    let row = plan.part(of: list, noun, "Row")
    plan.app.views.append(
      ViewType(
        list, properties: [.init("expandedID", "\(noun).ID?", .state(.literal(.none)))],
        body: [
          .forEach(
            .init(
              samples, item, in: "List",
              [
                .child(
                  row,
                  [
                    (item, .name(item)),
                    ("isExpanded", .equal("expandedID", .member(.name(item), "id"))),
                    ("onToggle", .closure(parameter: nil, [.assign("expandedID", .member(.name(item), "id"))])),
                  ])
              ]))
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [(item, noun), ("isExpanded", "Bool"), ("onToggle", "() -> Void")], file: list,
        body: [
          .container(
            "VStack(alignment: .leading)",
            [
              .text(.member(.name(item), "title")),
              .branch("isExpanded", [.text(.member(.name(item), "summary"))]),
            ]
          ).with(.onTap(Handler("toggle\(noun)", [.callInput("onToggle", [])])))
        ]))
    plan.app.fixes.append(
      Fix(
        "state_scoped_too_high", "narrow_state_scope", view: list, subject: "expandedID",
        .moveStateIntoRows("expandedID", from: list, row: row, flag: "isExpanded", action: "onToggle")))
    var events: [Event] = []
    for _ in 0..<plan.number(8...24) {
      events.append(Event(after: plan.number(150...900), .fire("toggle\(noun)", at: plan.number(0...count - 1))))
    }
    plan.screen(list, events)
  }

  /// Children take all settings and read one of them.
  @Sendable static func broadSettings(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)SettingsView"
    let type = "\(noun)Settings"
    let all = [
      ("theme", "String"), ("fontSize", "Int"), ("volume", "Int"), ("isCompact", "Bool"), ("region", "String"),
    ]
    let used = Array(all.shuffled(using: &plan.random).prefix(plan.number(2...4)))
    func initial(_ type: String) -> Value { type == "Int" ? .int(10) : type == "Bool" ? .bool(false) : .string("a") }
    plan.app.values.append(ValueType(type, fields: all))
    let value = Expression.make(type, all.map { .init($0.0, .literal(initial($0.1))) })
    var body: [Node] = []
    var events: [Event] = []
    for (field, swiftType) in used {
      let child = "\(noun)\(field.prefix(1).uppercased() + field.dropFirst())Panel"
      body.append(.child(child, [("settings", "settings")]))
      plan.app.views.append(
        ViewType(
          child, inputs: [("settings", type)], file: screen,
          body: [.container("HStack", [.code("Image(systemName: \"gear\")"), .text(.member("settings", field))])]))
      plan.app.fixes.append(
        Fix(
          "broad_model_dependency", "pass_only_needed_values", view: child, subject: "settings",
          .passMembers([field], insteadOf: "settings", of: child)))
      let handler = "change\(noun)\(field)"
      let statement: Statement =
        swiftType == "Int"
        ? .add(.member("settings", field), 1)
        : swiftType == "Bool"
          ? .toggle(.member("settings", field)) : .assign(.member("settings", field), .name("value"))
      body.append(
        swiftType == "String"
          ? .control(
            "TextField(\"\(field)\", text: ", .member("settings", field),
            Handler(handler, parameters: [("value", "String")], [statement]))
          : .button("Change \(field)", Handler(handler, [statement])))
      for step in 0..<plan.number(3...10) {
        events.append(Event(after: plan.number(200...900), .fire(handler, .string("\(field)\(step)"))))
      }
    }
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("settings", type, .state(value))], body: [.container("Form", body)]))
    plan.screen(screen, events.shuffled(using: &plan.random))
  }

  /// Several views observe one object and read different members of it.
  @Sendable static func objectFanOut(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, model) = ("\(noun)Screen", "\(noun)Store")
    let members = ["title", "unread", "progress", "isOnline"]
    let types = ["String", "Int", "Int", "Bool"]
    let initial: [Expression] = [.text("Start"), 0, 0, false]
    let environment = plan.chance(40)
    plan.app.models.append(
      ModelType(
        model, .observableObject,
        properties: zip(zip(members, types), initial).map { .init($0.0, $0.1, $1) },
        methods: [
          Handler("receive\(noun)", [.add("unread", 1)]), Handler("advance\(noun)", [.add("progress", 1)]),
          Handler("toggle\(noun)Online", [.toggle("isOnline")]),
        ]))
    let updates: [Node.Modifier] = ["receive", "advance", "toggle"].map { verb in
      let method = verb == "toggle" ? "toggle\(noun)Online" : verb + noun
      return .onReceive(
        "\(noun.lowercasedFirst)\(verb.prefix(1).uppercased() + verb.dropFirst())s",
        Handler("on_\(method)", [.call("store", method, [])]))
    }
    var body: [Node] = []
    for member in members.prefix(plan.number(2...4)) {
      let child = "\(noun)\(member.prefix(1).uppercased() + member.dropFirst())View"
      plan.app.views.append(
        ViewType(
          child, properties: [.init("store", model, environment ? .environmentObject : .observedObject)], file: screen,
          body: [.container("HStack", [.code("Divider()"), .text(.member("store", member))])]))
      body.append(.child(child, environment ? [] : [("store", "store")]))
    }
    let content = Node.container("VStack", body)
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("store", model, .stateObject(.make(model, [])))],
        body: [.modified(content, (environment ? [.environmentObject("store")] : []) + updates)]))
    plan.app.fixes.append(
      Fix(
        "observable_object_fan_out", "migrate_to_observable", view: screen, subject: model, .migrateToObservable(model))
    )
    var events: [Event] = []
    for _ in 0..<plan.number(10...30) {
      let method = plan.pick(["receive\(noun)", "advance\(noun)", "advance\(noun)", "toggle\(noun)Online"])
      events.append(Event(after: plan.number(100...1200), .fireAll("on_\(method)")))
    }
    plan.screen(screen, events)
  }

  /// A timer writes the same value again and again.
  @Sendable static func redundantWrite(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, model) = ("\(noun)StatusView", "\(noun)Monitor")
    plan.app.models.append(
      ModelType(
        model, .observableObject, properties: [.init("status", "Int", 0), .init("name", "String", .text("Monitor"))]))
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("monitor", model, .stateObject(.make(model, [])))],
        body: [
          .container(
            "VStack", [.text("monitor.name"), .text("monitor.status"), .code("Divider()")]
          ).with(
            .onReceive(
              "\(noun.lowercasedFirst)Updates",
              Handler("receive\(noun)Status", parameters: [("value", "Int")], [.assign("monitor.status", "value")])))
        ]))
    plan.app.fixes.append(
      Fix(
        "redundant_state_write", "compare_before_writing", view: screen, subject: "monitor.status",
        .compareBeforeWriting(handler: "receive\(noun)Status")))
    var value = 0
    var events: [Event] = []
    for _ in 0..<plan.number(20...60) {
      if plan.chance(10) { value += 1 }
      events.append(Event(after: 1000, .fireAll("receive\(noun)Status", .int(value))))
    }
    plan.screen(screen, events)
  }

  /// Rows get a new identity whenever their list is evaluated.
  @Sendable static func unstableID(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let count = plan.number(3...10)
    let samples = plan.element(noun, count: count)
    let (list, item) = ("\(noun)Gallery", noun.lowercasedFirst)
    let row = plan.part(of: list, noun, "Card")
    let isStored = plan.chance(60)
    plan.app.views.append(
      ViewType(
        list, properties: [.init("elapsed", "Int", .state(0))],
        body: [
          .container(
            "VStack",
            [
              .text(.interpolation([.text("Updated "), "elapsed", .text(" s ago")])),
              .forEach(.init(samples, item, [.child(row, [(item, .name(item))], id: .fresh)])),
            ]
          ).with(.onReceive("\(item)Timer", Handler("tick\(noun)", [.add("elapsed", 1)])))
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [(item, noun)],
        properties: isStored ? [.init("isFavorite", "Bool", .state(false))] : [], file: list,
        body: [
          isStored
            ? .container(
              "HStack",
              [
                .text(.member(.name(item), "title")),
                .branch("isFavorite", [.code("Image(systemName: \"star.fill\")")]),
                .button("Favorite", Handler("favor\(noun)", [.toggle("isFavorite")])),
              ])
            : .text(.member(.name(item), "title"))
        ]))
    plan.app.fixes.append(
      Fix("unstable_identity", "stabilise_identity", view: list, subject: row, .stabiliseIdentity(in: list)))
    plan.screen(list, (0..<plan.number(6...20)).map { _ in Event(after: 1000, .fireAll("tick\(noun)")) })
  }

  /// A panel gets a closure, so it is evaluated with its parent whatever changed there.
  @Sendable static func closureArgument(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)Editor"
    let panel = plan.part(of: screen, noun, "Toolbar")
    plan.app.views.append(
      ViewType(
        screen,
        properties: [.init("text", "String", .state(.text(""))), .init("isBold", "Bool", .state(false))],
        body: [
          .container(
            "VStack",
            [
              .text("text"), .text(.conditional("isBold", .text("Bold"), .text("Regular"))),
              .child(
                panel,
                [
                  ("title", .text("Format")),
                  ("onBold", .closure(parameter: nil, [.toggle("isBold")])),
                ]),
              .control(
                "TextField(\"Text\", text: ", "text",
                Handler("type\(noun)", parameters: [("value", "String")], [.assign("text", "value")])),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        panel, inputs: [("title", "String"), ("onBold", "() -> Void")], file: screen,
        body: [
          .container(
            "HStack",
            [
              .text("title"), .code("Image(systemName: \"bold\")"), .code("Image(systemName: \"italic\")"),
              .button("Bold", Handler("bold\(noun)", [.callInput("onBold", [])])),
            ])
        ]))
    plan.app.fixes.append(
      Fix(
        "incomparable_argument", "make_arguments_comparable", view: screen, subject: "\(panel).onBold",
        .makeComparable(child: panel, argument: "onBold", in: screen)))
    var events: [Event] = []
    for step in 0..<plan.number(10...30) {
      events.append(
        Event(
          after: plan.number(80...300),
          plan.chance(85) ? .fire("type\(noun)", .string("text \(step)")) : .fire("bold\(noun)")))
    }
    plan.screen(screen, events)
  }

  /// Views declare a key of the environment that they never read.
  @Sendable static func unusedEnvironment(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let key = "\(noun.lowercasedFirst)Progress"
    let (screen, row) = ("\(noun)Downloads", "\(noun)DownloadRow")
    let count = plan.number(2...8)
    let item = noun.lowercasedFirst
    let samples = plan.element(noun, count: count)
    plan.app.environmentKeys.append(EnvironmentKey(key, "Int", 0))
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("progress", "Int", .state(0))],
        body: [
          .container(
            "VStack",
            [
              .text(.interpolation([.text("Progress "), "progress"])),
              .forEach(.init(samples, item, [.child(row, [(item, .name(item))])])),
            ]
          ).with(
            .environment(key: key, "progress"),
            .onReceive("\(item)Progress", Handler("progress\(noun)", [.add("progress", 1)])))
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [(item, noun)], properties: [.init("progress", "Int", .environment(key: key))], file: screen,
        body: [
          .container("HStack", [.code("Image(systemName: \"arrow.down\")"), .text(.member(.name(item), "title"))])
        ]))
    plan.app.fixes.append(
      Fix(
        "unused_dynamic_property", "remove_dependency", view: row, subject: "progress",
        .removeProperty("progress", of: row)))
    plan.screen(
      screen, (0..<plan.number(8...30)).map { _ in Event(after: plan.number(100...500), .fireAll("progress\(noun)")) })
  }
}
