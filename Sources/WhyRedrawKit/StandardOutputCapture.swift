internal import Dispatch
internal import Foundation
internal import Synchronization

/// Leads standard output through a pipe, from `init` to `finish`.
///
/// The pipe is read on a thread of its own, so that whoever prints never waits for whoever records; not on a queue, whose
/// threads may all be waiting in prints. A class, because that thread shares it.
final class StandardOutputCapture: Sendable {
  /// What is read at a time: as much as the largest pipe holds, so that nothing is left in it at the end.
  private static let largestPipe = 1 << 20

  private let original: Descriptor
  /// The thread stops recording when this one is closed.
  private let stop: Descriptor
  private let recorded = Mutex(RecordedOutput())
  private let isRead = DispatchSemaphore(value: 0)
  private let isFinished = Mutex(false)

  /// - Throws: `SystemError` when standard output is closed, or there are no descriptors left.
  init() throws(SystemError) {
    original = try Descriptor.standardOutput.duplicated()
    let pipe: Descriptor.Pipe
    let stopping: Descriptor.Pipe
    do throws(SystemError) {
      pipe = try Descriptor.Pipe()
    } catch {
      original.close()
      throw error
    }
    do throws(SystemError) {
      stopping = try Descriptor.Pipe()
    } catch {
      for descriptor in [original, pipe.output, pipe.input] { descriptor.close() }
      throw error
    }
    stop = stopping.input
    pipe.output.neverWaits()
    Thread { self.read(pipe.output, until: stopping.output) }.start()
    flushStandardOutput()
    pipe.input.copy(to: .standardOutput)
    pipe.input.close()
  }

  /// Restores standard output, and returns what was printed when all of it is recorded and passed on.
  ///
  /// May be called again, also on another thread.
  @discardableResult func finish() -> RecordedOutput {
    isFinished.withLock { isFinished in
      if isFinished { return }
      isFinished = true
      flushStandardOutput()
      original.copy(to: .standardOutput)
      stop.close()
      isRead.wait()
    }
    return recorded.withLock { $0 }
  }

  /// Records and passes on until `stopping` is closed at the other end; then passes on what children of this process
  /// still print, since they have the pipe for good.
  private func read(_ pipe: Descriptor, until stopping: Descriptor) {
    var output = RecordedOutput()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    var isOpen = true
    var isRecording = true
    while isRecording {
      isRecording = !Descriptor.wait(for: isOpen ? [pipe, stopping] : [stopping]).contains(stopping)
      // Not to the end of what comes: a child that prints without end must not keep the recording from its own.
      var count = 0
      reading: while isOpen, count < Self.largestPipe {
        switch pipe.read(into: buffer) {
        case .bytes(let bytes):
          count += bytes.count
          original.write(output.add(bytes))
        case .nothingYet: break reading
        case .end: isOpen = false
        }
      }
    }
    original.write(output.end())
    recorded.withLock { $0 = output }
    isRead.signal()
    while isOpen {
      _ = Descriptor.wait(for: [pipe])
      switch pipe.read(into: buffer) {
      case .bytes(let bytes): original.write(bytes)
      case .nothingYet: continue
      case .end: isOpen = false
      }
    }
    buffer.deallocate()
    for descriptor in [pipe, stopping, original] { descriptor.close() }
  }
}

/// What was printed during a recording.
struct RecordedOutput: Sendable {
  /// Every byte.
  private(set) var everything: [UInt8] = []
  /// The lines that SwiftUI alone writes, each with its end.
  private var changes: [UInt8] = []
  /// Where in `everything` the line begins whose end is still to come.
  private var lineStart = 0

  var log: String { String(decoding: changes, as: UTF8.self) }

  /// Takes what was printed next; returns what of it, and of the line that it completes, is to be passed on.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var searched = everything.count
    everything += bytes
    var others: [UInt8] = []
    while let end = everything[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      sort(lineStart..<end + 1, into: &others)
      lineStart = end + 1
      searched = lineStart
    }
    return others
  }

  /// Ends the last line; returns what of it is to be passed on.
  mutating func end() -> [UInt8] {
    var others: [UInt8] = []
    if lineStart < everything.count { sort(lineStart..<everything.count, into: &others) }
    lineStart = everything.count
    return others
  }

  private mutating func sort(_ line: Range<Int>, into others: inout [UInt8]) {
    if isEvaluation(everything[line]) {
      changes += everything[line]
      if everything[line].last != UInt8(ascii: "\n") { changes.append(UInt8(ascii: "\n")) }
    } else {
      others += everything[line]
    }
  }
}
