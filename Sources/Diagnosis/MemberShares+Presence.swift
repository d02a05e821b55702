internal import SourceAnalysis
internal import TraceImport

extension MemberShares {
  /// During which of a model's changes a view was on screen.
  ///
  /// Each change of an `ObservableObject` evaluates all views that observe it. One that was not evaluated was not there, so
  /// its buttons and fields did not make that change.
  struct Presence {
    private struct Key: Hashable {
      var view: TypeID
      var model: TypeID
    }

    /// How many updates name the model as their cause in the view.
    private var updates: [Key: Int] = [:]
    /// The same in any view.
    private var changes: [TypeID: Int] = [:]

    private let recorded: RecordedUpdates

    init(_ recorded: RecordedUpdates, _ graph: SourceGraph) {
      self.recorded = recorded
      var messages: [TypeID: Set<Int>] = [:]
      for (facts, observer) in recorded.facts.enumerated() {
        for property in observer.type.storedProperties where property.isObservedObject {
          guard let model = graph.index.type(of: property, in: observer.type), model.isObservableObject else {
            continue
          }
          let own = recorded.viewsOfFacts[facts].flatMap { recorded.messagesOfView[$0] }
            .filter { recorded.isChange(of: property.name, named: $0, observer) }
          updates[Key(view: observer.type.id, model: model.id), default: 0] += recorded.number(ofUpdatesWith: Set(own))
          messages[model.id, default: []].formUnion(own)
        }
      }
      for (model, own) in messages { changes[model] = recorded.number(ofUpdatesWith: own) }
    }

    /// Of a model's changes those that a place makes which follows a property of a view: as many as the trace shows changes of that.
    /// `nil` where it shows few, or nobody who observes the model.
    func share(ofChanges property: String, in view: TypeID, among model: TypeID) -> Double? {
      guard let all = changes[model], all > 0, let facts = recorded.factsIndex[view] else { return nil }
      let observer = recorded.facts[facts]
      let own = recorded.viewsOfFacts[facts].flatMap { recorded.messagesOfView[$0] }
        .filter { recorded.isChange(of: property, named: $0, observer) }
      let number = recorded.number(ofUpdatesWith: Set(own))
      return number >= Self.leastFollowed ? min(Self.mostOfAll, Double(number) / Double(all)) : nil
    }

    /// Of a model's changes those that come as a clock ticks; `nil` where the trace shows none that do.
    static func share(ofTicksEvery period: Double, among changes: Surges.Surge?) -> Double? {
      guard let changes, changes.changes > 0 else { return nil }
      let ticks = changes.ticks(every: period)
      return ticks > 0 ? min(mostOfAll, Double(ticks) / Double(changes.changes)) : nil
    }

    /// Fewer changes of a value may be what a user does, and each of them something else.
    private static let leastFollowed = 10
    /// Something else may always have made one of the changes.
    private static let mostOfAll = 0.95

    /// The share of a model's changes during which a view was there; 1 where the trace does not tell.
    func share(of view: TypeID, among model: TypeID) -> Double {
      guard let all = changes[model], all > 0, let seen = updates[Key(view: view, model: model)] else { return 1 }
      // Who writes and goes in one is not evaluated for it.
      return min(1, Double(max(seen, 1)) / Double(all))
    }
  }
}

extension RecordedUpdates {
  /// Whether a message says that an object changed which a view has in a property.
  func isChange(of property: String, named message: Int, _ observer: ViewFacts) -> Bool {
    guard !messages[message].hasIdentity else { return false }
    let stored = Set(observer.type.storedProperties.map(\.name))
    return messages[message].own.contains { own in
      guard case .dynamicProperty(let traced) = own.cause else { return false }
      return PropertyName.source(traced, among: stored) == property
    }
  }

  /// How many updates have any of the messages.
  fileprivate func number(ofUpdatesWith messages: Set<Int>) -> Int {
    updates(ofMessages: messages.sorted()).reduce(0) { $0 + updates[$1].count }
  }
}
