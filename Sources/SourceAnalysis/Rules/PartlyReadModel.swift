import SwiftUIModel
internal import Vocabulary

/// What a large view depends on for the sake of one part of it: each change evaluates the rest as well.
struct PartlyReadModel {
  /// Lines that evaluation runs, from which on the rest is worth sparing.
  private static let leastLines = 60
  /// The part of these lines that may read it.
  private static let largestShare = 3

  private let graph: SourceGraph
  private let type: TypeInfo
  private let evaluation: Evaluation
  private let entry: Code

  static func findings(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), !evaluation.isIncomplete, evaluation.evaluatedLineCount >= leastLines,
        let entry = evaluation.entries.first, evaluation.entries.count == 1
      else { return [] }
      let view = Self(graph: graph, type: type, evaluation: evaluation, entry: entry)
      return type.storedProperties.flatMap { view.findings($0, rates) }
    }
  }

  private func findings(_ property: Property, _ rates: ModelRates) -> [Draft] {
    if property.storage == .observed || property.storage == .environmentObject {
      return whole(property).map { [$0] } ?? []
    }
    // With a trace each value is looked at by itself.
    if graph.options.hasTrace { return [] }
    if property.storage == .binding { return binding(property).map { [$0] } ?? [] }
    return graph.tracksMembers(of: property, in: type, evaluation) ? members(property, rates) : []
  }

  // MARK: What is read

  /// An object whose every published change evaluates who observes it.
  private func whole(_ property: Property) -> Draft? {
    guard !graph.neverPublishes(property, in: type) else { return nil }
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
    guard reads.contains(where: { !$0.isProjection }) else { return nil }
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
    guard let block = sections.readingPart(of: entry).flatMap({ small($0, sections, holding: reads) }) else {
      return nil
    }
    return draft(
      property, [], block, "each published change of it",
      "let a view made of \(block.line == block.endLine ? "it" : "these lines") observe it",
      [
        "extract \(block.linesText) into a view that observes '\(property.name)'",
        "take it out of '\(type.name)', or hand it on unobserved",
      ])
  }

  /// Members of an object that tells who reads which: those that change often, or else the most that one part reads.
  private func members(_ property: Property, _ rates: ModelRates) -> [Draft] {
    let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived }
    let model = graph.model(of: property, in: type)
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
    var found: [Code: [String]] = [:]
    for (member, reads) in Dictionary(grouping: reads.filter { !$0.path.isEmpty }, by: { $0.path[0] }) {
      guard mayChange(member, of: model, reads) else { continue }
      let parts = sections.following(property, reads)
      guard let block = parts.readingParts(of: entry).lazy.compactMap({ small($0, parts, holding: []) }).first else {
        continue
      }
      found[block, default: []].append(member)
    }
    // What is read elsewhere by another name is read there all the same.
    let apart = found.filter { block, members in
      let others = reads.filter { !$0.path.isEmpty && !members.contains($0.path[0]) }.map(\.path[0])
      return stored(others, of: model).isDisjoint(with: stored(members, of: model))
    }
    .sorted { ($1.value.count, $0.key.index) < ($0.value.count, $1.key.index) }
    .map { part(of: property, $0.key, $0.value, reads, model, rates) }
    // Members that change often go first; without any it is the most that one part reads.
    let often = apart.filter { !$0.often.isEmpty }
    return (often.isEmpty ? Array(apart.filter { !$0.comesAlong }.prefix(1)) : often).map(draft)
  }

  /// A part of the view, and the members of an object that nothing else of it reads.
  private struct Part {
    var property: Property
    var block: Code
    /// Those that change often go first.
    var members: [String]
    /// What shows that some of them change often, whatever else changes.
    var often: [Recurrence] = []
    /// Whether all of them change only along with what the rest of the view reads.
    var comesAlong = false
  }

  private func part(
    of property: Property, _ block: Code, _ members: [String], _ reads: [Read], _ model: TypeInfo?,
    _ rates: ModelRates
  ) -> Part {
    var part = Part(property: property, block: block, members: members.sorted())
    guard let model else { return part }
    let others = stored(
      reads.filter { !$0.path.isEmpty && !members.contains($0.path[0]) }.map(\.path[0]), of: model)
    var frequent: Set<String> = []
    for member in part.members {
      for name in graph.storedReads(of: member, in: model).sorted() {
        guard let recurrence = rates.rate(ofMember: name, of: model).recurrence, recurrence.isFrequent,
          recurrence.view != nil || !graph.changes(name, of: model, alongWith: others)
        else { continue }
        part.often.append(recurrence)
        frequent.insert(member)
      }
    }
    part.members = part.members.filter(frequent.contains) + part.members.filter { !frequent.contains($0) }
    part.comesAlong =
      frequent.isEmpty && stored(members, of: model).allSatisfy { graph.changes($0, of: model, alongWith: others) }
    return part
  }

  private func draft(_ part: Part) -> Draft {
    let (members, block) = (part.members, part.block)
    return draft(
      part.property, members, block, "each change of \(members.count == 1 ? "it" : "them")",
      "let a view made of \(block.line == block.endLine ? "it" : "these lines") read "
        + "\(members.count == 1 ? "it" : "them")",
      ["extract \(block.linesText) into a view that takes '\(part.property.name)', and read it there alone"])
  }

  /// A binding that the view writes, and that one part of it shows.
  private func binding(_ property: Property) -> Draft? {
    let isWritten = evaluation.writes(of: property.name).contains { !$0.phase.isEvaluation }
    guard isWritten, !evaluation.evaluationReads(of: property.name).isEmpty,
      !evaluation.reads(of: property.name).contains(where: { $0.isProjection })
    else { return nil }
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
    guard let block = sections.readingParts(of: entry).lazy.compactMap({ small($0, sections, holding: []) }).first
    else { return nil }
    return draft(
      property, [], block, "each change of it",
      "let a view made of \(block.line == block.endLine ? "it" : "these lines") take the binding",
      [
        "extract \(block.linesText) into a view that takes '\(property.name)' as a binding",
        "write it elsewhere through the model, or a closure",
      ])
  }

  /// The lines of a part, where it is small and holds some reads.
  private func small(_ part: Code, _ sections: BodySections, holding reads: [Read]) -> Code? {
    let block = sections.block(of: part)
    // What stands in a condition around the part, or beside it, needs the object there.
    guard sections.evaluatedLines(of: part) * Self.largestShare <= evaluation.evaluatedLineCount,
      !isMostRows(part),
      // What a getter makes of it is read where that is shown.
      reads.flatMap({ sections.shownPlaces(of: $0.code) }).allSatisfy({
        block.contains($0) || part.contains($0) || $0 == part
      })
    else { return nil }
    return block
  }

  /// Whether the rows of the view are all in the part: then most of what is evaluated is.
  private func isMostRows(_ part: Code) -> Bool {
    let rows = evaluation.calls(namedAnyOf: Views.makesRows).filter {
      $0.phase.isEvaluation && !$0.code.isInPresentation
    }
    return rows.contains { part.contains($0.code) } && rows.allSatisfy { part.contains($0.code) }
  }

  // MARK: Objects that are tracked by member

  /// Whether a member is a value that changes: no method, and no constant.
  private func mayChange(_ member: String, of model: TypeInfo?, _ reads: [Read]) -> Bool {
    guard let model else {
      // `session.coordinator` is an object itself, which stays.
      if Conventions.objectEndings.contains(where: { member.lowercased().hasSuffix($0.lowercased()) }) { return false }
      return !reads.contains { read in
        let end = EvaluationWalker.suffix(of: read.code).end
        return read.path.count == 1 && end.parent?.kind == .call && end.parent?.callee == end
      }
    }
    return graph.storedReads(of: member, in: model).contains { name in
      model.property(name).map { !$0.isLet && $0.isTracked } ?? false
    }
  }

  private func stored(_ members: [String], of model: TypeInfo?) -> Set<String> {
    guard let model else { return Set(members) }
    return members.reduce(into: []) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
  }

  // MARK: The finding

  private func draft(
    _ property: Property, _ members: [String], _ block: Code, _ cause: String, _ remedy: String, _ steps: [String]
  ) -> Draft {
    let verb = block.line == block.endLine ? "reads" : "read"
    let what = (members.isEmpty ? "" : "\(SourceGraph.list(members)) of ") + "'\(property.name)'"
    let value = PropertyPath(property.name, members.first)
    return Draft(
      "only \(block.linesText) of '\(type.name)' \(verb) \(what), yet \(cause) evaluates all \(evaluation.evaluatedLineCount); "
        + remedy,
      at: property.place, code: block, view: type, subject: .body(.reading(value)),
      change: .extract(.part(reading: value)), severity: .note, certainty: .possible,
      steps: steps,
      related: [
        .init(.owner, view: type.qualifiedName, place: block.start, message: "the part that reads '\(property.name)'")
      ])
  }
}

extension SourceGraph {
  /// Whether a property holds an object that tells who reads which member of it: an `@Observable`, or a class that the sources
  /// are not there, by its name and by what actions have it do.
  func tracksMembers(of property: Property, in type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    switch property.storage {
    case .state, .bindable, nil: break
    case .environment where property.environmentType != nil: break
    default: return false
    }
    if let model = index.type(of: property, in: type) { return model.isObservableClass }
    let name = TypeName.base(property.environmentType ?? property.typeText ?? "")
    guard !name.isEmpty, KnownTypes.table[name] == nil, name.startsUppercase else { return false }
    if property.environmentType != nil { return true }
    return Conventions.objectEndings.contains(where: name.hasSuffix)
      && (evaluation.reads(of: property.name).contains { !$0.phase.isEvaluation && !$0.path.isEmpty }
        || evaluation.writes(of: property.name).contains { !$0.path.isEmpty })
  }
}
