import SwiftUIModel
internal import Vocabulary

/// Members of an `ObservableObject` that a clock or a sensor goes on writing, in large views that show them in small parts or not at
/// all: each tick evaluates the rest of such a view as well.
struct TickingMembers {
  /// Lines that evaluation runs, from which on sparing them pays although a part has to be observed elsewhere.
  private static let leastLines = 60
  /// The same where the view shows nothing of what ticks, so that there is nothing to move.
  private static let leastLinesUnread = 25
  /// The part of the lines that may show it.
  private static let largestShare = 3

  private let graph: SourceGraph
  private let rates: ModelRates

  init(_ graph: SourceGraph) {
    self.graph = graph
    rates = ModelRates(graph, isWhole: true)
  }

  func findings() -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), !evaluation.isIncomplete, evaluation.evaluatedLineCount >= Self.leastLinesUnread
      else { return [] }
      return type.storedProperties.compactMap { finding($0, type, evaluation) }
    }
  }

  private func finding(_ property: Property, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard property.isObservedObject, let model = graph.model(of: property, in: type), model.isObservableObject,
      model.kind == .class
    else { return nil }
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
    // What is handed on as a whole may be shown there.
    guard !reads.isEmpty, reads.allSatisfy({ !$0.path.isEmpty }) else { return nil }
    let announced = graph.announcedMembers(of: model)
    let ticking = announced.compactMap { member -> Recurrence? in
      guard let found = rates.rate(ofMember: member.name, of: model).recurrence, found.goesOnByItself,
        found.isFrequent, found.subject == member.name
      else { return nil }
      return found
    }
    let moving = Set(ticking.compactMap(\.subject))
    guard let first = ticking.first, moving.count < announced.count else { return nil }
    func isMoving(_ read: Read) -> Bool {
      !moving.isDisjoint(with: graph.modelReads.storedReads(of: read.path[0], in: model))
    }
    let (showing, others) = (reads.filter(isMoving), reads.filter { !isMoving($0) })
    let still = Set(announced.map(\.name)).subtracting(moving)
    // Without anything else of it to show, the view is there for what ticks.
    guard
      others.contains(where: { !still.isDisjoint(with: graph.modelReads.storedReads(of: $0.path[0], in: model)) })
    else { return nil }
    let names = SourceGraph.list(moving.sorted())
    let shown: String
    var parts: [Code] = []
    if showing.isEmpty {
      shown = "none of which shows it"
    } else {
      guard let found = smallParts(property, showing, type, evaluation) else { return nil }
      parts = found
      shown = "of which only \(parts.map(\.linesText).joined(separator: ", ")) \(Self.verb(parts)) it"
    }
    return Draft(
      "\(Self.writer(first)) writes \(names) of '\(property.name)' again and again, and each time evaluates all "
        + "\(evaluation.evaluatedLineCount) lines of '\(type.name)', \(shown); keep \(names) in an object of \(moving.count == 1 ? "its" : "their") own",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .partModel(DeclaredType(model)), severity: .note, certainty: .possible,
      steps: [
        "move \(names) into an ObservableObject of \(moving.count == 1 ? "its" : "their") own, which '\(model.name)' holds in a let",
        parts.isEmpty
          ? "let those views observe it that show it"
          : "extract what shows it into a view that observes it, and no longer read it in '\(type.name)'",
      ],
      related: [.init(.writer, view: model.qualifiedName, place: first.place, message: "written again and again here")])
  }

  /// The parts of the body that show something, where they are small.
  private func smallParts(
    _ property: Property, _ showing: [Read], _ type: TypeInfo, _ evaluation: Evaluation
  ) -> [Code]? {
    guard evaluation.evaluatedLineCount >= Self.leastLines, showing.allSatisfy({ !$0.isProjection }),
      let entry = evaluation.entries.first, evaluation.entries.count == 1
    else { return nil }
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
      .following(property, showing)
    guard let parts = sections.scatteredParts() ?? sections.readingParts(of: entry).first.map({ [$0] }) else {
      return nil
    }
    let lines = parts.map { sections.evaluatedLines(of: $0) }.reduce(0, +)
    return lines * Self.largestShare <= evaluation.evaluatedLineCount ? parts.map { sections.block(of: $0) } : nil
  }

  private static func verb(_ parts: [Code]) -> String {
    parts.count == 1 && parts[0].line == parts[0].endLine ? "shows" : "show"
  }

  private static func writer(_ recurrence: Recurrence) -> String {
    if case .callback(let name) = recurrence.source { return "'\(name)'" }
    return "a clock"
  }
}
