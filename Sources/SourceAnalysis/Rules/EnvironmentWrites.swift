import SwiftUIModel

/// A value that evaluation puts into the environment.
struct EnvironmentWrite {
  var key: String
  /// The key path.
  var keyCode: Code
  /// What it is made of where the view writes it.
  var value: Code
  /// The modifier in the view.
  var call: Code
}

/// Finds what modifiers put into the environment: `.environment(\.key, value)`, `.transformEnvironment(\.key) { $0 = value }`,
/// and modifiers of the sources that do one of them with an argument.
struct EnvironmentWrites {
  let graph: SourceGraph

  func writes(of evaluation: Evaluation) -> [EnvironmentWrite] {
    graph.answers.environmentWrites.value(for: evaluation.view) {
      evaluation.calls.flatMap { site in site.phase.isEvaluation ? writes(site.code) : [] }
    }
  }

  private static let writing = Modifiers.setsEnvironment.union(Modifiers.transformsEnvironment)

  private func writes(_ call: Code) -> [EnvironmentWrite] {
    if let (key, value) = Self.written(by: call) {
      return [EnvironmentWrite(key: key.name, keyCode: key, value: value, call: call)]
    }
    return (graph.index.viewExtensions[call.calledName] ?? []).flatMap { function -> [EnvironmentWrite] in
      guard let body = function.body else { return [] }
      return body.descendants.compactMap { inner in
        guard inner.kind == .call, let (key, value) = Self.written(by: inner),
          let parameter = function.parameters.first(where: { value.mentionedNames.contains($0.name) }),
          let given = Self.argument(for: parameter, of: function, in: call)
        else { return nil }
        return EnvironmentWrite(key: key.name, keyCode: key, value: given, call: call)
      }
    }
  }

  private static func argument(for parameter: Parameter, of function: Function, in call: Code) -> Code? {
    if parameter.label != "_" { return call.argument(parameter.label) }
    let position = function.parameters.firstIndex(of: parameter) ?? 0
    let unlabelled = function.parameters[..<position].count { $0.label == "_" }
    let given = call.arguments.filter { $0.name.isEmpty }
    return unlabelled < given.count ? given[unlabelled].firstChild : nil
  }

  private static func written(by call: Code) -> (key: Code, value: Code)? {
    let name = call.calledName
    // Asked of every call; hardly any is one of them.
    guard writing.contains(name) else { return nil }
    let setsValue = Modifiers.setsEnvironment.contains(name)
    let arguments = call.arguments
    guard arguments.count == 2, let key = arguments[0].firstChild, key.kind == .keyPath,
      let value = arguments[1].firstChild
    else { return nil }
    if setsValue { return (key, value) }
    let assignment = value.descendants.first { code in
      code.kind == .assign && code.firstChild?.memberPath?.first == (value.first(.parameter)?.detail ?? "$0")
    }
    return assignment.flatMap { Array($0.children).last }.map { (key, $0) }
  }
}
