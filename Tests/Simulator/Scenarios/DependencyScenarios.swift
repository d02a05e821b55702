/// Dependencies that are wider than what is read.
let dependencyScenarios: [Scenario] = [
  Scenario(
    "broad-config", "Controls take the whole configuration and show one setting of it.",
    rule: "broad_model_dependency", fix: "pass_only_needed_values", view: "FontSizeSlider",
    marker: "let config",
    logs: [.default]
  ) { isFixed in
    let fields = [
      ("theme", "String"), ("fontSize", "Int"), ("lineSpacing", "Int"), ("volume", "Int"), ("region", "String"),
    ]
    let initial = Expression.make(
      "ReaderConfig",
      [
        .init("theme", .text("Paper")), .init("fontSize", 16), .init("lineSpacing", 4), .init("volume", 5),
        .init("region", .text("EU")),
      ])
    let app = SimulatedApp(
      name: "Reader", values: [ValueType("ReaderConfig", fields: fields)],
      views: [
        ViewType(
          "ReaderSettings", properties: [.init("config", "ReaderConfig", .state(initial))],
          body: [
            .container(
              "Form",
              [
                .child("ThemeSelector", [("config", "config")]), .child("FontSizeSlider", [("config", "config")]),
                .control(
                  "Stepper(\"Volume\", value: ", "config.volume",
                  Handler("volume", parameters: [("value", "Int")], [.assign("config.volume", "value")])),
              ])
          ]),
        ViewType(
          "ThemeSelector", inputs: [("config", "ReaderConfig")],
          body: [.container("HStack", [.code("Text(\"Theme\")"), .code("Spacer()"), .text("config.theme")])]),
        ViewType(
          "FontSizeSlider", inputs: [("config", "ReaderConfig")],
          body: [.container("HStack", [.code("Text(\"Size\")"), .code("Spacer()"), .text("config.fontSize")])]),
      ],
      script: .every(300, 30) { .fire("volume", .int($0 % 10 + 6)) })
    guard isFixed else { return app }
    return app.applying(
      .passMembers(["theme"], insteadOf: "config", of: "ThemeSelector"),
      .passMembers(["fontSize"], insteadOf: "config", of: "FontSizeSlider"))
  },

  Scenario(
    "observable-object-fan-out",
    "Four views observe one object; each reads another member, and all follow every change.",
    rule: "observable_object_fan_out", fix: "migrate_to_observable", view: "WorkoutScreen",
    marker: "class WorkoutSession",
    indentation: 2, logs: [.ndjson, .ndjson]
  ) { isFixed in
    let reader = { (name: String, member: String, image: String) in
      ViewType(
        name, properties: [.init("session", "WorkoutSession", .observedObject)],
        body: [.container("HStack", [.code("Image(systemName: \"\(image)\")"), .text(.member("session", member))])])
    }
    let app = SimulatedApp(
      name: "Pulse",
      models: [
        ModelType(
          "WorkoutSession", .observableObject,
          properties: [
            .init("heartRate", "Int", 60), .init("distance", "Int", 0), .init("calories", "Int", 0),
            .init("activity", "String", .text("Running")),
          ],
          methods: [
            Handler("beat", parameters: [("rate", "Int")], [.assign("heartRate", "rate")]),
            Handler("move", [.add("distance", 5)]), Handler("burn", [.add("calories", 1)]),
          ])
      ],
      views: [
        ViewType(
          "WorkoutScreen", properties: [.init("session", "WorkoutSession", .stateObject(.make("WorkoutSession", [])))],
          body: [
            .container(
              "VStack(spacing: 16)",
              [
                .child("ActivityTitle", [("session", "session")]), .child("HeartRateLabel", [("session", "session")]),
                .child("DistanceLabel", [("session", "session")]), .child("CaloriesLabel", [("session", "session")]),
              ]
            ).with(
              .onReceive(
                "heartbeats", Handler("onBeat", parameters: [("rate", "Int")], [.call("session", "beat", ["rate"])])),
              .onReceive("steps", Handler("onStep", [.call("session", "move", [])])),
              .onReceive("energy", Handler("onEnergy", [.call("session", "burn", [])])))
          ]),
        reader("ActivityTitle", "activity", "figure.run"), reader("HeartRateLabel", "heartRate", "heart"),
        reader("DistanceLabel", "distance", "ruler"), reader("CaloriesLabel", "calories", "flame"),
      ],
      script: .every(500, 40) {
        [.fireAll("onBeat", .int(90 + $0)), .fireAll("onStep"), .fireAll("onStep"), .fireAll("onEnergy")][$0 % 4]
      })
    return isFixed ? app.applying(.migrateToObservable("WorkoutSession")) : app
  },

  Scenario(
    "legacy-environment-object",
    "An environment object with a playback position: the name and the badge follow each tick.",
    rule: "observable_object_fan_out", fix: "migrate_to_observable", view: "UnreadBadge", marker: "class AppSession",
    folders: true, logs: [.compact]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Murmur",
      models: [
        ModelType(
          "AppSession", .observableObject,
          properties: [
            .init("userName", "String", .text("Ada")), .init("unread", "Int", 0), .init("position", "Int", 0),
            .init("isOnline", "Bool", true),
          ],
          methods: [Handler("advance", [.add("position", 1)]), Handler("receive", [.add("unread", 1)])])
      ],
      views: [
        ViewType(
          "HomeScreen", properties: [.init("session", "AppSession", .stateObject(.make("AppSession", [])))],
          body: [
            .container("VStack", [.child("UserName"), .child("UnreadBadge"), .child("PositionLabel")]).with(
              .environmentObject("session"),
              .onReceive("positions", Handler("onPosition", [.call("session", "advance", [])])),
              .onReceive("messages", Handler("onMessage", [.call("session", "receive", [])])))
          ]),
        ViewType(
          "UserName", properties: [.init("session", "AppSession", .environmentObject)],
          body: [.text("session.userName")]),
        ViewType(
          "UnreadBadge", properties: [.init("session", "AppSession", .environmentObject)],
          body: [.text(.interpolation(["session.unread", .text(" unread")]))]),
        ViewType(
          "PositionLabel", properties: [.init("session", "AppSession", .environmentObject)],
          body: [.text(.interpolation([.text("At "), "session.position"]))]),
      ],
      script: .every(400, 45) { $0 % 9 == 8 ? .fireAll("onMessage") : .fireAll("onPosition") })
    return isFixed ? app.applying(.migrateToObservable("AppSession")) : app
  },

  Scenario(
    "collection-in-row", "Every landmark asks the model's favourites whether it is one of them.",
    rule: "collection_dependency_in_row", fix: "per_item_observable", view: "LandmarkRow",
    marker: "library.isFavorite(",
    indentation: 2, logs: [.default]
  ) { isFixed in
    let titles = [
      "Turtle Rock", "Silver Salmon", "Chilkoot", "St. Mary Lake", "Twin Lake", "Lake McDonald", "Charley", "Icybay",
    ]
    let samples = Expression.constant("Landmark.samples", .samples("Landmark", titles))
    let app = SimulatedApp(
      name: "Outdoors",
      values: [
        ValueType(
          "Landmark", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true,
          constants: ["samples": samples.constantValue])
      ],
      models: [
        ModelType(
          "LandmarkLibrary", properties: [.init("favorites", "[Int]", .literal(.list([], storage: -1)))],
          computed: [.init("isFavorite", parameters: [("id", "Int")], "Bool", .contains("favorites", "id"))],
          methods: [Handler("toggle", parameters: [("id", "Int")], [.toggleMembership("favorites", "id")])])
      ],
      views: [
        ViewType(
          "LandmarkList", properties: [.init("library", "LandmarkLibrary", .state(.make("LandmarkLibrary", [])))],
          body: [
            Node.forEach(.init(samples, "landmark", in: "List", [.child("LandmarkRow", [("landmark", "landmark")])]))
              .with(
                .environmentModel("library"))
          ]),
        ViewType(
          "LandmarkRow", inputs: [("landmark", "Landmark")],
          properties: [.init("library", "LandmarkLibrary", .environmentModel)],
          body: [
            .container(
              "HStack",
              [
                .text("landmark.title"), .code("Spacer()"),
                .branch(.call("library", "isFavorite", ["landmark.id"]), [.code("Image(systemName: \"heart.fill\")")]),
                .button("Favorite", Handler("like", [.call("library", "toggle", ["landmark.id"])])),
              ])
          ]),
      ],
      script: .every(650, 16) { .fire("like", at: $0 * 3 % 8) })
    guard isFixed else { return app }
    return app.applying(
      .giveRowsModels(
        .init(
          list: "LandmarkList", row: "LandmarkRow", model: "LandmarkLibrary", property: "library", query: "isFavorite",
          command: "toggle", element: "landmark", flag: "isFavorite", itemModel: "LandmarkItem")))
  },

  Scenario(
    "environment-timer", "The time of day goes through the environment, and every card declares it.",
    rule: "volatile_environment_value", fix: "keep_out_of_environment", view: "DashboardView",
    marker: ".environment(\\.currentTime",
    logs: [.xcodeMetadata]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Cockpit",
      views: [
        ViewType(
          "DashboardView", properties: [.init("now", "Int", .state(0))],
          body: [
            .container(
              "VStack",
              [.child("ClockView")]
                + ["Flights", "Weather", "Crew", "Fuel"].map { .child("MetricCard", [("title", .text($0))]) }
            ).with(
              .environment(key: "currentTime", "now"), .onReceive("clock", Handler("tick", [.add("now", 1)])))
          ]),
        ViewType(
          "ClockView", properties: [.init("time", "Int", .environment(key: "currentTime"))],
          body: [.text(.interpolation([.text("Time "), "time"]))]),
        ViewType(
          "MetricCard", inputs: [("title", "String")],
          properties: [.init("time", "Int", .environment(key: "currentTime")), .init("refreshed", "Int", .state(0))],
          body: [
            .container(
              "VStack",
              [
                .text("title"), .text(.interpolation([.text("Refreshed at "), "refreshed"])),
                .button("Refresh", Handler("refresh", [.assign("refreshed", "time")])),
              ])
          ]),
      ],
      environmentKeys: [EnvironmentKey("currentTime", "Int", 0)],
      script: .every(1000, 40) { $0 % 13 == 12 ? .fire("refresh", at: $0 % 4) : .fireAll("tick") })
    guard isFixed else { return app }
    return app.applying(
      .moveOutOfEnvironment(key: "currentTime", state: "now", writer: "DashboardView", model: "ClockModel"))
  },

  Scenario(
    "non-equatable-status", "The delivery status does not compare, so each poll updates the screen.",
    rule: "non_equatable_observable_property", fix: "add_equatable_conformance", view: "DeliveryView",
    marker: "var status:",
    logs: [.default]
  ) { isFixed in
    func status(_ step: Int) -> Value {
      .record(type: "DeliveryStatus", fields: ["step": .int(step), "text": .string("Step \(step)")])
    }
    return SimulatedApp(
      name: "Parcel",
      values: [ValueType("DeliveryStatus", fields: [("step", "Int"), ("text", "String")], isEquatable: isFixed)],
      models: [
        ModelType(
          "DeliveryTracker", properties: [.init("status", "DeliveryStatus", .literal(status(0)))],
          methods: [Handler("update", parameters: [("status", "DeliveryStatus")], [.assign("self.status", "status")])])
      ],
      views: [
        ViewType(
          "DeliveryView", properties: [.init("tracker", "DeliveryTracker", .state(.make("DeliveryTracker", [])))],
          body: [
            .container(
              "VStack",
              [.code("Image(systemName: \"shippingbox\")"), .text("tracker.status.text"), .code("ProgressView()")]
            ).with(
              .onReceive(
                "polls",
                Handler("poll", parameters: [("status", "DeliveryStatus")], [.call("tracker", "update", ["status"])])))
          ])
      ],
      script: .every(2000, 40) { .fireAll("poll", status($0 / 14)) })
  },

  Scenario(
    "transitive-computed",
    "The current user is looked up among all users, so every change of any user updates the header.",
    rule: "transitive_computed_dependency", fix: "cache_derived_value", view: "ProfileHeader",
    marker: "var currentUser",
    folders: true, logs: [.ndjson]
  ) { isFixed in
    let samples = Expression.constant(
      "User.samples", .samples("User", ["Ada", "Grace", "Edsger", "Barbara"]) { _ in ["score": .int(0)] })
    let currentUser = Expression.first("users", .equal(.member("$0", "id"), "currentID"))
    return SimulatedApp(
      name: "League",
      values: [
        ValueType(
          "User", fields: [("id", "Int"), ("title", "String"), ("score", "Int")], isIdentifiable: true,
          constants: ["samples": samples.constantValue])
      ],
      models: [
        ModelType(
          "LeagueStore",
          properties: [.init("users", "[User]", samples), .init("currentID", "Int", 0), .init("rounds", "Int", 0)]
            + (isFixed ? [.init("currentUser", "User?", currentUser)] : []),
          computed: isFixed ? [] : [.init("currentUser", "User?", currentUser)],
          methods: [
            Handler(
              "score", parameters: [("id", "Int")],
              [.add("rounds", 1), .setField(collection: "users", id: "id", field: "score", value: "rounds")]
                + (isFixed ? [.assign("currentUser", currentUser, isGuarded: true)] : []))
          ])
      ],
      views: [
        ViewType(
          "LeagueScreen", properties: [.init("store", "LeagueStore", .state(.make("LeagueStore", [])))],
          body: [
            .container(
              "VStack", [.child("ProfileHeader", [("store", "store")]), .child("UserCount", [("store", "store")])]
            ).with(
              .onReceive("scores", Handler("onScore", parameters: [("id", "Int")], [.call("store", "score", ["id"])])))
          ]),
        ViewType(
          "ProfileHeader", inputs: [("store", "LeagueStore")],
          body: [
            .container(
              "HStack",
              [
                .code("Image(systemName: \"person\")"),
                .text(.binary(.optional("store.currentUser", "title"), "??", .text("Nobody"))),
              ])
          ]),
        ViewType("UserCount", inputs: [("store", "LeagueStore")], body: [.text("store.currentID")]),
      ],
      script: .every(500, 30) { .fireAll("onScore", .int($0 % 3 + 1)) })
  },

  Scenario(
    "struct-property", "The header shows the user's name and depends on the whole user.",
    rule: "struct_property_dependency", fix: "expose_fields", view: "GreetingView", marker: "session.user.name",
    indentation: 2, logs: [.compact]
  ) { isFixed in
    let user = Value.record(
      type: "Account", fields: ["name": .string("Ada"), "steps": .int(0), "balance": .int(0)])
    let name: Expression = isFixed ? "session.userName" : "session.user.name"
    return SimulatedApp(
      name: "Stride",
      values: [ValueType("Account", fields: [("name", "String"), ("steps", "Int"), ("balance", "Int")])],
      models: [
        ModelType(
          "AccountSession",
          properties: [.init("user", "Account", .literal(user))]
            + (isFixed ? [.init("userName", "String", .text("Ada"))] : []),
          methods: [Handler("step", [.add("user.steps", 1)])])
      ],
      views: [
        ViewType(
          "TodayView", properties: [.init("session", "AccountSession", .state(.make("AccountSession", [])))],
          body: [
            .container("VStack", [.child("GreetingView", [("session", "session")])]).with(
              .onReceive("pedometer", Handler("onStep", [.call("session", "step", [])])))
          ]),
        ViewType(
          "GreetingView", inputs: [("session", "AccountSession")],
          body: [
            .container(
              "HStack", [.code("Image(systemName: \"hand.wave\")"), .text(.interpolation([.text("Hello, "), name]))])
          ]),
      ],
      script: .every(300, 50) { _ in .fireAll("onStep") })
  },

  Scenario(
    "closure-in-environment", "A closure in the environment counts as changed whenever anything above is written.",
    rule: "closure_in_environment", fix: "use_callable_struct", view: "ReplyButton", marker: "@Entry var submit",
    logs: [.default]
  ) { isFixed in
    let type = isFixed ? "SubmitAction" : "(String) -> Void"
    return SimulatedApp(
      name: "Courier", values: isFixed ? [ValueType("SubmitAction")] : [],
      views: [
        ViewType(
          "ThreadView", properties: [.init("draft", "String", .state(.text("")))],
          body: [
            .container(
              "VStack",
              [.child("ReplyButton"), .child("DraftField", [("draft", .projection("draft"))])]
            ).with(.environment(key: "draftLength", "draft"))
          ]),
        ViewType(
          "DraftField", properties: [.init("draft", "String", .binding)],
          body: [
            .control(
              "TextField(\"Reply\", text: ", "draft",
              Handler("type", parameters: [("value", "String")], [.assign("draft", "value")]))
          ]),
        ViewType(
          "ReplyButton", properties: [.init("submit", type, .environment(key: "submit"))],
          body: [
            .container(
              "HStack",
              [
                .code("Image(systemName: \"paperplane\")"),
                .button("Send", Handler("send", [.callInput("submit", [.text("Hi")])])),
              ])
          ]),
      ],
      environmentKeys: [
        EnvironmentKey(
          "submit", type,
          isFixed ? .make("SubmitAction", []) : .closure(parameter: "_", [])),
        EnvironmentKey("draftLength", "String", .text("")),
      ],
      script: .every(180, 40) { .fire("type", .string(String(repeating: "a", count: $0 + 1))) })
  },

  Scenario(
    "unstable-entry-default", "The default of a key is a new object at each read, so its readers follow every write.",
    rule: "unstable_entry_default", fix: "stabilise_default", view: "CaptionView", marker: "@Entry var palette",
    indentation: 2, logs: [.syslog]
  ) { isFixed in
    var app = SimulatedApp(
      name: "Slides",
      views: [
        ViewType(
          "SlideDeck", properties: [.init("page", "Int", .state(0))],
          body: [
            .container(
              "VStack",
              [
                .child("CaptionView", [("title", .text("Roadmap"))]), .child("PageLabel"),
                .button("Next", Handler("next", [.add("page", 1)])),
              ]
            ).with(.environment(key: "pageNumber", "page"))
          ]),
        ViewType(
          "PageLabel", properties: [.init("page", "Int", .environment(key: "pageNumber"))],
          body: [.text(.interpolation([.text("Page "), "page"]))]),
        ViewType(
          "CaptionView", inputs: [("title", "String")],
          properties: [.init("palette", "Palette", .environment(key: "palette"))],
          body: [
            .container(
              "HStack",
              [
                .code("Rectangle()\n  .frame(width: 4)"),
                Node.text("title").with(.reads("foregroundStyle", "palette.accent")),
              ])
          ]),
      ],
      environmentKeys: [
        EnvironmentKey(
          "palette", "Palette",
          isFixed ? .constant("Palette.standard", .fresh(kind: "Palette()", serial: -1)) : .fresh("Palette()")),
        EnvironmentKey("pageNumber", "Int", 0),
      ],
      script: .every(1500, 20) { _ in .fire("next") })
    app.declarations = [
      "final class Palette: Sendable {\n  let accent = Color.indigo\n"
        + (isFixed ? "  static let standard = Palette()\n" : "") + "}"
    ]
    return app
  },
]
