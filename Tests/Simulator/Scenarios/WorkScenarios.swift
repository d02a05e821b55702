/// Work that each evaluation of a body repeats.
let workScenarios: [Scenario] = [
  Scenario(
    "filter-in-body", "The board looks for the delayed trains each time another row is tapped.",
    rule: "heavy_work_in_body", fix: "move_work_to_model", view: "DepartureBoard", marker: ".filter {",
    logs: [.default], savesUpdates: false
  ) { isFixed in
    let samples = Expression.constant(
      "Departure.samples",
      .samples("Departure", (1...40).map { "Line \($0)" }) { ["isDelayed": .bool($0 % 4 == 0)] })
    let delayed = Expression.filter(samples, .member("$0", "isDelayed"))
    let chosen = Expression.equal("selectedID", "departure.id")
    var timetable = ModelType("Timetable", properties: [.init("departures", "[Departure]", samples)])
    if isFixed { timetable.properties.append(.init("delayed", "[Departure]", delayed)) }
    return SimulatedApp(
      name: "Station",
      values: [
        ValueType(
          "Departure", fields: [("id", "Int"), ("title", "String"), ("isDelayed", "Bool")], isIdentifiable: true,
          constants: ["samples": samples.constantValue])
      ],
      models: [timetable],
      views: [
        ViewType(
          "DepartureBoard",
          properties: [
            .init("timetable", "Timetable", .state(.make("Timetable", []))),
            .init("selectedID", "Departure.ID?", .state(.literal(.none))),
          ],
          body: [
            .forEach(
              .init(
                isFixed ? "timetable.delayed" : .filter("timetable.departures", .member("$0", "isDelayed")),
                "departure", in: "List",
                [
                  .container(
                    "HStack",
                    [
                      .text("departure.title"), .branch(chosen, [.code("Text(\"Platform 4\")")]),
                      .button("Details", Handler("select", [.assign("selectedID", "departure.id")])),
                    ])
                ]))
          ])
      ],
      script: .every(700, 40) { .fire("select", at: $0 * 3 % 10) })
  },

  Scenario(
    "formatter-in-body", "Each new balance makes another formatter, only to write one number.",
    rule: "object_created_in_body", fix: "hoist_object", view: "BalanceView", marker: "NumberFormatter()",
    indentation: 2, logs: [.syslog], savesUpdates: false
  ) { isFixed in
    let formatter = isFixed ? "Self.formatter" : "NumberFormatter()"
    var view = ViewType(
      "BalanceView", properties: [.init("account", "Account", .state(.make("Account", [])))],
      body: [
        .container(
          "VStack",
          [
            .text("account.owner"), .code("Text(\(formatter).string(for: account.cents) ?? \"\")"),
            Node.code("Divider()").with(
              .reads("accessibilityValue", .interpolation(["account.cents", .text(" cents")]))),
          ])
      ])
    if isFixed { view.statics["formatter"] = "NumberFormatter()" }
    return SimulatedApp(
      name: "Purse",
      models: [
        ModelType(
          "Account", properties: [.init("cents", "Int", 0), .init("owner", "String", .text("Ada"))],
          methods: [Handler("book", parameters: [("amount", "Int")], [.add("cents", "amount")])])
      ],
      views: [view], script: .every(900, 60) { .send(model: "Account", "book", .int($0 + 1)) })
  },
]
