internal import Dispatch
internal import Synchronization

/// The folders that a client with a handshake gives: asked for once, and again when it says that they changed.
///
/// The thread that reads stores the answer that a call waits for on its own thread.
final class ClientRoots: Sendable {
  private struct State {
    /// The request that is under way.
    var asked: RequestID?
    var known: [String]?
    var number = 0
  }

  /// A client that does not answer for so long is told so.
  private static let patience = Duration.seconds(20)

  private let state = Mutex(State())
  /// Signalled with each answer; whoever waits looks whether it is the one.
  private let answered = DispatchSemaphore(value: 0)

  /// Asks; an answer to what was asked before is no longer listened to.
  func ask(by writer: MessageWriter) {
    let id = state.withLock { state -> RequestID in
      state.number += 1
      state.known = nil
      let id = RequestID.text("roots-\(state.number)")
      state.asked = id
      return id
    }
    writer.request(id, "roots/list")
  }

  func store(_ result: JSONValue?, for id: RequestID) {
    state.withLock { state in
      guard state.asked == id else { return }
      state.asked = nil
      // A client that fails to list any gives none.
      state.known = Self.addresses(in: result ?? [:])
    }
    answered.signal()
  }

  /// Waits for the answer; `nil` if none comes.
  func addresses(_ cancellation: Cancellation) -> [String]? {
    let end = ContinuousClock.now + Self.patience
    while true {
      if let known = state.withLock(\.known) { return known }
      guard !cancellation.isCancelled, ContinuousClock.now < end else { return nil }
      _ = answered.wait(timeout: .now() + .milliseconds(100))
    }
  }

  /// The addresses in the answer to `roots/list`.
  static func addresses(in result: JSONValue) -> [String] {
    (result["roots"]?.array ?? []).compactMap { $0["uri"]?.string }
  }
}
