/// The header of a line, and the layout that it belongs to.
struct RecognisedHeader {
  var header: LineHeader
  /// The position in `allLayouts`.
  var format: UInt8
  var timeForm: TimestampReader.Form
}

/// Finds out which layout a line has, and reads its header.
///
/// A class, because the clock and what is known of processes go on from line to line for every part of the reader.
final class LineRecogniser {
  private struct Entry {
    var layout: any LineFormat.Type
    var index: UInt8
    var timeForm: TimestampReader.Form
    /// The place of its naming among `namings`.
    var naming: Int?
  }

  private struct Naming {
    var layout: any LineFormat.Type
    var state: any ProcessNaming
  }

  var clock = TimestampReader()
  let templates = HeaderTemplates()
  /// The layouts of the first lines, and those of JSON records.
  private(set) var recognised: Set<UInt8> = []
  private var layouts: [Entry] = []
  private var namings: [Naming] = []
  /// Those of the namings that have not seen the first lines of their layout.
  private var learners: [Int] = []
  /// Per layout whether it may be recognised; all but one are out when the user names it.
  private let isAllowed: [Bool]
  private var lastNotedFormat = UInt8.max

  /// No header is shorter, so layouts may look at this many bytes unchecked.
  private static let shortestHeader = 15
  /// How many of the first lines are looked at closely, to name the format of a log without any events.
  static let linesToRecognise = 200

  /// - Parameter format: the only one that may be recognised, `nil` for all.
  init(only format: TraceFormat?) {
    isAllowed = allTraceFormats.map { format == nil || format == $0 }
    for (index, layout) in allLayouts.enumerated() where isAllowed[index] {
      guard let layout = layout.lineFormat else { continue }
      var entry = Entry(layout: layout, index: UInt8(index), timeForm: layout.timeForm, naming: nil)
      if let naming = layout.naming {
        entry.naming = namings.count
        namings.append(Naming(layout: layout, state: naming))
      }
      layouts.append(entry)
    }
    learners = Array(namings.indices)
  }

  /// Whether `--input-format` leaves the layout in play.
  func allows(_ layout: any Layout.Type) -> Bool { isAllowed[Int(layout.index)] }
  func allows(formatAt index: UInt8) -> Bool { isAllowed[Int(index)] }

  // MARK: - Headers

  func header(of line: ByteSpan) -> RecognisedHeader? {
    guard line.count >= Self.shortestHeader, !isWrapped(line) else { return nil }
    return headerAtStart(of: line)
  }

  private func headerAtStart(of line: ByteSpan) -> RecognisedHeader? {
    guard line.count >= Self.shortestHeader else { return nil }
    for entry in layouts {
      guard entry.layout.mayBegin(line), var header = entry.layout.header(of: line, clock: &clock) else { continue }
      if let naming = entry.naming { header.process = header.process.map { namings[naming].state.process(in: $0) } }
      return RecognisedHeader(header: header, format: entry.index, timeForm: entry.timeForm)
    }
    return nil
  }

  /// Whether a time was put in front of a line that has a header of its own.
  private func isWrapped(_ line: ByteSpan) -> Bool {
    guard line[0].isDigit else { return false }
    var rest = line
    for _ in 0..<StandardOutput.mostWrappers {
      let wrapper = wrapperLength(of: rest)
      guard wrapper > 0, wrapper < rest.count else { return false }
      rest = rest.from(wrapper)
      if headerAtStart(of: rest) != nil { return true }
    }
    return false
  }

  /// The time of a line that is like another one but for the time.
  @inline(__always)
  func time(of line: ByteSpan, like template: UnsafePointer<HeaderTemplates.Template>) -> Int64? {
    guard let reading = clock.time(line, as: template.pointee.timeForm),
      reading.length == template.pointee.timeLength
    else { return nil }
    return reading.time
  }

  /// What a build service or a tool put in front of a line.
  func wrapperLength(of line: ByteSpan) -> Int { StandardOutput.wrapperLength(line, clock: &clock) }

  // MARK: - First lines

  /// Looks which layout one of the first lines has.
  func recognise(_ line: ByteSpan) {
    if let header = header(of: line) { recognised.insert(header.format) }
    let wrapper = wrapperLength(of: line)
    if wrapper > 0, wrapper < line.count, let header = header(of: line.from(wrapper)) {
      recognised.insert(header.format)
    }
  }

  func noteFormat(at index: UInt8) {
    if index != lastNotedFormat { recognised.insert(index) }
    lastNotedFormat = index
  }

  /// Whether a layout has first lines still to come, which it wants to see before they are read.
  var hasToLearn: Bool { !learners.isEmpty }

  /// Whether a layout wants to see this line, and those behind it, before it is read.
  func wantsToLearn(from line: ByteSpan) -> Bool { learner(from: line) != nil }

  private func learner(from line: ByteSpan) -> Int? {
    let line = line.withoutMark
    guard line.count >= Self.shortestHeader else { return nil }
    return learners.first { learner in
      let layout = namings[learner].layout
      guard layout.mayBegin(line) else { return false }
      // A clock of its own, since dates without a year go on from line to line.
      var clock = TimestampReader()
      return layout.header(of: line, clock: &clock)?.process != nil
    }
  }

  private static func name(
    in line: ByteSpan, _ layout: any LineFormat.Type, _ clock: inout TimestampReader
  ) -> ByteSpan? {
    let line = line.withoutMark
    guard line.count >= shortestHeader, layout.mayBegin(line) else { return nil }
    return layout.header(of: line, clock: &clock)?.process
  }

  /// Shows these lines to the layout that the first of them may be of, and lets it conclude.
  func learn(from lines: ByteSpan) {
    guard let learner = learner(from: lines.sub(0, lines.firstIndex(of: 0x0A) ?? lines.count)) else { return }
    let layout = namings[learner].layout
    var clock = TimestampReader()
    var rest = lines
    while rest.count > 0 {
      let end = rest.firstIndex(of: 0x0A) ?? rest.count
      if let name = Self.name(in: rest.sub(0, end), layout, &clock) { namings[learner].state.learn(name) }
      rest = rest.from(min(end + 1, rest.count))
    }
    namings[learner].state.conclude()
    learners.removeAll { $0 == learner }
  }

  /// Names of processes that were understood without knowing.
  var guesses: Set<String> { namings.reduce(into: []) { $0.formUnion($1.state.guesses) } }
}
