internal import Synchronization
internal import SystemPackage

/// Which files the process may open, and who hears what it says.
///
/// On the command line that is whatever the user may open, and standard error. A call of an agent reaches the folders that it
/// was given: whatever else a link, a configuration or a project names is as good as not there. All places that open, list or
/// write files ask here, so that no tool can forget it. There is one reach for the process, because calls run one at a time.
enum Reach {
  /// What a call may do.
  struct Limits: Sendable {
    /// Real paths, without links.
    var folders: [String]
    /// Whether nobody waits for the call any more.
    var isCancelled: @Sendable () -> Bool
    /// Told of bytes of traces as they are read.
    var read: @Sendable (_ bytes: Int) -> Void
  }

  private struct State {
    var limits: Limits?
    var messages: [String] = []
    var untold = 0
  }

  /// More than anybody reads; what comes after them is counted.
  private static let mostMessages = 50

  private static let state = Mutex(State())
  private static let isGuarded = Atomic(false)
  private static let writing = Mutex(())

  /// From here on files are reached within the limits of a call, and outside of calls not at all: work that a call left behind
  /// on another thread finds nothing any more.
  static func close() { isGuarded.store(true, ordering: .releasing) }

  /// Runs `body` within limits, and gives what it said meanwhile.
  static func limited<Result>(to limits: Limits, _ body: () throws -> Result) -> (
    result: Swift.Result<Result, any Error>, messages: [String]
  ) {
    state.withLock { $0 = State(limits: limits) }
    let result = Swift.Result { try body() }
    let messages = state.withLock { state in
      let more = state.untold > 0 ? ["… and \(state.untold) more"] : []
      defer { state = State() }
      return state.messages + more
    }
    return (result, messages)
  }

  static var isLimited: Bool { isGuarded.load(ordering: .acquiring) }

  private static var limits: Limits? { state.withLock(\.limits) }

  /// Whether a path leads to where files may be opened, links followed. A file that does not exist is where its folder is.
  static func includes(_ path: String) -> Bool {
    guard isLimited else { return true }
    guard let limits, let real = SystemPath.realOrPlanned(path) else { return false }
    return limits.folders.contains { real == $0 || $0 == "/" || real.hasPrefix($0 + "/") }
  }

  /// Whether a path leads to a file that may be read. Within limits that is an ordinary one: a pipe could keep a call waiting for
  /// ever.
  static func includesFile(_ path: String) -> Bool {
    !isLimited || includes(path) && SystemPath.real(path).flatMap { SystemPath.kind(of: FilePath($0)) } == .regular
  }

  /// Whether the work is no longer wanted.
  static var isCancelled: Bool { isLimited && limits?.isCancelled() ?? true }

  static func noteRead(_ bytes: Int) { if isLimited { limits?.read(bytes) } }

  /// Changes files; `end` waits for it.
  static func write<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try writing.withLock { _ throws(Failure) in try body() }
  }

  /// Ends the process, but not between the first and the last file of a change.
  static func end(_ body: () -> Never) -> Never { writing.withLock { _ in body() } }

  /// Keeps what was said for the caller.
  static func hear(_ message: String) {
    guard isLimited else { return }
    state.withLock { state in
      if state.messages.count < mostMessages { state.messages.append(message) } else { state.untold += 1 }
    }
  }
}
