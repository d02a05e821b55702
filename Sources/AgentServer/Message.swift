internal import Platform

/// What tells requests apart; the other side chooses it.
package enum RequestID: Sendable, Hashable {
  case number(Int)
  case text(String)

  init?(_ value: JSONValue?) {
    switch value {
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case nil, .null, .bool, .number, .array, .object: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .number(let number): .integer(number)
    case .text(let text): .string(text)
    }
  }
}

/// Why a request has no result, in the terms of JSON-RPC.
package struct ProtocolError: Error, Sendable, Hashable {
  package var code: Int
  package var message: String
  package var data: JSONValue?

  private init(_ code: Int, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static func notJSON(_ message: String) -> Self { Self(-32700, message) }
  static func invalidRequest(_ message: String) -> Self { Self(-32600, message) }
  static func unknownMethod(_ method: String) -> Self { Self(-32601, "there is no method '\(method)'") }
  package static func invalidParameters(_ message: String) -> Self { Self(-32602, message) }
  static func tooBusy(_ message: String) -> Self { Self(-32603, message) }

  /// - Parameter version: Until 2026 this had a code of its own.
  static func noSuchResource(_ uri: String, _ version: ProtocolVersion) -> Self {
    Self(version.isStateless ? -32602 : -32002, "there is no resource '\(uri)'", data: ["uri": .string(uri)])
  }

  static func unsupportedVersion(_ requested: String) -> Self {
    Self(
      -32022, "this version of the protocol is not supported",
      data: [
        "supported": .array(ProtocolVersion.allCases.map { .string($0.rawValue) }), "requested": .string(requested),
      ])
  }

  var json: JSONValue {
    var members: [String: JSONValue] = ["code": .integer(code), "message": .string(message)]
    members["data"] = data
    return .object(members)
  }
}

/// A message of the client.
enum Message {
  case request(RequestID, method: String, parameters: JSONValue)
  case notification(method: String, parameters: JSONValue)
  /// To a request of ours; `nil` for an error.
  case answer(RequestID, result: JSONValue?)
  /// What is none of these; with the id where there is one, since the client may wait for it.
  case malformed(RequestID?, ProtocolError)

  /// Values nested deeper than anything the protocol has.
  private static let deepest = 64

  init(_ line: Data) {
    guard Self.depth(of: line) <= Self.deepest else {
      self = .malformed(nil, .invalidRequest("the message is nested more than \(Self.deepest) deep"))
      return
    }
    let value: JSONValue
    do {
      value = try JSONDecoder().decode(JSONValue.self, from: line)
    } catch {
      self = .malformed(nil, .notJSON("the line is no JSON"))
      return
    }
    self = Self.message(value)
  }

  private static func message(_ value: JSONValue) -> Message {
    let id = RequestID(value["id"])
    guard case .object(let members) = value else {
      return .malformed(nil, .invalidRequest("a message is an object; batches are not part of the protocol"))
    }
    guard members["jsonrpc"] == "2.0" else {
      return .malformed(id, .invalidRequest("'jsonrpc' is not \"2.0\""))
    }
    guard let method = members["method"] else {
      guard let id, members["result"] != nil || members["error"] != nil else {
        return .malformed(id, .invalidRequest("there is no 'method'"))
      }
      return .answer(id, result: members["result"])
    }
    guard let name = method.string else { return .malformed(id, .invalidRequest("'method' is no text")) }
    let parameters = members["params"] ?? [:]
    guard parameters.object != nil else { return .malformed(id, .invalidRequest("'params' is no object")) }
    if let id { return .request(id, method: name, parameters: parameters) }
    guard members["id"] == nil else {
      return .malformed(nil, .invalidRequest("'id' is neither a text nor a whole number"))
    }
    return .notification(method: name, parameters: parameters)
  }

  /// How deep arrays and objects are nested. Looked at before decoding, whose stack grows with it.
  private static func depth(of line: Data) -> Int {
    var depth = 0
    var deepest = 0
    var isInString = false
    var isEscaped = false
    for byte in line {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
          depth += 1
          deepest = max(deepest, depth)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        default: break
        }
      }
    }
    return deepest
  }
}
