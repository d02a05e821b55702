internal import Simulator

// What many of the programs are made of.

/// A leaf that nothing depends on: it is not logged.
let mark = Node.code("Circle()")

/// A view with one input that it does not even read.
func leaf(_ type: String) -> ViewType { ViewType("Leaf", inputs: [("value", type)], body: [mark]) }

/// A view that was given a function.
let caller = ViewType("Caller", inputs: [("action", "() -> Int")], body: [mark])

let bound = ViewType("Bound", properties: [.init("number", "Int", .binding)], body: [mark])
let reader = ViewType("Reader", properties: [.init("number", "Int", .binding)], body: [.text("number")])

/// Evaluated with each tick, whatever it builds of `count` is made anew; it is not logged itself.
func clock(
  _ child: Node, _ views: ViewType..., values: [ValueType] = [], models: [ModelType] = [], globals: [Global] = [],
  onTick: [Statement] = []
) -> SimulatedApp {
  let root = ViewType(
    "Clock", properties: [.init("ticks", "Int", .state(0))], isInstrumented: false,
    body: [
      .local("count", "ticks", [child]), .button("Tick", Handler("tick", [.add("ticks", 1)] + onTick)),
    ])
  return SimulatedApp(name: "Clock", values: values, models: models, views: [root] + views, globals: globals)
}

/// Writes the environment with each tick: the modifiers see how often it ticked as `count`.
func environment(
  _ child: Node, _ views: ViewType..., keys: [EnvironmentKey], values: [ValueType] = [], models: [ModelType] = [],
  globals: [Global] = [], writes: Node.Modifier...
) -> SimulatedApp {
  let root = ViewType(
    "Weather", properties: [.init("ticks", "Int", .state(0))], isInstrumented: false,
    body: [
      .local("count", "ticks", [.modified(child, writes)]), .button("Tick", Handler("tick", [.add("ticks", 1)])),
    ])
  return SimulatedApp(
    name: "Weather", values: values, models: models, views: [root] + views, environmentKeys: keys, globals: globals)
}

// MARK: - Types

/// Plain memory, and its own `==` looks at one field only.
let looseNumber = ValueType("LooseNumber", fields: [("id", "Int"), ("noise", "Int")], equality: ["id"])
/// The same with text, which is not plain memory.
let looseText = ValueType("LooseText", fields: [("id", "String"), ("noise", "Int")], equality: ["id"])
let point = ValueType("Point", fields: [("x", "Int"), ("y", "Int")], isEquatable: false)
let caption = ValueType("Caption", fields: [("text", "String"), ("size", "Int")], isEquatable: false)
let item = ValueType("Item", fields: [("number", "Int")], isEquatable: false)
let shelf = ValueType("Shelf", fields: [("items", "[Item]")], isEquatable: false)
let holder = ValueType("Wrapped", fields: [("box", "Box")], isEquatable: false)
/// An enum with a case that carries text.
let kind = ValueType("Kind", fields: [("tag", "String"), ("text", "String")])

let box = ModelType("Box", .plain, properties: [.init("count", "Int", 0)])
let comparableBox = ModelType("NumberedBox", .plain, properties: [.init("number", "Int", 0)], equality: ["number"])

let onePoint = Expression.make("Point", [.init("x", 1), .init("y", 2)])
let oneCaption = Expression.make("Caption", [.init("text", .text("Hello")), .init("size", 1)])
let oneItem = Expression.make("Item", [.init("number", 1)])
let rebuiltNumbers = Expression.map(.array([1, 2, 3]), "$0")
let rebuiltItems = Expression.map(.array([oneItem]), "$0")

func make(_ type: String, _ fields: (String, Expression)...) -> Expression {
  .make(type, fields.map { Expression.Argument($0.0, $0.1) })
}

/// A model that announces changes of all its published properties at once.
let store = ModelType(
  "Store", .observableObject,
  properties: [.init("count", "Int", 0), .init("name", "String", .text("")), .init("plain", "Int", 0, isSilent: true)],
  methods: [
    Handler("write", [.add("count", 1)]), Handler("again", [.assign("count", "count")]),
    Handler("other", [.add("name", .text("x"))]), Handler("silent", [.add("plain", 1)]),
    Handler("announce", [.announce("self")]),
  ])
let sharedStore = Global("sharedStore", "Store", make("Store"))

/// A model that is tracked by property.
let library = ModelType(
  "Library", .observable,
  properties: [
    .init("first", "Int", 0), .init("second", "Int", 0), .init("point", "Point", onePoint),
    .init("name", "String", .text("n")), .init("box", "Box", make("Box")), .init("list", "[Int]", .array([1, 2, 3])),
    .init("ignored", "Int", 0, isSilent: true),
  ],
  computed: [
    .init("sum", "Int", .binary("first", "+", "second")),
    .init("title", "String", .binary("name", "+", .text("!"))),
  ],
  methods: [
    Handler("first", [.add("first", 1)]), Handler("firstAgain", [.assign("first", "first")]),
    Handler("second", [.add("second", 1)]), Handler("both", [.add("first", 1), .add("second", 1)]),
    Handler("pointAgain", [.assign("point", onePoint)]), Handler("name", [.add("name", .text("x"))]),
    Handler("boxAgain", [.assign("box", "box")]), Handler("otherBox", [.assign("box", make("Box"))]),
    Handler("listAgain", [.assign("list", .array([1, 2, 3]))]),
    Handler("elementAgain", [.assign(.element("list", 0), 1)]), Handler("ignored", [.add("ignored", 1)]),
  ])
let sharedLibrary = Global("sharedLibrary", "Library", make("Library"))
