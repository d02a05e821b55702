internal import Simulator

/// `@Observable` models: what was read of them, by whom, and when.
let observablePrograms: [Program] =
  [
    Program(
      "a body that reads one property", shows([.text("library.first")]), launch: ["Shows: @self changed."],
      .send("Library", "first", "Shows: @dependencies changed."),
      .send("Library", "firstAgain", "Shows: @dependencies changed.", isEqualWrite: true), .send("Library", "second"),
      .send("Library", "ignored"), .send("Library", "first", "Shows: @dependencies changed.")),
    Program(
      "a body that reads nothing", shows([mark]), launch: ["Shows: @self changed."], .send("Library", "first"),
      .send("Library", "second")),
    Program(
      "a computed property", shows([.text("library.sum")]), launch: ["Shows: @self changed."],
      .send("Library", "first", "Shows: @dependencies changed."),
      .send("Library", "second", "Shows: @dependencies changed."), .send("Library", "name")),
    Program(
      "a value that is not Equatable, written again", shows([.text("library.point.x")]),
      launch: ["Shows: @self changed."], .send("Library", "pointAgain", "Shows: @dependencies changed.")),
    Program(
      "an object, the same and another", shows([.text("library.box.count")]), launch: ["Shows: @self changed."],
      .send("Library", "boxAgain", "Shows: @dependencies changed.", isEqualWrite: true),
      .send("Library", "otherBox", "Shows: @dependencies changed.")),
    Program(
      "an equal array, and an equal element written in place", shows([.text(.count("library.list"))]),
      launch: ["Shows: @self changed."],
      .send("Library", "listAgain", "Shows: @dependencies changed.", isEqualWrite: true),
      .send("Library", "elementAgain", "Shows: @dependencies changed.")),
    Program(
      "through a method", shows([.text("library.title")]), launch: ["Shows: @self changed."],
      .send("Library", "name", "Shows: @dependencies changed."), .send("Library", "first")),
    Program(
      "read in an action only", shows([.button("Act", Handler("act", [.add("library.first", 1)]))]),
      launch: ["Shows: @self changed."], .fire("act"), .fire("act")),
    Program(
      "kept in @State and read",
      screen([.init("library", "Library", .state("sharedLibrary"))], [.text("library.first")]),
      launch: ["Screen: @self, @identity, _library changed."],
      .send("Library", "first", "Screen: @dependencies changed."), .send("Library", "second")),
    Program(
      "kept in @State and only handed on",
      screen(
        [.init("library", "Library", .state("sharedLibrary"))], [.child("Shows", [("library", "library")])],
        showsView([.text("library.first")])),
      launch: ["Screen: @self, @identity, _library changed.", "Shows: @self changed."],
      .send("Library", "first", "Shows: @dependencies changed."), .send("Library", "second")),
    fromEnvironment(
      "from the environment and read", [.text("library.first")],
      .send("Library", "first", "Screen: @dependencies changed.")),
    fromEnvironment("from the environment and not read", [mark], .send("Library", "first")),
    Program(
      "a binding to a property, made of the model",
      shows([.child("Reader", [("number", .projection("library.first"))])], reader),
      launch: ["Shows: @self changed.", "Reader: @self, @identity, _number changed."],
      .send("Library", "first", "Shows: @dependencies changed.", "Reader: @self, _number changed."),
      .send("Library", "second")),
    Program(
      "read in a builder that a child runs",
      shows([.child("Frame", [("content", .builder([.text("library.first")]))])], frame),
      launch: ["Shows: @self changed.", "Frame: @self changed."],
      .send("Library", "first", "Frame: @dependencies changed."), .send("Library", "second")),
    Program(
      "read in the rows of a list",
      shows(
        [
          .forEach(
            .init(
              "library.list", "number", id: .value,
              [.local("first", "library.first", [.child("Leaf", [("value", "number")])])]))
        ], leaf("Int")),
      launch: ["Shows: @self changed.", "Leaf: @self changed.", "Leaf: @self changed.", "Leaf: @self changed."],
      restsOn: [.containersReadForThemselves], .send("Library", "first"),
      .send("Library", "listAgain", "Shows: @dependencies changed.", isEqualWrite: true)),
    Program(
      "no longer read by the last body",
      shows([.branch(.equal("library.second", 0), [.text("library.first")], else: [mark])]),
      launch: ["Shows: @self changed."], .send("Library", "second", "Shows: @dependencies changed."),
      .send("Library", "first")),
    Program(
      "no longer read by a body that ran for another reason",
      screen(
        [.init("isReading", "Bool", .state(true))],
        [
          .branch("isReading", [.text("library.first")], else: [mark]),
          .button("Stop", Handler("stop", [.assign("isReading", false)])),
        ], inputs: [("library", "Library")]),
      launch: ["Screen: @self, @identity, _isReading changed."], restsOn: [.droppedDependenciesFireOnce],
      .fire("stop", "Screen: _isReading changed."), .send("Library", "first", "Screen: @dependencies changed."),
      .send("Library", "first")),
    Program(
      "two properties written in one transaction", shows([.text("library.sum")]), launch: ["Shows: @self changed."],
      .send("Library", "both", "Shows: @dependencies changed.")),
  ].inGroup("observable")

private func showsView(_ body: [Node]) -> ViewType { ViewType("Shows", inputs: [("library", "Library")], body: body) }

private func shows(_ body: [Node], _ views: ViewType...) -> SimulatedApp {
  SimulatedApp(
    name: "Shows", values: [point], models: [library, box], views: [showsView(body)] + views, globals: [sharedLibrary],
    rootArguments: [.init("library", "sharedLibrary")])
}

private func screen(
  _ properties: [ViewType.DynamicProperty], _ body: [Node], _ views: ViewType..., inputs: [(String, String)] = []
) -> SimulatedApp {
  SimulatedApp(
    name: "Screen", values: [point], models: [library, box],
    views: [ViewType("Screen", inputs: inputs, properties: properties, body: body)] + views, globals: [sharedLibrary],
    rootArguments: inputs.isEmpty ? [] : [.init("library", "sharedLibrary")])
}

private func fromEnvironment(_ title: String, _ body: [Node], _ first: Program.Step) -> Program {
  // What writes the environment was no view of the program, so it is not logged here and never evaluated again.
  var app = screen([.init("library", "Library", .environmentModel)], body)
  app.views.append(
    ViewType("Outer", isInstrumented: false, body: [Node.child("Screen").with(.environmentModel("sharedLibrary"))]))
  app.root = "Outer"
  return Program(
    title, app, launch: ["(Outer)", "Screen: @self, @identity, _library changed."], first, .send("Library", "second"))
}
