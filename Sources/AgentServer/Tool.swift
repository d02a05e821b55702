/// Something that the client can have done.
package struct Tool: Sendable {
  package var name: String
  package var title: String
  /// For the model that chooses among tools: what it does, and when to use it.
  package var description: String
  package var input: JSONValue
  package var output: JSONValue
  package var effect: Effect
  /// Whether it looks at files, and so has to know where it may.
  package var readsFiles: Bool
  package var run: @Sendable (_ arguments: [String: JSONValue], _ call: RunningCall) -> ToolResult

  /// What a call may leave behind.
  package enum Effect: Sendable {
    case none
    /// Files, when an argument asks for it.
    case files
  }

  package init(
    name: String, title: String, description: String, input: JSONValue, output: JSONValue, effect: Effect = .none,
    readsFiles: Bool = true,
    run: @escaping @Sendable (_ arguments: [String: JSONValue], _ call: RunningCall) -> ToolResult
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.input = input
    self.output = output
    self.effect = effect
    self.readsFiles = readsFiles
    self.run = run
  }

  var json: JSONValue {
    let isReadOnly: Bool
    switch effect {
    case .none: isReadOnly = true
    case .files: isReadOnly = false
    }
    return [
      "name": .string(name), "title": .string(title), "description": .string(description), "inputSchema": input,
      "outputSchema": output,
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(isReadOnly), "destructiveHint": .bool(!isReadOnly),
        "idempotentHint": true, "openWorldHint": false,
      ],
    ]
  }
}

/// What came of a call.
package struct ToolResult: Sendable {
  /// What the tool's output schema describes; `nil` where the call failed.
  package var structured: JSONValue?
  package var text: String
  /// What else there is to read.
  package var links: [Resource]

  package init(_ structured: JSONValue, links: [Resource] = []) {
    self.structured = structured
    // Clients that know nothing of structured results read this.
    text = structured.text
    self.links = links
  }

  /// A call that failed, with what the caller can do about it.
  package static func failure(_ text: String) -> ToolResult { ToolResult(text) }

  private init(_ failure: String) {
    text = failure
    links = []
  }

  var json: [String: JSONValue] {
    var result: [String: JSONValue] = [
      "content": .array([["type": "text", "text": .string(text)]] + links.map(\.link)),
      "isError": .bool(structured == nil),
    ]
    result["structuredContent"] = structured
    return result
  }
}
