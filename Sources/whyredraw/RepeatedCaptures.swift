internal import Reporting
internal import TraceAnalysis
internal import TraceImport

/// Files of one folder that hold the same records: a log in two styles, standard output beside the log, a copy.
///
/// An input is a run, but no record counts twice. Two captures of the log are one when moments and messages agree. Standard
/// output has no times; it is taken for the log's when it stands right beside a log with the same messages in the same
/// numbers, one of each. Two captures of standard output alone may be two runs, unless one is the other's gzip.
enum RepeatedCaptures {
  /// Notes which readings hold what others of the same folder hold, too.
  static func mark(_ readings: inout [InputReading]) {
    let folders = Dictionary(
      grouping: readings.indices.filter { readings[$0].sketch != nil && readings[$0].run != nil },
      by: { Place(folder: readings[$0].file.folder ?? "", scenario: readings[$0].file.scenario) })
    for members in folders.values where members.count > 1 {
      // What holds most stays; of equals the log, then the first by name.
      mark(members.sorted { rank(readings[$0]) < rank(readings[$1]) }, of: &readings)
    }
  }

  private struct Place: Hashable {
    var folder: String
    var scenario: String?
  }

  private static func rank(_ reading: InputReading) -> (Int, Int, String) {
    let isPrinted = reading.sketch?.isPrinted ?? true
    return (isPrinted ? 1 : 0, -records(reading), reading.file.name)
  }

  private static func records(_ reading: InputReading) -> Int {
    (reading.summary?.events ?? 0) + (reading.summary?.unchanged ?? 0)
  }

  private static func mark(_ members: [Int], of readings: inout [InputReading]) {
    // A log has one standard output beside it.
    var paired: Set<Int> = []
    for (place, member) in members.enumerated() {
      for other in members[..<place] where readings[other].original == nil && readings[member].original == nil {
        guard let sketch = readings[member].sketch, let otherSketch = readings[other].sketch else { continue }
        let name = readings[other].file.name
        if isCompressed(readings[member], readings[other]), sketch.isEqual(to: otherSketch) {
          readings[member].original = name
          continue
        }
        if sketch.isPrinted, paired.contains(other) || !isBeside(readings[member], readings[other]) { continue }
        switch sketch.relation(to: otherSketch) {
        case .none: break
        case .repeated:
          readings[member].original = name
          if sketch.isPrinted { paired.insert(other) }
        case .overlapping(let count):
          if readings[member].overlap.map({ $0.records < count }) ?? true { readings[member].overlap = (name, count) }
        }
      }
    }
  }

  private static func isBeside(_ left: InputReading, _ right: InputReading) -> Bool {
    func folder(_ name: String) -> Substring { name[..<(name.lastIndex(of: "/") ?? name.startIndex)] }
    return folder(left.file.name) == folder(right.file.name)
  }

  /// Whether one is named like the gzip of the other, and may be it.
  private static func isCompressed(_ left: InputReading, _ right: InputReading) -> Bool {
    guard let first = left.summary, let second = right.summary, first.isGzip != second.isGzip else { return false }
    let (gzip, plain) = first.isGzip ? (left, right) : (right, left)
    return gzip.file.name == plain.file.name + ".gz" && first.uncompressedBytes == second.uncompressedBytes
      && first.lines == second.lines
  }
}

extension ReadInputs {
  /// Lists an input whose records are counted in another one.
  mutating func add(_ file: InputFile, _ summary: InputSummary, repeating original: String) {
    var summary = summary
    let count = summary.events + summary.unchanged
    summary.events = 0
    summary.unchanged = 0
    summary.issues.append(
      ImportIssue(
        severity: .info, message: "holds the same records as '\(original)': counted once, there", count: count))
    if summary.isFaulty { isFaulty = true }
    inputs.append(RedrawReport.Input(path: file.name, summary: summary))
    storedInputs.append(ProfileFile.Input(path: file.name, summary: summary))
  }
}
