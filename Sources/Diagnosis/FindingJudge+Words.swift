internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

extension FindingJudge {
  /// - Parameter alike: How many places of the body are mended together.
  func sentence(_ finding: Finding, _ outcome: Outcome, alike: Int) -> String {
    let before = outcome.updates + outcome.recreated
    let saved = outcome.saved.filter { $0.value > 0 }
      .sorted { ($1.value, recorded.names[$0.key]) < ($0.value, recorded.names[$1.key]) }
    // All of three, or it looks as if those which are named added up.
    let named = saved.count > 3 ? 2 : 3
    var most = saved.prefix(named).map { "\(recorded.names[$0.key]) \(grouped($0.value))" }
    let rest = saved.dropFirst(named)
    if !rest.isEmpty {
      most.append("\(grouped(rest.reduce(0) { $0 + $1.value })) in \(grouped(rest.count)) more views")
    }
    let whose = most.isEmpty ? "" : " (\(most.joined(separator: ", ")))"
    let others = alike > 1 ? "; mended together with \(alike - 1) more like it in this body" : ""
    return
      "\(grouped(outcome.savedTotal)) of \(outcome.unit.counted(before)) saved\(whose): \(finding.message)\(others)"
  }

  func checks(_ outcome: Outcome) -> [String] {
    outcome.saved.sorted { ($1.value, recorded.names[$0.key]) < ($0.value, recorded.names[$1.key]) }.prefix(3).map {
      let before = updates(of: [$0.key])
      return
        "'\(recorded.names[$0.key])' falls from \(grouped(before)) to about \(grouped(max(0, before - $0.value))) updates in the same steps"
    }
  }

  /// Why a child may differ that was given nothing else.
  private static func words(for argument: Construction.Argument) -> String {
    switch argument.comparison {
    case .incomparable: ", '\(argument.name)' never compares equal"
    case .function(differsWith: 0), .comparable, .unknown: ""
    case .function: ", '\(argument.name)' captures what changes"
    }
  }

  /// From the root cause to the view that gains most, each hop with the place where it happens.
  func chain(_ outcome: Outcome) -> [DiagnosedFinding.Step] {
    let gaining = outcome.saved.max { ($0.value, recorded.names[$1.key]) < ($1.value, recorded.names[$0.key]) }
    // Of the updates that the fix saves: others of the view may come from somewhere else.
    let claims = outcome.claims.filter { claim in
      let element = recorded.updates[Int(claim.update), Int(claim.place)]
      return !element.isInitial && recorded.traits[element.message].view == gaining?.key
    }
    let heaviest = claims.max { ($0.number, $1.update, $1.place) < ($1.number, $0.update, $0.place) }
    guard let best = heaviest else { return [] }
    let update = recorded.updates[Int(best.update)]
    var places = [Int(best.place)]
    while let trigger = update.elements[places[0]].trigger, places.count < 12 { places.insert(trigger, at: 0) }
    var steps: [DiagnosedFinding.Step] = []
    for (number, place) in places.enumerated() {
      let message = recorded.messages[update.elements[place].message]
      let name = recorded.names[message.view]
      let facts = message.facts.map { recorded.facts[$0] }
      if number == 0 {
        let causes = message.own.map { "'\($0.cause.displayName)'" }.joined(separator: ", ")
        let property = message.own.compactMap { own -> Property? in
          guard case .dynamicProperty(let traced) = own.cause, let type = facts?.type else { return nil }
          return type.property(PropertyName.source(traced, among: Set(type.storedProperties.map(\.name))))
        }.first
        steps.append(
          .init(
            view: name, place: property?.code.nameStart ?? facts?.type.code.nameStart,
            message: causes.isEmpty
              ? "'\(name)' is evaluated by a view that the trace does not show" : "\(causes) of '\(name)' changes"))
      } else {
        let maker = recorded.messages[update.elements[places[number - 1]].message]
        let made = maker.facts.flatMap { maker in
          message.facts.flatMap { replay.playback.constructions[maker, $0].first }
        }
        let argument = made?.defeating.first.map(Self.words) ?? ""
        let times = update.elements[place].repetitions
        steps.append(
          .init(
            view: name, place: made?.code.start ?? facts?.type.code.nameStart,
            message:
              "'\(recorded.names[maker.view])' makes \(times == 1 ? "" : "\(grouped(times)) × ")'\(name)' anew\(argument)"
          ))
      }
    }
    return steps
  }
}

extension Finding {
  /// Whether it is about functions, or bindings that are only written: nobody has settled how those are compared, so it
  /// is likely, never proven.
  var restsOnOpenRule: Bool {
    draft.certainty == .possible && draft.change.traits.contains(.restsOnComparison)
  }
}
