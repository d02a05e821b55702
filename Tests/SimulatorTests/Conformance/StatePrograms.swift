internal import Simulator

/// Writes of a value to `@State` that its body reads.
let statePrograms: [Program] = [
  state("an equal number", "Int", 5, 5, isSilent: true),
  state("another number", "Int", 5, 6, isSilent: false),
  state("equal text", "String", .text("long text"), .text("long text"), isSilent: true),
  state(
    "plain memory, equal by its own operator", "LooseNumber", make("LooseNumber", ("id", 1), ("noise", 1)),
    make("LooseNumber", ("id", 1), ("noise", 2)), isSilent: true),
  state(
    "text and a number, equal by its own operator", "LooseText", make("LooseText", ("id", .text("a")), ("noise", 1)),
    make("LooseText", ("id", .text("a")), ("noise", 2)), isSilent: true),
  state("plain memory without an operator, the same bits", "Point", onePoint, onePoint, isSilent: true),
  state("a struct that is not Equatable made of equal text", "Caption", oneCaption, oneCaption, isSilent: true),
  state(
    "a struct with an array of elements that do not compare", "Shelf", make("Shelf", ("items", .array([oneItem]))),
    make("Shelf", ("items", .array([oneItem]))), isSilent: false),
  state("an equal array of numbers", "[Int]", .array([1, 2, 3]), rebuiltNumbers, isSilent: true),
  state("an array of elements that do not compare", "[Item]", .array([oneItem]), .array([oneItem]), isSilent: false),
  state("the same object", "Box", make("Box"), "value", isSilent: true, alsoRuns: [.add("value.count", 1)]),
  state("another object", "Box", make("Box"), make("Box"), isSilent: false),
  state(
    "another object, equal by its own operator", "NumberedBox", make("NumberedBox", ("number", 1)),
    make("NumberedBox", ("number", 1)), isSilent: true),
  state(
    "a struct that holds the same object", "Wrapped", make("Wrapped", ("box", make("Box"))), "value", isSilent: true),
  state("a function that captures nothing", "() -> Int", .function(1), .function(1), isSilent: false),
  state("not a number, twice", "Double", .literal(.double(.nan)), .literal(.double(.nan)), isSilent: false),
  state("nothing, twice", "Int?", .literal(.none), .literal(.none), isSilent: true),
].inGroup("state")

private func state(
  _ title: String, _ type: String, _ first: Expression, _ second: Expression, isSilent: Bool,
  alsoRuns: [Statement] = []
) -> Program {
  let view = ViewType(
    "Cell", properties: [.init("value", type, .state(first))],
    body: [.text("value"), .button("Write", Handler("write", alsoRuns + [.assign("value", second)]))])
  return Program(
    title,
    SimulatedApp(
      name: "State", values: [looseNumber, looseText, point, caption, item, shelf, holder],
      models: [box, comparableBox],
      views: [view]),
    launch: ["Cell: @self, @identity, _value changed."],
    Program.Step(event: .fire("write"), lines: isSilent ? [] : ["Cell: _value changed."]))
}
