internal import SourceAnalysis
internal import TraceImport

/// Bindings made of closures: each is another one, so a log names them whenever their maker was evaluated, whatever became of
/// the value.
extension Playback {
  /// What the causes of an element's own say has changed, without the bindings that its maker makes anew each time: of those
  /// what their closures read decides.
  func ownChange(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, in update: RecordedUpdates.Update
  ) -> ChangedProperties {
    guard message.hasSelf, message.hasOwn, !element.isInitial, let child = message.facts,
      let trigger = element.trigger, let maker = recorded.traits[update.elements[trigger].message].facts
    else { return message.change }
    let made = constructions[maker, child]
    guard made.contains(where: { $0.arguments.contains(where: \.isRenewedBinding) }) else { return message.change }
    let stored = Set(recorded.facts[child].type.storedProperties.map(\.name))
    return recorded.messages[element.message].own.reduce(into: ChangedProperties()) { change, own in
      if case .dynamicProperty(let traced) = own.cause {
        let name = PropertyName.source(traced, among: stored)
        let isRenewed = made.allSatisfy { construction in
          construction.arguments.contains { $0.targetName == name && $0.isRenewedBinding }
        }
        if isRenewed { return }
      }
      change.formUnion(own.change)
    }
  }
}

extension Construction.Argument {
  /// `Binding(get:set:)`, which is never the one of before.
  fileprivate var isRenewedBinding: Bool { comparison == .incomparable(.closureBinding) }
}
