internal import TraceAnalysis

/// Where nothing is evaluated for a while: between two taps, in an app that has come to rest, or where a capture has a hole.
enum Pauses {
  /// The longest time between two evaluations of each scenario of a run, in milliseconds and by the slices of its timeline, which
  /// are less than a hundredth of its length; nothing for one without times.
  static func longest(_ run: RunProfile) -> [String?: Int] {
    var slices: [String?: [Range<Int64>]] = [:]
    for part in run.parts where part.timeline.axis == .time {
      let length: Int64 = 1 << part.timeline.shift
      slices[run.name(ofScenario: part.scenario), default: []] +=
        part.timeline.cells.map { $0.bucket * length..<($0.bucket + 1) * length }
    }
    return slices.compactMapValues(longest(between:))
  }

  private static func longest(between slices: [Range<Int64>]) -> Int? {
    let slices = slices.sorted { $0.lowerBound < $1.lowerBound }
    guard var end = slices.first?.upperBound else { return nil }
    var longest: Int64 = 0
    for slice in slices {
      longest = max(longest, slice.lowerBound - end)
      end = max(end, slice.upperBound)
    }
    return Int(longest / 1_000_000)
  }
}
