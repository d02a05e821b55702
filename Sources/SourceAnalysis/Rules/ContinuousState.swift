import SwiftUIModel

/// State that is written for every event and that part of a body really shows, while all of the body and the views that it
/// makes are evaluated along: a trace tells how often.
enum ContinuousState {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<String> = []
      let gestures = type.storedProperties.compactMap { property -> Draft? in
        // A flag changes when the gesture begins and when it ends.
        guard property.storage == .gesture, !property.isFlag, !evaluation.evaluationReads(of: property.name).isEmpty
        else { return nil }
        return draft("the gesture", property, at: property.code.nameStart, property.code, type, evaluation)
      }
      return gestures
        + evaluation.writes.compactMap { write in
          guard let property = type.property(write.property), property.storage == .state,
            isStream(write, property, of: type, graph),
            graph.index.type(of: property, in: type)?.isReference != true,
            !evaluation.evaluationReads(of: property.name).isEmpty,
            // A flag that is entered and left differs each time anyway.
            isPaired(write) || !write.code.isGuarded(for: [write.property], upTo: write.phase.caller),
            seen.insert(property.name).inserted
          else { return nil }
          return draft("'\(write.phase.callerName)'", property, at: write.code.start, write.code, type, evaluation)
        }
    }
  }

  private static func draft(
    _ writer: String, _ property: Property, at place: SourcePlace, _ code: Code, _ type: TypeInfo,
    _ evaluation: Evaluation
  ) -> Draft {
    Draft(
      "\(writer) writes '\(property.name)' for every event, and parts of '\(type.name)' show it, so all of its "
        + "\(evaluation.evaluatedLineCount) lines and the views that it makes are evaluated for each; let the part that "
        + "shows it own it",
      at: place, code: code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .modifier), certainty: .possible,
      steps: [
        "move '\(property.name)' with what reads it into a view or modifier of its own",
        "keep it in an object that '\(type.name)' owns and does not observe where several parts read it",
      ])
  }

  /// Where something is, as it moves: a size settles, and a row of positions follows what the user does.
  private static func isStream(_ write: Write, _ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard write.value?.isConstant != true, write.phase.event != .task else { return false }
    // Rows that scroll below a pointer which rests are entered and left one after the other.
    if isPaired(write) { return graph.isBuiltBelowRow(type) }
    return SourceGraph.isFrequent(write, of: property)
  }

  private static func isPaired(_ write: Write) -> Bool { Calls.rates[write.phase.finalCallerName] == .paired }
}
