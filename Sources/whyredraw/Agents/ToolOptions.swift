import AgentServer
import ArgumentParser
import Platform

/// The options of a command that a tool has, too: read off the command itself, so that they mean and say the same.
struct ToolOptions: Sendable {
  /// An option of the command, and what it is called as an argument of the tool.
  struct Option: Sendable {
    enum Value: Sendable {
      case text
      case whole
      case number
      case path
      /// `NAME=PATH`.
      case namedPath
      case flag
    }

    var name: String
    /// As on the command line; `nil` for what is given without a name.
    var spelling: String?
    var value: Value
    var isRequired = false

    /// - Parameter name: By default the spelling, with `_` in place of `-`.
    static func option(_ spelling: String, _ value: Value = .text, as name: String? = nil, isRequired: Bool = false)
      -> Option
    {
      Option(
        name: name ?? spelling.replacing("-", with: "_"), spelling: spelling, value: value, isRequired: isRequired)
    }

    static func operand(_ name: String, _ value: Value, isRequired: Bool = false) -> Option {
      Option(name: name, spelling: nil, value: value, isRequired: isRequired)
    }
  }

  /// What the command line's own description says of an option.
  private struct Described: Decodable {
    struct Name: Decodable { var name: String }

    var kind: String
    var isRepeating: Bool
    var names: [Name]?
    var abstract: String?
    var allValues: [String]?
  }

  private struct Dump: Decodable {
    struct Command: Decodable { var arguments: [Described]? }

    var command: Command
  }

  private let options: [(option: Option, described: Described)]

  /// - Parameter options: Those that the tool has; each is one of the command's, which a test holds.
  init(of command: any ParsableCommand.Type, _ options: [Option]) {
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    let all = dump?.command.arguments ?? []
    self.options = options.compactMap { option in
      all.first { described in
        guard let spelling = option.spelling else { return described.kind == "positional" }
        return described.names?.contains { $0.name == spelling } ?? false
      }.map { (option, $0) }
    }
  }

  /// The names of what the tool takes.
  var names: [String] { options.map(\.option.name) }
  var required: [String] { options.filter(\.option.isRequired).map(\.option.name) }

  /// By name what an argument is, as JSON Schema has it.
  var schema: [String: JSONValue] {
    var schema: [String: JSONValue] = [:]
    for (option, described) in options {
      var one: [String: JSONValue] =
        switch option.value {
        case .text, .path, .namedPath: ["type": "string"]
        case .whole: ["type": "integer"]
        case .number: ["type": "number"]
        case .flag: ["type": "boolean"]
        }
      if let values = described.allValues { one["enum"] = .array(values.map(JSONValue.string)) }
      var whole = described.isRepeating ? ["type": "array", "items": .object(one)] : one
      whole["description"] = described.abstract.map(JSONValue.string)
      schema[option.name] = .object(whole)
    }
    return schema
  }

  /// The arguments as the command line would have them. Those of other names are left to the tool.
  ///
  /// - Throws: `Workspace.Refusal` for what is of the wrong kind, is missing, or leads out of the workspace.
  func words(_ arguments: [String: JSONValue], in workspace: Workspace) throws -> [String] {
    var words: [String] = []
    var operands: [String] = []
    for (option, described) in options {
      guard let given = arguments[option.name], given != .null else {
        if option.isRequired { throw Workspace.Refusal(description: "'\(option.name)' is missing") }
        continue
      }
      if case .flag = option.value {
        guard let isOn = given.bool else { throw wrong(option, "true or false") }
        if isOn, let spelling = option.spelling { words.append("--\(spelling)") }
        continue
      }
      if described.isRepeating, given.array == nil { throw wrong(option, "a list") }
      for value in given.array ?? [given] {
        let text = try text(of: value, option, workspace)
        if let spelling = option.spelling { words.append("--\(spelling)=\(text)") } else { operands.append(text) }
      }
    }
    return words + ["--"] + operands
  }

  private func text(of value: JSONValue, _ option: Option, _ workspace: Workspace) throws -> String {
    switch (option.value, value) {
    case (.text, .string(let text)): return text
    case (.path, .string(let text)): return try workspace.path(text)
    case (.namedPath, .string(let text)):
      guard let sign = text.firstIndex(of: "=") else { throw wrong(option, "of the form NAME=PATH") }
      return try text[...sign] + workspace.path(String(text[text.index(after: sign)...]))
    case (.whole, .integer(let number)), (.number, .integer(let number)): return String(number)
    case (.number, .number(let number)): return String(number)
    case (.text, _), (.path, _), (.namedPath, _): throw wrong(option, "a text")
    case (.whole, _): throw wrong(option, "a whole number")
    case (.number, _): throw wrong(option, "a number")
    case (.flag, _): throw wrong(option, "true or false")
    }
  }

  private func wrong(_ option: Option, _ expected: String) -> Workspace.Refusal {
    Workspace.Refusal(description: "'\(option.name)' is not \(expected)")
  }
}
