internal import Simulator

/// First appearances, and views that are thrown away and made again.
let identityPrograms: [Program] =
  [
    Program(
      "the first line of a view with every kind of property",
      SimulatedApp(
        name: "Outer", models: [store],
        views: [
          ViewType(
            "Outer", properties: [.init("number", "Int", .state(0))],
            body: [
              .child("Many", [("store", "sharedStore"), ("number", .projection("number")), ("value", 1)])
            ]),
          ViewType(
            "Many", inputs: [("value", "Int")],
            properties: [
              .init("own", "Int", .state(0)), .init("heat", "Int", .environment(key: "heat")),
              .init("store", "Store", .observedObject), .init("number", "Int", .binding),
              .init("ownStore", "Store", .stateObject(make("Store"))),
            ], body: [mark]),
        ], environmentKeys: [heatKey], globals: [sharedStore]),
      launch: [
        "Outer: @self, @identity, _number changed.", "Many: @self, @identity, _own, _heat, _store, _ownStore changed.",
      ]),
    Program(
      "rows: one more, one less, turned around, renumbered",
      list(
        [
          .init(
            "numbers", "number", id: .value, [.child("Row", [("number", "number")])])
        ],
        initial: .literal(.list([.int(1), .int(2), .int(3)], storage: -1)), type: "[Int]",
        handlers: [
          Handler("append", [.append("numbers", 4)]), Handler("removeFirst", [.removeFirst("numbers")]),
          Handler("reverse", [.assign("numbers", .array([4, 3, 2]))]),
          Handler("renumber", [.assign("numbers", .map("numbers", .binary("$0", "+", 100)))]),
        ], row),
      launch: ["Rows: @self, @identity, _numbers changed.", rowAppears, rowAppears, rowAppears],
      .fire("append", "Rows: _numbers changed.", rowAppears), .fire("removeFirst", "Rows: _numbers changed."),
      .fire("reverse", "Rows: _numbers changed."),
      .fire("renumber", "Rows: _numbers changed.", rowAppears, rowAppears, rowAppears)),
    Program(
      "rows over indices, the first removed",
      list(
        [
          .init(
            .indices("numbers"), "index", id: .value,
            [.child("Leaf", [("value", .element("numbers", "index"))])])
        ],
        initial: .literal(.list([.string("a"), .string("b"), .string("c")], storage: -1)), type: "[String]",
        handlers: [Handler("removeFirst", [.removeFirst("numbers")])], leaf("String")),
      launch: [
        "Rows: @self, @identity, _numbers changed.", "Leaf: @self changed.", "Leaf: @self changed.",
        "Leaf: @self changed.",
      ], .fire("removeFirst", "Rows: _numbers changed.", "Leaf: @self changed.", "Leaf: @self changed.")),
    Program(
      "a new identifier in each body",
      screen(
        "ticks", 0,
        [
          .text("ticks"), .child("Row", [("number", 1)], id: .fresh), .child("Leaf", [("value", 1)], id: .fresh),
          .button("Tick", Handler("tick", [.add("ticks", 1)])),
        ], row, leaf("Int")),
      launch: ["Screen: @self, @identity, _ticks changed.", "Leaf: @self changed.", rowAppears],
      .fire("tick", "Screen: _ticks changed.", "Leaf: @self changed.", rowAppears),
      .fire("tick", "Screen: _ticks changed.", "Leaf: @self changed.", rowAppears)),
    Program(
      "an identifier that changes next to one that does not",
      screen(
        "ticks", 0,
        [
          .child("Row", [("number", 1)], id: .value("ticks")),
          .child("Row", [("number", 2)], id: .value(.text("constant"))),
          .button("Tick", Handler("tick", [.add("ticks", 1)])),
        ], row),
      launch: ["Screen: @self, @identity, _ticks changed.", rowAppears, rowAppears],
      .fire("tick", "Screen: _ticks changed.", rowAppears)),
    Program(
      "the same view in both branches, back within the frame", branches, launch: branchesAppear,
      .fire("flip", "Screen: _isOn changed.", rowAppears), .fire("flip", "Screen: _isOn changed.")),
    Program(
      "the same view in both branches, frames in between", branches, launch: branchesAppear,
      .fire("flip", "Screen: _isOn changed.", rowAppears), .idle, .idle,
      .fire("flip", "Screen: _isOn changed.", rowAppears), .idle, .idle,
      .fire("flip", "Screen: _isOn changed.", rowAppears), .idle, .idle),
    Program(
      "a branch without another",
      screen(
        "isOn", true,
        [.branch("isOn", [.child("Row", [("number", 1)])]), .child("Leaf", [("value", 9)]), flip], row, leaf("Int")),
      launch: ["Screen: @self, @identity, _isOn changed.", "Leaf: @self changed.", rowAppears],
      .fire("flip", "Screen: _isOn changed."), .fire("flip", "Screen: _isOn changed.")),
    Program(
      "erased views of two types",
      screen(
        "isOn", true,
        [
          .branch(
            "isOn", [.container("AnyView", [.child("Row", [("number", 1)])])],
            else: [.container("AnyView", [.child("Leaf", [("value", 2)])])]), flip,
        ], row, leaf("Int")),
      launch: branchesAppear, .fire("flip", "Screen: _isOn changed.", "Leaf: @self changed."),
      .fire("flip", "Screen: _isOn changed.")),
    Program(
      "an erased view of one type",
      screen(
        "ticks", 0,
        [
          .container("AnyView", [.child("Row", [("number", "ticks")])]),
          .button("Tick", Handler("tick", [.add("ticks", 1)])),
        ], row),
      launch: ["Screen: @self, @identity, _ticks changed.", rowAppears],
      .fire("tick", "Screen: _ticks changed.", "Row: @self changed.")),
    Program(
      "a choice inside of an argument",
      screen("isOn", true, [.child("Row", [("number", .conditional("isOn", 1, 2))]), flip], row),
      launch: branchesAppear, .fire("flip", "Screen: _isOn changed.", "Row: @self changed.")),
  ].inGroup("identity")

private let heatKey = EnvironmentKey("heat", "Int", 0)
private let row = ViewType(
  "Row", inputs: [("number", "Int")],
  properties: [.init("own", "Int", .state(0)), .init("heat", "Int", .environment(key: "heat"))], body: [mark])
private let rowAppears = "Row: @self, @identity, _own, _heat changed."
private let flip = Node.button("Flip", Handler("flip", [.toggle("isOn")]))
private let branches = screen(
  "isOn", true,
  [.branch("isOn", [.child("Row", [("number", 1)])], else: [.child("Row", [("number", 2)])]), flip], row)
private let branchesAppear = ["Screen: @self, @identity, _isOn changed.", rowAppears]

private func list(
  _ rows: [Node.Rows], initial: Expression, type: String, handlers: [Handler], _ row: ViewType
) -> SimulatedApp {
  SimulatedApp(
    name: "Rows",
    views: [
      ViewType(
        "Rows", properties: [.init("numbers", type, .state(initial))],
        body: rows.map(Node.forEach) + handlers.map { Node.button($0.name, $0) }), row,
    ], environmentKeys: [heatKey])
}

private func screen(_ state: String, _ initial: Expression, _ body: [Node], _ views: ViewType...) -> SimulatedApp {
  let type = initial == true ? "Bool" : "Int"
  return SimulatedApp(
    name: "Screen",
    views: [ViewType("Screen", properties: [.init(state, type, .state(initial))], body: body)] + views,
    environmentKeys: [heatKey])
}
