import SwiftUIModel
internal import Vocabulary

/// An object that a large view observes for the sake of one part of it: each published change evaluates the rest as well.
enum PartlyReadModel {
  /// Lines that evaluation runs, from which on the rest is worth sparing.
  private static let leastLines = 60
  /// The part of these lines that may read the object.
  private static let largestShare = 3

  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), !evaluation.isIncomplete, evaluation.evaluatedLineCount >= leastLines else { return [] }
      return type.storedProperties.compactMap { finding($0, type, evaluation, graph) }
    }
  }

  private static func finding(
    _ property: Property, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    guard property.storage == .observed || property.storage == .environmentObject,
      let entry = evaluation.entries.first, evaluation.entries.count == 1, !graph.neverPublishes(property, in: type)
    else { return nil }
    let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived }
    guard reads.contains(where: { !$0.isProjection }) else { return nil }
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
    guard let part = sections.readingPart(of: entry) else { return nil }
    let block = sections.block(of: part)
    let lines = evaluation.evaluatedLineCount
    // What stands in a condition around the part, or beside it, needs the object there.
    guard block.lineCount * largestShare <= lines,
      reads.allSatisfy({ block.contains($0.code) || part.contains($0.code) })
    else { return nil }
    return Draft(
      "only \(block.linesText) of '\(type.name)' \(block.line == block.endLine ? "reads" : "read") '\(property.name)', yet each published change of it evaluates "
        + "all \(lines); let a view made of \(block.line == block.endLine ? "it" : "these lines") observe it",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
      steps: [
        "extract \(block.linesText) into a view that observes '\(property.name)'",
        "take it out of '\(type.name)', or hand it on unobserved",
      ],
      related: [
        .init(.owner, view: type.qualifiedName, place: block.start, message: "the part that reads '\(property.name)'")
      ])
  }
}
