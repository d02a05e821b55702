/// Turns the bytes of a log into events: splits lines, finds each line's layout, reads its messages.
///
/// Layouts may change from line to line, because captures get mixed: a test log with the app's standard output and the
/// prefixed records of its standard error is one file. So a line is read by the layout that takes it, and the format of
/// the input is what its events came in.
///
/// A class, because it is the one owner of a long-lived state machine and its caches.
final class LogReader {
  // Not private: its extensions stand in files of their own.
  let symbols = TraceSymbols()
  var clock = TimestampReader()
  var issues = IssueCollector()
  var lineNumber = 0
  var json = JSONAssembly()
  var group = MetadataGroup()

  private let options: ReadingOptions
  /// Per format whether it may be recognised; all but one are out when the user names it.
  private let isAllowed: [Bool]
  private let recognisesHeaders: Bool
  private let output: EventOutput
  /// What texts were read as: records that are surely SwiftUI's, other records, and lines of standard output.
  private let caches = (MessageCache(), MessageCache(), MessageCache())
  private let templates = HeaderTemplates()
  private var carry: [UInt8] = []
  /// The last line that began a record, while it is still in the current block: what indented lines belong to.
  private var recordLine: ByteSpan?
  /// A copy of it, when the block it was in is gone.
  private var keptRecordLine: [UInt8] = []
  private var byteCount = 0
  /// The first bytes, until there are enough of them to see which layout this is; `nil` after that.
  private var head: [UInt8]? = []
  private var sawTestMarkers = false
  private var openTests: [String] = []
  private var recognisedFormats: Set<UInt8> = []
  private var lastNotedFormat = UInt8.max
  private var unreadable = (count: 0, line: 0)
  private var firstLineOfDoubt: [UInt32: Int] = [:]
  private var limitReached = (count: 0, line: 0)

  /// A line longer than this is read in pieces; real ones end far below.
  static let longestLine = 1 << 20
  /// How much is looked at before the first line is read: Xcode's metadata stands behind what it belongs to.
  private static let headSize = 64 * 1024
  /// How many of the first lines are looked at closely, to name the format of a log without any events.
  private static let linesToRecognise = 200

  init(options: ReadingOptions, sink: any TraceEventSink) {
    self.options = options
    output = EventOutput(sink: sink, symbols: symbols)
    isAllowed = allTraceFormats.map { options.format == nil || options.format == $0 }
    recognisesHeaders = options.format == nil || options.format != StandardOutput.format
  }

  // MARK: - Lines

  func consume(_ block: UnsafeRawBufferPointer) {
    byteCount += block.count
    guard var bytes = head else { return readLines(ByteSpan(block)) }
    bytes.append(contentsOf: block)
    head = bytes
    if bytes.count >= Self.headSize { readHead() }
  }

  /// Sends on the events of what has been read.
  func deliver() { output.deliver() }

  private func readHead() {
    guard let bytes = head else { return }
    head = nil
    bytes.withUnsafeBytes { buffer in
      var rest = ByteSpan(buffer)
      if rest.hasPrefix("\u{FEFF}") { rest = rest.from(3) }
      group.isActive = allows(XcodeMetadata.format) && containsMetadata(rest)
      readLines(rest)
    }
  }

  private func readLines(_ bytes: ByteSpan) {
    var rest = bytes
    if !carry.isEmpty {
      guard let end = rest.firstIndex(of: 0x0A) else { return keep(rest) }
      carry.append(contentsOf: UnsafeBufferPointer(start: rest.start, count: end))
      rest = rest.from(end + 1)
      handleCarry()
    }
    while let end = rest.firstIndex(of: 0x0A) {
      handle(rest.sub(0, end))
      rest = rest.from(end + 1)
    }
    if rest.count > 0 { keep(rest) }
    keepRecordLine()
  }

  /// Copies the last record's line before its bytes go.
  private func keepRecordLine() {
    guard let line = recordLine else { return }
    recordLine = nil
    keptRecordLine = Array(UnsafeBufferPointer(start: line.start, count: min(line.count, 1024)))
  }

  private func keep(_ rest: ByteSpan) {
    carry.append(contentsOf: UnsafeBufferPointer(start: rest.start, count: rest.count))
    if carry.count > Self.longestLine { handleLongLine() }
  }

  private func handleCarry() {
    let line = carry
    carry.removeAll(keepingCapacity: carry.capacity <= Self.longestLine)
    line.withUnsafeBytes {
      handle(ByteSpan($0))
      keepRecordLine()
    }
  }

  /// Reads what is complete of a line without end, and keeps the tail in which a message may just have begun.
  private func handleLongLine() {
    let piece = carry
    piece.withUnsafeBytes { bytes in
      let line = ByteSpan(bytes)
      carry.removeAll()
      if json.isInside || line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[") {
        if appendJSON(line, endsLine: false) { return }
      }
      var end = 0
      while let hit = line.firstIndex(of: "changed.", from: end) { end = hit + 8 }
      if end > 0 {
        handle(line.sub(0, end))
        lineNumber -= 1
        keepRecordLine()
      }
      let tail = max(end, line.count - 64 * 1024)
      carry.append(contentsOf: UnsafeBufferPointer(start: line.start + tail, count: line.count - tail))
    }
  }

  private func handle(_ rawLine: ByteSpan) {
    lineNumber += 1
    var line = rawLine
    if line.count > 0, line[line.count - 1] == 0x0D { line = line.sub(0, line.count - 1) }
    if json.isInside {
      _ = appendJSON(line, endsLine: true)
      return
    }
    guard line.count > 0 else { return }
    if let marker = options.scenarioMarker, let name = marker(line.string) { startScenario(name) }
    if lineNumber <= Self.linesToRecognise { recognise(line) }
    if line.count >= 9, line.word(at: line.count - 8) == changedWord {
      // A line that was read as standard output before has no header; most logs consist of nothing else.
      if !line[0].isDigit, !line[0].isBlank {
        let hash = MessageCache.hash(line)
        if let entry = caches.2.entry(for: line, hash: hash), entry.count == 1 {
          send(
            entry.first,
            Origin(
              process: .unnamed, time: TraceEvent.noTime, channel: .standardOutput, format: standardOutputIndex))
          recordLine = line
          return
        }
      }
      readRecord(line)
    } else if line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[") || line[0] == UInt8(ascii: "]"),
      appendJSON(line, endsLine: true)
    {
      return
    } else if line.firstIndex(of: "changed.") != nil {
      readRecord(line)
    } else {
      readOtherLine(line)
    }
    if !line[0].isBlank { recordLine = line }
  }

  /// `changed.` as a word in memory.
  private let changedWord: UInt64 = {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: "changed.".utf8) }
    return word
  }()
  private let standardOutputIndex = FormatIndex.standardOutput

  // MARK: - Records

  /// Reads a line that says `changed.` somewhere.
  private func readRecord(_ line: ByteSpan) {
    if let template = templates.match(line),
      let time = time(of: line, length: template.timeLength, format: template.format)
    {
      emit(
        line.from(template.timeLength + template.count), context: template.context,
        origin: Origin(process: template.process, time: time, channel: .unifiedLog, format: template.format))
    } else if let (header, format) = header(of: line) {
      let process = process(header.process, pid: header.pid)
      templates.remember(line, header: header, format: format, process: process)
      emit(
        line.from(header.messageStart), context: header.context,
        origin: Origin(process: process, time: header.time, channel: .unifiedLog, format: format))
    } else {
      readStandardOutput(line)
    }
  }

  private func time(of line: ByteSpan, length: Int, format: UInt8) -> Int64? {
    let reading =
      format == FormatIndex.ideviceSyslog ? clock.monthAndDay(line) : clock.dateAndTime(line)
    guard let reading, reading.length == length else { return nil }
    return reading.time
  }

  private func header(of line: ByteSpan) -> (LineHeader, UInt8)? {
    guard recognisesHeaders, line.count >= 15 else { return nil }
    if line[0].isDigit, line[4] == UInt8(ascii: "-") {
      for (layout, index) in zip(datedLineFormats, FormatIndex.dated) where isAllowed[Int(index)] {
        if let header = layout.header(of: line, clock: &clock) { return (header, index) }
      }
    } else if line[0].isASCIILetter, line[3] == 0x20, line[6] == 0x20 {
      let index = FormatIndex.ideviceSyslog
      if isAllowed[Int(index)], let header = IDeviceSyslog.header(of: line, clock: &clock) { return (header, index) }
    }
    // Console.app's first column is a word, a time, or what people chose; its tabs give it away.
    guard isAllowed[Int(FormatIndex.consoleApp)], line.sub(0, min(line.count, 64)).firstIndex(of: 0x09) != nil,
      let header = ConsoleApp.header(of: line, clock: &clock)
    else { return nil }
    return (header, FormatIndex.consoleApp)
  }

  private func readStandardOutput(_ line: ByteSpan) {
    if line.firstIndex(of: 0x1B) != nil || line.firstIndex(of: 0x00) != nil {
      return withoutControls(line) { readRecord($0) }
    }
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    if wrapper > 0 {
      let inner = line.from(wrapper)
      guard inner.count > 0 else { return }
      return readRecord(inner)
    }
    if line[0].isBlank, readContinuation(line) { return }
    guard allows(StandardOutput.format) || allows(XcodeBuild.format) || allows(XcodeMetadata.format) else { return }
    emit(
      line, context: .standardOutput,
      origin: Origin(
        process: .unnamed, time: TraceEvent.noTime, channel: .standardOutput, format: standardOutputIndex))
  }

  /// Reads the message of a record that goes on in indented lines, or only begins there because the line was wrapped.
  private func readContinuation(_ line: ByteSpan) -> Bool {
    if let recordLine { return readContinuation(line, of: recordLine) }
    return keptRecordLine.withUnsafeBytes { readContinuation(line, of: ByteSpan($0)) }
  }

  private func readContinuation(_ line: ByteSpan, of record: ByteSpan) -> Bool {
    guard record.count > 0, let (recordHeader, format) = header(of: record) else { return false }
    var header = recordHeader
    var text = line.trimmed
    if header.messageStart >= record.count, let colon = text.firstIndex(of: ": (") ?? text.firstIndex(of: ": [") {
      header.process = text.sub(0, colon)
      let sender = UnifiedLog.skipSender(text, at: colon + 2)
      header.context = sender.context
      text = text.from(sender.messageStart)
    }
    emit(
      text, context: header.context,
      origin: Origin(
        process: process(header.process, pid: header.pid), time: header.time, channel: .unifiedLog, format: format))
    return true
  }

  /// Colours and other terminal sequences, and NULs, are taken out; the line is read again without them.
  func withoutControls(_ line: ByteSpan, _ body: (ByteSpan) -> Void) {
    var clean: [UInt8] = []
    clean.reserveCapacity(line.count)
    var index = 0
    while index < line.count {
      let byte = line[index]
      index += 1
      if byte == 0 { continue }
      guard byte == 0x1B else {
        clean.append(byte)
        continue
      }
      guard index < line.count else { break }
      if line[index] == UInt8(ascii: "[") {
        // CSI: parameters, then one final byte.
        index += 1
        while index < line.count, line[index] < 0x40 { index += 1 }
        index += 1
      } else if line[index] == UInt8(ascii: "]") {
        // OSC: until BEL or ESC \.
        while index < line.count, line[index] != 0x07, line[index] != 0x1B { index += 1 }
        index += index < line.count && line[index] == 0x1B ? 2 : 1
      } else {
        index += 1
      }
    }
    guard !clean.isEmpty else { return }
    clean.withUnsafeBytes { body(ByteSpan($0)) }
  }

  // MARK: - Events

  /// Where and when a message was written.
  struct Origin {
    var process: ProcessID
    var time: Int64
    var channel: TraceEvent.Channel
    var format: UInt8
  }

  /// Sends the events of a message's text.
  @inline(__always)
  func emit(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    let cache =
      switch context {
      case .changedBodyProperties: caches.0
      case .logRecord: caches.1
      case .standardOutput: caches.2
      }
    let hash = MessageCache.hash(text)
    let entry = cache.entry(for: text, hash: hash) ?? parse(text, context: context, hash: hash, cache: cache)
    if entry.count == 1 {
      send(entry.first, origin)
    } else if entry.count == MessageCache.Entry.unreadable {
      noteUnreadable()
    } else {
      for message in cache.messages(of: entry) { send(message, origin) }
    }
  }

  @inline(__always)
  private func send(_ message: UInt32, _ origin: Origin) {
    let event = TraceEvent(
      kind: .change, value: message, process: origin.process, time: origin.time, channel: origin.channel,
      format: origin.format)
    if group.isActive, origin.channel == .standardOutput {
      group.append(event, to: output)
    } else {
      output.append(event)
    }
  }

  private func parse(
    _ text: ByteSpan, context: ChangeGrammar.Context, hash: UInt64, cache: MessageCache
  ) -> MessageCache.Entry {
    let messages = ChangeGrammar.messages(in: text, context: context)
    var ids: [UInt32] = []
    for message in messages {
      guard let id = symbols.intern(message) else {
        if limitReached.count == 0 { limitReached.line = lineNumber }
        limitReached.count += 1
        continue
      }
      if message.isDoubtful, firstLineOfDoubt[id.index] == nil { firstLineOfDoubt[id.index] = lineNumber }
      ids.append(id.index)
    }
    let isUnreadable = context == .changedBodyProperties && messages.isEmpty
    return cache.insert(isUnreadable ? nil : ids, for: text, hash: hash)
  }

  func noteUnreadable() {
    if unreadable.count == 0 { unreadable.line = lineNumber }
    unreadable.count += 1
  }

  private var lastProcess: (name: [UInt8], pid: Int?, id: ProcessID) = ([], nil, .unnamed)

  func process(_ name: ByteSpan?, pid: Int?) -> ProcessID {
    guard name != nil || pid != nil else { return .unnamed }
    let bytes = name ?? ByteSpan(UnsafeRawBufferPointer(start: nil, count: 0))
    let isLast = lastProcess.name.withUnsafeBytes { ByteSpan($0).equals(bytes) } && lastProcess.pid == pid
    if isLast, lastProcess.id != .unnamed { return lastProcess.id }
    let id = symbols.intern(ProcessIdentity(name: name?.string, pid: pid))
    lastProcess = (Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count)), pid, id)
    return id
  }

  // MARK: - Lines without a change

  private func readOtherLine(_ line: ByteSpan) {
    let first = line[0]
    if first == UInt8(ascii: "T") {
      if line.hasPrefix("Type: "), allows(XcodeMetadata.format),
        let metadata = XcodeMetadata.metadata(of: line, clock: &clock)
      {
        return endGroup(metadata)
      }
      if line.hasPrefix("Test Case '") { return readTestMarker(line) }
    }
    if first == UInt8(ascii: "w"), line.hasPrefix("whyredraw mark: ") { return readMark(line.from(16)) }
    if first >= 0x80 || first == 0x1B || first == UInt8(ascii: "[") || first.isDigit,
      line.firstIndex(of: "Test ") != nil
    {
      readWrappedTestMarker(line)
    }
    if line.firstIndex(of: "update") != nil { readFault(line) }
    readLossNotice(line)
    if let template = templates.match(line), template.context == .changedBodyProperties { noteUnreadable() }
  }

  /// `log` says when it had to drop messages, and when it was told to leave some out.
  func readLossNotice(_ line: ByteSpan) {
    if line.firstIndex(of: "lost >=") != nil || line.firstIndex(of: "dropped during live streaming") != nil {
      issues.add(
        .dataLoss, "the log says that messages were dropped; record less at once, or use 'log show'", line: lineNumber)
    } else if line.hasPrefix("Skipping info") {
      issues.add(
        .dataLoss,
        "the capture left out messages of level info, the level of _logChanges(); pass --info or --level info",
        line: lineNumber)
    }
  }

  private func readWrappedTestMarker(_ line: ByteSpan) {
    if line.firstIndex(of: 0x1B) != nil { return withoutControls(line) { readWrappedTestMarker($0) } }
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    readTestMarker(wrapper > 0 ? line.from(wrapper) : line)
  }

  private func readTestMarker(_ line: ByteSpan) {
    guard line.count > 0, let marker = XcodeBuild.marker(in: line) else { return }
    sawTestMarkers = true
    switch marker {
    case .started(let name):
      openTests.append(name)
      startScenario(name)
    case .ended(let name):
      if let index = openTests.lastIndex(of: name) { openTests.remove(at: index) }
      // Tests of one process may overlap; what follows belongs to the one that started last.
      if let outer = openTests.last { startScenario(outer) } else { endScenario() }
    }
  }

  private func startScenario(_ name: String) {
    output.append(TraceEvent(kind: .scenarioStart, value: symbols.intern(scenario: name)))
  }

  /// What `whyredraw mark` puts into a recording: a phase begins, or without a name, ends.
  private func readMark(_ name: ByteSpan) {
    if name.count > 0 { startScenario(name.string) } else { endScenario() }
  }

  private func endScenario() {
    output.append(TraceEvent(kind: .scenarioEnd, value: 0))
  }

  /// Finds SwiftUI's own complaints about updates.
  func readFault(_ line: ByteSpan, origin: Origin? = nil) {
    guard let fault = fault(in: line) else { return }
    var event = TraceEvent(kind: .fault, value: fault.rawValue)
    if let origin {
      event.process = origin.process
      event.time = origin.time
      event.format = origin.format
    } else if let (header, format) = header(of: line) {
      event.process = process(header.process, pid: header.pid)
      event.time = header.time
      event.format = format
    }
    output.append(event)
  }

  /// - Source: the texts of SwiftUI's runtime issues, as Xcode shows them.
  private func fault(in line: ByteSpan) -> UpdateFault? {
    if line.firstIndex(of: "Publishing changes from within view updates") != nil {
      .publishingWithinUpdate
    } else if line.firstIndex(of: "Modifying state during view update") != nil {
      .modifyingStateDuringUpdate
    } else if line.firstIndex(of: "Publishing changes from background threads") != nil {
      .publishingFromBackground
    } else if line.firstIndex(of: "tried to update multiple times per frame") != nil {
      .multipleUpdatesPerFrame
    } else {
      nil
    }
  }

  // MARK: - Xcode's metadata behind the message

  private func containsMetadata(_ block: ByteSpan) -> Bool {
    var search = 0
    while let hit = block.firstIndex(of: "\nType: ", from: search) {
      var end = block.firstIndex(of: 0x0A, from: hit + 1) ?? block.count
      if end > hit + 1, block[end - 1] == 0x0D { end -= 1 }
      if XcodeMetadata.metadata(of: block.sub(hit + 1, end), clock: &clock) != nil { return true }
      search = hit + 1
    }
    return false
  }

  private func endGroup(_ metadata: XcodeMetadata.Metadata) {
    recognisedFormats.insert(XcodeMetadata.format.index)
    group.isActive = true
    if metadata.isChangedBodyProperties, group.events.isEmpty { noteUnreadable() }
    let process = process(metadata.process, pid: nil)
    for var event in group.events {
      event.format = XcodeMetadata.format.index
      if !metadata.isStandardOutput {
        event.process = process
        event.time = metadata.time
        event.channel = .unifiedLog
        if metadata.isChangedBodyProperties { event.value = withoutDoubt(event.value) }
      }
      output.append(event)
    }
    group.events.removeAll(keepingCapacity: true)
  }

  /// The same message as one that SwiftUI surely wrote.
  private func withoutDoubt(_ message: UInt32) -> UInt32 {
    var certain = symbols[MessageID(index: message)]
    guard certain.isDoubtful else { return message }
    certain.isDoubtful = false
    return symbols.intern(certain)?.index ?? message
  }

  // MARK: - The end

  private func recognise(_ line: ByteSpan) {
    if let (_, format) = header(of: line) { recognisedFormats.insert(format) }
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    if wrapper > 0, wrapper < line.count, let (_, format) = header(of: line.from(wrapper)) {
      recognisedFormats.insert(format)
    }
  }

  /// Whether `--input-format` leaves the format in play.
  func allows(_ format: TraceFormat) -> Bool { isAllowed[Int(format.index)] }

  /// Reads a line as text, whatever it starts with.
  func readText(_ line: ByteSpan) { readRecord(line) }

  func allows(formatAt index: UInt8) -> Bool { isAllowed[Int(index)] }

  func noteFormat(at index: UInt8) {
    if index != lastNotedFormat { recognisedFormats.insert(index) }
    lastNotedFormat = index
  }

  /// Reads what is left, and sums up. `wasCutShort`: damage ended the input, so an open line is no fault of its own.
  func finish(wasCutShort: Bool) -> InputSummary {
    readHead()
    let endsInsideLine = !carry.isEmpty
    if endsInsideLine {
      let eventsBefore = output.changeCount
      let unreadableBefore = unreadable
      let line = carry
      handleCarry()
      if output.changeCount == eventsBefore {
        // One line, one issue; and of damage that ended the input, it is no further one.
        unreadable = unreadableBefore
        if !wasCutShort { line.withUnsafeBytes { noteCutOffLine(ByteSpan($0)) } }
      }
    }
    finishJSON()
    for event in group.events { output.append(event) }
    output.finish()
    reportIssues(of: output)
    if byteCount == 0 {
      if wasCutShort { return InputSummary() }
      issues.add(.error, "the input is empty; was the capture stopped before anything was written?")
    } else if output.evaluations == 0, output.unchanged == 0 {
      issues.add(.error, emptyMessage)
    }
    var summary = InputSummary()
    summary.format = formatID
    summary.uncompressedBytes = byteCount
    summary.lines = lineNumber
    summary.events = output.evaluations
    summary.unchanged = output.unchanged
    summary.issues = issues.sorted
    return summary
  }

  /// A line without its end that looks like the beginning of a message is one lost.
  private func noteCutOffLine(_ line: ByteSpan) {
    let isOurs: Bool
    if let (header, _) = header(of: line), header.messageStart < line.count {
      isOurs = header.context == .changedBodyProperties
    } else {
      var landmark = line.count
      for start: StaticString in [": @", ": _", ": \\"] {
        if let hit = line.firstIndex(of: start) { landmark = min(landmark, hit) }
      }
      isOurs = landmark < line.count && line.sub(0, landmark).firstIndex(of: 0x20) == nil && line[0] >= 0x41
    }
    if isOurs { issues.add(.dataLoss, "the input ends in the middle of a message", line: lineNumber) }
  }

  private func reportIssues(of output: EventOutput) {
    if unreadable.count > 0 {
      issues.add(
        .dataLoss,
        "records of the category 'Changed Body Properties' without a complete message (cut off, or '<private>')",
        line: unreadable.line, count: unreadable.count)
    }
    if limitReached.count > 0 {
      issues.add(
        .dataLoss, "more than \(TraceSymbols.messageLimit) distinct messages; further ones were left out",
        line: limitReached.line, count: limitReached.count)
    }
    for (view, doubt) in output.doubts.sorted(by: { $0.key < $1.key }) {
      let line = doubt.messages.compactMap { firstLineOfDoubt[$0] }.min()
      issues.add(
        .info,
        "'\(view)' has lines like SwiftUI's but none that only SwiftUI writes (no '@self', no '_property'): "
          + "taken for the app's own prints and not counted", line: line, count: doubt.count)
    }
    if symbols.unnamedProcesses > 0 {
      issues.add(
        .info, "more than \(TraceSymbols.processLimit) processes; what further ones did is counted without their names",
        count: symbols.unnamedProcesses)
    }
    if output.duplicates > 0 {
      issues.add(
        .info, "messages that came through two channels (standard output and the log, or two captures): counted once",
        count: output.duplicates)
    }
    if output.formatCounts.count > 1 {
      let parts = output.formatCounts.sorted { $0.key < $1.key }
        .map { "\(allTraceFormats[Int($0.key)].id) \($0.value)" }.joined(separator: ", ")
      issues.add(.info, "events in several layouts: \(parts)")
    }
  }

  private var formatID: String? {
    if output.formatCounts.count > 1 { return "mixed" }
    if let only = output.formatCounts.first?.key {
      if only == StandardOutput.format.index, sawTestMarkers { return XcodeBuild.format.id }
      return allTraceFormats[Int(only)].id
    }
    if let format = recognisedFormats.min() { return allTraceFormats[Int(format)].id }
    return sawTestMarkers ? XcodeBuild.format.id : nil
  }

  private var emptyMessage: String {
    let hint =
      "capture with: log stream --level info --predicate 'category == \"Changed Body Properties\"', "
      + "and call Self._logChanges() or Self._printChanges() in the views' bodies"
    if sawTestMarkers {
      return "no redraw events in this test log: the app printed none; \(hint)"
    }
    if let formatID, formatID != StandardOutput.format.id {
      return
        "no redraw events in this \(formatID) input; _logChanges() logs at level info, which is hidden by default: "
        + hint
    }
    return "no redraw events found and no known layout recognised; \(hint), or name the layout with '--input-format'"
  }
}

/// Messages of an Xcode copy that wait for the metadata line behind them.
struct MetadataGroup {
  /// More than anybody prints between two metadata lines; then the events go on without them.
  private static let limit = 1 << 16

  var isActive = false
  var events: [TraceEvent] = []

  mutating func append(_ event: TraceEvent, to output: EventOutput) {
    events.append(event)
    guard events.count >= Self.limit else { return }
    for event in events { output.append(event) }
    events.removeAll(keepingCapacity: true)
  }
}
