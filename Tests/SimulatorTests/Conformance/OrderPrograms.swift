internal import Simulator

/// Transactions: what runs in one, what in another, and whose body a closure reads for.
let orderPrograms: [Program] =
  [
    Program(
      "plain and animated writes of one turn",
      screen(
        "value",
        [
          .text("value"),
          .button(
            "Write",
            Handler(
              "write",
              [.assign("value", 1), .assign("value", 2), .animated([.assign("value", 3), .assign("value", 4)])])),
        ]),
      launch: ["Screen: @self, @identity, _value changed. shows 0"],
      .fire("write", "Screen: _value changed. shows 2", "Screen: _value changed. shows 4")),
    Program(
      "state that only a builder reads, which a child runs",
      screen("value", [.child("Frame", [("content", .builder([.text("value")]))]), add], frame),
      launch: ["Screen: @self, @identity, _value changed.", "Frame: @self changed."],
      .fire("add", "Screen: _value changed.", "Frame: @self changed."),
      .fire("add", "Screen: _value changed.", "Frame: @self changed.")),
    Program(
      "state that only rows read",
      screen(
        "value",
        [
          .forEach(
            .init(
              .array([0, 1]), "number", id: .value,
              [.local("read", "value", [.child("Leaf", [("value", "number")])])])), add,
        ], leaf("Int")),
      launch: ["Screen: @self, @identity, _value changed.", "Leaf: @self changed.", "Leaf: @self changed."],
      .fire("add", "Screen: _value changed."), .fire("add", "Screen: _value changed.")),
    Program(
      "state that only a geometry reader's closure reads",
      screen(
        "value",
        [.reader("GeometryReader", [.local("read", "value", [.child("Leaf", [("value", 1)])])]), add], leaf("Int")),
      launch: ["Screen: @self, @identity, _value changed.", "Leaf: @self changed."],
      .fire("add", "Screen: _value changed."), .fire("add", "Screen: _value changed.")),
    Program(
      "parents before children, each once, whatever the order of the writes", family,
      launch: [
        "Elder: @self, @identity, _shared, _own changed.", "Middle: @self, @identity, _middle changed.",
        "Young: @self, @identity, _young changed.", "Aside: @self, @identity, _aside changed.",
      ],
      .fire("shared", "Elder: _shared changed.", "Middle: @self changed.", "Young: @self changed."),
      .fire("own", "Elder: _own changed."),
      .together(
        [.fire("shared"), .fire("own")], "Elder: _shared, _own changed.", "Middle: @self changed.",
        "Young: @self changed."),
      .together(
        [.fire("middle"), .fire("shared")], "Elder: _shared changed.", "Middle: @self, _middle changed.",
        "Young: @self changed."),
      .together(
        [.fire("young"), .fire("shared"), .fire("middle")], "Elder: _shared changed.",
        "Middle: @self, _middle changed.", "Young: @self, _young changed."),
      .together([.fire("aside"), .fire("young")], "Young: _young changed.", "Aside: _aside changed."),
      .together([.fire("young"), .fire("aside")], "Young: _young changed.", "Aside: _aside changed."),
      .together(
        [.fire("shared"), .fire("shared")], "Elder: _shared changed.", "Middle: @self changed.",
        "Young: @self changed.")),
    Program(
      "onChange writes in a transaction of its own",
      SimulatedApp(
        name: "Screen",
        views: [
          ViewType(
            "Screen", properties: [.init("first", "Int", .state(0)), .init("second", "Int", .state(0))],
            body: [
              Node.text("second").with(.onChange(of: "first", Handler("firstChanged", [.add("second", 1)]))),
              .button("Add", Handler("add", [.add("first", 1)])),
            ])
        ]),
      launch: ["Screen: @self, @identity, _first, _second changed."],
      .fire("add", "Screen: _first changed.", "> firstChanged", "Screen: _second changed.")),
    Program(
      "onAppear writes in a transaction of its own",
      screen("value", [Node.text("value").with(.onAppear(Handler("appeared", [.add("value", 1)])))]),
      launch: ["Screen: @self, @identity, _value changed.", "> appeared", "Screen: _value changed."], .idle),
    Program(
      "written there and back in one transaction",
      screen(
        "value",
        [.text("value"), .button("Write", Handler("write", [.assign("value", 1), .assign("value", 0)]))]),
      launch: ["Screen: @self, @identity, _value changed."], .fire("write", "Screen: _value changed.")),
  ].inGroup("order")

private let add = Node.button("Add", Handler("add", [.add("value", 1)]))

private func screen(_ state: String, _ body: [Node], _ views: ViewType...) -> SimulatedApp {
  SimulatedApp(
    name: "Screen", views: [ViewType("Screen", properties: [.init(state, "Int", .state(0))], body: body)] + views)
}

private let family = SimulatedApp(
  name: "Family",
  views: [
    ViewType(
      "Elder", properties: [.init("shared", "Int", .state(0)), .init("own", "Int", .state(0))],
      body: [
        .text("own"), .child("Middle", [("number", "shared")]), .child("Aside"),
        .button("Shared", Handler("shared", [.add("shared", 1)])), .button("Own", Handler("own", [.add("own", 1)])),
      ]),
    ViewType(
      "Middle", inputs: [("number", "Int")], properties: [.init("middle", "Int", .state(0))],
      body: [
        .child("Young", [("number", "number"), ("other", "middle")]),
        .button("Middle", Handler("middle", [.add("middle", 1)])),
      ]),
    ViewType(
      "Young", inputs: [("number", "Int"), ("other", "Int")], properties: [.init("young", "Int", .state(0))],
      body: [.text("young"), .button("Young", Handler("young", [.add("young", 1)]))]),
    ViewType(
      "Aside", properties: [.init("aside", "Int", .state(0))],
      body: [.text("aside"), .button("Aside", Handler("aside", [.add("aside", 1)]))]),
  ])
