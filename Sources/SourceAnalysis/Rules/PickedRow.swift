import SwiftUIModel

/// A value of a shared model that each row reads only for what is its own: whether it is the one that is meant,
/// `player.status.song == song`, `guard let dragged = graph.drag?.port, dragged.id == port.id`, or its own part,
/// `app.snapshot?.thread(for: session.key)`.
///
/// One change of it is about a row or two, such as the one that was meant and the one that is, and evaluates all.
struct PickedRow {
  let graph: SourceGraph
  /// The row.
  let type: TypeInfo
  let evaluation: Evaluation

  struct Pick {
    /// What a row makes of the value.
    enum Use {
      case comparison
      case part
    }

    let use: Use
    let property: Property
    /// The members from the property to what the model publishes: `["status", "song"]`.
    let path: [String]
    let read: Read
  }

  /// What the view reads of shared models for nothing but to compare it with what it is given.
  func picks() -> [Pick] {
    var groups: [String: (property: Property, path: [String], reads: [Read])] = [:]
    for read in evaluation.reads where read.phase.isEvaluation && !read.isDerived {
      // Of what a trace shows to have stayed as it was nothing is saved.
      guard graph.mayHaveChanged(PropertyPath(read.property), of: type.id),
        let property = type.property(read.property), isShared(property), let path = published(read, of: property)
      else { continue }
      let key = ([property.name] + path).joined(separator: ".")
      groups[key, default: (property, path, [])].reads.append(read)
    }
    return groups.sorted { $0.key < $1.key }.compactMap { _, group in
      guard !group.reads.contains(where: { $0.isProjection || $0.isInRow }) else { return nil }
      let uses = group.reads.map(use)
      guard !uses.isEmpty, uses.allSatisfy({ $0 != nil }) else { return nil }
      return Pick(
        use: uses.contains(.part) ? .part : .comparison, property: group.property, path: group.path,
        read: group.reads[0])
    }
  }

  /// An object that more than this row observes, as far as the way it is handed on says so.
  private func isShared(_ property: Property) -> Bool {
    guard graph.model(of: property, in: type) != nil else { return false }
    return property.environmentType != nil || property.isObservedObject || property.storage == .bindable
      || property.isPlainInput
  }

  /// The way to the stored member that tells the row of its changes, through the objects that hold it, or to the method that
  /// looks up what the call asks for.
  private func published(_ read: Read, of property: Property) -> [String]? {
    guard var model = graph.model(of: property, in: type) else { return nil }
    var path: [String] = []
    for name in read.path {
      path.append(name)
      guard let member = model.property(name) else { return looksUp(name, in: model) ? path : nil }
      guard member.isStored, !member.isLet || path.count == 1 else { return nil }
      guard let held = graph.model(of: member, in: model) else {
        // What is stored once and never written tells nobody; whole collections are looked up by other means.
        let isTold = !member.isLet && !member.attributes.contains(.untracked)
        return isTold && !TypeName.isCollection(member.typeText ?? "") ? path : nil
      }
      model = held
    }
    return nil
  }

  /// Whether a method answers from collections, its own or those of objects that the model holds, and from nothing else that
  /// changes: `func state(of item: Item) -> State? { operations.state(for: item.id) }`.
  private func looksUp(_ name: String, in model: TypeInfo, depth: Int = 0) -> Bool {
    let methods = model.functions.filter { $0.name == name && !$0.isStatic }
    guard depth < Self.reach, !methods.isEmpty, methods.allSatisfy({ !$0.parameters.isEmpty && $0.returnText != nil })
    else { return false }
    var isFound = false
    let parameters = Set(methods.flatMap(\.parameters).map(\.name))
    for code in methods.lazy.compactMap(\.body).flatMap({ $0.descendants(.identifier) }) {
      guard !code.isShadowed(code.name), let member = model.property(code.name) else { continue }
      if code.isWritten { return false }
      if let held = graph.model(of: member, in: model) {
        guard let next = code.parent, next.kind == .member, next.firstChild == code,
          looksUp(next.name, in: held, depth: depth + 1)
        else { return false }
        isFound = true
      } else if member.attributes.contains(.untracked) || member.isLet {
        continue
      } else if TypeName.isCollection(member.typeText ?? "") || asksForPart(code, parameters, areMembers: false) {
        isFound = true
      } else {
        return false
      }
    }
    return isFound
  }

  private static let reach = 3

  /// What evaluation makes of the value, where that is no more than what is this row's own.
  private func use(of read: Read) -> Pick.Use? {
    let names = rowNames(except: read.property)
    if asksForPart(read.code, names) { return .part }
    return isCompared(read, names) ? .comparison : nil
  }

  /// `snapshot.thread(for: session.key)`, `snapshot[session.key]`.
  private func asksForPart(_ value: Code, _ names: Set<String>, areMembers: Bool = true) -> Bool {
    var current = EvaluationWalker.suffix(of: value).end
    while let parent = current.parent, parent.kind == .call || parent.kind == .subscriptCall, parent.callee == current {
      if parent.arguments.contains(where: { mentions($0, names, areMembers: areMembers) }) { return true }
      current = EvaluationWalker.suffix(of: parent).end
    }
    return false
  }

  private func isCompared(_ read: Read, _ names: Set<String>) -> Bool {
    for ancestor in read.code.ancestors {
      switch ancestor.kind {
      case .binary where Operators.equalities.contains(ancestor.name):
        let sides = ancestor.children.filter { $0 != read.code && !$0.contains(read.code) }
        return sides.contains { mentions($0, names) }
      // Which of several is meant is asked by the helper around: it answers with one of few values.
      case .accessor, .function:
        return Quantization(graph: graph, type: type).isQuantized(read.code) && comparesRow(ancestor, names)
      case .type, .initializer: return false
      default: continue
      }
    }
    return false
  }

  /// Whether somewhere in the helper something is compared with what the row is given.
  private func comparesRow(_ helper: Code, _ names: Set<String>) -> Bool {
    helper.descendants.contains { code in
      code.kind == .binary && Operators.equalities.contains(code.name) && code.children.contains { mentions($0, names) }
    }
  }

  /// What the row has of its own.
  private func rowNames(except name: String) -> Set<String> {
    Set(
      type.storedProperties.filter {
        $0.name != name && ($0.isPlainInput || $0.isObservedObject || $0.storage == .bindable)
      }.map(\.name))
  }

  /// - Parameter areMembers: Whether the names are those of the row's properties, which locals may hide.
  private func mentions(_ code: Code, _ names: Set<String>, areMembers: Bool = true) -> Bool {
    ([code] + Array(code.descendants)).contains {
      guard names.contains($0.name) else { return false }
      return $0.kind == .identifier && !(areMembers && $0.isShadowed($0.name))
    }
  }
}
