internal import Reporting
internal import TraceAnalysis
internal import TraceImport

/// Files that hold the same records: a log in two styles, standard output beside the log, a copy.
///
/// An input is a run, but no record counts twice. Two captures of the log are one when moments and messages agree. Standard
/// output has no times; it is taken for the log's when it stands right beside a log with the same messages in the same
/// numbers, one of each. Two captures of standard output alone may be two runs, unless one is the other's gzip.
enum RepeatedCaptures {
  /// Notes which readings hold what others hold, too, whether they were named or found in a folder.
  static func mark(_ readings: inout [InputReading]) {
    let scenarios = Dictionary(
      grouping: readings.indices.filter { readings[$0].sketch != nil && readings[$0].run != nil },
      by: { readings[$0].file.scenario })
    for members in scenarios.values where members.count > 1 {
      markRecordings(members, of: &readings)
      // What holds most stays; of equals the log, then the first by name.
      mark(members.sorted { rank(readings[$0]) < rank(readings[$1]) }, of: &readings)
    }
  }

  /// Notes which readings hold what was read before in another role.
  static func mark(_ readings: inout [InputReading], repeating earlier: [InputReading]) {
    if earlier.isEmpty { return }
    var all = earlier + readings
    mark(&all)
    let before = earlier.indices
    let names = Set(before.map { all[$0].file.name })
    for place in readings.indices {
      let own = all[place + earlier.count]
      // Which of two comes first is a matter of their names; here it is one of their roles.
      let repeated = own.original.flatMap { names.contains($0) ? $0 : nil }
      let repeating = before.first { all[$0].original == own.file.name }.map { all[$0].file.name }
      if let original = repeated ?? repeating { readings[place].original = original }
    }
  }

  /// Copies of an export of Instruments, which have no sketch: no two recordings agree in all their times.
  private static func markRecordings(_ members: [Int], of readings: inout [InputReading]) {
    let recorded = members.filter { records(readings[$0]) > 0 && readings[$0].sketch?.isEmpty == true }
    let bySize = Dictionary(grouping: recorded) { readings[$0].summary?.uncompressedBytes }
    for members in bySize.values where members.count > 1 {
      var known: [RunProfile: String] = [:]
      for member in members.sorted(by: { readings[$0].file.name < readings[$1].file.name }) {
        guard let run = readings[member].run else { continue }
        readings[member].original = known[run]
        if known[run] == nil { known[run] = readings[member].file.name }
      }
    }
  }

  private static func rank(_ reading: InputReading) -> (Int, Int, String) {
    let isPrinted = reading.sketch?.isPrinted ?? true
    return (isPrinted ? 1 : 0, -records(reading), reading.file.name)
  }

  private static func records(_ reading: InputReading) -> Int {
    (reading.summary?.events ?? 0) + (reading.summary?.unchanged ?? 0)
  }

  private static func mark(_ members: [Int], of readings: inout [InputReading]) {
    var candidates = Candidates()
    for member in members {
      guard let sketch = readings[member].sketch else { continue }
      let file = readings[member].file
      for other in candidates.sharing(with: file, sketch) {
        guard let otherSketch = readings[other].sketch else { continue }
        let name = readings[other].file.name
        if isCompressed(readings[member], readings[other]), sketch.isEqual(to: otherSketch) {
          readings[member].original = name
        } else {
          switch sketch.relation(to: otherSketch) {
          case .none: break
          case .repeated:
            readings[member].original = name
            // A log has one standard output beside it.
            if sketch.isPrinted { candidates.pair(other, in: file) }
          case .overlapping(let count):
            if readings[member].overlap.map({ $0.records < count }) ?? true { readings[member].overlap = (name, count) }
          }
        }
        if readings[member].original != nil { break }
      }
      if readings[member].original == nil { candidates.insert(member, file, sketch) }
    }
  }

  /// The captures that another one may repeat, found by what they have in common: a folder may hold thousands.
  private struct Candidates {
    private var byName: [String: Int] = [:]
    private var byMoment: [UInt64: [Int]] = [:]
    /// Logs without a standard output yet, by the folder that they lie in.
    private var unpaired: [Substring: [Int]] = [:]
    /// In the order in which they were inserted.
    private var places: [Int: Int] = [:]

    mutating func insert(_ member: Int, _ file: InputFile, _ sketch: CaptureSketch) {
      places[member] = places.count
      byName[file.name] = member
      guard sketch.isLogged else { return }
      for hash in sketch.momentHashes { byMoment[hash, default: []].append(member) }
      unpaired[RepeatedCaptures.folder(of: file), default: []].append(member)
    }

    /// Those inserted first come first.
    func sharing(with file: InputFile, _ sketch: CaptureSketch) -> [Int] {
      var found: Set<Int> = []
      // One may be the other's gzip.
      for name in [file.name + ".gz", file.name.hasSuffix(".gz") ? String(file.name.dropLast(3)) : nil] {
        if let other = name.flatMap({ byName[$0] }) { found.insert(other) }
      }
      if sketch.isLogged { for hash in sketch.momentHashes { found.formUnion(byMoment[hash] ?? []) } }
      if sketch.isPrinted { found.formUnion(unpaired[RepeatedCaptures.folder(of: file)] ?? []) }
      return found.sorted { places[$0, default: 0] < places[$1, default: 0] }
    }

    mutating func pair(_ log: Int, in file: InputFile) {
      unpaired[RepeatedCaptures.folder(of: file)]?.removeAll { $0 == log }
    }
  }

  private static func folder(of file: InputFile) -> Substring {
    file.name[..<(file.name.lastIndex(of: "/") ?? file.name.startIndex)]
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
