import SwiftUIModel

/// The parts of a body that alone read a value which changes by itself, and what stands beside them.
enum ReadingParts {
  /// For each value that may change by itself and that one small part of the body reads: the parts that do not.
  static func ofEachValue(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    guard let entry = evaluation.entries.first, let body = type.property(EntryPoints.body) else { return [] }
    let lines = evaluation.evaluatedLineCount
    // What a trace says nothing changed of is the reason of no update.
    let values = changingValues(graph, type, evaluation).filter {
      graph.mayHaveChanged(PropertyPath($0.property.name, $0.member), of: type.id)
    }
    guard let first = values.first else { return [] }
    let all = BodySections(graph: graph, type: type, evaluation: evaluation, changing: first.property)
    return values.compactMap { property, member in
      let parts = all.following(property, member: member)
      let value = PropertyPath(property.name, member)
      let smallest = parts.readingParts(of: entry).min { parts.evaluatedLines(of: $0) < parts.evaluatedLines(of: $1) }
      if let smallest, let found = extracting(smallest, parts, type, body, value) { return found }
      if let found = extractingSeveral(parts, type, body, value) { return found }
      guard parts.isReadInOnePlace(of: lines) else { return nil }
      let sections = parts.independent(in: entry).filter { $0.elements >= 2 }
      let independent = sections.reduce(0) { $0 + $1.lines }
      guard independent * 2 >= lines, sections.reduce(0, { $0 + $1.elements }) >= 8,
        let largest = sections.max(by: { $0.elements < $1.elements })
      else { return nil }
      return Draft(
        "each change of '\(value.text)' evaluates all \(lines) lines of '\(type.name)', and \(independent) of them do not use it: "
          + "\(parts.text(of: sections)); extract the part that does, or these, into views of their own",
        at: body.place, code: largest.code, view: type, subject: .body(.without(value)),
        change: .extract(.rest(without: value)),
        steps: parts.steps(extracting: sections), related: parts.related(sections))
    }
  }

  /// Elements beside the part from which on a body is worth parting; and where a trace names what evaluates it.
  private static let worthParting = 8
  private static let worthPartingWhereNamed = 3

  /// One part reads the value, and most of the body does not.
  static func extracting(
    _ part: Code, _ parts: BodySections, _ type: TypeInfo, _ body: Property, _ value: PropertyPath
  ) -> Draft? {
    if parts.isPartOfValue(part) { return nil }
    let block = parts.block(of: part)
    let lines = parts.evaluation.evaluatedLineCount
    let elements = parts.evaluation.evaluatedBlocks.reduce(0) { $0 + $1.elementCount }
    // What a trace names evaluates the body however small that is.
    let isNamed =
      value.member != nil
      && parts.graph.namedChanges(of: type.id).map { $0.isWhole && $0.number(of: value) > 0 } == true
    guard parts.evaluatedLines(of: part) * 2 <= lines,
      elements - block.elementCount >= (isNamed ? worthPartingWhereNamed : worthParting)
    else {
      return nil
    }
    let isModifier = part.kind == .argument
    let what = isModifier ? "a modifier" : "a view"
    let name = parts.changing.name
    return Draft(
      "each change of '\(value.text)' evaluates all \(lines) lines of '\(type.name)', and only \(block.linesText) "
        + (isModifier
          ? "\(block.line == block.endLine ? "uses" : "use") it; let a modifier of its own read it"
          : "\(block.line == block.endLine ? "uses it; extract it" : "use it; extract these") into a view of its own"),
      at: body.place, code: part, view: type, subject: .body(.reading(value)), change: .extract(.part(reading: value)),
      steps: [
        parts.changing.isObservedObject
          ? "extract \(block.linesText) into \(what) that observes '\(name)', and observe it no longer in '\(type.name)'"
          : "extract \(block.linesText) into \(what), and hand '\(name)' on to it unread"
      ],
      related: [
        .init(.owner, view: type.qualifiedName, place: block.start, message: "the part that uses '\(value.text)'")
      ])
  }

  /// Few small parts read the value, here and there, and the most of the body does not.
  private static func extractingSeveral(
    _ parts: BodySections, _ type: TypeInfo, _ body: Property, _ value: PropertyPath
  )
    -> Draft?
  {
    guard let several = parts.scatteredParts(), several.count <= mostParts else { return nil }
    let lines = parts.evaluation.evaluatedLineCount
    let elements = parts.evaluation.evaluatedBlocks.reduce(0) { $0 + $1.elementCount }
    guard lines >= linesToPartInSeveral, several.reduce(0, { $0 + parts.evaluatedLines(of: $1) }) * 3 <= lines,
      elements - several.reduce(0, { $0 + $1.elementCount }) >= worthParting
    else { return nil }
    let name = parts.changing.name
    return Draft(
      "each change of '\(value.text)' evaluates all \(lines) lines of '\(type.name)', and only \(several.count) parts of it use it, "
        + "\(several.map(\.linesText).joined(separator: ", ")); extract each into a view of its own",
      at: body.place, code: several[0], view: type, subject: .body(.reading(value)),
      change: .extract(.parts(reading: value)),
      steps: several.map { part in
        "extract \(part.linesText) into a view that \(parts.changing.isObservedObject ? "observes" : "reads") '\(name)'"
      } + [
        "\(parts.changing.isObservedObject ? "observe '\(name)'" : "read '\(value.text)'") no longer in '\(type.name)'"
      ],
      related: several.map {
        .init(.owner, view: type.qualifiedName, place: $0.start, message: "a part that uses '\(value.text)'")
      })
  }

  /// Parts that may be taken out of a body each by itself; with more of them the body is about the value.
  private static let mostParts = 6
  /// Lines that evaluation runs, from which on several new views are worth their names.
  private static let linesToPartInSeveral = 60

  /// State that the body reads, objects that it observes, and stored members of models that tell who reads which.
  private static func changingValues(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> [(
    property: Property, member: String?
  )] {
    type.storedProperties.flatMap { property -> [(property: Property, member: String?)] in
      let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived }
      guard !reads.isEmpty else { return [] }
      if let model = graph.model(of: property, in: type), model.isObservableClass {
        let members = Set(reads.compactMap(\.member)).reduce(into: Set<String>()) {
          $0.formUnion(graph.storedReads(of: $1, in: model))
        }
        return members.sorted().filter { name in
          guard let member = model.property(name), !member.attributes.contains(.untracked) else { return false }
          // What the model hands on of an object that it keeps changes with that.
          return !member.isLet || graph.model(of: member, in: model) != nil
        }.map { (property, $0) }
      }
      // Whatever an object publishes evaluates who observes it; an object that is only handed on is no matter of a part.
      let isShown = property.isObservedObject && reads.allSatisfy { !$0.path.isEmpty }
      return property.storage?.isAssignedValue == true || property.storage == .gesture || isShown
        ? [(property, nil)] : []
    }
  }
}
