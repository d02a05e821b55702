internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// The distinct updates of a profile with triggers and declarations resolved: what the diagnosis walks over.
struct RecordedUpdates {
  /// A distinct message of a run.
  struct Message {
    /// Index into `names`.
    var view: Int
    /// Index into `facts`; `nil` when the view has no source, or more than one.
    var facts: Int?
    var hasSelf: Bool
    var hasIdentity: Bool
    /// The causes that are neither `@self` nor `@identity`, with what each says has changed.
    var own: [(cause: Cause, change: Change)]
  }

  struct Element {
    /// Index into `messages`.
    var message: Int
    var repetitions: Int
    var trigger: Int?
    var root: Int
    var isInitial: Bool
  }

  struct Update {
    var scenario: String?
    /// How often just this update happened.
    var count: Int
    var elements: [Element]
  }

  /// The views of the trace.
  private(set) var names: [String] = []
  private(set) var facts: [ViewFacts] = []
  /// Index into `facts` by declaration.
  private(set) var factsIndex: [TypeID: Int] = [:]
  /// Per view of the trace its facts.
  private(set) var factsOfView: [Int?] = []
  private(set) var messages: [Message] = []
  private(set) var updates: [Update] = []
  /// The messages of each view.
  private(set) var messagesOfView: [[Int]] = []
  /// The updates that each message takes part in, in order.
  private(set) var updatesOfMessage: [[Int]] = []
  /// The indices of the names that are the same declaration.
  private(set) var viewsOfFacts: [[Int]] = []

  /// What the sources write of structs.
  let structWrites: StructWrites

  /// - Parameters:
  ///   - resolver: One that learned from the profile.
  ///   - evaluations: What it found for all elements of all updates, in the order of the profile.
  init(
    _ profile: TraceProfile, resolver: UpdateResolver, evaluations: [UpdateResolver.Evaluation], matching: ViewMatching,
    graph: SourceGraph
  ) {
    var resolved = evaluations[...]
    structWrites = StructWrites(graph)
    names = resolver.names
    for (index, name) in names.enumerated() {
      guard let id = matching.declaration(of: name), let evaluation = graph.evaluation(of: id) else {
        factsOfView.append(nil)
        continue
      }
      if let known = factsIndex[id] {
        factsOfView.append(known)
        viewsOfFacts[known].append(index)
      } else {
        factsIndex[id] = facts.count
        factsOfView.append(facts.count)
        viewsOfFacts.append([index])
        facts.append(
          ViewFacts(type: graph.index[id], evaluation: evaluation, graph: graph, structWrites: structWrites))
      }
    }
    messagesOfView = .init(repeating: [], count: names.count)
    for (run, meaning) in zip(profile.runs, resolver.meanings) {
      let base = messages.count
      for index in run.messages.indices {
        let view = meaning.viewIndex[index]
        let facts = factsOfView[view]
        let own = meaning.causes[index].filter { $0 != .viewValue && $0 != .identity }.map { cause in
          (cause: cause, change: facts.map { self.facts[$0].change(for: cause) } ?? Change(isOpen: true))
        }
        messagesOfView[view].append(messages.count)
        updatesOfMessage.append([])
        messages.append(
          Message(
            view: view, facts: facts, hasSelf: meaning.hasSelf[index], hasIdentity: meaning.hasIdentity[index], own: own
          ))
      }
      for part in run.parts {
        for update in part.updates {
          let elements = zip(update.elements, resolved).map { element, found in
            Element(
              message: base + element.message, repetitions: element.repetitions, trigger: found.trigger,
              root: found.root, isInitial: found.isInitial)
          }
          resolved = resolved.dropFirst(update.elements.count)
          let scenario = [run.scenario, part.scenario].compactMap { $0 }.joined(separator: ": ")
          for element in elements where updatesOfMessage[element.message].last != updates.count {
            updatesOfMessage[element.message].append(updates.count)
          }
          updates.append(
            Update(scenario: scenario.isEmpty ? nil : scenario, count: update.count, elements: elements))
        }
      }
    }
  }

  /// The updates that a view takes part in, in order.
  func updates(of view: Int) -> [Int] {
    Set(messagesOfView[view].flatMap { updatesOfMessage[$0] }).sorted()
  }
}
