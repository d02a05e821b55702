internal import Simulator

/// A published log of the real framework, and closures that capture the whole view.
let logPrograms: [Program] =
  [
    Program(
      "published: one click on a button evaluates only the view that shows the light",
      SimulatedApp(
        name: "Screen",
        views: [
          ViewType(
            "Screen", properties: [.init("isOn", "Bool", .state(true))],
            body: [
              .child("Title"), .child("Light", [("isOn", .projection("isOn"))]),
              .child("Switch", [("isOn", .projection("isOn"))]),
            ]), ViewType("Title", body: [mark]),
          ViewType("Light", properties: [.init("isOn", "Bool", .binding)], body: [.branch("isOn", [mark])]),
          ViewType(
            "Switch", properties: [.init("isOn", "Bool", .binding)],
            body: [.button("Click", Handler("click", [.toggle("isOn")]))]),
        ]),
      launch: [
        "Screen: @self, @identity, _isOn changed.", "Light: @self, @identity changed.",
        "Switch: @self, @identity changed.", "Title: @self changed.",
      ], .fire("click", "Light: _isOn changed."), .fire("click", "Light: _isOn changed.")),
    captures(
      "the view, evaluated for its state", [.init("number", "Int", .state(0))], [.text("number")], .function("helper"),
      first: "Screen: @self, @identity, _number changed.", later: "Screen: _number changed.", isEqual: false),
    captures(
      "the view, evaluated for an object it is given", [.init("store", "Store", .observedObject)], [],
      .function("store.count"), first: "Screen: @self, @identity, _store changed.", later: "Screen: _store changed.",
      isEqual: false, arguments: [.init("store", "sharedStore")]),
    captures(
      "the view, evaluated for an object it owns", [.init("store", "Store", .stateObject("sharedStore"))], [],
      .function("store.count"), first: "Screen: @self, @identity, _store changed.", later: "Screen: _store changed.",
      isEqual: true),
    captures(
      "the view, evaluated for an observable model it is given", [], [.text("library.first")],
      .function("library.second"), first: "Screen: @self changed.", later: "Screen: @dependencies changed.",
      isEqual: true, inputs: [("library", "Library")], arguments: [.init("library", "sharedLibrary")]),
    captures(
      "the view, evaluated for an observable model in its state",
      [.init("library", "Library", .state("sharedLibrary"))], [.text("library.first")], .function("library.second"),
      first: "Screen: @self, @identity, _library changed.", later: "Screen: @dependencies changed.", isEqual: true),
    captures(
      "one value of the view by its list", [.init("number", "Int", .state(0))], [.text("number")],
      .function(captures: ["helper"], "helper"), first: "Screen: @self, @identity, _number changed.",
      later: "Screen: _number changed.", isEqual: true),
    Program(
      "a closure that captures a binding to another state",
      screen(
        [.init("other", "Int", .state(0)), .init("number", "Int", .state(0))],
        [
          .text("number"),
          .local(
            "binding", .projection("other"), [.child("Caller", [("action", .function("binding.wrappedValue"))])]),
        ]),
      launch: ["Screen: @self, @identity, _other, _number changed.", "Caller: @self changed."],
      restsOn: [.functionsCompareByCaptures], .together(go, "Screen: _number changed."),
      .together(go, "Screen: _number changed.")),
    captures(
      "one value by its list, in a generic view", [.init("number", "Int", .state(0))], [.text("number")],
      .function(captures: ["helper"], "helper"), first: "Screen<Int>: @self, @identity, _number changed.",
      later: "Screen<Int>: _number changed.", isEqual: false, isGeneric: true),
    Program(
      "a closure that captures the view, evaluated for the environment",
      environment(
        .child("Screen"),
        ViewType(
          "Screen", properties: [.init("heat", "Int", .environment(key: "heat"))],
          body: [.child("Caller", [("action", .function("heat"))])]), caller, keys: [EnvironmentKey("heat", "Int", 0)],
        writes: .environment(key: "heat", "count")),
      launch: ["(Weather)", "Screen: @self, @identity, _heat changed.", "Caller: @self changed."],
      .fire("tick", "(Weather)", "Screen: _heat changed.", "Caller: @self changed.")),
  ].inGroup("logs")

/// One transaction that writes the view's state, the shared object and the shared model.
private let go: [Event.Kind] = [
  .fire("go"), .send(model: "Store", "write"), .send(model: "Library", "first"),
]

private func screen(
  _ properties: [ViewType.DynamicProperty], _ body: [Node], inputs: [(String, String)] = [],
  arguments: [Expression.Argument] = [], isGeneric: Bool = false
) -> SimulatedApp {
  let owns = properties.contains { $0.name == "number" }
  let view = ViewType(
    "Screen", inputs: inputs, properties: properties, helpers: [.init("helper", "Int", 1)],
    genericParameters: isGeneric ? "<Item>" : "", genericArguments: isGeneric ? "<Int>" : "",
    body: body + (owns ? [.button("Go", Handler("go", [.add("number", 1)]))] : []))
  return SimulatedApp(
    name: "Screen", values: [point], models: [store, library, box], views: [view, caller],
    globals: [sharedStore, sharedLibrary], rootArguments: arguments)
}

private func captures(
  _ title: String, _ properties: [ViewType.DynamicProperty], _ reads: [Node], _ closure: Expression, first: String,
  later: String, isEqual: Bool, inputs: [(String, String)] = [], arguments: [Expression.Argument] = [],
  isGeneric: Bool = false
) -> Program {
  let step = Program.Step(event: .together(go), lines: [later] + (isEqual ? [] : ["Caller: @self changed."]))
  return Program(
    "a closure that captures \(title)",
    screen(
      properties, reads + [.child("Caller", [("action", closure)])], inputs: inputs, arguments: arguments,
      isGeneric: isGeneric), launch: [first, "Caller: @self changed."],
    restsOn: isEqual ? [.functionsCompareByCaptures] : [], step, step)
}
