import SwiftUIModel
internal import Vocabulary

/// Properties of a model whose observers assign each other: `didSet { width = min(width, radius) }` of `radius`, and the reverse of
/// `width`. Each assignment starts the other one, and each of them evaluates who shows the model. In an `@Observable` class one property
/// is enough: `didSet` stands at the storage that the macro adds, so what it assigns goes through the setter and calls it again.
enum ObserversOfEachOther {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      let announced = ModelRates.announced(by: model)
      var assigned: [String: [String: Code]] = [:]
      for property in announced { assigned[property.name] = assignments(inObserverOf: property) }
      let alone =
        model.isObservableClass
        ? announced.compactMap { property in
          assigned[property.name]?[property.name].map { draft(property.name, at: $0, model) }
        }
        : []
      return alone
        + announced.flatMap { property in
          announced.compactMap { other -> Draft? in
            guard property.code.start < other.code.start, let forth = assigned[property.name]?[other.name],
              assigned[other.name]?[property.name] != nil
            else { return nil }
            return draft(property.name, other.name, at: forth, model)
          }
        }
    }
  }

  /// What `didSet` assigns each time, by name: among its own statements, with nothing before that may leave it. A circle that somebody runs
  /// is mostly left somewhere.
  private static func assignments(inObserverOf property: Property) -> [String: Code] {
    let observers = property.code.all(.accessor).filter { $0.name == "didSet" }.compactMap { $0.first(.block) }
    let found = observers.flatMap { block -> [(String, Code)] in
      block.children.prefix { ![.guardStatement, .ifStatement, .switchStatement].contains($0.kind) }.compactMap {
        statement in
        guard statement.kind == .assign, statement.name == "=", let path = statement.firstChild?.ownMemberPath,
          path.count == 1
        else { return nil }
        return (path[0], statement)
      }
    }
    return Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// Of one property that assigns itself. Executed with the toolchain's Observation: it calls itself until the stack ends.
  private static func draft(_ property: String, at assignment: Code, _ model: TypeInfo) -> Draft {
    let cycle = [PropertyPath(property)]
    return Draft(
      "'didSet' of '\(property)' assigns '\(property)' whatever it is: in an @Observable class that calls 'didSet' again, without end; "
        + "assign only what differs",
      at: assignment.start, code: assignment, view: model, subject: .cycle(cycle), change: .breakLoop(cycle, .handlers),
      grounds: .wrong("the assignment calls its own observer", assignment.start),
      steps: ["compare before assigning: if \(property) is out of range, assign it"])
  }

  private static func draft(_ property: String, _ other: String, at assignment: Code, _ model: TypeInfo) -> Draft {
    let cycle = [PropertyPath(property), PropertyPath(other)]
    return Draft(
      "'didSet' of '\(property)' assigns '\(other)' whatever that is, and its 'didSet' assigns '\(property)' again; assign only what "
        + "differs",
      at: assignment.start, code: assignment, view: model, subject: .cycle(cycle),
      change: .breakLoop(cycle, .handlers), severity: .note,
      grounds: .wrong("each assignment leads to the next", assignment.start),
      steps: ["compare before assigning in one of the two, or compute it from the other"])
  }
}
