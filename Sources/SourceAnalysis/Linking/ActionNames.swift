import SwiftUIModel

/// Which closures run as actions, later, and which run while a body is evaluated.
///
/// A closure that nothing here names is assumed to run on evaluation: then a property read in it counts as a dependency,
/// so no rule calls a needed property unused. Modifiers of an app's own that begin with `on` are taken as actions.
package struct ActionNames: Sendable, Hashable, Codable {
  /// Modifiers and functions that the user named, besides those of the model.
  package var additionalFunctions: Set<String>

  package init(additionalFunctions: [String] = []) { self.additionalFunctions = Set(additionalFunctions) }

  /// Whether a closure handed to `function` under `label` is an action; `label` is "" for a first trailing closure.
  package func isAction(function: String, label: String, isTrailing: Bool, call: Code) -> Bool {
    let closures = Calls.closures[function]
    switch closures {
    case .transformThenAction:
      // `onGeometryChange(for:of:action:)` with the transform as the first trailing closure.
      return label == "action" || (label.isEmpty && call.argument("of") != nil)
    case .actionUnlessGiven:
      if label == "action" { return true }
      return label.isEmpty && isTrailing && call.argument("action") == nil && call.argument("intent") == nil
    case .edits:
      return label != "label" && call.argument("prompt") == nil || Labels.actions.contains(label)
    case .steps:
      guard label.isEmpty else { return Labels.actions.contains(label) }
      // `Stepper("Level") { up() } onDecrement: { down() }`, and `Stepper("Level", value: $level) { isEditing in … }`.
      let isTitled = call.arguments.first.map { $0.name.isEmpty && $0.firstChild?.kind != .closure } ?? false
      return isTrailing && (call.argument("onDecrement") != nil || isTitled && call.argument("value") != nil)
    case .tells:
      guard label.isEmpty else { return Self.readsAsEvent(label) }
      return call.arguments.contains { argument in
        argument.flags.contains(.isTrailing) && argument.name.isEmpty && argument.firstChild?.first(.parameter) != nil
      }
    case .labelledAction: return label == "action"
    case .actions, .evaluated, nil: break
    }
    if Labels.actions.contains(label) { return true }
    if closures == .actions || additionalFunctions.contains(function) { return !Labels.contents.contains(label) }
    if Self.readsAsEvent(label) || (label.isEmpty && Self.readsAsEvent(function)) { return true }
    return closures == nil && call.arguments.contains { $0.name == label && Self.waits($0) }
  }

  /// `RealityView { content in await load() }`: a body waits for nothing, so what does runs later.
  private static func waits(_ argument: Code) -> Bool {
    guard let closure = argument.firstChild, closure.kind == .closure else { return false }
    return closure.descendants.contains { code in
      code.kind == .await && code.ancestors.first { $0.kind == .closure || $0.kind == .function } == closure
    }
  }

  /// `onSomething`, but not `one` or `only`.
  static func readsAsEvent(_ name: String) -> Bool {
    guard name.hasPrefix("on") else { return false }
    return name.dropFirst(2).startsUppercase
  }
}

extension SourceGraph {
  /// Whether a closure is given to a call as an action: asked for all that stands in it.
  func isAction(_ closure: Code) -> Bool {
    guard let argument = closure.parent, argument.kind == .argument, let call = argument.parent, call.kind == .call
    else { return false }
    return answers.actionClosures.value(for: closure) {
      options.actions.isAction(
        function: call.calledName, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
    }
  }
}
