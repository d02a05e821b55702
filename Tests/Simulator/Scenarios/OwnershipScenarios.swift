/// State that is owned too high, bodies that do too much.
let ownershipScenarios: [Scenario] = [
  Scenario(
    "expanded-row", "The list owns which recipe is open, so each tap evaluates the list and every row.",
    rule: "state_scoped_too_high", fix: "narrow_state_scope", view: "RecipeListView", marker: "var expandedRecipeID",
    logs: [.default, .default]
  ) { isFixed in
    let titles = ["Ramen", "Goulash", "Paella", "Shakshuka", "Risotto", "Pho", "Tagine", "Laksa", "Ceviche", "Biryani"]
    let samples = Expression.constant(
      "Recipe.samples",
      .samples("Recipe", titles) { ["summary": .string("Serves \($0 + 2), ready in \(20 + $0) minutes")] })
    let app = SimulatedApp(
      name: "Cookbook",
      values: [
        ValueType(
          "Recipe", fields: [("id", "Int"), ("title", "String"), ("summary", "String")], isIdentifiable: true,
          constants: ["samples": samples.constantValue])
      ],
      views: [
        ViewType(
          "RecipeListView", properties: [.init("expandedRecipeID", "Recipe.ID?", .state(.literal(.none)))],
          body: [
            Node.forEach(
              .init(
                samples, "recipe", in: "List",
                [
                  .child(
                    "RecipeRow",
                    [
                      ("recipe", "recipe"), ("isExpanded", .equal("expandedRecipeID", "recipe.id")),
                      ("onToggle", .closure(parameter: nil, [.assign("expandedRecipeID", "recipe.id")])),
                    ])
                ])
            ).with(.code(".navigationTitle(\"Recipes\")"))
          ]),
        ViewType(
          "RecipeRow", inputs: [("recipe", "Recipe"), ("isExpanded", "Bool"), ("onToggle", "() -> Void")],
          body: [
            .container(
              "VStack(alignment: .leading)",
              [
                Node.text("recipe.title").with(.code(".font(.headline)")),
                .branch("isExpanded", [Node.text("recipe.summary").with(.code(".foregroundStyle(.secondary)"))]),
              ]
            ).with(.onTap(Handler("tap", [.callInput("onToggle", [])])))
          ]),
      ],
      script: .every(600, 24) { .fire("tap", at: $0 * 7 % 10) })
    guard isFixed else { return app }
    return app.applying(
      .moveStateIntoRows(
        "expandedRecipeID", from: "RecipeListView", row: "RecipeRow", flag: "isExpanded", action: "onToggle"))
  },

  Scenario(
    "monolithic-body", "One long body: each change of the quantity evaluates shipping and returns as well.",
    rule: "monolithic_body", fix: "extract_subview", view: "OrderDetailView", marker: "var body: some View",
    indentation: 2, logs: [.compact], savesUpdates: false
  ) { isFixed in
    let methods = Expression.constant(
      "ShippingMethod.all", .samples("ShippingMethod", ["Standard", "Express", "Overnight", "Pickup", "Locker"]))
    let shipping = Node.container(
      "VStack(alignment: .leading, spacing: 8)",
      [
        .code("Text(\"Shipping\")\n  .font(.title3)\n  .bold()"), .code("Text(\"All parcels are insured.\")"),
        .code("Divider()"),
        .forEach(
          .init(
            methods, "method",
            [
              .child("ShippingOptionRow", [("method", "method")])
            ])),
        .code("Text(\"Delivery to islands takes a day longer.\")\n  .font(.footnote)\n  .foregroundStyle(.secondary)"),
      ])
    let app = SimulatedApp(
      name: "Shop",
      values: [
        ValueType(
          "ShippingMethod", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true,
          constants: ["all": methods.constantValue])
      ],
      views: [
        ViewType(
          "OrderDetailView", properties: [.init("quantity", "Int", .state(1))],
          body: [
            .container(
              "ScrollView",
              [
                .code("Image(\"kettle\")\n  .resizable()\n  .aspectRatio(contentMode: .fit)\n  .frame(height: 300)"),
                .code("Text(\"Copper kettle\")\n  .font(.title)"), .code("Text(\"Hand made, 1.2 litres.\")"),
                .code(
                  "HStack {\n  Image(systemName: \"star.fill\")\n  Image(systemName: \"star.fill\")\n  Image(systemName: \"star\")\n}"
                ),
                .control(
                  "Stepper(\"Quantity: \\(quantity)\", value: ", "quantity",
                  Handler("step", parameters: [("value", "Int")], [.assign("quantity", "value")])),
                .text(.interpolation([.text("Total: "), .binary("quantity", "*", 59)])), shipping,
                .text(.interpolation([.text("You collect "), .binary("quantity", "*", 12), .text(" points")])),
                .code("Text(\"Questions?\")\n  .font(.headline)"),
                .code("Link(\"Write to us\", destination: URL(string: \"https://example.com/help\")!)"),
                .code("Text(\"Returns within 30 days.\")\n  .font(.footnote)"),
              ])
          ]),
        ViewType(
          "ShippingOptionRow", inputs: [("method", "ShippingMethod")],
          body: [
            .container(
              "HStack", [.code("Image(systemName: \"shippingbox\")"), .text("method.title"), .code("Spacer()")])
          ]),
      ],
      script: .every(350, 30) { .fire("step", .int($0 + 2)) })
    return isFixed ? app.applying(.extract(shipping, from: "OrderDetailView", as: "ShippingSelector")) : app
  },

  Scenario(
    "player-time", "The playing time is state of the whole player screen, and one label shows it.",
    rule: "state_scoped_too_high", fix: "narrow_state_scope", view: "PlayerScreen", marker: "private var elapsed",
    folders: true, logs: [.ndjson]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Tunes",
      values: [
        ValueType("Song", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true)
      ],
      views: [
        ViewType(
          "PlayerScreen",
          properties: [.init("elapsed", "Int", .state(0)), .init("isLiked", "Bool", .state(false))],
          body: [
            .container(
              "VStack(spacing: 24)",
              [
                .code("Image(\"artwork\")\n    .resizable()\n    .scaledToFit()"),
                .code("Text(\"Blue in Green\")\n    .font(.title2)"),
                .code("Text(\"Kind of Blue\")\n    .foregroundStyle(.secondary)"),
                .child("ElapsedLabel", [("elapsed", "elapsed")]),
                .child("LyricsPane", [("title", .text("Blue in Green"))]),
                .child("QueuePane", [("title", .text("Up next"))]),
                .child("LikeButton", [("isLiked", .projection("isLiked"))]),
                .code("Divider()"), .code("Text(\"1959\")"),
              ]
            ).with(.code(".padding()"), .onReceive("playbackTimer", Handler("tick", [.add("elapsed", 1)])))
          ]),
        ViewType(
          "ElapsedLabel", inputs: [("elapsed", "Int")],
          body: [Node.text(.interpolation(["elapsed", .text(" s")])).with(.code(".monospacedDigit()"))]),
        ViewType("LyricsPane", inputs: [("title", "String")], body: [.container("ScrollView", [.text("title")])]),
        ViewType(
          "QueuePane", inputs: [("title", "String")],
          body: [.container("VStack", [.text("title"), .code("Divider()")])]),
        ViewType(
          "LikeButton", properties: [.init("isLiked", "Bool", .binding)],
          body: [
            .container(
              "HStack",
              [
                .branch("isLiked", [.code("Image(systemName: \"heart.fill\")")]),
                .button("Like", Handler("like", [.toggle("isLiked")])),
              ])
          ]),
      ],
      script: .every(1000, 60) { $0 % 20 == 19 ? .fire("like") : .fireAll("tick") })
    guard isFixed else { return app }
    return app.applying(.moveState("elapsed", from: "PlayerScreen", into: "ElapsedLabel", input: "elapsed"))
  },

  Scenario(
    "unused-environment", "Each row declares the colour scheme of the app's own theme and never reads it.",
    rule: "unused_dynamic_property", fix: "remove_dependency", view: "DownloadRow",
    marker: "@Environment(\\.accentTheme)",
    indentation: 2, logs: [.bare]
  ) { isFixed in
    let samples = Expression.constant(
      "Download.samples", .samples("Download", ["Map of Crete", "Podcast 12", "Slides", "Invoice", "Backup", "Video"]))
    let app = SimulatedApp(
      name: "Fetch",
      values: [
        ValueType(
          "Download", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true,
          constants: ["samples": samples.constantValue])
      ],
      views: [
        ViewType(
          "DownloadsView", properties: [.init("theme", "String", .state(.text("Sea")))],
          body: [
            .container(
              "VStack",
              [
                .child("ThemePicker", [("theme", .projection("theme"))]),
                .forEach(.init(samples, "download", [.child("DownloadRow", [("download", "download")])])),
              ]
            ).with(.environment(key: "accentTheme", "theme"))
          ]),
        ViewType(
          "ThemePicker", properties: [.init("theme", "String", .binding)],
          body: [
            .control(
              "TextField(\"Theme\", text: ", "theme",
              Handler("pick", parameters: [("value", "String")], [.assign("theme", "value")]))
          ]),
        ViewType(
          "DownloadRow", inputs: [("download", "Download")],
          properties: [.init("theme", "String", .environment(key: "accentTheme"))],
          body: [.container("HStack", [.code("Image(systemName: \"arrow.down.circle\")"), .text("download.title")])]),
      ],
      environmentKeys: [EnvironmentKey("accentTheme", "String", .text("Sea"))],
      script: .every(700, 15) { .fire("pick", .string(["Sea", "Sand", "Moss"][($0 + 1) % 3])) })
    return isFixed ? app.applying(.removeProperty("theme", of: "DownloadRow")) : app
  },

  Scenario(
    "derived-state", "The number of items is state that follows the items: every change makes two updates.",
    rule: "derived_state_stored", fix: "compute_derived_value", view: "CartView", marker: "var itemCount",
    logs: [.syslog]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Basket",
      views: [
        ViewType(
          "CartView",
          properties: [
            .init("items", "[Int]", .state(.literal(.list([], storage: -1)))), .init("itemCount", "Int", .state(0)),
          ],
          body: [
            .container(
              "VStack",
              [
                Node.text(.interpolation(["itemCount", .text(" items in your cart")])).with(.code(".font(.headline)")),
                .forEach(.init("items", "item", id: .value, [.text(.interpolation([.text("Article "), "item"]))])),
                .button("Add", Handler("add", [.append("items", .count("items"))])),
              ]
            ).with(
              .onChange(
                of: "items",
                Handler("recount", parameters: [("newItems", "[Int]")], [.assign("itemCount", .count("newItems"))])))
          ])
      ],
      script: .every(800, 20) { _ in .fire("add") })
    return isFixed ? app.applying(.compute("itemCount", in: "CartView", .count("items"))) : app
  },

  Scenario(
    "dismiss-dependency", "A heavy editor declares the dismiss action, which changes with every presentation.",
    rule: "dismiss_dependency", fix: "remove_dependency", view: "NoteEditor", marker: "@Environment(\\.dismiss)",
    logs: [.xcodeConsole], savesUpdates: false
  ) { isFixed in
    let rows = (1...14).map { Node.code("Text(\"Paragraph \($0)\")") }
    let close = Node.button("Done", Handler("close", [.callInput("dismiss", [])]))
    let dismiss = ViewType.DynamicProperty("dismiss", "DismissAction", .environment(key: "dismiss"))
    var views = [
      ViewType(
        "NotesHome", body: [.container("NavigationStack", [.child("NoteEditor", [("title", .text("Groceries"))])])]),
      ViewType(
        "NoteEditor", inputs: [("title", "String")], properties: isFixed ? [] : [dismiss],
        body: [
          .container(
            "ScrollView",
            [Node.text("title").with(.code(".font(.largeTitle)"))] + rows + [isFixed ? .child("DoneButton") : close])
        ]),
    ]
    if isFixed { views.append(ViewType("DoneButton", properties: [dismiss], body: [close])) }
    return SimulatedApp(
      name: "Jotter", views: views,
      script: .every(900, 25) { .environment("dismiss", .fresh(kind: "DismissAction", serial: 10_000 + $0)) })
  },
]

extension Expression {
  var constantValue: Value { if case .constant(_, let value) = self { value } else { .none } }
}

extension SimulatedApp {
  func applying(_ changes: Change...) -> SimulatedApp {
    var app = self
    for change in changes { app.apply(change) }
    return app
  }
}
