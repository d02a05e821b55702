internal import Synchronization

/// One line on standard error that tells how far reading is.
///
/// A class behind a lock, because several readings report to it from their threads.
final class ProgressLine: Sendable {
  private struct State {
    var bytes = 0
    var lastShown = ContinuousClock.now
    var isVisible = false
  }

  let isShown: Bool
  private let total: Int
  private let state = Mutex(State())

  init(isShown: Bool, total: Int) {
    self.isShown = isShown
    self.total = total
  }

  func add(_ bytes: Int) {
    state.withLock { state in
      state.bytes += bytes
      // Short work needs no progress, and a terminal no more than a few changes a second.
      guard ContinuousClock.now - state.lastShown > .milliseconds(200) else { return }
      state.lastShown = .now
      state.isVisible = true
      let megabytes = state.bytes / 1_000_000
      let share = total > 0 ? ", \(min(100, state.bytes * 100 / total)) %" : ""
      try? write("\r\u{1B}[Kreading: \(megabytes) MB\(share)", to: 2)
    }
  }

  func clear() {
    state.withLock { state in
      if state.isVisible { try? write("\r\u{1B}[K", to: 2) }
      state.isVisible = false
    }
  }
}

/// Turns one reading's running total into additions; used by the one thread that parses.
final class ProgressCounter {
  private let line: ProgressLine
  private var last = 0

  init(_ line: ProgressLine) { self.line = line }

  func report(_ bytes: Int) {
    line.add(bytes - last)
    last = bytes
  }
}
