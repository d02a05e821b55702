/// Writes that should not happen.
let writeScenarios: [Scenario] = [
  Scenario(
    "redundant-write", "A sensor delivers the same temperature again and again, and each is published.",
    rule: "redundant_state_write", fix: "compare_before_writing", view: "ThermostatView",
    marker: "monitor.temperature = value",
    logs: [.default, .compact]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Hearth",
      models: [
        ModelType(
          "SensorMonitor", .observableObject,
          properties: [.init("temperature", "Int", 20), .init("room", "String", .text("Kitchen"))])
      ],
      views: [
        ViewType(
          "ThermostatView", properties: [.init("monitor", "SensorMonitor", .stateObject(.make("SensorMonitor", [])))],
          body: [
            .container(
              "VStack",
              [
                .text("monitor.room"), .text(.interpolation(["monitor.temperature", .text(" °C")])), .code("Divider()"),
              ]
            ).with(
              .onReceive(
                "readings",
                Handler("read", parameters: [("value", "Int")], [.assign("monitor.temperature", "value")])))
          ])
      ],
      script: .every(1000, 60) { .fireAll("read", .int(20 + $0 / 15)) })
    return isFixed ? app.applying(.compareBeforeWriting(handler: "read")) : app
  },

  Scenario(
    "hot-scroll-state", "The scroll offset is state, although only one threshold of it matters.",
    rule: "hot_path_state_write", fix: "write_on_threshold", view: "ArticleView", marker: "offset = newOffset",
    indentation: 2, logs: [.ndjson]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Gazette",
      views: [
        ViewType(
          "ArticleView", properties: [.init("offset", "Double", .state(.literal(.double(0))))],
          body: [
            .container(
              "ScrollView",
              [
                .branch(
                  .binary("offset", ">", .literal(.double(32))),
                  [.code("Text(\"The long way home\")\n  .font(.headline)")]),
                .child("ArticleBody", [("title", .text("The long way home"))]),
              ]
            ).with(
              .callback(
                ".onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, newOffset in",
                Handler("scroll", parameters: [("newOffset", "Double")], [.assign("offset", "newOffset")])))
          ]),
        ViewType(
          "ArticleBody", inputs: [("title", "String")],
          body: [.container("VStack", [.text("title"), .code("Text(\"It was late when the train left.\")")])]),
      ],
      script: .every(16, 180) { .fire("scroll", .double(Double($0 % 90) * 2)) })
    guard isFixed else { return app }
    return app.applying(.writeThreshold(of: "offset", in: "ArticleView", handler: "scroll", flag: "isTitleShown"))
  },

  Scenario(
    "update-loop", "Two amounts write each other by onChange and never settle.",
    rule: "update_loop", fix: "break_update_loop", view: "CurrencyForm", marker: "cents = value * 100",
    logs: [.default]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Exchange",
      views: [
        ViewType(
          "CurrencyForm", properties: [.init("euros", "Int", .state(1)), .init("cents", "Int", .state(100))],
          body: [
            .container(
              "Form",
              [
                .text(.interpolation(["euros", .text(" €")])), .text(.interpolation(["cents", .text(" ct")])),
                .control(
                  "Stepper(\"Euros\", value: ", "euros",
                  Handler("more", parameters: [("value", "Int")], [.assign("euros", "value")])),
                .control(
                  "Stepper(\"Cents\", value: ", "cents",
                  Handler("moreCents", parameters: [("value", "Int")], [.assign("cents", "value")])),
              ]
            ).with(
              .onChange(
                of: "euros",
                Handler("toCents", parameters: [("value", "Int")], [.assign("cents", .binary("value", "*", 100))])),
              .onChange(
                of: "cents",
                Handler(
                  "toEuros", parameters: [("value", "Int")],
                  [.assign("euros", .binary(.binary("value", "/", 100), "+", 1))])))
          ])
      ],
      script: .every(4000, 4) { .fire("more", .int($0 * 100 + 7)) })
    return isFixed ? app.applying(.removeHandler("toEuros", in: "CurrencyForm")) : app
  },
]
