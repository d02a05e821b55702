import SwiftUIModel

/// A place that writes a value, with how often it is expected to run while what starts it goes on.
package struct ValueWriter: Sendable {
  /// The assignment, the call that changes the value in place, or the binding that is handed to a control.
  package var code: Code
  /// In whose code it stands.
  package var owner: TypeID
  package var perSecond: Double
  /// What moves with it is a finger, a pointer or a page: each step is to be seen.
  package var followsAHand: Bool
  /// Whether it may run many times while its view is on screen without anybody doing anything: what runs when a view appears, or for
  /// a tap, does not.
  package var mayRecur = true
}

extension Frequencies {
  /// Who writes a stored member of a model, or state of a view, the most frequent first. Initialisers write nothing that changes.
  package mutating func writers(of name: String, in owner: TypeInfo) -> [ValueWriter] {
    let found =
      owner.isObservableObject || owner.isObservableClass
      ? writers(ofMember: name, of: owner) : writers(ofState: name, in: owner)
    return found.filter { $0.perSecond > 0 }.sorted {
      ($1.perSecond, $0.code.start) < ($0.perSecond, $1.code.start)
    }
  }

  private mutating func writers(ofMember name: String, of model: TypeInfo) -> [ValueWriter] {
    var result: [ValueWriter] = []
    for code in graph.mentions(of: name, in: model) where code.isWritten || Self.isAssigned(code) {
      let statement = code.ancestors.first { [.assign, .call].contains($0.kind) } ?? code
      result.append(
        ValueWriter(code: statement, owner: model.id, perSecond: perSecond(code, in: model), followsAHand: false))
    }
    for write in graph.writesOfOthers(to: model.id) where write.member == name {
      result.append(
        ValueWriter(
          code: write.code, owner: write.owner, perSecond: perSecond(write.code, in: graph.index[write.owner]),
          followsAHand: false))
    }
    for (view, evaluation) in graph.evaluatedViews {
      func isOfModel(_ property: String) -> Bool {
        view.property(property).flatMap { graph.index.type(of: $0, in: view) }?.id == model.id
      }
      for write in evaluation.writes where write.path.first == name && isOfModel(write.property) {
        result.append(writer(write, view.property(write.property), in: view))
      }
      for read in evaluation.reads where read.isProjection && read.path.first == name && isOfModel(read.property) {
        result += Self.control(read, in: view)
      }
    }
    return result
  }

  private mutating func writers(ofState name: String, in view: TypeInfo) -> [ValueWriter] {
    guard let evaluation = graph.evaluation(of: view.id) else { return [] }
    var result = evaluation.writes(of: name).map { writer($0, view.property(name), in: view) }
    result += evaluation.reads(of: name).filter(\.isProjection).flatMap { Self.control($0, in: view) }
    for child in evaluation.children {
      guard let id = child.type, let below = graph.evaluation(of: id) else { continue }
      for argument in child.arguments where argument.value.memberPath?.last == "$" + name {
        guard let target = argument.property else { continue }
        result += below.writes(of: target).map { writer($0, graph.index[id].property(target), in: graph.index[id]) }
        result += below.reads(of: target).filter(\.isProjection).flatMap { Self.control($0, in: graph.index[id]) }
      }
    }
    return result
  }

  private mutating func writer(_ write: Write, _ property: Property?, in view: TypeInfo) -> ValueWriter {
    let recurrence = SourceGraph.recurrence(of: write, property, by: view.id)
    let number: Double =
      if let recurrence {
        recurrence.goesOnByItself ? perSecond(write, in: view) ?? Self.ofStreams : Self.ofHands
      } else if write.phase.isEvaluation {
        0
      } else {
        perSecond(write, in: view) ?? Self.ofActions
      }
    let isOnce =
      switch write.phase.finalEvent {
      case .appear, .user: true
      case .task: recurrence == nil
      default: false
      }
    return ValueWriter(
      code: write.code, owner: view.id, perSecond: number, followsAHand: recurrence.map { !$0.goesOnByItself } ?? false,
      mayRecur: !isOnce)
  }

  private static func control(_ projection: Read, in view: TypeInfo) -> [ValueWriter] {
    guard SourceGraph.editing(projection) != nil else { return [] }
    return [ValueWriter(code: projection.code, owner: view.id, perSecond: ofHands, followsAHand: true)]
  }

  /// `publisher.assign(to: &$level)`.
  private static func isAssigned(_ mention: Code) -> Bool {
    guard mention.name.hasPrefix("$"),
      let argument = mention.ancestors.prefix(2).first(where: { $0.kind == .argument && $0.name == "to" })
    else { return false }
    return argument.parent.map { Functions.assignsValues.contains($0.calledName) } ?? false
  }
}
