internal import SourceAnalysis
import SwiftUIModel

/// How likely it is that an assignment writes what is there already, where no child shows it.
extension MemberShares {
  /// By what the value is and what makes the assignment happen: a flag that is worked out for each event is mostly the same,
  /// a position or a time never is; what a user does once mostly changes something.
  ///
  /// - Parameters:
  ///   - owner: The view or the model that has the property.
  ///   - writer: The view that writes it; `nil` for the owner itself.
  func repetition(of assignment: Code, _ path: PropertyPath, in owner: TypeInfo, by writer: TypeID? = nil) -> Double {
    guard assignment.kind == .assign, let value = Array(assignment.children).last else { return 0.5 }
    if value.holdsFreshValue { return 0 }
    let property = owner.property(path.property)
    let isRepeated = isRepeating(assignment) || isRepeated(assignment, in: writer ?? owner.id)
    if let type = property?.typeText ?? property?.initialValue?.memberPath?.first,
      KnownTypes.reals.contains(TypeName.base(type)) || KnownTypes.instants.contains(TypeName.base(type))
        || KnownTypes.ofLayout.contains(where: { type.contains($0) })
    {
      return isRepeated ? 0.1 : 0.05
    }
    // `count += 1`, `count = isReset ? 0 : count + 1`
    if assignment.name != "=" || value.descendants.contains(where: { isOwnValue($0, path) }) {
      return isRepeated ? 0.1 : 0.05
    }
    if isAnswer(value) { return isRepeated ? 0.95 : 0.5 }
    if value.isConstant { return isRepeated ? 0.9 : 0.2 }
    return isRepeated ? 0.5 : 0.2
  }

  /// Whether a value is a comparison, or one of several that it decides between.
  private func isAnswer(_ value: Code) -> Bool {
    switch value.kind {
    case .binary: Operators.conditions.contains(value.name)
    case .unary: value.name == "!"
    case .ternary: value.children.dropFirst().allSatisfy { $0.isConstant || isAnswer($0) }
    default: false
    }
  }

  /// Whether code works a new value out of the one that is assigned to, by arithmetic.
  private func isOwnValue(_ code: Code, _ path: PropertyPath) -> Bool {
    guard code.isArithmetic else { return false }
    let name = path.members.last ?? path.property
    return code.descendants.contains { [.identifier, .member].contains($0.kind) && $0.name == name }
  }

  /// Whether something outside of the user's doing makes the assignment happen again and again.
  private func isRepeated(_ assignment: Code, in writer: TypeID) -> Bool {
    if isHot(assignment) { return true }
    if let method = assignment.ancestors.first(where: { $0.kind == .function }), graph.mayBeRunByClock(method) {
      return true
    }
    let isRepeatedByView =
      graph.evaluation(of: writer)?.writes.contains { write in
        write.code == assignment && (SourceGraph.isHot(write) || write.phase.event?.repeatsValues == true)
      } ?? false
    if isRepeatedByView { return true }
    return assignment.ancestors.contains { code in
      code.kind == .call && (code.calledEvent?.repeatsValues == true || code.calledEvent == .subscription)
        || code.kind == .forStatement && code.flags.contains(.isSpecial)
        || code.kind == .whileStatement
          && code.descendants.contains { $0.kind == .call && Functions.waits.contains($0.calledName) }
    }
  }
}
