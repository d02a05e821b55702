internal import Foundation
internal import Testing
internal import WhyRedrawKit
internal import WhyRedrawTesting

/// What `RedrawRecorder` counts, and what it refuses.
@Suite(.recordsRedraws) struct RecordingTests {
  struct Refusal: Error, Equatable {}

  @Test func linesOfABlockAreCounted() throws {
    let redraws = try RedrawRecorder.record {
      print("Feed: _items changed.")
      for _ in 0..<3 { print("Row: @self changed.") }
    }
    #expect(redraws["Row"].updates == 3)
    #expect(redraws["Row"].causes == redraws.views.first { $0.name == "Row" }?.causes)
    #expect(redraws["Row"].causes.map(\.name) == ["@self"])
    #expect(redraws["Row"].triggers.map(\.view) == ["Feed"])
    #expect(redraws["Row"].origins.map(\.cause) == ["_items"])
    #expect(redraws.rootCauses.map(\.evaluations) == [4])
    #expect(redraws.evaluations == 4)
    #expect(redraws.issues.isEmpty)
    #expect(redraws.log == "Feed: _items changed.\nRow: @self changed.\nRow: @self changed.\nRow: @self changed.\n")
    #expect(redraws.description == "Row: 3 updates (@self 3)\nFeed: 1 update (_items 1)")
  }

  @Test func linesOfAnAsynchronousBlockAreCounted() async throws {
    let redraws = try await RedrawRecorder.record {
      print("Row: @self changed.")
      try await Task.sleep(for: .milliseconds(5))
      await Task.detached { print("Row: _isLiked changed.") }.value
    }
    #expect(redraws["Row"].updates == 2)
  }

  @MainActor @Test func aBlockRunsOnTheActorOfItsCaller() async throws {
    var number = 0
    _ = try await RedrawRecorder.record {
      await Task.yield()
      MainActor.assertIsolated()
      number += 1
    }
    #expect(number == 1)
  }

  @Test func noEvaluationIsAResultToo() throws {
    let redraws = try RedrawRecorder.record {}
    #expect(redraws.views.isEmpty)
    #expect(redraws.issues.isEmpty)
    #expect(redraws["Row"].updates == 0)
    #expect(redraws.description == "no evaluations")
  }

  /// Views on the screen are known; what is inserted in the block is new.
  @Test func theStartDecidesWhatIsInitial() throws {
    func appearAndUpdate() {
      print("Feed: @self, @identity, _items changed.")
      for _ in 0..<3 { print("Row: @self changed.") }
      print("Feed: _items changed.")
      print("Row: @self changed.")
    }
    let whole = try RedrawRecorder.record(from: .firstAppearance) { appearAndUpdate() }
    #expect(whole["Row"].initial == 3)
    #expect(whole["Row"].updates == 1)
    #expect(whole.includesFirstAppearances)

    func update() {
      print("Feed: _items changed.")
      for _ in 0..<3 { print("Row: @self changed.") }
    }
    let later = try RedrawRecorder.record { update() }
    #expect(later["Row"].updates == 3)
    #expect(later["Feed"].updates == 1)
    #expect(!later.includesFirstAppearances)
    let mistaken = try RedrawRecorder.record(from: .firstAppearance) { update() }
    #expect(mistaken["Row"].updates == 0)
  }

  /// Far more than a pipe holds, from threads that print at the same time.
  @Test func manyThreadsPrintMoreThanAPipeHolds() throws {
    let threads = 8
    let lines = 4000
    let redraws = try RedrawRecorder.record {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for _ in 0..<lines { print("Row\(thread): @self, _value changed.") }
      }
    }
    for thread in 0..<threads { #expect(redraws["Row\(thread)"].updates == lines) }
    #expect(redraws.evaluations == threads * lines)
    #expect(redraws.log.utf8.count == threads * lines * "Row0: @self, _value changed.\n".utf8.count)
  }

  @Test func otherWaysToPrintAreRecordedToo() throws {
    let redraws = try RedrawRecorder.record {
      FileHandle.standardOutput.write(Data("A: @self changed.\nB: @self".utf8))
      FileHandle.standardOutput.write(Data(" changed.\r\nC: @self changed.".utf8))
    }
    #expect(redraws["A"].updates == 1)
    #expect(redraws["B"].updates == 1)
    #expect(redraws["C"].updates == 1)
    #expect(redraws.log == "A: @self changed.\nB: @self changed.\r\nC: @self changed.\n")
  }

  // MARK: - Ends

  /// Where standard output leads: no two open files have the same numbers.
  private static func standardOutput() -> [UInt64] {
    var status = stat()
    guard fstat(1, &status) == 0 else { return [] }
    return [UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino)]
  }

  @Test func standardOutputIsRestoredWhenTheBlockThrows() async throws {
    let before = Self.standardOutput()
    #expect(throws: Refusal()) {
      _ = try RedrawRecorder.record {
        #expect(Self.standardOutput() != before)
        throw Refusal()
      }
    }
    #expect(Self.standardOutput() == before)
    await #expect(throws: Refusal()) {
      _ = try await RedrawRecorder.record {
        await Task.yield()
        throw Refusal()
      }
    }
    #expect(Self.standardOutput() == before)
  }

  @Test func standardOutputIsRestoredWhenTheTaskIsCancelled() async throws {
    let before = Self.standardOutput()
    let task = Task {
      try await RedrawRecorder.record {
        print("Row: @self changed.")
        try await Task.sleep(for: .seconds(60))
      }
    }
    while Self.standardOutput() == before { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(Self.standardOutput() == before)
  }

  @Test func descriptorsAreGivenBack() throws {
    func openDescriptors() -> Int { (0..<1024).count { fcntl($0, F_GETFD) >= 0 } }
    for _ in 0..<3 { _ = try RedrawRecorder.record {} }
    let before = openDescriptors()
    for _ in 0..<300 { _ = try RedrawRecorder.record { print("Row: @self changed.") } }
    // The thread closes the last ones a moment after; other tests open files at the same time.
    #expect(openDescriptors() < before + 100)
  }

  // MARK: - One at a time

  @Test func nestedRecordingsAreRefused() throws {
    let file: StaticString = "FeedTests/LikeTests.swift"
    let redraws = try RedrawRecorder.record(file: file, line: 12) {
      #expect(throws: RecordingError.alreadyRecording(since: "FeedTests/LikeTests.swift:12")) {
        _ = try RedrawRecorder.record { print("Never: @self changed.") }
      }
      print("Row: @self changed.")
    }
    #expect(redraws["Row"].updates == 1)
    #expect(redraws.views.count == 1)
    #expect(
      RecordingError.alreadyRecording(since: "FeedTests/LikeTests.swift:12").description
        == "redraws are being recorded already, since FeedTests/LikeTests.swift:12: standard output can be recorded once "
        + "at a time; do not nest recordings, and let tests with recordings take turns (.serialized in a suite, "
        + ".recordsRedraws in several)")
  }

  @Test func parallelRecordingsAreRefused() async throws {
    let redraws = try await RedrawRecorder.record {
      let refused = await Task.detached { () -> Bool in
        do {
          _ = try await RedrawRecorder.record { await Task.yield() }
          return false
        } catch RecordingError.alreadyRecording(let since) {
          return since.contains("/RecordingTests.swift:")
        } catch {
          return false
        }
      }.value
      #expect(refused)
      print("Row: @self changed.")
    }
    #expect(redraws["Row"].updates == 1)
  }

  /// They would all run at once, and be refused.
  @Test(arguments: 0..<12) func testsWithTheTraitTakeTurns(_ number: Int) async throws {
    let redraws = try await RedrawRecorder.record {
      for _ in 0..<number {
        print("Row: @self changed.")
        await Task.yield()
      }
    }
    #expect(redraws["Row"].updates == number)
  }

  @Test(.recordsRedraws) func aTestWithTheTraitTwiceDoesNotWaitForItself() throws {
    #expect(try RedrawRecorder.record { print("Row: @self changed.") }["Row"].updates == 1)
  }
}
