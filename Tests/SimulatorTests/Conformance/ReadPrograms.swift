internal import Simulator

/// Who reads a state, and how it is handed on.
let readPrograms: [Program] = [
  Program(
    "a binding to a field sees writes of the other fields",
    SimulatedApp(
      name: "Form", values: [ValueType("Person", fields: [("name", "String"), ("age", "Int")], isEquatable: false)],
      views: [
        ViewType(
          "Form", properties: [.init("person", "Person", .state(make("Person", ("name", .text("n")), ("age", 1))))],
          body: [
            .child("NameField", [("name", .projection("person.name"))]),
            .button("Older", Handler("older", [.add("person.age", 1)])),
            .button("Rename", Handler("rename", [.add("person.name", .text("x"))])),
          ]),
        ViewType("NameField", properties: [.init("name", "String", .binding)], body: [.text("name")]),
      ]),
    launch: ["Form: @self, @identity, _person changed.", "NameField: @self, @identity changed."],
    .fire("older", "NameField: _name changed."), .fire("rename", "NameField: _name changed."),
    .fire("older", "NameField: _name changed.")),
  Program(
    "a child writes through its binding",
    giver(
      ViewType(
        "Writer", properties: [.init("number", "Int", .binding)],
        body: [.text("number"), .button("Child", Handler("child", [.add("number", 1)]))])),
    launch: ["Giver: @self, @identity, _number changed.", "Writer: @self, @identity changed."],
    .fire("child", "Writer: _number changed."), .fire("child", "Writer: _number changed.")),
  Program(
    "the owner reads and hands on a binding", giver(reader, reads: true),
    launch: ["Giver: @self, @identity, _number changed.", "Reader: @self, @identity, _number changed."],
    restsOn: [.bindingsCarryTheirValue],
    .fire("write", "Giver: _number changed.", "Reader: @self, _number changed."),
    .fire("write", "Giver: _number changed.", "Reader: @self, _number changed.")),
  Program(
    "a value, a constant and a binding given to three children",
    SimulatedApp(
      name: "Three",
      views: [
        ViewType(
          "Giver", properties: [.init("number", "Int", .state(0))],
          body: [
            .child("Leaf", [("value", "number")]), .child("Title", [("text", .text("Title"))]),
            .child("Reader", [("number", .projection("number"))]),
            .button("Write", Handler("write", [.add("number", 1)])),
          ]), leaf("Int"), ViewType("Title", inputs: [("text", "String")], body: [mark]), reader,
      ]),
    launch: [
      "Giver: @self, @identity, _number changed.", "Leaf: @self changed.", "Title: @self changed.",
      "Reader: @self, @identity, _number changed.",
    ],
    restsOn: [.bindingsCarryTheirValue],
    .fire("write", "Giver: _number changed.", "Leaf: @self changed.", "Reader: @self, _number changed."),
    .fire("write", "Giver: _number changed.", "Leaf: @self changed.", "Reader: @self, _number changed.")),
  Program(
    "nobody reads it", alone([.init("number", "Int", .state(0))], [mark]),
    launch: ["Alone: @self, @identity, _number changed."], .fire("write"), .fire("write")),
  Program(
    "the first body reads it, the last does not",
    alone(
      [.init("number", "Int", .state(0)), .init("isShown", "Bool", .state(true))],
      [
        .branch("isShown", [.text("number")], else: [mark]),
        .button("Hide", Handler("hide", [.assign("isShown", false)])),
      ]),
    launch: ["Alone: @self, @identity, _number, _isShown changed."], restsOn: [.readStateStaysRead],
    .fire("hide", "Alone: _isShown changed."), .fire("write", "Alone: _number changed."),
    .fire("write", "Alone: _number changed.")),
  Program(
    "only an action reads it",
    alone([.init("number", "Int", .state(0))], [mark], write: [.assign("number", .binary("number", "+", 1))]),
    launch: ["Alone: @self, @identity, _number changed."], .fire("write"), .fire("write")),
  Program(
    "a binding to it is made and given to no view",
    alone(
      [.init("number", "Int", .state(0))],
      [
        .local(
          "binding", .projection("number"),
          [.button("Through", Handler("through", [.add("binding.wrappedValue", 1)]))])
      ]),
    launch: ["Alone: @self, @identity, _number changed."], .fire("write"), .fire("through")),
  Program(
    "a child reads it through a binding", giver(reader),
    launch: ["Giver: @self, @identity, _number changed.", "Reader: @self, @identity changed."],
    .fire("write", "Reader: _number changed."), .fire("write", "Reader: _number changed."), .fire("again")),
  Program(
    "a child has a binding that it does not read", giver(bound),
    launch: ["Giver: @self, @identity, _number changed.", "Bound: @self, @identity changed."], .fire("write"),
    .fire("write")),
  Program(
    "a child hands its binding on to one that reads",
    giver(
      ViewType(
        "Relay", properties: [.init("number", "Int", .binding)],
        body: [.child("Reader", [("number", .projection("number"))])]), reader),
    launch: [
      "Giver: @self, @identity, _number changed.", "Relay: @self, @identity changed.",
      "Reader: @self, @identity changed.",
    ], .fire("write", "Reader: _number changed."), .fire("write", "Reader: _number changed.")),
].inGroup("reads")

/// A view that owns a number and gives the first view a binding to it.
private func giver(_ views: ViewType..., reads: Bool = false) -> SimulatedApp {
  let root = ViewType(
    "Giver", properties: [.init("number", "Int", .state(0))],
    body: (reads ? [.text("number")] : []) + [
      .child(views[0].name, [("number", .projection("number"))]),
      .button("Write", Handler("write", [.add("number", 1)])),
      .button("Again", Handler("again", [.assign("number", "number")])),
    ])
  return SimulatedApp(name: "Giver", views: [root] + views)
}

private func alone(
  _ properties: [ViewType.DynamicProperty], _ body: [Node], write: [Statement] = [.add("number", 1)]
) -> SimulatedApp {
  SimulatedApp(
    name: "Alone",
    views: [
      ViewType("Alone", properties: properties, body: body + [.button("Write", Handler("write", write))])
    ])
}
