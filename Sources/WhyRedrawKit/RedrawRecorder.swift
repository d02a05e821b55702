internal import Synchronization

/// Records what views print by `Self._printChanges()` while a block runs in this process.
///
///     let redraws = try RedrawRecorder.record {
///       model.like(model.posts[3])
///       host.layoutSubtreeIfNeeded()
///     }
///     #expect(redraws["Row"].updates <= 3)
///
/// Standard output is led through a pipe meanwhile, for the whole process and all of its threads. SwiftUI's lines are
/// kept; everything else goes on to where standard output really leads, in order and at once. Whatever happens in the
/// block, standard output is restored.
///
/// What is not seen: `Self._logChanges()`, which writes to the unified log, and bodies that are evaluated after the block
/// has ended. SwiftUI evaluates bodies when it gets around to it, so let it: lay the view out, or run the run loop.
public enum RedrawRecorder {
  /// When a recording begins, which decides what counts as an update.
  public enum Start: Hashable, Sendable {
    /// The views were evaluated before the block: only evaluations of views that are inserted in it are initial.
    case viewsOnScreen
    /// The views appear in the block: the first evaluation of each is initial, as `whyredraw` counts a whole capture.
    case firstAppearance
  }

  /// Records a block; see `RedrawRecorder`.
  ///
  /// - Parameters:
  ///   - start: Whether the views appear before the block or in it. If that is wrong, `.viewsOnScreen` counts too many
  ///     updates, and `.firstAppearance` too few.
  ///   - file: Where the recording is, for the error of another one; the caller's.
  ///   - line: As `file`.
  ///   - body: What makes SwiftUI evaluate bodies.
  /// - Throws: What `body` throws; before it runs, `RecordingError`.
  public static func record(
    from start: Start = .viewsOnScreen, file: StaticString = #fileID, line: UInt = #line, _ body: () throws -> Void
  ) throws -> Redraws {
    try begin(at: "\(file):\(line)")
    let result = Result { try body() }
    let output = end()
    try result.get()
    return Redraws(output, from: start)
  }

  /// Records a block that waits for something; see `RedrawRecorder`.
  ///
  /// While it waits, other code runs, and what that prints is recorded, too. If the task is cancelled, the block decides
  /// what happens, as everywhere: what it throws is thrown, what it returns from is a recording.
  ///
  /// - Parameters:
  ///   - start: Whether the views appear before the block or in it. If that is wrong, `.viewsOnScreen` counts too many
  ///     updates, and `.firstAppearance` too few.
  ///   - file: Where the recording is, for the error of another one; the caller's.
  ///   - line: As `file`.
  ///   - isolation: The actor that the block runs on; the caller's.
  ///   - body: What makes SwiftUI evaluate bodies.
  /// - Throws: What `body` throws; before it runs, `RecordingError`.
  public static func record(
    from start: Start = .viewsOnScreen, file: StaticString = #fileID, line: UInt = #line,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async throws -> Redraws {
    try begin(at: "\(file):\(line)")
    do {
      try await body()
    } catch {
      _ = end()
      throw error
    }
    return Redraws(end(), from: start)
  }

  // MARK: - One at a time

  private struct Recording: Sendable {
    var capture: StandardOutputCapture
    /// Where it was begun: `FeedTests/LikeTests.swift:12`.
    var place: String
  }

  private static let current = Mutex<Recording?>(nil)

  /// A process that ends in a block, by `exit`, still passes on what it printed. Evaluated once.
  private static let endsAtExit: Void = atProcessExit { current.withLock { $0 }?.capture.finish() }

  private static func begin(at place: String) throws(RecordingError) {
    _ = endsAtExit
    try current.withLock { current throws(RecordingError) in
      if let current { throw .alreadyRecording(since: current.place) }
      do throws(SystemError) {
        current = Recording(capture: try StandardOutputCapture(), place: place)
      } catch {
        throw .standardOutputUnavailable(reason: error.description)
      }
    }
  }

  /// Another recording is refused until this one has passed on everything.
  private static func end() -> RecordedOutput {
    let output = current.withLock { $0 }?.capture.finish()
    current.withLock { $0 = nil }
    return output ?? RecordedOutput()
  }
}

/// Why nothing can be recorded.
public enum RecordingError: Error, Hashable, CustomStringConvertible {
  /// Another recording is going on; `since` is where it began, such as `FeedTests/LikeTests.swift:12`.
  ///
  /// There is one standard output, and nothing in a line says whose it is. So recordings do not nest, and tests with
  /// recordings do not run in parallel: mark them `.serialized`, or `.recordsRedraws` where they are in several suites.
  case alreadyRecording(since: String)
  /// Standard output is closed, or the process has no descriptors left; `reason` is in the system's words.
  case standardOutputUnavailable(reason: String)

  public var description: String {
    switch self {
    case .alreadyRecording(let since):
      "redraws are being recorded already, since \(since): standard output can be recorded once at a time; do not nest "
        + "recordings, and let tests with recordings take turns (.serialized in a suite, .recordsRedraws in several)"
    case .standardOutputUnavailable(let reason):
      "standard output cannot be recorded: \(reason)"
    }
  }
}
