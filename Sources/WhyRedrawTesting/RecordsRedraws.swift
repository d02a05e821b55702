public import Testing

/// Lets tests that record redraws take turns; see `Trait.recordsRedraws`.
public struct RecordsRedraws: TestTrait, SuiteTrait, TestScoping {
  /// Whether this test has its turn already: a suite and its test may both ask for one.
  @TaskLocal private static var hasTurn = false
  private static let turns = Turns()

  /// In a suite it is for each test, and not for the suite as a whole.
  public var isRecursive: Bool { true }

  /// Runs a test when no other test with this trait runs.
  ///
  /// - Throws: What the test throws, and `CancellationError` if it is cancelled while it waits.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.hasTurn { return try await function() }
    try await Self.turns.begin()
    do {
      try await Self.$hasTurn.withValue(true) { try await function() }
    } catch {
      await Self.turns.end()
      throw error
    }
    await Self.turns.end()
  }
}

extension Trait where Self == RecordsRedraws {
  /// Lets tests that record redraws take turns, whichever suites they are in.
  ///
  ///     @Suite(.recordsRedraws) struct FeedTests { … }
  ///
  /// Tests run in parallel, and standard output can be recorded once at a time. Tests without the trait still run
  /// meanwhile; if they show views, too, give it to them or mark everything `.serialized`.
  public static var recordsRedraws: Self { Self() }
}

/// Lets one at a time in, in the order in which they asked.
private actor Turns {
  private var isTaken = false
  private var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  private var asked = 0

  /// Waits until nobody else has the turn.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled while it waits; it has no turn then.
  func begin() async throws {
    guard isTaken else {
      isTaken = true
      return
    }
    asked += 1
    let number = asked
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiting.append((number, continuation))
        }
      }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
  }

  func end() {
    if waiting.isEmpty {
      isTaken = false
    } else {
      waiting.removeFirst().continuation.resume()
    }
  }

  private func giveUp(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
