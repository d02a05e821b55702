internal import Simulator

/// How properties, views and modifiers are named that are not just wrapped properties of a struct.
let layoutPrograms: [Program] =
  [
    Program(
      "two wrappers of the app's own, each of several properties",
      environment(
        .child("Form"),
        ViewType(
          "Form",
          properties: [
            .init("first", "Draft", .composed(draft)), .init("edits", "Int", .state(0)),
            .init("second", "Draft", .composed(draft)),
          ],
          body: [
            .text(.name("first.heat")), .text(.name("first.inner")), .text("edits"), .text(.name("second.inner")),
            .button("First", Handler("writeFirst", [.assign(.name("first.inner"), .binary(50, "+", "edits"))])),
            .button("Second", Handler("writeSecond", [.assign(.name("second.inner"), 60)])),
            .button("Edit", Handler("edit", [.add("edits", 1)])),
          ]), keys: keys, writes: .environment(key: "heat", "count")),
      launch: [
        "(Weather)", "Form: @self, @identity, _first, @16, @32, _edits, _second, @88, @104 changed.",
      ],
      .fire("writeFirst", "Form: @16 changed."), .fire("writeSecond", "Form: @88 changed."),
      .fire("edit", "Form: _edits changed."), .fire("tick", "(Weather)", "Form: _first, _second changed.")),
    Program(
      "a wrapper that depends on nothing",
      clock(
        .child("Quiet", [("value", "count")]),
        ViewType(
          "Quiet", inputs: [("value", "Int")], properties: [.init("note", "Note", .composed([]))], body: [mark])),
      launch: ["(Clock)", "Quiet: @self, @identity changed."], .fire("tick", "(Clock)", "Quiet: @self changed.")),
    Program(
      "a dynamic property without a wrapper",
      SimulatedApp(
        name: "Screen",
        views: [
          ViewType(
            "Screen", properties: [.init("request", "Int", .state(0), logName: "request")],
            body: [.text("request"), .button("Write", Handler("write", [.add("request", 1)]))])
        ]), launch: ["Screen: @self, @identity, request changed."], .fire("write", "Screen: request changed.")),
    Program(
      "an enum of views",
      SimulatedApp(
        name: "Screen",
        views: [
          ViewType(
            "Screen", properties: [.init("heat", "Int", .state(0))],
            body: [
              Node.container("VStack", [.child("Choice.counter"), .child("Choice.reader")]).with(
                .environment(key: "heat", "heat")), .button("Heat", Handler("heat", [.add("heat", 1)])),
            ]),
          choice(
            "Choice.counter", .init("number", "Int", .state(3), logName: "@0"),
            [.button("Count", Handler("count", [.add("number", 1)]))]),
          choice("Choice.reader", .init("number", "Int", .environment(key: "heat"), logName: "@0"), []),
        ], environmentKeys: keys),
      launch: [
        "Screen: @self, @identity, _heat changed.", "Choice: @self, @identity, @0 changed.",
        "Choice: @self, @identity, @0 changed.",
      ],
      .fire("count", "Choice: @0 changed."), .fire("heat", "Screen: _heat changed.", "Choice: @0 changed.")),
    Program(
      "names of generic and of nested views",
      SimulatedApp(
        name: "Card",
        views: [
          ViewType(
            "Card", genericParameters: "<Content: View>", genericArguments: "<Circle>", body: [mark, .child("Inner")]),
          inner,
        ]), launch: ["Card<Circle>: @self changed.", "Card<Circle>.Inner: @self, @identity, _own changed."]),
    Program(
      "a modifier with state",
      SimulatedApp(
        name: "Screen",
        views: [
          ViewType(
            "Screen", properties: [.init("number", "Int", .state(0))],
            body: [
              mark.with(.applies(Node.Child("Pulse", [("number", "number")]))),
              .button("Add", Handler("add", [.add("number", 1)])),
            ]), pulse,
        ]),
      launch: ["Screen: @self, @identity, _number changed.", "Pulse: @self, @identity, _beats changed."],
      .fire("beat", "Pulse: _beats changed."),
      .fire("add", "Screen: _number changed.", "Pulse: @self changed.")),
  ].inGroup("layout")

private let keys = [EnvironmentKey("heat", "Int", 0), EnvironmentKey("wind", "Int", 0)]

/// 56 bytes: two environment properties of 16, a state of 16, and a number.
private let draft: [ViewType.DynamicProperty] = [
  .init("heat", "Int", .environment(key: "heat")), .init("inner", "Int", .state(0)),
  .init("wind", "Int", .environment(key: "wind")), .init("plain", "Int", .stored),
]

private func choice(_ name: String, _ property: ViewType.DynamicProperty, _ body: [Node]) -> ViewType {
  var view = ViewType(name, properties: [property], body: [.text("number")] + body)
  view.logName = "Choice"
  return view
}

private var inner: ViewType {
  var view = ViewType("Inner", properties: [.init("own", "Int", .state(0))], body: [mark])
  view.logName = "Card<Circle>.Inner"
  return view
}

private var pulse: ViewType {
  var view = ViewType(
    "Pulse", inputs: [("number", "Int")], properties: [.init("beats", "Int", .state(0))],
    body: [.text("beats"), .button("Beat", Handler("beat", [.add("beats", 1)]))])
  view.isModifier = true
  return view
}
