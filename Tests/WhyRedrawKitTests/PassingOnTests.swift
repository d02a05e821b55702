internal import Foundation
internal import Testing
internal import WhyRedrawKit

/// What of a process's output still arrives: each test is a process of its own.
@Suite struct PassingOnTests {
  private static func output(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  }

  @Test func everythingElseIsPassedOnInOrder() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      print("before", terminator: "|")
      let redraws = try RedrawRecorder.record {
        print("one")
        print("Row: @self changed.")
        print("Settings changed.")
        print("Model: title changed.")
        print("Row: unchanged.")
        print("loading … Row: @self changed.")
        FileHandle.standardOutput.write(Data())
        print("two", terminator: "")
      }
      print("|after")
      guard redraws["Row"].updates == 2, redraws.log == "Row: @self changed.\n" else { exit(1) }
    }
    #expect(
      Self.output(result).hasSuffix(
        """
        before|one
        Settings changed.
        Model: title changed.
        Row: unchanged.
        loading … Row: @self changed.
        two|after

        """), "\(Self.output(result))")
  }

  /// What C's library had not written yet when the recording began belongs in front of it.
  @Test func whatWasPrintedBeforeIsNotRecorded() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      print("Row: @self changed.")
      let redraws = try RedrawRecorder.record { print("Row: _value changed.") }
      print("Row: @self, _value changed.")
      guard redraws["Row"].evaluations == 1, redraws["Row"].causes.map(\.name) == ["_value"] else { exit(1) }
    }
    #expect(Self.output(result).hasSuffix("Row: @self changed.\nRow: @self, _value changed.\n"))
  }

  @Test func aLotIsPassedOnWhole() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let redraws = try RedrawRecorder.record {
        for number in 0..<20_000 {
          print("line \(number)")
          if number.isMultiple(of: 10) { print("Row: @self changed.") }
        }
      }
      guard redraws["Row"].updates == 2000 else { exit(1) }
    }
    #expect(Self.output(result).hasSuffix((0..<20_000).map { "line \($0)\n" }.joined()))
  }

  @Test func whatAThrowingBlockPrintedIsPassedOn() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      do {
        _ = try RedrawRecorder.record {
          print("in the block")
          throw CancellationError()
        }
      } catch {
        print("behind it")
      }
    }
    #expect(Self.output(result).hasSuffix("in the block\nbehind it\n"))
  }

  @Test func aProcessMayEndInABlock() async {
    let result = await #expect(processExitsWith: .exitCode(3), observing: [\.standardOutputContent]) {
      _ = try RedrawRecorder.record {
        print("the last words", terminator: "")
        exit(3)
      }
    }
    #expect(Self.output(result).hasSuffix("the last words"))
  }

  /// A child has the pipe for as long as it lives; nobody waits for it, and what it prints arrives.
  @Test func childrenMayOutliveTheBlock() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let child = Process()
      child.executableURL = URL(filePath: "/bin/sh")
      child.arguments = ["-c", "echo first; sleep 1; echo second"]
      let start = ContinuousClock.now
      let redraws = try RedrawRecorder.record {
        try child.run()
        print("Row: @self changed.")
        Thread.sleep(forTimeInterval: 0.3)
      }
      guard redraws["Row"].updates == 1, start.duration(to: .now) < .milliseconds(900) else { exit(1) }
      child.waitUntilExit()
      try await Task.sleep(for: .milliseconds(300))
    }
    #expect(Self.output(result).hasSuffix("first\nsecond\n"))
  }

  @Test func withoutStandardOutputNothingIsRecorded() async {
    await #expect(processExitsWith: .success) {
      close(1)
      do {
        _ = try RedrawRecorder.record { exit(1) }
        exit(2)
      } catch let RecordingError.standardOutputUnavailable(reason) {
        exit(reason == "Bad file descriptor" ? 0 : 3)
      }
    }
  }
}
