internal import Simulator

/// Equatable views whose own `==` says that nothing changed.
let equatablePrograms: [Program] = [
  Program(
    "plain memory: its operator is not asked", app(of: plain, id: 1, isEquatable: false),
    launch: ["(Clock)", "Badge: @self changed."], .fire("tick", "(Clock)", "Badge: @self changed."),
    .fire("tick", "(Clock)", "Badge: @self changed.")),
  asked("plain memory with .equatable()", plain, id: 1, isEquatable: true),
  asked("with text", text, id: .text("a"), isEquatable: false),
  asked("with text, and .equatable()", text, id: .text("a"), isEquatable: true),
  asked("with a closure", action, id: 1, isEquatable: false),
  asked("with a closure, and .equatable()", action, id: 1, isEquatable: true),
  Program(
    "with state, which evaluates it all the same", app(of: stateful, id: 1, isEquatable: false),
    launch: ["(Clock)", "Badge: @self, @identity, _own changed."], .fire("tick", "(Clock)", "== Badge"),
    .fire("own", "Badge: _own changed."), .fire("tick", "(Clock)", "== Badge")),
].inGroup("equatable")

private let plain = ViewType("Badge", inputs: [("id", "Int"), ("noise", "Int")], equality: ["id"], body: [mark])
private let text = ViewType("Badge", inputs: [("id", "String"), ("noise", "Int")], equality: ["id"], body: [mark])
private let action = ViewType("Badge", inputs: [("id", "Int"), ("noise", "() -> Int")], equality: ["id"], body: [mark])
private let stateful = ViewType(
  "Badge", inputs: [("id", "Int"), ("noise", "Int")], properties: [.init("own", "Int", .state(0))], equality: ["id"],
  body: [.text("own"), .button("Own", Handler("own", [.add("own", 1)]))])

private func app(of view: ViewType, id: Expression, isEquatable: Bool) -> SimulatedApp {
  let takesClosure = view.inputs.contains { $0.type.contains("->") }
  return clock(
    .child("Badge", [("id", id), ("noise", takesClosure ? .function("count") : "count")], isEquatable: isEquatable),
    view)
}

private func asked(_ title: String, _ view: ViewType, id: Expression, isEquatable: Bool) -> Program {
  Program(
    title, app(of: view, id: id, isEquatable: isEquatable), launch: ["(Clock)", "Badge: @self changed."],
    .fire("tick", "(Clock)", "== Badge"), .fire("tick", "(Clock)", "== Badge"))
}
