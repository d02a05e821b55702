import AgentServer

/// JSON Schema for what tools take and give.
enum Schema {
  static func object(
    _ properties: [String: JSONValue], required: [String] = [], _ description: String? = nil, isOpen: Bool = true
  ) -> JSONValue {
    var schema: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required.sorted().map(JSONValue.string)) }
    if !isOpen { schema["additionalProperties"] = false }
    return described(.object(schema), description)
  }

  static func list(of items: JSONValue, _ description: String? = nil) -> JSONValue {
    described(["type": "array", "items": items], description)
  }

  static func text(_ description: String? = nil) -> JSONValue { described(["type": "string"], description) }
  static func whole(_ description: String? = nil) -> JSONValue { described(["type": "integer"], description) }
  static func truth(_ description: String? = nil) -> JSONValue { described(["type": "boolean"], description) }
  static func one(of words: [String], _ description: String? = nil) -> JSONValue {
    described(["type": "string", "enum": .array(words.map(JSONValue.string))], description)
  }

  static func optional(_ schema: JSONValue, _ description: String? = nil) -> JSONValue {
    described(["anyOf": [schema, ["type": "null"]]], description)
  }

  /// Anything; what it is stands in the JSON report's own schema.
  static func any(_ description: String) -> JSONValue { ["description": .string(description)] }

  private static func described(_ schema: JSONValue, _ description: String?) -> JSONValue {
    guard let description, var members = schema.object else { return schema }
    members["description"] = .string(description)
    return .object(members)
  }

  // MARK: - What several tools give

  static let report = text("The address of the whole report, to be read as a resource and named in other calls.")
  static let messages = list(of: text(), "Errors, warnings and notes.")
  static let isComplete = truth("Whether everything that was named could be read whole; otherwise counts are too low.")
  static let nextCursor = text("There where there is more; give it as 'cursor'.")
  static let location = optional(object(["file": text(), "line": whole(), "column": whole()]))

  /// A finding, as lists show it.
  static let finding = object(
    [
      "fingerprint": text("Stays the same when lines move."), "rule": text(), "severity": text(),
      "view": optional(text()), "location": location, "message": text(), "hasPatch": truth(),
    ], required: ["fingerprint", "rule", "message"])
}
