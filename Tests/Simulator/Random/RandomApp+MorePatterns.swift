extension RandomApp {
  static let morePatterns: [Pattern] = [
    Pattern(name: "closure_binding", build: closureBinding),
    Pattern(name: "fresh_argument", build: freshArgument),
    Pattern(name: "missing_equatable", build: missingEquatable),
    Pattern(name: "model_value", build: modelValue),
    Pattern(name: "row_collection", build: rowCollection),
    Pattern(name: "derived_state", build: derivedState),
    Pattern(name: "environment_clock", build: environmentClock),
    Pattern(name: "scroll_offset", build: scrollOffset),
    Pattern(name: "update_loop", build: updateLoop),
    Pattern(name: "monolith", build: monolith),
    Pattern(name: "legacy_environment_object", build: legacyEnvironmentObject),
    Pattern(name: "player_time", build: playerTime),
  ]

  /// Bindings made of closures keep rows from comparing.
  @Sendable static func closureBinding(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, row) = ("\(noun)Form", "\(noun)Field")
    plan.app.views.append(
      ViewType(
        screen,
        properties: [.init("amount", "Int", .state(1)), .init("elapsed", "Int", .state(0))],
        body: [
          .container(
            "Form",
            [
              .text(.interpolation([.text("Open for "), "elapsed", .text(" s")])),
              .child(row, [("title", .text("Amount")), ("amount", .closureBinding("amount"))]),
            ]
          ).with(.onReceive("\(noun.lowercasedFirst)Clock", Handler("tick\(noun)", [.add("elapsed", 1)])))
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [("title", "String")], properties: [.init("amount", "Int", .binding)], file: screen,
        body: [
          .container(
            "HStack",
            [.text("title"), .text("amount"), .button("More", Handler("more\(noun)", [.add("amount", 1)]))])
        ]))
    plan.app.fixes.append(
      Fix(
        "closure_binding", "use_keypath_binding", view: screen, subject: "\(row).amount",
        .useKeyPathBinding(child: row, argument: "amount", in: screen)))
    plan.screen(
      screen,
      (0..<plan.number(10...30)).map { _ in
        plan.chance(80)
          ? Event(after: 1000, .fireAll("tick\(noun)")) : Event(after: 300, .fire("more\(noun)"))
      })
  }

  /// An object that the parent makes in its body.
  @Sendable static func freshArgument(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, chart) = ("\(noun)Dashboard", "\(noun)Chart")
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("query", "String", .state(.text("")))],
        body: [
          .container(
            "VStack",
            [
              .control(
                "TextField(\"Search\", text: ", "query",
                Handler("search\(noun)", parameters: [("value", "String")], [.assign("query", "value")])),
              .branch(.binary("query", "!=", .text("")), [.code("Text(\"Searching\")")]),
              .child(chart, [("title", .text(noun)), ("formatter", .fresh("NumberFormatter()"))]),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        chart, inputs: [("title", "String"), ("formatter", "NumberFormatter")], file: screen,
        body: [.container("VStack", [.text("title"), .code("Divider()"), .code("Rectangle()\n.frame(height: 80)")])]))
    plan.app.fixes.append(
      Fix(
        "incomparable_argument", "make_arguments_comparable", view: screen, subject: "\(chart).formatter",
        .makeComparable(child: chart, argument: "formatter", in: screen)))
    plan.screen(
      screen,
      (0..<plan.number(8...25)).map { step in
        Event(after: plan.number(80...300), .fire("search\(noun)", .string("query \(step)")))
      })
  }

  /// A heavy view that takes an array of values that do not compare, made anew.
  @Sendable static func missingEquatable(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, grid, point) = ("\(noun)Report", "\(noun)Grid", "\(noun)Point")
    let samples = plan.element(
      point, count: 12, isEquatable: false, extra: [("isHigh", "Bool", { .bool($0 % 2 == 0) })])
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("zoom", "Int", .state(1))],
        body: [
          .container(
            "VStack",
            [
              .text(.interpolation([.text("Zoom "), "zoom"])),
              .button("Closer", Handler("zoom\(noun)", [.add("zoom", 1)])),
              .child(grid, [("title", .text(noun)), ("points", .filter(samples, .member("$0", "isHigh")))]),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        grid, inputs: [("title", "String"), ("points", "[\(point)]")], file: screen,
        body: [
          .container(
            "VStack",
            [.text("title"), .forEach(.init("points", "point", [.text("point.title"), .code("Divider()")]))])
        ]))
    plan.app.fixes.append(
      Fix(
        "missing_equatable_view", "add_equatable_conformance", view: grid, subject: "points",
        .all([.makeValueEquatable(point), .makeEquatable(view: grid, ignoring: [])])))
    plan.screen(
      screen,
      (0..<plan.number(8...25)).map { _ in Event(after: plan.number(100...500), .fire("zoom\(noun)")) })
  }

  /// A property of an `@Observable` whose type does not compare, polled.
  @Sendable static func modelValue(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, model, state) = ("\(noun)Tracker", "\(noun)Tracking", "\(noun)State")
    plan.app.values.append(ValueType(state, fields: [("code", "Int"), ("text", "String")], isEquatable: false))
    func value(_ code: Int) -> Value {
      .record(type: state, fields: ["code": .int(code), "text": .string("Code \(code)")])
    }
    plan.app.models.append(
      ModelType(
        model, properties: [.init("state", state, .literal(value(0)))],
        methods: [Handler("update", parameters: [("value", state)], [.assign("state", "value")])]))
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("tracking", model, .state(.make(model, [])))],
        body: [
          .container("VStack", [.text("tracking.state.text"), .code("ProgressView()")]).with(
            .onReceive(
              "\(noun.lowercasedFirst)Answers",
              Handler("poll\(noun)", parameters: [("value", state)], [.call("tracking", "update", ["value"])])))
        ]))
    plan.app.fixes.append(
      Fix(
        "non_equatable_observable_property", "add_equatable_conformance", view: screen, subject: "\(model).state",
        .makeValueEquatable(state)))
    var code = 0
    var events: [Event] = []
    for _ in 0..<plan.number(15...50) {
      if plan.chance(15) { code += 1 }
      events.append(Event(after: 500, .fireAll("poll\(noun)", value(code))))
    }
    plan.screen(screen, events)
  }

  /// Every row asks a collection of the model whether it is in it.
  @Sendable static func rowCollection(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let count = plan.number(4...15)
    let samples = plan.element(noun, count: count)
    let (list, row, model, item) = ("\(noun)Favorites", "\(noun)FavoriteRow", "\(noun)Library", noun.lowercasedFirst)
    plan.app.models.append(
      ModelType(
        model, properties: [.init("favorites", "[Int]", .literal(.list([], storage: -1)))],
        computed: [
          .init("isFavorite", parameters: [("id", "Int")], "Bool", .contains("favorites", "id"))
        ],
        methods: [Handler("toggle", parameters: [("id", "Int")], [.toggleMembership("favorites", "id")])]))
    plan.app.views.append(
      ViewType(
        list, properties: [.init("library", model, .state(.make(model, [])))],
        body: [
          .modified(
            .forEach(.init(samples, item, in: "List", [.child(row, [(item, .name(item))])])),
            [.environmentModel("library")])
        ]))
    plan.app.views.append(
      ViewType(
        row, inputs: [(item, noun)], properties: [.init("library", model, .environmentModel)], file: list,
        body: [
          .container(
            "HStack",
            [
              .text(.member(.name(item), "title")),
              .branch(
                .call("library", "isFavorite", [.member(.name(item), "id")]),
                [.code("Image(systemName: \"heart.fill\")")]),
              .button("Like", Handler("like\(noun)", [.call("library", "toggle", [.member(.name(item), "id")])])),
            ])
        ]))
    plan.app.fixes.append(
      Fix(
        "collection_dependency_in_row", "per_item_observable", view: row, subject: "library.isFavorite",
        .giveRowsModels(
          .init(
            list: list, row: row, model: model, property: "library", query: "isFavorite", command: "toggle",
            element: item, flag: "isFavorite", itemModel: "\(noun)Item"))))
    plan.screen(
      list,
      (0..<plan.number(5...20)).map { _ in
        Event(after: plan.number(200...900), .fire("like\(noun)", at: plan.number(0...count - 1)))
      })
  }

  /// State that follows other state by `onChange`.
  @Sendable static func derivedState(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen) = "\(noun)Cart"
    plan.app.views.append(
      ViewType(
        screen,
        properties: [.init("quantity", "Int", .state(1)), .init("total", "Int", .state(5))],
        body: [
          .container(
            "VStack",
            [
              .text("quantity"), .text(.interpolation([.text("Total "), "total"])), .code("Divider()"),
              .button("Add", Handler("add\(noun)", [.add("quantity", 1)])),
            ]
          ).with(
            .onChange(
              of: "quantity",
              Handler("total\(noun)", parameters: [("value", "Int")], [.assign("total", .binary("value", "*", 5))])))
        ]))
    plan.app.fixes.append(
      Fix(
        "derived_state_stored", "compute_derived_value", view: screen, subject: "total",
        .compute("total", in: screen, .binary("quantity", "*", 5))))
    plan.screen(
      screen, (0..<plan.number(6...20)).map { _ in Event(after: plan.number(200...900), .fire("add\(noun)")) })
  }

  /// A time in the environment that few of its readers show.
  @Sendable static func environmentClock(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let key = "\(noun.lowercasedFirst)Time"
    let (screen, clock, card) = ("\(noun)Wall", "\(noun)Clock", "\(noun)Tile")
    plan.app.environmentKeys.append(EnvironmentKey(key, "Int", 0))
    let tiles = plan.number(2...5)
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("now", "Int", .state(0))],
        body: [
          .container(
            "VStack",
            [.child(clock)] + (0..<tiles).map { .child(card, [("title", .text("\(noun) \($0)"))]) }
          ).with(
            .environment(key: key, "now"),
            .onReceive("\(noun.lowercasedFirst)Ticks", Handler("clock\(noun)", [.add("now", 1)])))
        ]))
    plan.app.views.append(
      ViewType(
        clock, properties: [.init("now", "Int", .environment(key: key))], file: screen,
        body: [.text(.interpolation([.text("Now "), "now"]))]))
    plan.app.views.append(
      ViewType(
        card, inputs: [("title", "String")],
        properties: [
          .init("now", "Int", .environment(key: key)), .init("openedAt", "Int", .state(0)),
        ], file: screen,
        body: [
          .container(
            "VStack",
            [.text("title"), .text("openedAt"), .button("Open", Handler("open\(noun)", [.assign("openedAt", "now")]))])
        ]))
    plan.app.fixes.append(
      Fix(
        "volatile_environment_value", "keep_out_of_environment", view: screen, subject: key,
        .moveOutOfEnvironment(key: key, state: "now", writer: screen, model: "\(noun)TimeModel")))
    plan.screen(
      screen,
      (0..<plan.number(10...40)).map { _ in
        plan.chance(90) ? Event(after: 1000, .fireAll("clock\(noun)")) : Event(after: 200, .fire("open\(noun)", at: 1))
      })
  }

  /// A scroll offset in state, of which only one threshold matters.
  @Sendable static func scrollOffset(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, row, item) = ("\(noun)Scroller", "\(noun)Line", noun.lowercasedFirst)
    let samples = plan.element(noun, count: plan.number(5...20))
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("offset", "Double", .state(.literal(.double(0))))],
        body: [
          .container(
            "VStack",
            [
              .branch(
                .binary("offset", ">", .literal(.double(32))), [.code("Text(\"\(noun)\")\n.font(.headline)")]),
              .forEach(
                .init(samples, item, in: "ScrollView > LazyVStack", isLazy: true, [.child(row, [(item, .name(item))])])),
            ]
          ).with(
            .callback(
              ".onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, value in",
              Handler("scroll\(noun)", parameters: [("value", "Double")], [.assign("offset", "value")])))
        ]))
    plan.app.views.append(
      ViewType(row, inputs: [(item, noun)], file: screen, body: [.text(.member(.name(item), "title"))]))
    plan.app.fixes.append(
      Fix(
        "hot_path_state_write", "write_on_threshold", view: screen, subject: "offset",
        .writeThreshold(of: "offset", in: screen, handler: "scroll\(noun)", flag: "isTitleShown")))
    var events: [Event] = []
    for _ in 0..<plan.number(1...3) {
      for frame in 0..<plan.number(30...70) {
        events.append(Event(after: 16, .fire("scroll\(noun)", .double(Double(frame * 3)))))
        if frame % 20 == 19 { events.append(Event(after: 1, .scroll(by: 2))) }
      }
    }
    plan.screen(screen, events)
  }

  /// Two `onChange` that write for each other, until the value settles.
  @Sendable static func updateLoop(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let screen = "\(noun)Converter"
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("euros", "Int", .state(0)), .init("cents", "Int", .state(0))],
        body: [
          .container(
            "Form",
            [
              .text("euros"), .text("cents"),
              .button("Add", Handler("raise\(noun)", [.add("euros", 1)])),
            ]
          ).with(
            .onChange(
              of: "euros",
              Handler("euros\(noun)", parameters: [("value", "Int")], [.assign("cents", .binary("value", "*", 100))])),
            .onChange(
              of: "cents",
              Handler(
                "cents\(noun)", parameters: [("value", "Int")],
                [.assign("euros", .binary(.binary("value", "/", 100), "+", 1))])))
        ]))
    plan.app.fixes.append(
      Fix(
        "update_loop", "break_update_loop", view: screen, subject: "euros",
        .removeHandler("cents\(noun)", in: screen)))
    plan.screen(screen, (0..<plan.number(2...4)).map { _ in Event(after: 3000, .fire("raise\(noun)")) })
  }

  /// One body with a section of its own interest and rows that get closures.
  @Sendable static func monolith(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, option, item) = ("\(noun)DetailPage", "\(noun)Option", noun.lowercasedFirst)
    let count = plan.number(5...9)
    let samples = plan.element(noun, count: count)
    let section = Node.container(
      "VStack(alignment: .leading)",
      [
        .code("Text(\"Options\")\n.font(.title3)"), .code("Divider()"),
        .forEach(
          .init(
            samples, item,
            [
              .child(
                option,
                [
                  (item, .name(item)),
                  ("onSelect", .closure(parameter: nil, [.assign("selectedID", .member(.name(item), "id"))])),
                ])
            ])),
        .code("Text(\"Prices include taxes.\")\n.font(.footnote)"),
      ])
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("quantity", "Int", .state(1)), .init("selectedID", "Int", .state(0))],
        body: [
          .container(
            "ScrollView",
            [
              .code("Image(\"cover\")\n.resizable()\n.frame(height: 240)"),
              .code("Text(\"\(noun)\")\n.font(.largeTitle)"),
              .text(.interpolation([.text("Quantity: "), "quantity"])),
              .button("More", Handler("more\(noun)", [.add("quantity", 1)])),
              section,
              .code("Text(\"Questions?\")"),
              .code("Link(\"Help\", destination: URL(string: \"https://example.com\")!)"),
            ])
        ]))
    plan.app.views.append(
      ViewType(
        option, inputs: [(item, noun), ("onSelect", "() -> Void")], file: screen,
        body: [
          .container(
            "HStack",
            [
              .text(.member(.name(item), "title")),
              .button("Choose", Handler("choose\(noun)", [.callInput("onSelect", [])])),
            ])
        ]))
    plan.app.fixes.append(
      Fix(
        "monolithic_body", "extract_subview", view: screen, subject: "Options",
        .extract(section, from: screen, as: "\(noun)Options")))
    plan.screen(
      screen,
      (0..<plan.number(8...25)).map { _ in
        plan.chance(85)
          ? Event(after: plan.number(100...500), .fire("more\(noun)"))
          : Event(after: 400, .fire("choose\(noun)", at: plan.number(0...count - 1)))
      })
  }

  /// An object in the environment that its readers need one member of.
  @Sendable static func legacyEnvironmentObject(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, model) = ("\(noun)Hall", "\(noun)Session")
    plan.app.models.append(
      ModelType(
        model, .observableObject,
        properties: [
          .init("user", "String", .text("Ada")), .init("unread", "Int", 0), .init("position", "Int", 0),
        ],
        methods: [Handler("move", [.add("position", 1)]), Handler("receive", [.add("unread", 1)])]))
    let (badge, name) = ("\(noun)Badge", "\(noun)UserName")
    for (view, member) in [(badge, "unread"), (name, "user")] {
      plan.app.views.append(
        ViewType(
          view, properties: [.init("session", model, .environmentObject)], file: screen,
          body: [.text(.member("session", member))]))
    }
    plan.app.views.append(
      ViewType(
        screen, properties: [.init("session", model, .stateObject(.make(model, [])))],
        body: [
          .container(
            "VStack", [.child(badge), .child(name), .text(.interpolation([.text("At "), "session.position"]))]
          ).with(
            .environmentObject("session"),
            .onReceive("\(noun.lowercasedFirst)Moves", Handler("move\(noun)", [.call("session", "move", [])])),
            .onReceive("\(noun.lowercasedFirst)Mails", Handler("mail\(noun)", [.call("session", "receive", [])])))
        ]))
    plan.app.fixes.append(
      Fix(
        "legacy_environment_object", "migrate_to_observable", view: badge, subject: model, .migrateToObservable(model)))
    plan.screen(
      screen,
      (0..<plan.number(10...30)).map { _ in
        Event(after: plan.number(100...700), .fireAll(plan.chance(80) ? "move\(noun)" : "mail\(noun)"))
      })
  }

  /// The time of a player is state of the whole screen, and one child shows it.
  @Sendable static func playerTime(_ plan: inout AppPlan) {
    let noun = plan.noun()
    let (screen, bar, lyrics) = ("\(noun)Player", "\(noun)ProgressBar", "\(noun)Lyrics")
    plan.app.views.append(
      ViewType(
        screen,
        properties: [.init("time", "Int", .state(0)), .init("isPlaying", "Bool", .state(false))],
        body: [
          .container(
            "VStack",
            [
              .code("Image(\"artwork\")\n.resizable()"), .code("Text(\"\(noun)\")\n.font(.title)"),
              .code("Text(\"Album\")"), .code("Divider()"),
              .child(bar, [("time", "time")]),
              .child(lyrics, [("title", .text(noun)), ("onTap", .closure(parameter: nil, [.toggle("isPlaying")]))]),
              .branch(
                "isPlaying", [.code("Image(systemName: \"pause\")")], else: [.code("Image(systemName: \"play\")")]),
            ]
          ).with(
            .onReceive("\(noun.lowercasedFirst)PlayerTimer", Handler("play\(noun)", [.add("time", 1)])))
        ]))
    plan.app.views.append(
      ViewType(bar, inputs: [("time", "Int")], file: screen, body: [.text(.interpolation(["time", .text(" s")]))]))
    plan.app.views.append(
      ViewType(
        lyrics, inputs: [("title", "String"), ("onTap", "() -> Void")], file: screen,
        body: [
          .container(
            "VStack",
            [.text("title"), .code("Divider()"), .button("Play", Handler("tap\(noun)", [.callInput("onTap", [])]))])
        ]))
    plan.app.fixes.append(
      Fix(
        "state_scoped_too_high", "narrow_state_scope", view: screen, subject: "time",
        .moveState("time", from: screen, into: bar, input: "time")))
    plan.app.fixes.append(
      Fix(
        "incomparable_argument", "make_arguments_comparable", view: screen, subject: "\(lyrics).onTap",
        .makeComparable(child: lyrics, argument: "onTap", in: screen)))
    plan.screen(
      screen,
      (0..<plan.number(15...50)).map { _ in
        plan.chance(93) ? Event(after: 500, .fireAll("play\(noun)")) : Event(after: 200, .fire("tap\(noun)"))
      })
  }
}
