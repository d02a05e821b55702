internal import Synchronization

/// A call of a tool, as the tool sees it: where it may look, how it says how far it is, and whether anybody still waits.
package final class RunningCall: Sendable {
  /// Of the folders that the client gave, as it wrote them; `nil` where it gives none.
  package let roots: [String]?
  private let cancellation: Cancellation
  private let report: @Sendable (_ done: Double, _ total: Double?, _ message: String) -> Void
  private let last = Mutex(-1.0)

  init(
    roots: [String]?, _ cancellation: Cancellation,
    report: @escaping @Sendable (_ done: Double, _ total: Double?, _ message: String) -> Void
  ) {
    self.roots = roots
    self.cancellation = cancellation
    self.report = report
  }

  package var isCancelled: Bool { cancellation.isCancelled }

  /// Says how far the call is, where the client asked for it.
  ///
  /// - Parameter done: What is no more than was said before is not said: the protocol wants progress to progress.
  package func progress(_ done: Double, of total: Double? = nil, _ message: String) {
    let isMore = last.withLock { last in
      guard done > last else { return false }
      last = done
      return true
    }
    if isMore, !isCancelled { report(done, total, message) }
  }
}

/// Whether somebody gave a call up. Shared by who runs the call and who hears that it is not wanted any more.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}
