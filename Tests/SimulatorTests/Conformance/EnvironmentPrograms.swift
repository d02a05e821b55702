internal import Simulator

/// What a write of the environment evaluates below.
let environmentPrograms: [Program] =
  [
    Program(
      "who reads the key, who declares it, who reads another, who does neither",
      environment(
        .container(
          "VStack", [.child("ReadsHeat"), .child("DeclaresHeat"), .child("ReadsWind"), .child("Plain")]),
        reads("ReadsHeat", "heat"), declares("DeclaresHeat", "heat", "Int"), reads("ReadsWind", "wind"),
        ViewType("Plain", body: [mark]), keys: keys, writes: .environment(key: "heat", "count")),
      launch: [
        "(Weather)", "Plain: @self changed.", "ReadsWind: @self, @identity, _value changed.",
        "DeclaresHeat: @self, @identity, _value changed.", "ReadsHeat: @self, @identity, _value changed.",
      ],
      .fire("tick", "(Weather)", "DeclaresHeat: _value changed.", "ReadsHeat: _value changed."),
      .fire("tick", "(Weather)", "DeclaresHeat: _value changed.", "ReadsHeat: _value changed.")),
    Program(
      "an equal value",
      environment(
        .container("VStack", [.child("ReadsHeat"), .child("ReadsWind")]), reads("ReadsHeat", "heat"),
        reads("ReadsWind", "wind"), keys: keys, writes: .environment(key: "heat", 5)),
      launch: [
        "(Weather)", "ReadsWind: @self, @identity, _value changed.", "ReadsHeat: @self, @identity, _value changed.",
      ], .fire("tick", "(Weather)"), .fire("tick", "(Weather)")),
    below("a function at its default, while another key changes", "action", "() -> Int", [heat], isEvaluated: true),
    below("a default made anew, while another key changes", "fresh", "Box", [heat], isEvaluated: true),
    below(
      "a function without captures", "action", "() -> Int", [.environment(key: "action", .function(1))],
      isEvaluated: false, restsOn: [.functionsCompareByCaptures]),
    below(
      "a function that captures what changed", "action", "() -> Int",
      [.environment(key: "action", .function("count"))], isEvaluated: true),
    below(
      "a struct around a function that captures what changed", "submit", "SubmitAction",
      [.environment(key: "submit", make("SubmitAction", ("run", .function("count")))), heat], isEvaluated: true),
    below(
      "a struct around a function at its default, while another key changes", "submit", "SubmitAction", [heat],
      isEvaluated: false, restsOn: [.functionsCompareByCaptures]),
    below(
      "a struct around a function that is kept", "submit", "SubmitAction",
      [.environment(key: "submit", "keptSubmit"), heat], isEvaluated: false, restsOn: [.functionsCompareByCaptures]),
    below(
      "a struct around a function that captures an object", "submit", "SubmitAction",
      [.environment(key: "submit", make("SubmitAction", ("run", .function("sharedStore.count")))), heat],
      isEvaluated: false, restsOn: [.functionsCompareByCaptures]),
    below(
      "a struct that is not Equatable made of equal text", "caption", "Caption",
      [.environment(key: "caption", oneCaption)], isEvaluated: false),
    below("a derived key whose result stays", "isHot", "Bool", [heat], isEvaluated: false),
    whole(
      "another key than the body reads of the whole environment", [.text("value.wind")], "heat", isEvaluated: false),
    whole("the key that the body reads of the whole environment", [.text("value.wind")], "wind", isEvaluated: true),
    whole("any key, where the body reads nothing of the whole environment", [mark], "wind", isEvaluated: false),
  ].inGroup("environment")

private let heat = Node.Modifier.environment(key: "heat", "count")
private let submitAction = ValueType("SubmitAction", fields: [("run", "() -> Int")], isEquatable: false)
private let keys = [
  EnvironmentKey("heat", "Int", 0), EnvironmentKey("wind", "Int", 0),
  EnvironmentKey("action", "() -> Int", .function(0)), EnvironmentKey("fresh", "Box", .fresh("Box()")),
  EnvironmentKey("submit", "SubmitAction", make("SubmitAction", ("run", .function(0)))),
  EnvironmentKey("caption", "Caption", make("Caption", ("text", .text("")), ("size", 0))),
  EnvironmentKey("isHot", "Bool", .binary("heat", ">", 100), isDerived: true),
]

private func reads(_ name: String, _ key: String) -> ViewType {
  ViewType(name, properties: [.init("value", "Int", .environment(key: key))], body: [.text("value")])
}

private func declares(_ name: String, _ key: String, _ type: String) -> ViewType {
  ViewType(name, properties: [.init("value", type, .environment(key: key))], body: [mark])
}

private func program(
  _ title: String, _ view: ViewType, _ writes: [Node.Modifier], isEvaluated: Bool, _ restsOn: Set<OpenRule>
) -> Program {
  var app = environment(
    .child(view.name), view, keys: keys, values: [submitAction, caption], models: [store, box],
    globals: [
      sharedStore, Global("keptSubmit", "SubmitAction", make("SubmitAction", ("run", .function("sharedStore.count")))),
    ]
  )
  app.change("Weather") { weather in
    weather.body[0] = .local("count", "ticks", [.modified(.child(view.name), writes)])
  }
  let tick = Program.Step(event: .fire("tick"), lines: ["(Weather)"] + (isEvaluated ? ["Below: _value changed."] : []))
  return Program(
    title, app, launch: ["(Weather)", "Below: @self, @identity, _value changed."], restsOn: restsOn, tick, tick)
}

/// A view that only declares a key.
private func below(
  _ title: String, _ key: String, _ type: String, _ writes: [Node.Modifier], isEvaluated: Bool,
  restsOn: Set<OpenRule> = []
) -> Program {
  program(title, declares("Below", key, type), writes, isEvaluated: isEvaluated, restsOn)
}

/// A view that declares all of the environment.
private func whole(_ title: String, _ body: [Node], _ written: String, isEvaluated: Bool) -> Program {
  let view = ViewType(
    "Below", properties: [.init("value", "EnvironmentValues", .environment(key: "self"))], body: body)
  return program(title, view, [.environment(key: written, "count")], isEvaluated: isEvaluated, [])
}
