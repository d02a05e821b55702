internal import TraceAnalysis
internal import TraceImport

/// A speedscope file: a flame graph of evaluations, each one a sample of weight 1 whose stack is the change that began the
/// update, then the view. "Left Heavy" shows which change costs most evaluations; "Time Order" shows the session.
///
/// The stack goes back to where the update began as far as order tells: the last evaluation with a cause of its own.
///
/// - Source: `file-format-spec.ts` of speedscope.
package final class SpeedscopeWriter: EventWriter {
  package static let title = "speedscope, evaluations as a flame graph below their root causes"

  private var frames: [String: Int] = [:]
  private var frameNames: [String] = []
  private var samples = 0
  private var root: Int?
  private var lastTime: Int64?

  /// A pause longer than this ends an update.
  private static let longestPause: Int64 = 100_000_000

  package init() {}

  package func begin(into output: inout EventText) {
    output.append(
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"whyredraw\",\"name\":\"body "
        + "evaluations\",\"activeProfileIndex\":0,\"profiles\":[{\"type\":\"sampled\",\"name\":\"body evaluations\","
        + "\"unit\":\"none\",\"startValue\":0,\"samples\":[")
  }

  package func write(_ event: WrittenEvent, into output: inout EventText) {
    guard event.kind == .evaluation, let message = event.message else { return }
    if let time = event.time, let last = lastTime, time - last > Self.longestPause { root = nil }
    lastTime = event.time
    let causes = message.causes.filter { $0 != .viewValue }
    let own = frame("\(message.view): \(message.causes.map(\.text).joined(separator: ", "))")
    let stack: [Int]
    if !causes.isEmpty, !message.causes.contains(.viewValue) || root == nil {
      root = own
      stack = [own]
    } else if let root, root != own {
      stack = [root, own]
    } else {
      stack = [own]
    }
    output.append("\(samples == 0 ? "" : ",")[\(stack.map(String.init).joined(separator: ","))]")
    samples += 1
  }

  package func end(into output: inout EventText) {
    output.append("],\"weights\":[")
    for index in 0..<samples { output.append(index == 0 ? "1" : ",1") }
    output.append("],\"endValue\":\(samples)}],\"shared\":{\"frames\":[")
    for (index, name) in frameNames.enumerated() {
      output.append("\(index == 0 ? "" : ",")\n{\"name\":\(EventText.json(name))}")
    }
    output.append("\n]}}\n")
  }

  private func frame(_ name: String) -> Int {
    if let known = frames[name] { return known }
    frames[name] = frameNames.count
    frameNames.append(name)
    return frameNames.count - 1
  }
}

extension OutputFormat {
  static let speedscope = OutputFormat("speedscope", SpeedscopeWriter.title).events(SpeedscopeWriter.self)
}
