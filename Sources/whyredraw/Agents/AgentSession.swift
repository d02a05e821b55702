import AgentServer
import ArgumentParser
import Platform
import Reporting
import Synchronization

/// What the calls of one client share: where they may look, and the reports that they made.
struct AgentSession: Sendable {
  let shelf = ReportShelf()
  /// Folders that the command line names.
  var roots: [String]
  /// The folder that the server was started in, without links.
  var start: String

  /// Does the work of a call within the folders it may look at, and turns whatever comes of it into a result.
  func perform(
    _ call: RunningCall, _ work: (_ workspace: Workspace, _ progress: CallProgress) throws -> ToolResult
  ) -> ToolResult {
    let workspace: Workspace
    do {
      workspace = try Workspace(roots: call.roots, fixed: roots, start: start)
    } catch {
      return .failure("\(error)")
    }
    workspace.enter()
    let progress = CallProgress(call)
    let limits = Reach.Limits(
      folders: workspace.folders, isCancelled: { call.isCancelled }, read: { progress.read($0) })
    let (result, messages) = Reach.limited(to: limits) { try work(workspace, progress) }
    // A session may stay open for days between two calls.
    giveFreeMemoryBack()
    switch result {
    case .success(let result): return result.adding(messages)
    case .failure(let error): return .failure(Self.explanation(of: error, messages))
    }
  }

  /// What went wrong, in the words of the command line.
  private static func explanation(of error: any Error, _ messages: [String]) -> String {
    switch error {
    case is ExitCode: messages.isEmpty ? "it failed" : messages.joined(separator: "\n")
    case is CancellationError: "given up"
    case let refusal as Workspace.Refusal: refusal.description
    default: (messages + [WhyRedraw.message(for: error)]).joined(separator: "\n")
    }
  }
}

extension ToolResult {
  /// With what was said meanwhile.
  fileprivate func adding(_ messages: [String]) -> ToolResult {
    guard !messages.isEmpty, case .object(var members)? = structured else { return self }
    members["messages"] = .array(messages.map(JSONValue.string))
    return ToolResult(.object(members), links: links)
  }
}

/// How far a call is: the megabytes that were read, and the steps after.
final class CallProgress: Sendable {
  private static let pause = Duration.milliseconds(100)

  private struct State {
    var done = 0.0
    var lastSaid: ContinuousClock.Instant?
  }

  private let call: RunningCall
  private let state = Mutex(State())

  init(_ call: RunningCall) { self.call = call }

  func read(_ bytes: Int) {
    let done = state.withLock { state -> Double? in
      state.done += Double(bytes) / 1_000_000
      let now = ContinuousClock.now
      if let last = state.lastSaid, now - last < Self.pause { return nil }
      state.lastSaid = now
      return state.done
    }
    if let done { call.progress(done, "reading") }
  }

  /// Begins what follows.
  ///
  /// - Throws: `CancellationError` where nobody waits for it any more.
  func step(_ message: String) throws {
    if call.isCancelled { throw CancellationError() }
    let done = state.withLock { state in
      state.done += 1
      return state.done
    }
    call.progress(done, message)
  }
}
