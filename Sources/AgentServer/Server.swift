internal import Platform
internal import Synchronization

/// Speaks the Model Context Protocol with one client: reads messages until there are no more, answers what needs no files at
/// once, and has the rest done by `CallQueue`.
package final class Server: Sendable {
  /// What a client is told of the server.
  package struct Description: Sendable {
    package var name: String
    package var title: String
    package var version: String
    /// For the model: how the tools work together.
    package var instructions: String

    package init(name: String, title: String, version: String, instructions: String) {
      self.name = name
      self.title = title
      self.version = version
      self.instructions = instructions
    }
  }

  /// More than any message that a client has reason to send.
  private static let longestMessage = 4 << 20
  /// How long calls may go on after the client has gone, in seconds: less than clients wait before they end a process.
  private static let grace = 1.5

  let description: Description
  let tools: [Tool]
  let library: Library
  /// Whether the folders are up to the client.
  private let asksForRoots: Bool
  private let stream: MessageStream
  private let writer: MessageWriter
  private let calls: CallQueue
  private let roots = ClientRoots()
  /// The client that a handshake introduced.
  private let introduced = Mutex<Asker?>(nil)

  /// - Parameters:
  ///   - stackSize: Of the thread that tools run on.
  ///   - whenGone: Called once when nobody reads the answers any more.
  package init(
    _ stream: MessageStream, _ description: Description, tools: [Tool], library: Library, asksForRoots: Bool,
    stackSize: Int, whenGone: @escaping @Sendable () -> Void
  ) {
    self.stream = stream
    self.description = description
    self.tools = tools
    self.library = library
    self.asksForRoots = asksForRoots
    writer = MessageWriter(stream.output, whenGone: whenGone)
    calls = CallQueue(stackSize: stackSize)
  }

  /// Serves until the client closes its end, and gives calls that are under way a little time.
  package func serve() {
    var reader = LineReader(stream.input, longest: Self.longestMessage)
    while let line = reader.next() {
      switch line {
      case .message(let data): receive(Message(data), size: data.count)
      case .tooLong:
        writer.error(nil, .invalidRequest("the message is longer than \(Self.longestMessage >> 20) MB"))
      }
    }
    calls.finish(within: Self.grace)
  }

  private func receive(_ message: Message, size: Int) {
    switch message {
    case .request(let id, let method, let parameters):
      do throws(ProtocolError) {
        if let result = try answer(id, method, parameters, size: size) { writer.result(id, result) }
      } catch {
        writer.error(id, error)
      }
    case .notification(let method, let parameters): notice(method, parameters)
    case .answer(let id, let result): roots.store(result, for: id)
    case .malformed(let id, let error): writer.error(id, error)
    }
  }

  private func notice(_ method: String, _ parameters: JSONValue) {
    switch method {
    case "notifications/initialized", "notifications/roots/list_changed":
      if asksForRoots, introduced.withLock({ $0?.givesRoots }) == true { roots.ask(by: writer) }
    case "notifications/cancelled":
      if let id = RequestID(parameters["requestId"]) { calls.cancel(id) }
    default: break
    }
  }

  /// The answer to a request; `nil` where it comes later.
  private func answer(
    _ id: RequestID, _ method: String, _ parameters: JSONValue, size: Int
  ) throws(ProtocolError) -> JSONValue? {
    if method == "initialize" { return try introduce(parameters) }
    if method == "ping", parameters["_meta"]?[MetaKey.version] == nil { return [:] }
    guard let asker = try Asker(request: parameters) ?? introduced.withLock({ $0 }) else {
      throw .invalidRequest("'initialize' has to come first, or '\(MetaKey.version)' in '_meta' of each request")
    }
    switch method {
    case "server/discover" where asker.version.isStateless: return discovery(for: asker)
    case "tools/list": return try toolList(parameters, for: asker)
    case "resources/list": return try resourceList(parameters, for: asker)
    case "resources/templates/list": return try templateList(parameters, for: asker)
    case "resources/read": return try resource(parameters, for: asker)
    case "tools/call": return try call(id, parameters, for: asker, size: size)
    default: throw .unknownMethod(method)
    }
  }

  private func introduce(_ parameters: JSONValue) throws(ProtocolError) -> JSONValue {
    guard parameters["protocolVersion"]?.string != nil else {
      throw .invalidParameters("'protocolVersion' is missing")
    }
    let asker = Asker(handshake: parameters)
    let isFirst = introduced.withLock { introduced in
      if introduced != nil { return false }
      introduced = asker
      return true
    }
    guard isFirst else { throw .invalidRequest("'initialize' came already") }
    return [
      "protocolVersion": .string(asker.version.rawValue), "capabilities": capabilities, "serverInfo": identity,
      "instructions": .string(description.instructions),
    ]
  }

  // MARK: - Calls

  /// The name under which the client is asked for its folders, and under which it answers.
  private static let rootsKey = "roots"

  private func call(
    _ id: RequestID, _ parameters: JSONValue, for asker: Asker, size: Int
  ) throws(ProtocolError) -> JSONValue? {
    guard let name = parameters["name"]?.string, let tool = tools.first(where: { $0.name == name }) else {
      throw .invalidParameters("there is no tool '\(parameters["name"]?.string ?? "")'")
    }
    guard let arguments = (parameters["arguments"] ?? [:]).object else {
      throw .invalidParameters("'arguments' is no object")
    }
    let folders: Folders
    if !tool.readsFiles || !asksForRoots || !asker.givesRoots {
      folders = .notGiven
    } else if !asker.version.isStateless {
      folders = .asked
    } else if let answer = parameters["inputResponses"]?[Self.rootsKey], answer["roots"]?.array != nil {
      folders = .given(ClientRoots.addresses(in: answer))
    } else {
      // Such a client is not asked in between: it is told what is missing, and calls again.
      return ["resultType": "input_required", "inputRequests": [Self.rootsKey: ["method": "roots/list"]]]
    }
    let token = parameters["_meta"]?[MetaKey.progressToken]
    let isTaken = calls.add(
      CallQueue.Call(id: id, size: size) { [self] cancellation in
        run(tool, arguments, id, folders, asker, progressToken: token, cancellation)
      })
    guard isTaken else { throw .tooBusy("too many calls are waiting; call again when some are answered") }
    return nil
  }

  /// Where a tool may look, as far as that is known when it is called.
  private enum Folders {
    case notGiven
    case given([String])
    /// The client was asked when it introduced itself, or said that they changed.
    case asked
  }

  /// On the thread of the queue.
  private func run(
    _ tool: Tool, _ arguments: [String: JSONValue], _ id: RequestID, _ folders: Folders, _ asker: Asker,
    progressToken: JSONValue?, _ cancellation: Cancellation
  ) {
    let result: ToolResult
    var addresses: [String]?
    var isSilent = false
    switch folders {
    case .notGiven: break
    case .given(let given): addresses = given
    case .asked:
      addresses = roots.addresses(cancellation)
      isSilent = addresses == nil
    }
    if isSilent {
      result = .failure("the client was asked for its roots and does not answer")
    } else {
      let call = RunningCall(roots: addresses, cancellation) { [writer] done, total, message in
        guard let progressToken else { return }
        var parameters: [String: JSONValue] = [
          "progressToken": progressToken, "progress": .number(done), "message": .string(message),
        ]
        parameters["total"] = total.map(JSONValue.number)
        writer.notification("notifications/progress", .object(parameters))
      }
      result = tool.run(arguments, call)
    }
    // Nobody waits for the answer to a call that was cancelled, and the protocol forbids it.
    if !cancellation.isCancelled { writer.result(id, complete(result.json, for: asker)) }
  }
}
