internal import Simulator

/// What a view is given when the body above makes it anew.
let inputPrograms: [Program] =
  [
    Program("nothing", clock(mark), launch: ["(Clock)"], .fire("tick", "(Clock)"), .fire("tick", "(Clock)")),
    value("the same number", "Int", 1, isEqual: true),
    given(
      "the same number, to a view with state", clock(.child("Stored", [("value", 1)]), stored),
      first: "Stored: @self, @identity, _own changed.", later: nil),
    value("another number", "Int", "count", isEqual: false),
    value("equal text made anew", "String", .text("long text"), isEqual: true),
    value("an equal array of numbers made anew", "[Int]", rebuiltNumbers, isEqual: true),
    value("an equal dictionary made anew", "[String: Int]", .dictionary([.init("a", 1)]), isEqual: true),
    value("an array of elements that do not compare", "[Item]", rebuiltItems, isEqual: false),
    value(
      "plain memory, equal by its own operator", "LooseNumber", make("LooseNumber", ("id", 1), ("noise", "count")),
      isEqual: false),
    value(
      "text and a number, equal by its own operator", "LooseText",
      make("LooseText", ("id", .text("a")), ("noise", "count")), isEqual: true),
    value("plain memory without an operator, the same bits", "Point", onePoint, isEqual: true),
    value("a struct that is not Equatable made of equal text", "Caption", oneCaption, isEqual: true),
    given(
      "the same object, changed in between",
      clock(
        .child("Leaf", [("value", "sharedBox")]), leaf("Box"), models: [box], globals: [sharedBox],
        onTick: [.add("sharedBox.count", 1)]),
      first: "Leaf: @self changed.", later: nil),
    value("another object", "Box", make("Box"), isEqual: false),
    value(
      "another object, equal by its own operator", "NumberedBox", make("NumberedBox", ("number", 1)), isEqual: true),
    value("an enum with equal text", "Kind", make("Kind", ("tag", .text("b")), ("text", .text("t"))), isEqual: true),
    value("a new identifier", "UUID", .fresh("UUID()"), isEqual: false),
    value("the time", "Date", .fresh("Date()"), isEqual: false),
    value("any value, an equal number", "Any", .constant("1 as Any", .int(1)), isEqual: true),
    value("any value, a struct that is not Equatable", "Any", oneCaption, isEqual: true),
    closure("captures nothing", .function(1), isEqual: true),
    closure("reads a global", .function("sharedNumber"), isEqual: true),
    given(
      "a closure that captures a constant of the body",
      clock(.local("step", 3, [.child("Caller", [("action", .function("step"))])]), caller),
      first: "Caller: @self changed.", later: nil, restsOn: [.functionsCompareByCaptures]),
    closure("captures what changed", .function("count"), isEqual: false),
    given(
      "a closure that captures a value worked out anew and equal",
      clock(
        .local(
          "step", .conditional(.binary("count", ">=", 0), 3, 4), [.child("Caller", [("action", .function("step"))])]),
        caller),
      first: "Caller: @self changed.", later: nil, restsOn: [.functionsCompareByCaptures]),
    given(
      "a closure that captures an object",
      clock(
        .local("box", "sharedBox", [.child("Caller", [("action", .function("box.count"))])]), caller, models: [box],
        globals: [sharedBox]), first: "Caller: @self changed.", later: nil, restsOn: [.functionsCompareByCaptures]),
    closure("is a method of an object", .method("sharedBox", "count"), isEqual: true),
    given(
      "a closure that captures an object, to a view with state",
      clock(
        .local("box", "sharedBox", [.child("StoredCaller", [("action", .function("box.count"))])]),
        ViewType(
          "StoredCaller", inputs: [("action", "() -> Int")], properties: [.init("own", "Int", .state(0))], body: [mark]),
        models: [box], globals: [sharedBox]),
      first: "StoredCaller: @self, @identity, _own changed.", later: nil, restsOn: [.functionsCompareByCaptures]),
    closure("was made once and kept", "keptAction", isEqual: true),
    given(
      "a builder that captures nothing", clock(.child("Frame", [("content", .builder([mark]))]), frame),
      first: "Frame: @self changed.", later: nil, restsOn: [.functionsCompareByCaptures]),
    Program(
      "a builder that captures what changed",
      clock(
        .child("Frame", [("content", .builder([.child("Leaf", [("value", "count")])]))]), frame, leaf("Int")),
      launch: ["(Clock)", "Frame: @self changed.", "Leaf: @self changed."],
      .fire("tick", "(Clock)", "Frame: @self changed.", "Leaf: @self changed."),
      .fire("tick", "(Clock)", "Frame: @self changed.", "Leaf: @self changed.")),
    given(
      "the value of a view, unchanged",
      clock(
        .child("Panel", [("content", make("Circle"))]), ViewType("Panel", inputs: [("content", "Circle")], body: [mark])
      ),
      first: "Panel: @self changed.", later: nil),
    binding("made of closures that capture nothing", .closureBinding("sharedNumber"), isEqual: false),
    given(
      "a binding made of closures that capture an object",
      clock(
        .local("box", "sharedBox", [.child("Bound", [("number", .closureBinding("box.count"))])]), bound, models: [box],
        globals: [sharedBox]),
      first: "Bound: @self, @identity, _number changed.", later: "Bound: @self, _number changed."),
    binding("that is constant and equal", .constantBinding(1), isEqual: true),
    binding("that is constant and differs", .constantBinding("count"), isEqual: false),
    Program(
      "a closure that captures the view, which its own state evaluates",
      SimulatedApp(
        name: "Titled",
        views: [
          ViewType(
            "Titled", properties: [.init("ticks", "Int", .state(0))],
            helpers: [.init("title", "String", .text("t"))], isInstrumented: false,
            body: [
              .text("ticks"), .child("Caller", [("action", .function("title"))]),
              .button("Tick", Handler("tick", [.add("ticks", 1)])),
            ]), caller,
        ]),
      launch: ["(Titled)", "Caller: @self changed."], .fire("tick", "(Titled)", "Caller: @self changed."),
      .fire("tick", "(Titled)", "Caller: @self changed.")),
    Program(
      "a closure that captures the view only to write its state",
      SimulatedApp(
        name: "Titled",
        views: [
          ViewType(
            "Titled", properties: [.init("ticks", "Int", .state(0)), .init("calls", "Int", .state(0))],
            isInstrumented: false,
            body: [
              .text("ticks"), .child("Caller", [("action", .closure(parameter: nil, [.add("calls", 1)]))]),
              .button("Tick", Handler("tick", [.add("ticks", 1)])),
            ]), caller,
        ]),
      launch: ["(Titled)", "Caller: @self changed."], .fire("tick", "(Titled)", "Caller: @self changed."),
      .fire("tick", "(Titled)", "Caller: @self changed.")),
    Program(
      "the same binding, while another state evaluates the owner",
      SimulatedApp(
        name: "Pair",
        views: [
          ViewType(
            "Pair", properties: [.init("first", "Int", .state(0)), .init("second", "Int", .state(0))],
            body: [
              .text("first"), .child("Bound", [("number", .projection("second"))]),
              .child("Reader", [("number", .projection("second"))]),
              .button("First", Handler("writeFirst", [.add("first", 1)])),
              .button("Second", Handler("writeSecond", [.add("second", 1)])),
            ]), bound, reader,
        ]),
      launch: [
        "Pair: @self, @identity, _first, _second changed.", "Bound: @self, @identity changed.",
        "Reader: @self, @identity changed.",
      ], .fire("writeFirst", "Pair: _first changed."), .fire("writeFirst", "Pair: _first changed."),
      .fire("writeSecond", "Reader: _number changed.")),
  ].inGroup("inputs")

private let sharedBox = Global("sharedBox", "Box", make("Box"))
private let stored = ViewType(
  "Stored", inputs: [("value", "Int")], properties: [.init("own", "Int", .state(0))], body: [mark])
let frame = ViewType("Frame", inputs: [("content", "() -> Content")], body: [.content("content")])

/// One view, made with each tick; `later` is its line when the tick evaluates it.
private func given(
  _ title: String, _ app: SimulatedApp, first: String, later: String?, restsOn: Set<OpenRule> = []
) -> Program {
  let tick = Program.Step(event: .fire("tick"), lines: ["(Clock)"] + (later.map { [$0] } ?? []))
  return Program(title, app, launch: ["(Clock)", first], restsOn: restsOn, tick, tick)
}

private func value(_ title: String, _ type: String, _ expression: Expression, isEqual: Bool) -> Program {
  given(
    title,
    clock(
      .child("Leaf", [("value", expression)]), leaf(type),
      values: [looseNumber, looseText, point, caption, item, kind], models: [box, comparableBox]),
    first: "Leaf: @self changed.", later: isEqual ? nil : "Leaf: @self changed.")
}

private func closure(_ title: String, _ expression: Expression, isEqual: Bool) -> Program {
  let globals = [
    Global("sharedNumber", "Int", 7), sharedBox, Global("keptAction", "() -> Int", .function(1)),
  ]
  return given(
    "a closure that \(title)",
    clock(.child("Caller", [("action", expression)]), caller, models: [box], globals: globals),
    first: "Caller: @self changed.", later: isEqual ? nil : "Caller: @self changed.",
    restsOn: isEqual ? [.functionsCompareByCaptures] : [])
}

private func binding(_ title: String, _ expression: Expression, isEqual: Bool) -> Program {
  given(
    "a binding \(title)",
    clock(.child("Bound", [("number", expression)]), bound, globals: [Global("sharedNumber", "Int", 7)]),
    first: "Bound: @self, @identity, _number changed.", later: isEqual ? nil : "Bound: @self, _number changed.")
}
