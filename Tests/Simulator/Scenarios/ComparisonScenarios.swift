/// Values of views that cannot be compared, identities that do not last.
let comparisonScenarios: [Scenario] = [
  Scenario(
    "closure-argument", "The reply bar gets a closure, so every letter of the draft evaluates it.",
    rule: "incomparable_argument", fix: "make_arguments_comparable", view: "ChatView", marker: "onAttach:",
    logs: [.default]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Chatter",
      views: [
        ViewType(
          "ChatView",
          properties: [.init("draft", "String", .state(.text(""))), .init("isAttaching", "Bool", .state(false))],
          body: [
            .container(
              "VStack",
              [
                .text(.interpolation([.text("Draft: "), "draft"])),
                .control(
                  "TextField(\"Message\", text: ", "draft",
                  Handler("type", parameters: [("value", "String")], [.assign("draft", "value")])),
                .child(
                  "AttachmentBar",
                  [("title", .text("Attach")), ("onAttach", .closure(parameter: nil, [.toggle("isAttaching")]))]),
                .branch("isAttaching", [.code("Image(systemName: \"paperclip\")")]),
              ])
          ]),
        ViewType(
          "AttachmentBar", inputs: [("title", "String"), ("onAttach", "() -> Void")],
          body: [
            .container(
              "HStack",
              [
                .text("title"), .code("Image(systemName: \"photo\")"), .code("Image(systemName: \"camera\")"),
                .code("Image(systemName: \"doc\")"), .button("Add", Handler("attach", [.callInput("onAttach", [])])),
              ])
          ]),
      ],
      script: .every(160, 60) {
        $0 % 20 == 19 ? .fire("attach") : .fire("type", .string(String(repeating: "x", count: $0 % 20 + 1)))
      })
    return isFixed ? app.applying(.makeComparable(child: "AttachmentBar", argument: "onAttach", in: "ChatView")) : app
  },

  Scenario(
    "fresh-formatter", "A chart gets a formatter that the screen makes in its body.",
    rule: "incomparable_argument", fix: "make_arguments_comparable", view: "SpendingView",
    marker: "formatter: NumberFormatter()",
    alternatives: [("object_created_in_body", "hoist_object")],
    indentation: 2, logs: [.bare]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Budget",
      views: [
        ViewType(
          "SpendingView", properties: [.init("query", "String", .state(.text("")))],
          body: [
            .container(
              "VStack",
              [
                .control(
                  "TextField(\"Search\", text: ", "query",
                  Handler("search", parameters: [("value", "String")], [.assign("query", "value")])),
                .text(.interpolation([.text("Results for "), "query"])),
                .child("SpendingChart", [("title", .text("March")), ("formatter", .fresh("NumberFormatter()"))]),
              ])
          ]),
        ViewType(
          "SpendingChart", inputs: [("title", "String"), ("formatter", "NumberFormatter")],
          body: [
            .container(
              "VStack",
              [.text("title"), .code("Rectangle()\n  .frame(height: 120)"), .code("Divider()"), .code("Text(\"EUR\")")])
          ]),
      ],
      script: .every(200, 40) { .fire("search", .string("coffee \($0)")) })
    return isFixed
      ? app.applying(.makeComparable(child: "SpendingChart", argument: "formatter", in: "SpendingView")) : app
  },

  Scenario(
    "missing-equatable", "A chart of points that do not compare, filtered in the parent's body.",
    rule: "missing_equatable_view", fix: "add_equatable_conformance", view: "SpectrumChart",
    marker: "struct SpectrumChart",
    logs: [.compact]
  ) { isFixed in
    let points = Expression.constant(
      "Sample.all", .samples("Sample", (0..<24).map { "\($0)" }) { ["isPeak": .bool($0 % 3 == 0)] })
    let app = SimulatedApp(
      name: "Lab",
      values: [
        ValueType(
          "Sample", fields: [("id", "Int"), ("title", "String"), ("isPeak", "Bool")], isEquatable: false,
          isIdentifiable: true, constants: ["all": points.constantValue])
      ],
      views: [
        ViewType(
          "MeasurementView", properties: [.init("note", "String", .state(.text("")))],
          body: [
            .container(
              "VStack",
              [
                .control(
                  "TextField(\"Note\", text: ", "note",
                  Handler("write", parameters: [("value", "String")], [.assign("note", "value")])),
                .text(.interpolation([.text("Note: "), "note"])),
                .child(
                  "SpectrumChart", [("title", .text("Peaks")), ("points", .filter(points, .member("$0", "isPeak")))]),
              ])
          ]),
        ViewType(
          "SpectrumChart", inputs: [("title", "String"), ("points", "[Sample]")],
          body: [
            .container(
              "VStack",
              [
                Node.text("title").with(.code(".font(.headline)")),
                .forEach(
                  .init(
                    "points", "point",
                    [
                      .container(
                        "HStack", [.code("Circle()\n    .frame(width: 8)"), .text("point.title"), .code("Spacer()")])
                    ])), .code("Divider()"), .code("Text(\"nm\")"), .code("Text(\"Absorbance\")"),
              ])
          ]),
      ],
      script: .every(220, 40) { .fire("write", .string("note \($0)")) })
    return isFixed
      ? app.applying(.makeValueEquatable("Sample"), .makeEquatable(view: "SpectrumChart", ignoring: [])) : app
  },

  Scenario(
    "closure-binding", "Each player's score goes through a binding made of closures.",
    rule: "closure_binding", fix: "use_keypath_binding", view: "ScoreBoard", marker: "Binding(get:",
    indentation: 2, logs: [.default]
  ) { isFixed in
    let app = SimulatedApp(
      name: "Darts",
      views: [
        ViewType(
          "ScoreBoard",
          properties: [
            .init("home", "Int", .state(0)), .init("away", "Int", .state(0)), .init("seconds", "Int", .state(0)),
          ],
          body: [
            .container(
              "VStack",
              [
                .text(.interpolation([.text("Playing for "), "seconds", .text(" s")])),
                .child("PlayerScoreRow", [("name", .text("Home")), ("score", .closureBinding("home"))]),
                .child("PlayerScoreRow", [("name", .text("Away")), ("score", .closureBinding("away"))]),
              ]
            ).with(.onReceive("gameClock", Handler("second", [.add("seconds", 1)])))
          ]),
        ViewType(
          "PlayerScoreRow", inputs: [("name", "String")], properties: [.init("score", "Int", .binding)],
          body: [
            .container("HStack", [.text("name"), .text("score"), .button("Hit", Handler("hit", [.add("score", 1)]))])
          ]),
      ],
      script: .every(1000, 40) { $0 % 8 == 7 ? .fire("hit", at: $0 % 2) : .fireAll("second") })
    return isFixed
      ? app.applying(.useKeyPathBinding(child: "PlayerScoreRow", argument: "score", in: "ScoreBoard")) : app
  },

  Scenario(
    "unstable-id", "Cards get a new identifier in each evaluation: they are thrown away with every refresh.",
    rule: "unstable_identity", fix: "stabilise_identity", view: "FeedView", marker: ".id(UUID())",
    folders: true, logs: [.ndjson]
  ) { isFixed in
    let posts = Expression.constant(
      "Post.samples", .samples("Post", ["Sunrise", "New desk", "Marathon", "Sourdough", "Release notes", "Kittens"]))
    let app = SimulatedApp(
      name: "Timeline",
      values: [
        ValueType(
          "Post", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true,
          constants: ["samples": posts.constantValue])
      ],
      views: [
        ViewType(
          "FeedView", properties: [.init("minutes", "Int", .state(0))],
          body: [
            .container(
              "VStack",
              [
                .text(.interpolation([.text("Updated "), "minutes", .text(" min ago")])),
                .forEach(.init(posts, "post", [.child("PostCard", [("post", "post")], id: .fresh)])),
              ]
            ).with(.onReceive("minuteTimer", Handler("minute", [.add("minutes", 1)])))
          ]),
        ViewType(
          "PostCard", inputs: [("post", "Post")], properties: [.init("isLiked", "Bool", .state(false))],
          body: [
            .container(
              "VStack(alignment: .leading)",
              [
                .text("post.title"), .branch("isLiked", [.code("Image(systemName: \"heart.fill\")")]),
                .button("Like", Handler("like", [.toggle("isLiked")])),
              ])
          ]),
      ],
      script: .every(3000, 20) { $0 % 5 == 2 ? .fire("like", at: $0) : .fireAll("minute") })
    return isFixed ? app.applying(.stabiliseIdentity(in: "FeedView")) : app
  },

  Scenario(
    "eager-container", "A stack inside of a scroll view builds all its rows at once.",
    rule: "eager_container", fix: "use_lazy_container", view: "PlacesView", marker: "VStack {",
    indentation: 2, logs: [.default]
  ) { isFixed in
    let places = Expression.constant(
      "Place.samples", .samples("Place", (1...60).map { "Place \($0)" }))
    return SimulatedApp(
      name: "Atlas",
      values: [
        ValueType(
          "Place", fields: [("id", "Int"), ("title", "String")], isIdentifiable: true,
          constants: ["samples": places.constantValue])
      ],
      views: [
        ViewType(
          "PlacesView", properties: [.init("places", "[Place]", .state(places))],
          body: [
            .forEach(
              .init(
                "places", "place", in: isFixed ? "ScrollView > LazyVStack" : "ScrollView > VStack", isLazy: isFixed,
                [.child("PlaceRow", [("place", "place")])]))
          ]),
        ViewType(
          "PlaceRow", inputs: [("place", "Place")], properties: [.init("isVisited", "Bool", .state(false))],
          body: [
            .container(
              "HStack",
              [
                .code("Image(systemName: \"mappin\")"), .text("place.title"),
                .branch("isVisited", [.code("Image(systemName: \"checkmark\")")]),
                .button("Visited", Handler("visit", [.toggle("isVisited")])),
              ])
          ]),
      ],
      script: .every(800, 6) { $0 % 2 == 0 ? .fire("visit", at: $0) : .scroll(by: 3) })
  },
]
