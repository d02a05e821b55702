import Foundation
import TestSupport
import Yams

/// `action.yml`, with as much of GitHub's runner as its steps need.
struct CompositeAction {
  struct Step {
    var name: String
    var id: String?
    var condition: String?
    /// The script of a step with a shell of its own.
    var script: String?
    /// The action of a step that calls another one.
    var uses: String?
    var environment: [String: String]
    var with: [String: String]
  }

  /// What became of a step.
  struct Outcome {
    var step: Step
    /// `nil` for a step that calls another action; that is not run.
    var result: CommandResult?
    /// What a called action would have got.
    var with: [String: String]
  }

  enum Failure: Error {
    case unknownExpression(String)
    case malformed
  }

  private(set) var steps: [Step] = []
  private(set) var defaults: [String: String] = [:]

  init(_ text: String) throws {
    guard let root = try Yams.compose(yaml: text)?.mapping, let inputs = root["inputs"]?.mapping,
      let runs = root["runs"]?.mapping, runs["using"]?.string == "composite", let steps = runs["steps"]?.sequence
    else { throw Failure.malformed }
    for (name, input) in inputs { defaults[name.string ?? ""] = input.mapping?["default"]?.string ?? "" }
    self.steps = steps.compactMap(\.mapping).map { step in
      Step(
        name: step["name"]?.string ?? "", id: step["id"]?.string, condition: step["if"]?.string,
        script: step["run"]?.string, uses: step["uses"]?.string, environment: Self.words(step["env"]),
        with: Self.words(step["with"]))
    }
  }

  private static func words(_ node: Node?) -> [String: String] {
    var result: [String: String] = [:]
    for (key, value) in node?.mapping ?? [:] { result[key.string ?? ""] = value.scalar?.string ?? "" }
    return result
  }

  /// Runs the steps in order, as the runner does: after a failure only those that say `always()`.
  ///
  /// - Parameters:
  ///   - context: Values of expressions such as `github.repository`.
  ///   - path: Folders that stand before the system's.
  func run(
    inputs: [String: String], context: [String: String], in folder: URL, path: [URL], home: [String: String] = [:]
  ) throws -> [Outcome] {
    var context = context
    for (name, value) in defaults { context["inputs.\(name)"] = value }
    for (name, value) in inputs { context["inputs.\(name)"] = value }
    for name in ["verdict", "report"] { context["steps.gate.outputs.\(name)"] = "" }
    var outcomes: [Outcome] = []
    var hasFailed = false
    for (number, step) in steps.enumerated() {
      let condition = step.condition ?? "success()"
      if hasFailed, !condition.contains("always()") { continue }
      guard try Self.holds(condition, context) else { continue }
      let with = try step.with.mapValues { try Self.replacing($0, context) }
      guard let script = step.script else {
        outcomes.append(Outcome(step: step, result: nil, with: with))
        continue
      }
      let outputs = folder.appendingPathComponent("outputs-\(number)")
      try Data().write(to: outputs)
      var environment = try step.environment.mapValues { try Self.replacing($0, context) }.merging(home) { own, _ in own
      }
      environment["GITHUB_OUTPUT"] = outputs.path
      environment["GITHUB_STEP_SUMMARY"] = folder.appendingPathComponent("summary.md").path
      environment["PATH"] =
        (path.map(\.path) + [ProcessInfo.processInfo.environment["PATH"] ?? ""]).joined(separator: ":")
      let file = folder.appendingPathComponent("step-\(number).sh")
      try Data(script.utf8).write(to: file)
      // The runner's own way to call 'shell: bash'.
      let result = try TestSupport.run(
        "/usr/bin/env", ["bash", "--noprofile", "--norc", "-eo", "pipefail", file.path], folder: folder,
        environment: environment)
      hasFailed = hasFailed || result.exitCode != 0
      if let id = step.id {
        for line in try String(contentsOf: outputs, encoding: .utf8).split(separator: "\n") {
          let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          context["steps.\(id).outputs.\(parts[0])"] = parts.count > 1 ? String(parts[1]) : ""
        }
      }
      outcomes.append(Outcome(step: step, result: result, with: with))
    }
    return outcomes
  }

  /// Replaces `${{ … }}`; a name that the test does not know is an error, and so is a misspelt one.
  static func replacing(_ text: String, _ context: [String: String]) throws -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: "${{"), let end = rest.range(of: "}}", range: start.upperBound..<rest.endIndex) {
      result += rest[..<start.lowerBound]
      let expression = rest[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespaces)
      result += try value(expression, context)
      rest = rest[end.upperBound...]
    }
    return result + rest
  }

  private static func value(_ expression: String, _ context: [String: String]) throws -> String {
    if expression.hasPrefix("'"), expression.hasSuffix("'") { return String(expression.dropFirst().dropLast()) }
    if expression.hasPrefix("hashFiles(") { return "hash" }
    guard let value = context[expression] else { throw Failure.unknownExpression(expression) }
    return value
  }

  /// Comparisons joined by `&&`.
  private static func holds(_ condition: String, _ context: [String: String]) throws -> Bool {
    try condition.components(separatedBy: "&&").allSatisfy { term in
      let term = term.trimmingCharacters(in: .whitespaces)
      if term == "always()" || term == "success()" { return true }
      for (mark, isEqual) in [("==", true), ("!=", false)] {
        let sides = term.components(separatedBy: mark).map { $0.trimmingCharacters(in: .whitespaces) }
        if sides.count == 2 { return (try value(sides[0], context) == value(sides[1], context)) == isEqual }
      }
      throw Failure.unknownExpression(term)
    }
  }
}
