import Foundation

/// Runs work on all cores, on threads whose stacks are large enough for deeply nested syntax.
package enum Parallel {
  /// Address space only; pages are taken when touched. Parsing a thousand nested brackets needs some 40 MB.
  package static let stackSize = 512 << 20

  /// Maps in parallel; the results keep the order of the elements.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > 1, jobs > 1 else { return onLargeStack { elements.map(transform) } }
    let queue = Queue<Result>(count: elements.count)
    let threads = min(jobs, elements.count)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
      let thread = Thread {
        while let index = queue.next() { queue.store(transform(elements[index]), at: index) }
        done.signal()
      }
      thread.stackSize = stackSize
      thread.start()
    }
    for _ in 0..<threads { done.wait() }
    return queue.results
  }

  /// Maps in parallel where there are enough elements to pay for the threads.
  package static func inChunks<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let size = 16
    guard elements.count > size else { return elements.map(transform) }
    let chunks = stride(from: 0, to: elements.count, by: size).map {
      elements[$0..<min($0 + size, elements.count)]
    }
    return map(chunks) { $0.map(transform) }.flatMap { $0 }
  }

  /// Runs `body` on a thread of its own and waits for it.
  package static func onLargeStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    begin(body).wait()
  }

  /// Runs `body` on a thread of its own while the caller goes on.
  package static func begin<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Pending<Result> {
    let queue = Queue<Result>(count: 1)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      queue.store(body(), at: 0)
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    return Pending(queue: queue, done: done)
  }

  /// A result that is on its way.
  package struct Pending<Result: Sendable>: Sendable {
    fileprivate let queue: Queue<Result>
    fileprivate let done: DispatchSemaphore

    /// Waits for the result; may be asked again.
    package func wait() -> Result {
      done.wait()
      done.signal()
      return queue.results[0]
    }
  }

  /// Hands out indices and collects results. A class with a lock, because threads of unknown number share it.
  fileprivate final class Queue<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var index = 0
    private var values: [Result?]

    init(count: Int) { values = Array(repeating: nil, count: count) }

    func next() -> Int? {
      lock.withLock {
        guard index < values.count else { return nil }
        defer { index += 1 }
        return index
      }
    }

    func store(_ value: Result, at index: Int) { lock.withLock { values[index] = value } }

    var results: [Result] { lock.withLock { values.compactMap { $0 } } }
  }
}
