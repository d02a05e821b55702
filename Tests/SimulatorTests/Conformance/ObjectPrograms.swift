internal import Simulator

/// `ObservableObject`: every published write evaluates every view that observes, read or not.
let objectPrograms: [Program] = [
  Program(
    "an owner, a child that reads, one that does not, one with a plain reference",
    SimulatedApp(
      name: "Owner", models: [store],
      views: [
        ViewType(
          "Owner", properties: [.init("store", "Store", .stateObject("sharedStore"))],
          body: [
            .child("Shows", [("store", "store")]), .child("Idle", [("store", "store")]),
            .child("Refers", [("store", "store")]),
          ]), shows, ViewType("Idle", properties: [.init("store", "Store", .observedObject)], body: [mark]),
        ViewType("Refers", inputs: [("store", "Store")], body: [.text("store.count")]),
      ], globals: [sharedStore]),
    launch: [
      "Owner: @self, @identity, _store changed.", "Refers: @self changed.", "Idle: @self, @identity, _store changed.",
      "Shows: @self, @identity, _store changed.",
    ],
    writes: ["Owner: _store changed.", "Idle: _store changed.", "Shows: _store changed."]),
  Program(
    "from the environment, not read",
    SimulatedApp(
      name: "Outer", models: [store],
      views: [
        ViewType(
          "Outer", isInstrumented: false, body: [Node.child("Inner").with(.environmentObject("sharedStore"))]),
        ViewType("Inner", properties: [.init("store", "Store", .environmentObject)], body: [mark]),
      ], globals: [sharedStore]),
    launch: ["(Outer)", "Inner: @self, @identity, _store changed."], writes: ["Inner: _store changed."]),
  Program(
    "a binding to a published property differs where its value does",
    SimulatedApp(
      name: "Outer", models: [store],
      views: [
        ViewType(
          "Owner", properties: [.init("store", "Store", .stateObject("sharedStore"))],
          body: [.child("Reader", [("number", .projection("store.count"))])]), reader,
      ], globals: [sharedStore]),
    launch: ["Owner: @self, @identity, _store changed.", "Reader: @self, @identity, _number changed."],
    writes: ["Owner: _store changed."], onlyIfCountChanged: ["Reader: @self, _number changed."]),
  Program(
    "kept in @State, the owner is not told",
    SimulatedApp(
      name: "Owner", models: [store],
      views: [
        ViewType(
          "Owner", properties: [.init("store", "Store", .state("sharedStore"))],
          body: [.text("store.count"), .child("Shows", [("store", "store")])]), shows,
      ], globals: [sharedStore]),
    launch: ["Owner: @self, @identity, _store changed.", "Shows: @self, @identity, _store changed."],
    writes: ["Shows: _store changed."]),
].inGroup("object")

private let shows = ViewType(
  "Shows", properties: [.init("store", "Store", .observedObject)], body: [.text("store.count")])

extension Program {
  /// The same writes for each: a new value, an equal one, another property, one that is not published, the announcement
  /// alone, three writes in one transaction.
  fileprivate init(
    _ title: String, _ app: SimulatedApp, launch: [String], writes: [String], onlyIfCountChanged more: [String] = []
  ) {
    func step(_ method: String, _ lines: [String]) -> Step {
      Step(event: .send(model: "Store", method), lines: lines)
    }
    let write = Event.Kind.send(model: "Store", "write")
    self.init(
      title, app, launch: launch, step("write", writes + more), step("again", writes), step("other", writes),
      step("silent", []), step("announce", writes),
      Step(event: .together([write, write, .send(model: "Store", "other")]), lines: writes + more))
  }
}
