/// A thread of its own for work that waits, or that needs a deep stack.
package enum WorkerThread {
  /// Starts `work` on a new thread, which ends when it returns.
  ///
  /// - Parameter stackSize: In bytes; `nil` for as much as the system gives.
  /// - Returns: False where the system has no thread left; then nothing was started.
  package static func start(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let box = Unmanaged.passRetained(Work(work))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let isStarted = pthread_create(&thread, &attributes, run, box.toOpaque()) == 0
    if !isStarted { box.release() }
    return isStarted
  }

  /// A class, because C hands a pointer on and nothing else.
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func perform(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }

  #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { work in
      perform(work)
      return nil
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { work in
      if let work { perform(work) }
      return nil
    }
  #endif
}
