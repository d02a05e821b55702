internal import TraceAnalysis

/// Where nothing is evaluated for a while: between two taps, in an app that has come to rest, or where a capture has a hole.
enum Pauses {
  /// The longest time between two evaluations of a scenario in a run, in milliseconds and by the slices of its timeline, which are
  /// less than a hundredth of its length; `nil` without times.
  static func longest(_ run: RunProfile, in scenario: String?) -> Int? {
    var slices: [Range<Int64>] = []
    for part in run.parts {
      guard run.name(ofScenario: part.scenario) == scenario, part.timeline.axis == .time else { continue }
      let length: Int64 = 1 << part.timeline.shift
      slices += part.timeline.cells.map { $0.bucket * length..<($0.bucket + 1) * length }
    }
    slices.sort { $0.lowerBound < $1.lowerBound }
    guard var end = slices.first?.upperBound else { return nil }
    var longest: Int64 = 0
    for slice in slices {
      longest = max(longest, slice.lowerBound - end)
      end = max(end, slice.upperBound)
    }
    return Int(longest / 1_000_000)
  }
}
