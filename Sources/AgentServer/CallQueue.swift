internal import Dispatch
internal import Platform
internal import Synchronization

/// Runs calls one after the other, in the order in which they came, on a thread of its own.
///
/// One at a time, because each uses all cores by itself. Meanwhile the thread that reads answers everything that needs no
/// files, and hears what is cancelled.
final class CallQueue: Sendable {
  struct Call: Sendable {
    var id: RequestID
    /// What the message takes in memory.
    var size: Int
    var cancellation = Cancellation()
    var run: @Sendable (Cancellation) -> Void
  }

  private struct State {
    var waiting: [Call] = []
    /// Of `waiting`, how many were taken out already; they are dropped now and then.
    var taken = 0
    var size = 0
    var running: Call?
  }

  /// Together they bound the memory that a client can take by not waiting for answers.
  private static let mostCalls = 1 << 15
  private static let mostBytes = 64 << 20

  private let state = Mutex(State())
  private let arrived = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  /// - Parameter stackSize: Of the thread that runs the calls.
  init(stackSize: Int) {
    let isStarted = WorkerThread.start(stackSize: stackSize) { self.work() }
    precondition(isStarted, "the system gives no thread to answer calls on")
  }

  /// - Returns: False where too many wait already.
  func add(_ call: Call) -> Bool {
    let isTaken = state.withLock { state in
      let count = state.waiting.count - state.taken
      guard count < Self.mostCalls, state.size + call.size <= Self.mostBytes else { return false }
      state.waiting.append(call)
      state.size += call.size
      return true
    }
    if isTaken { arrived.signal() }
    return isTaken
  }

  func cancel(_ id: RequestID) {
    state.withLock { state in
      if state.running?.id == id { state.running?.cancellation.cancel() }
      for call in state.waiting[state.taken...] where call.id == id { call.cancellation.cancel() }
    }
  }

  /// Lets the calls that are there finish, but not for longer than some seconds; what remains is given up.
  func finish(within seconds: Double) {
    // One more than there are calls: whoever finds none has come to the end.
    arrived.signal()
    guard finished.wait(timeout: .now() + seconds) == .timedOut else { return }
    state.withLock { state in
      state.running?.cancellation.cancel()
      for call in state.waiting[state.taken...] { call.cancellation.cancel() }
    }
    // What is being written is written to its end.
    _ = finished.wait(timeout: .now() + seconds)
  }

  private func work() {
    while true {
      arrived.wait()
      guard let call = next() else { break }
      if !call.cancellation.isCancelled { autoreleasing { call.run(call.cancellation) } }
      state.withLock { $0.running = nil }
    }
    finished.signal()
  }

  private func next() -> Call? {
    state.withLock { state in
      guard state.taken < state.waiting.count else { return nil }
      let call = state.waiting[state.taken]
      state.taken += 1
      state.size -= call.size
      if state.taken > 1024 || state.taken == state.waiting.count {
        state.waiting.removeFirst(state.taken)
        state.taken = 0
      }
      state.running = call
      return call
    }
  }

  /// Elsewhere than on Apple's systems there is no pool to empty.
  private func autoreleasing(_ body: () -> Void) {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }
}
