// What the server says of itself and of what it has. None of it needs files of the client.
extension Server {
  var identity: JSONValue {
    ["name": .string(description.name), "title": .string(description.title), "version": .string(description.version)]
  }

  /// Lists stay as they are while the server runs, but for reports, which the results of calls name.
  var capabilities: JSONValue { ["tools": [:], "resources": [:]] }

  func discovery(for asker: Asker) -> JSONValue {
    complete(
      [
        "supportedVersions": .array(ProtocolVersion.allCases.map { .string($0.rawValue) }),
        "capabilities": capabilities, "instructions": .string(description.instructions),
      ], for: asker, lasts: .asLongAsTheServer)
  }

  func toolList(_ parameters: JSONValue, for asker: Asker) throws(ProtocolError) -> JSONValue {
    try refuseCursor(parameters)
    return complete(["tools": .array(tools.map(\.json))], for: asker, lasts: .asLongAsTheServer)
  }

  func resourceList(_ parameters: JSONValue, for asker: Asker) throws(ProtocolError) -> JSONValue {
    try refuseCursor(parameters)
    return complete(["resources": .array(library.list().map(\.json))], for: asker, lasts: .notAtAll)
  }

  func templateList(_ parameters: JSONValue, for asker: Asker) throws(ProtocolError) -> JSONValue {
    try refuseCursor(parameters)
    return complete(
      ["resourceTemplates": .array(library.templates.map(\.template))], for: asker, lasts: .asLongAsTheServer)
  }

  func resource(_ parameters: JSONValue, for asker: Asker) throws(ProtocolError) -> JSONValue {
    guard let uri = parameters["uri"]?.string else { throw .invalidParameters("'uri' is missing") }
    guard let found = library.read(uri) else { throw .noSuchResource(uri, asker.version) }
    return complete(
      ["contents": [["uri": .string(uri), "mimeType": .string(found.mediaType), "text": .string(found.text)]]],
      for: asker, lasts: .notAtAll)
  }

  /// These lists are short enough for one page, so no cursor can be one of ours.
  private func refuseCursor(_ parameters: JSONValue) throws(ProtocolError) {
    guard (parameters["cursor"] ?? .null) == .null else { throw .invalidParameters("the cursor is none of this list") }
  }

  /// How long a client may remember an answer.
  enum Freshness {
    case asLongAsTheServer
    case notAtAll

    fileprivate var members: [String: JSONValue] {
      switch self {
      case .asLongAsTheServer: ["ttlMs": 3_600_000, "cacheScope": "public"]
      case .notAtAll: ["ttlMs": 0, "cacheScope": "private"]
      }
    }
  }

  /// A result with what the version of the protocol wants to see beside it.
  func complete(_ result: [String: JSONValue], for asker: Asker, lasts freshness: Freshness? = nil) -> JSONValue {
    guard asker.version.isStateless else { return .object(result) }
    var result = result
    result["resultType"] = "complete"
    result["_meta"] = [MetaKey.server: identity]
    if let freshness { result.merge(freshness.members) { $1 } }
    return .object(result)
  }
}
