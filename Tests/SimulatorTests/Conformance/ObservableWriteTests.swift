internal import Simulator
internal import Testing

/// Which writes of an `@Observable` property are announced: what the `Observation` of Swift 6.3 did when it was executed.
@Suite struct ObservableWriteTests {
  struct Write: Sendable, CustomTestStringConvertible {
    var title: String
    var property: String
    var statement: Statement
    var isAnnounced: Bool
    var testDescription: String { title }
  }

  private static let properties: [ModelType.Property] = [
    .init("number", "Int", 1), .init("text", "String", .text("s")), .init("point", "Point", onePoint),
    .init("loose", "LooseNumber", make("LooseNumber", ("id", 1), ("noise", 1))), .init("box", "Box", make("Box")),
    .init("numbered", "NumberedBox", make("NumberedBox", ("number", 1))), .init("list", "[Int]", .array([1, 2, 3])),
    .init("points", "[Point]", .array([onePoint])), .init("action", "() -> Int", .function(1)),
    .init("maybe", "Int?", .literal(.none)), .init("maybePoint", "Point?", .literal(.none)),
    .init("anything", "any Equatable", 1), .init("ratio", "Double", .literal(.double(.nan))),
  ]

  static let writes: [Write] = [
    .init(title: "an equal number", property: "number", statement: .assign("number", 1), isAnnounced: false),
    .init(title: "another number", property: "number", statement: .assign("number", 2), isAnnounced: true),
    .init(title: "nothing added in place", property: "number", statement: .add("number", 0), isAnnounced: true),
    .init(title: "equal text", property: "text", statement: .assign("text", .text("s")), isAnnounced: false),
    .init(
      title: "a struct that is not Equatable, the same bits", property: "point", statement: .assign("point", onePoint),
      isAnnounced: true),
    .init(title: "an equal field in place", property: "point", statement: .assign("point.x", 1), isAnnounced: true),
    .init(
      title: "equal by its operator, other bits", property: "loose",
      statement: .assign("loose", make("LooseNumber", ("id", 1), ("noise", 2))), isAnnounced: false),
    .init(
      title: "a field in place, equal by the operator", property: "loose", statement: .assign("loose.noise", 2),
      isAnnounced: true),
    .init(title: "the same object", property: "box", statement: .assign("box", "box"), isAnnounced: false),
    .init(title: "another object", property: "box", statement: .assign("box", make("Box")), isAnnounced: true),
    .init(title: "a property of the object", property: "box", statement: .assign("box.count", 5), isAnnounced: false),
    .init(
      title: "another object, equal by its operator", property: "numbered",
      statement: .assign("numbered", make("NumberedBox", ("number", 1))), isAnnounced: false),
    .init(
      title: "an equal array", property: "list", statement: .assign("list", .array([1, 2, 3])), isAnnounced: false),
    .init(
      title: "an equal element in place", property: "list", statement: .assign(.element("list", 0), 1),
      isAnnounced: true),
    .init(
      title: "an array of elements that do not compare", property: "points",
      statement: .assign("points", .array([onePoint])), isAnnounced: true),
    .init(title: "a function", property: "action", statement: .assign("action", .function(1)), isAnnounced: true),
    .init(
      title: "nothing again", property: "maybe", statement: .assign("maybe", .literal(.none)), isAnnounced: false),
    .init(
      title: "nothing again, of a type that does not compare", property: "maybePoint",
      statement: .assign("maybePoint", .literal(.none)), isAnnounced: true),
    .init(
      title: "an equal value of any type", property: "anything", statement: .assign("anything", 1), isAnnounced: true),
    .init(
      title: "not a number again", property: "ratio", statement: .assign("ratio", .literal(.double(.nan))),
      isAnnounced: true),
    .init(title: "what a computed property reads", property: "sum", statement: .assign("number", 9), isAnnounced: true),
    .init(
      title: "what a computed property does not read", property: "sum", statement: .assign("text", .text("t")),
      isAnnounced: false),
  ]

  @Test(arguments: writes) func writesAreAnnouncedAsTheyWere(write: Write) {
    let model = ModelType(
      "Model", properties: Self.properties, computed: [.init("sum", "Int", .binary("number", "+", .count("list")))],
      methods: [Handler("write", [write.statement])])
    let view = ViewType(
      "Screen", properties: [.init("model", "Model", .state(make("Model")))],
      body: [.text(.member("model", write.property))])
    let app = SimulatedApp(
      name: "Writes", values: [point, looseNumber], models: [model, box, comparableBox], views: [view],
      script: [Event(.send(model: "Model", "write"))])
    let session = simulate(app, options: .executed)
    #expect(session.evaluations.contains { $0.event == 0 } == write.isAnnounced)
  }
}
