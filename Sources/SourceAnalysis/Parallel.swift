internal import Dispatch
internal import Platform
internal import Synchronization

/// Runs work on all cores, on threads whose stacks are large enough for deeply nested syntax.
package enum Parallel {
  /// Address space only; pages are taken when touched. Parsing a thousand nested brackets needs some 40 MB.
  package static let stackSize = 512 << 20

  /// Maps in parallel; the results keep the order of the elements.
  ///
  /// - Parameter cost: What an element takes, in any unit: the dearest come first, so that no core ends up alone with one.
  package static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    cost: ((Element) -> Int)? = nil, _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > 1, jobs > 1 else { return onLargeStack { elements.map(transform) } }
    let queue = Queue<Result>(order: order(of: elements, by: cost))
    let threads = min(jobs, elements.count)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<threads {
      let work = { @Sendable in
        while let index = queue.next() { queue.store(transform(elements[index]), at: index) }
        _ = done.signal()
      }
      // Without a thread of its own, the work is done here.
      if !WorkerThread.start(stackSize: stackSize, work) { work() }
    }
    for _ in 0..<threads { done.wait() }
    return queue.results
  }

  private static func order<Element>(of elements: [Element], by cost: ((Element) -> Int)?) -> [Int] {
    guard let cost else { return Array(elements.indices) }
    let costs = elements.map(cost)
    return costs.indices.sorted { (costs[$1], $0) < (costs[$0], $1) }
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
    let queue = Queue<Result>(order: [0])
    let done = DispatchSemaphore(value: 0)
    let work = { @Sendable in
      queue.store(body(), at: 0)
      _ = done.signal()
    }
    if !WorkerThread.start(stackSize: stackSize, work) { work() }
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
  fileprivate final class Queue<Result: Sendable>: Sendable {
    private let order: [Int]
    private let state: Mutex<(position: Int, values: [Result?])>

    init(order: [Int]) {
      self.order = order
      state = Mutex((0, Array(repeating: nil, count: order.count)))
    }

    func next() -> Int? {
      state.withLock { state in
        guard state.position < order.count else { return nil }
        defer { state.position += 1 }
        return order[state.position]
      }
    }

    func store(_ value: Result, at index: Int) { state.withLock { $0.values[index] = value } }

    var results: [Result] { state.withLock { $0.values.compactMap { $0 } } }
  }
}
