import SwiftUIModel
internal import Vocabulary

/// The sections of a body that do not depend on what changes most: as views of their own they would not be evaluated with it.
enum IndependentSections {
  /// The sections beside what changes most as far as the sources tell.
  static func ofMostChanging(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation, _ body: Property)
    -> Draft?
  {
    guard let changing = mostChanging(graph, type, evaluation),
      // A trace that names what evaluates the view, and not this, speaks of other sections.
      graph.namedChanges(of: type.id)?.namesOthersOnly(than: PropertyPath(changing.name)) != true
    else { return nil }
    return draft(besides: changing, graph, type, evaluation, body)
  }

  /// The sections beside the property that a trace names most, where the sources alone would name another one.
  static func ofMostNamed(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard let named = graph.namedChanges(of: type.id), named.isWhole,
      let changing = named.mostNamed.flatMap({ type.property($0) }), let body = type.property(EntryPoints.body),
      evaluation.evaluationReads(of: changing.name).contains(where: { !$0.isDerived })
    else { return nil }
    return draft(besides: changing, graph, type, evaluation, body)
  }

  /// The sections of a body that do not use what changes.
  private static func draft(
    besides changing: Property, _ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation, _ body: Property
  ) -> Draft? {
    guard let entry = evaluation.entries.first else { return nil }
    let rule = SourceRule.monolithicBody
    let maximumLines = rule.option("maximum_lines", in: graph)
    let minimumElements = rule.option("minimum_elements", in: graph)
    let parts = BodySections(graph: graph, type: type, evaluation: evaluation, changing: changing)
    let all = graph.answers.independentSections.value(for: .init(type: type.id, name: changing.name)) {
      parts.independent(in: entry)
    }
    let sections = all.filter { section in
      section.elements >= minimumElements && (minimumElements == 0 || parts.isWorthIt(section))
    }
    let total = evaluation.lineCount
    guard let largest = sections.max(by: { $0.elements < $1.elements }) else { return nil }
    // A short body counts when a whole section of several elements stands apart from what changes.
    guard total > maximumLines || largest.elements >= 5 || sections.count >= 2 || entry.elementCount >= 8 else {
      return nil
    }
    // To spare a small part of a large body changes little.
    let spared = sections.reduce(0) { $0 + $1.lines }
    guard spared * 8 >= total || spared >= largestPart || minimumElements == 0 else { return nil }
    let message = """
      each change of '\(changing.name)' evaluates the whole body of '\(type.name)' (\(total) lines with its helpers), although \
      \(parts.text(of: sections)) \(sections.count == 1 ? "does" : "do") not use it; extract \
      \(sections.count == 1 ? "it into a view of its own" : "them into views of their own")
      """
    var draft = Draft(
      message, at: body.place, code: largest.code, view: type, subject: .body(.whole), change: .extract(.sections),
      severity: total >= 150 && largest.lines >= 40 && SourceGraph.changesOften(changing, in: evaluation)
        ? .warning : nil,
      steps: parts.steps(extracting: sections), related: parts.related(sections))
    draft.driver = .property(PropertyPath(changing.name))
    return draft
  }

  /// Lines that are worth sparing whatever else there is.
  private static let largestPart = 40

  /// What changes most while the view is on screen; of properties that change alike, the one that the body reads most.
  private static func mostChanging(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    let changing = graph.changingProperties(of: type, evaluation)
    let most = changing.filter { $0.weight == changing.first?.weight }.map(\.property)
    func reads(_ property: Property) -> Int { evaluation.evaluationReads(of: property.name).count }
    return most.max { (reads($0), $1.name) < (reads($1), $0.name) } ?? changingModel(graph, type, evaluation)
      ?? changedElsewhere(graph, type, evaluation)
  }

  /// State that extensions in other files may write, and objects whose classes are not among the sources. In a whole app who
  /// writes is known.
  private static func changedElsewhere(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    if graph.options.hasTrace { return nil }
    return type.storedProperties.first { property in
      guard evaluation.evaluationReads(of: property.name).contains(where: { !$0.isDerived }) else { return false }
      if property.storage == .state, !property.isPrivate { return true }
      return graph.model(of: property, in: type) == nil && graph.tracksMembers(of: property, in: type, evaluation)
    }
  }

  /// Where no wrapper shows a change: a store or model with members that the body reads and that can change.
  private static func changingModel(_ graph: SourceGraph, _ type: TypeInfo, _ evaluation: Evaluation) -> Property? {
    type.storedProperties.first { property in
      let reads = evaluation.evaluationReads(of: property.name)
      guard !reads.isEmpty else { return false }
      let text = property.typeText ?? property.environmentType ?? ""
      if property.environmentType == nil, let model = graph.model(of: property, in: type) {
        let members = Set(reads.compactMap(\.member)).flatMap { graph.modelReads.storedReads(of: $0, in: model) }
        return members.contains { name in
          model.property(name).map { !$0.isLet && !$0.attributes.contains(.untracked) } ?? false
        }
      }
      return text.hasPrefix("StoreOf") || text.hasPrefix("ViewStore") || text.hasPrefix("Store<")
    }
  }
}
