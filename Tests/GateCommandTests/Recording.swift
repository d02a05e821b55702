import Foundation
import TestSupport
import Testing

/// Eight views with as many updates each; the first one's may be others, or first appearances.
struct Recording {
  var updates = 20
  var first: Int?
  var appearances = 4
  /// The number of updates of the first view that are first appearances instead.
  var remade = 0
  var without: Set<Int> = []
  /// The share of its lines that are there.
  var share = 1.0
  var milliseconds = 100

  /// A line for each view in turn, in a slot of its own; what a view does more often shares its slots.
  func text(_ run: Int) -> String {
    var lines: [(slot: Int, message: String)] = []
    for round in 0..<(appearances + updates) {
      for view in 0..<8 where !without.contains(view) {
        let number = round - appearances
        let all = view == 0 ? first ?? updates : updates
        let times = number < 0 ? 1 : all * (number + 1) / updates - all * number / updates
        let isAppearance = number < (view == 0 ? remade : 0)
        let message = isAppearance ? "View\(view): @self, @identity, _x changed." : "View\(view): _x changed."
        lines += Array(repeating: (round * 8 + view, message), count: times)
      }
    }
    return lines.prefix(Int((Double(lines.count) * share).rounded())).map { slot, message in
      let time = slot * (milliseconds * 10 + run) / 10
      let clock = String(format: "%02d:%02d.%03d", time / 60_000, time / 1000 % 60, time % 1000)
      return
        "{\"timestamp\":\"2025-11-08 1\(run % 10):\(clock)000+0100\",\"processID\":5,\"processImagePath\":\"/x/MyApp\","
        + "\"subsystem\":\"com.apple.SwiftUI\",\"category\":\"Changed Body Properties\",\"eventMessage\":\"\(message)\"}\n"
    }.joined()
  }
}

extension GateTool {
  func write(_ recordings: [Recording], _ folder: String, from first: Int = 1) throws {
    for (index, recording) in recordings.enumerated() {
      try write("\(folder)/\(first + index).ndjson", recording.text(first + index))
    }
  }

  /// Three runs of the same.
  func write(_ recording: Recording, _ folder: String, runs: Int = 3) throws {
    try write(Array(repeating: recording, count: runs), folder, from: 5)
  }

  /// A baseline of four runs.
  static func recorded() throws -> GateTool {
    let tool = try GateTool()
    try tool.write(Array(repeating: Recording(), count: 4), "before")
    let written = try tool("baseline", "before", "-o", "Redraws.lock")
    #expect(written.exitCode == 0 && !written.errors.contains("warning"), "\(written.errors)")
    return tool
  }
}

/// Text without the line ends of a terminal.
func flat(_ text: String) -> String { text.replacing(/\n +/, with: " ") }
