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
  let output: EventOutput
  let templates = HeaderTemplates()
  /// What texts were read as: records that are surely SwiftUI's, other records, and lines of standard output.
  let caches = (MessageCache.make(), MessageCache.make(), MessageCache.make())
  var clock = TimestampReader()
  var issues = IssueCollector()
  var lineNumber = 0
  var byteCount = 0
  var json = JSONAssembly()
  var group = MetadataGroup()
  var tests = TestMarkers()
  var device = DeviceName()
  /// The layouts of the first lines, and those of records.
  var recognisedFormats: Set<UInt8> = []
  /// Texts of JSON messages as they stand in the record, escapes and all: those surely SwiftUI's, and others.
  let rawCaches = (MessageCache.make(), MessageCache.make())
  let jsonTemplates = JSONTemplates()
  /// What could not be read, for the issues.
  var unreadable = (count: 0, line: 0)
  /// The first line whose message had to be taken together with others.
  var firstLineOfSeveral: Int?
  /// The first line with a name in which bytes were no UTF-8.
  var firstRepairedLine: Int?
  var firstLineOfDoubt: [UInt32: Int] = [:]
  /// The line that was read last, if lines like it may follow.
  var lastKind = LineKind.other
  var carry: [UInt8] = []
  /// Set for the last line when it has no end: what is missing of a record was cut off.
  var isAtCut = false
  /// Whether damage ended the input.
  var wasCutShort = false
  /// Whether the last line is a JSON record that was cut off, and said to be.
  var isRecordCut = false

  /// Whether the fast ways may be taken that know lines by what came before.
  let looksAhead: Bool

  private let options: ReadingOptions
  /// Per format whether it may be recognised; all but one are out when the user names it.
  private let isAllowed: [Bool]
  private let recognisesHeaders: Bool
  /// The last line that began a record, while it is still in the current block: what indented lines belong to.
  var recordLine: ByteSpan?
  /// A copy of it, when the block it was in is gone.
  private var keptRecordLine: [UInt8] = []
  /// The first bytes, until there are enough of them to see which layout this is; `nil` after that.
  private var head: [UInt8]? = []
  private var lastNotedFormat = UInt8.max

  /// A line longer than this is read in pieces; real ones end far below.
  static let longestLine = 1 << 20
  /// How much is looked at before the first line is read: Xcode's metadata stands behind what it belongs to.
  private static let headSize = 64 * 1024
  /// How many of the first lines are looked at closely, to name the format of a log without any events.
  static let linesToRecognise = 200

  init(options: ReadingOptions, sink: any TraceEventSink) {
    self.options = options
    looksAhead = options.scenarioMarker == nil
    output = EventOutput(sink: sink, symbols: symbols)
    isAllowed = allTraceFormats.map { options.format == nil || options.format == $0 }
    recognisesHeaders = options.format == nil || options.format != StandardOutput.format
  }

  deinit {
    for cache in [caches.0, caches.1, caches.2, rawCaches.0, rawCaches.1] { MessageCache.free(cache) }
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

  func readHead() {
    guard let bytes = head else { return }
    head = nil
    bytes.withUnsafeBytes { buffer in
      var rest = ByteSpan(buffer)
      if rest.hasPrefix("\u{FEFF}") { rest = rest.from(3) }
      lookAhead(rest)
      readLines(rest)
    }
  }

  /// Looks at the first lines for what is needed before they are read: whether Xcode's metadata stands behind messages, and
  /// the device's name before processes.
  private func lookAhead(_ head: ByteSpan) {
    // A clock of its own, since dates without a year go on from line to line.
    var clock = TimestampReader()
    var rest = head
    while rest.count > 0 {
      let end = rest.firstIndex(of: 0x0A) ?? rest.count
      var line = rest.sub(0, end)
      if end > 0, line[end - 1] == 0x0D { line = line.sub(0, end - 1) }
      if XcodeMetadata.mayBegin(line), XcodeMetadata.metadata(of: line, clock: &clock) != nil {
        group.isActive = allows(XcodeMetadata.format)
      } else if IDeviceSyslog.mayBegin(line), let name = IDeviceSyslog.header(of: line, clock: &clock)?.process {
        device.learn(name)
      }
      rest = rest.from(min(end + 1, rest.count))
    }
    device.conclude()
  }

  private func readLines(_ bytes: ByteSpan) {
    var rest = bytes
    if !carry.isEmpty {
      guard let end = rest.firstIndex(of: 0x0A) else { return keep(rest) }
      carry.append(contentsOf: UnsafeBufferPointer(start: rest.start, count: end))
      rest = rest.from(end + 1)
      handleCarry()
    }
    while true {
      rest = readExpectedLines(rest)
      guard let end = rest.firstIndex(of: 0x0A) else { break }
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

  func handleCarry() {
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
    lastKind = .other
    var line = rawLine
    if line.count > 0, line[line.count - 1] == 0x0D { line = line.sub(0, line.count - 1) }
    if json.isInside, endsBrokenJSON(line) { giveUpJSON() }
    if json.isInside {
      _ = appendJSON(line, endsLine: true)
      return
    }
    guard line.count > 0 else { return }
    // Of a JSON record it is the message that is looked at.
    if line[0] != UInt8(ascii: "{"), line[0] != UInt8(ascii: "[") { lookForMarker(line) }
    if lineNumber <= Self.linesToRecognise { recognise(line) }
    // A JSON record may be cut off right behind its message.
    let isCutJSON = isAtCut && (line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "["))
    if line.count >= 9, line.word(at: line.count - 8) == changedWord, !isCutJSON {
      // A message may be glued to a record.
      if line[0] == UInt8(ascii: "{"), line.firstIndex(of: UInt8(ascii: "}")) != nil, appendJSONLine(line) { return }
      // A line that was read as standard output before has no header; most logs consist of nothing else.
      if !line[0].isDigit, !line[0].isBlank {
        let hash = MessageCache.hash(line)
        if let entry = caches.2.pointee.entry(for: line, hash: hash), entry.count == 1 {
          send(
            entry.first,
            Origin(
              process: .unnamed, time: TraceEvent.noTime, channel: .standardOutput, format: standardOutputIndex))
          lastKind = .output
          recordLine = line
          return
        }
      }
      readRecord(line)
    } else if line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[") || line[0] == UInt8(ascii: "]"),
      appendJSONLine(line)
    {
      return
    } else {
      if line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[") { lookForMarker(line) }
      let finding = Landmarks.find(in: line)
      if finding == .landmark, line.firstIndex(of: "changed.") != nil {
        readRecord(line)
      } else if finding == .nothing || !readBetweenControls(line) {
        readOtherLine(line, finding != .nothing)
      }
    }
    if !line[0].isBlank { recordLine = line }
  }

  /// Reads a line that says `changed.` once colours and NULs are taken out of the word; false for any other.
  private func readBetweenControls(_ line: ByteSpan) -> Bool {
    guard line.firstIndex(of: 0x1B) != nil || line.firstIndex(of: 0x00) != nil else { return false }
    var isRecord = false
    withoutControls(line) { clean in
      guard clean.firstIndex(of: "changed.") != nil else { return }
      isRecord = true
      readRecord(clean)
    }
    return isRecord
  }

  /// Begins a scenario if the user's expression finds a name in the text.
  func lookForMarker(_ text: ByteSpan) {
    guard let marker = options.scenarioMarker else { return }
    if let name = marker(PyMobileDevice.withoutLabel(text, clock: &clock).string) { startScenario(name) }
  }

  /// `changed.` as a word in memory.
  let changedWord: UInt64 = {
    var word: UInt64 = 0
    withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: "changed.".utf8) }
    return word
  }()
  let standardOutputIndex = FormatIndex.standardOutput

  // MARK: - Records

  /// Reads a line that says `changed.` somewhere.
  func readRecord(_ line: ByteSpan) {
    if line.firstIndex(of: 0x1B) != nil || line.firstIndex(of: 0x00) != nil {
      return withoutControls(line) { clean in
        if clean[0] == UInt8(ascii: "{"), appendJSON(clean, endsLine: true) { return }
        readRecord(clean)
      }
    }
    lastKind = .record
    if let template = templates.match(line)?.pointee,
      let time = time(of: line, length: template.timeLength, format: template.format)
    {
      emit(
        line.from(template.messageStart), context: template.context,
        origin: Origin(process: template.process, time: time, channel: .unifiedLog, format: template.format))
    } else if let (header, format) = header(of: line) {
      let process = process(header.process, pid: header.pid)
      templates.remember(line, header: header, format: format, process: process)
      emit(
        line.from(header.messageStart), context: header.context,
        origin: Origin(process: process, time: header.time, channel: .unifiedLog, format: format))
    } else {
      lastKind = .output
      readStandardOutput(line)
    }
  }

  @inline(__always)
  func time(of line: ByteSpan, length: Int, format: UInt8) -> Int64? {
    let reading =
      format == FormatIndex.ideviceSyslog ? clock.monthAndDay(line) : clock.dateAndTime(line)
    guard let reading, reading.length == length else { return nil }
    return reading.time
  }

  func header(of line: ByteSpan) -> (LineHeader, UInt8)? {
    guard recognisesHeaders, line.count >= 15 else { return nil }
    if line[0].isDigit, line[4] == UInt8(ascii: "-") {
      if isWrapped(line) { return nil }
      for (layout, index) in zip(datedLineFormats, FormatIndex.dated) where isAllowed[Int(index)] {
        if let header = layout.header(of: line, clock: &clock) { return (header, index) }
      }
    } else if IDeviceSyslog.mayBegin(line) {
      let index = FormatIndex.ideviceSyslog
      if isAllowed[Int(index)], var header = IDeviceSyslog.header(of: line, clock: &clock) {
        header.process = header.process.map { device.process(in: $0) }
        return (header, index)
      }
    }
    // Console.app's first column is a word, a time, or what people chose; its tabs give it away.
    guard isAllowed[Int(FormatIndex.consoleApp)], line.sub(0, min(line.count, 64)).firstIndex(of: 0x09) != nil,
      let header = ConsoleApp.header(of: line, clock: &clock)
    else { return nil }
    return (header, FormatIndex.consoleApp)
  }

  /// Whether a time was put in front of a line that has a header of its own.
  private func isWrapped(_ line: ByteSpan) -> Bool {
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    return wrapper > 0 && wrapper < line.count && header(of: line.from(wrapper)) != nil
  }

  private func readStandardOutput(_ line: ByteSpan) {
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    if wrapper > 0 {
      let inner = line.from(wrapper)
      guard inner.count > 0 else { return }
      if inner[0] == UInt8(ascii: "{"), appendJSON(inner, endsLine: true) { return }
      return readRecord(inner)
    }
    let indentation = StandardOutput.indentation(line)
    if indentation > 0, indentation < line.count, line[indentation] == UInt8(ascii: "{"),
      appendJSON(line.from(indentation), endsLine: true)
    {
      return
    }
    if indentation > 0, header(of: line.from(indentation)) != nil { return readRecord(line.from(indentation)) }
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

  // MARK: - Formats

  private func recognise(_ line: ByteSpan) {
    if let (_, format) = header(of: line) { recognisedFormats.insert(format) }
    let wrapper = StandardOutput.wrapperLength(line, clock: &clock)
    if wrapper > 0, wrapper < line.count, let (_, format) = header(of: line.from(wrapper)) {
      recognisedFormats.insert(format)
    }
  }

  /// Whether `--input-format` leaves the format in play.
  func allows(_ format: TraceFormat) -> Bool { isAllowed[Int(format.index)] }

  func allows(formatAt index: UInt8) -> Bool { isAllowed[Int(index)] }

  func noteFormat(at index: UInt8) {
    if index != lastNotedFormat { recognisedFormats.insert(index) }
    lastNotedFormat = index
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
    let cache = cache(for: context)
    let hash = MessageCache.hash(text)
    let entry =
      cache.pointee.entry(for: text, hash: hash)
      ?? cache.pointee.insert(messages(in: text, context: context), for: text, hash: hash)
    send(entry, of: cache, origin)
  }

  @inline(__always)
  func cache(for context: ChangeGrammar.Context) -> UnsafeMutablePointer<MessageCache> {
    switch context {
    case .changedBodyProperties: caches.0
    case .logRecord: caches.1
    case .standardOutput: caches.2
    }
  }

  @inline(__always)
  func send(_ entry: MessageCache.Entry, of cache: UnsafeMutablePointer<MessageCache>, _ origin: Origin) {
    if entry.count == 1 { send(entry.first, origin) } else { sendSeveral(entry, of: cache, origin) }
  }

  private func sendSeveral(_ entry: MessageCache.Entry, of cache: UnsafeMutablePointer<MessageCache>, _ origin: Origin)
  {
    if entry.count == MessageCache.Entry.unreadable { return noteUnreadable() }
    for message in cache.pointee.messages(of: entry) { send(message, origin) }
  }

  @inline(__always)
  func send(_ message: UInt32, _ origin: Origin) {
    let event = TraceEvent(
      kind: .change, value: message, process: origin.process, time: origin.time, timeStyle: clock.style,
      channel: origin.channel, format: origin.format)
    if group.isActive, origin.channel == .standardOutput {
      group.append(event, to: output)
    } else {
      output.append(event)
    }
  }

  /// Reads a text anew; `nil` for one that should be a message and is not.
  func messages(in text: ByteSpan, context: ChangeGrammar.Context) -> [UInt32]? {
    let messages = ChangeGrammar.messages(in: text, context: context)
    if context == .changedBodyProperties, messages.isEmpty { return nil }
    var ids: [UInt32] = []
    for message in messages {
      let (id, isExact) = symbols.intern(message)
      output.offsets.learn(message, id.index)
      if !isExact, firstLineOfSeveral == nil { firstLineOfSeveral = lineNumber }
      if firstRepairedLine == nil, symbols.isRepaired(id) { firstRepairedLine = lineNumber }
      if message.isDoubtful, firstLineOfDoubt[id.index] == nil { firstLineOfDoubt[id.index] = lineNumber }
      ids.append(id.index)
    }
    return ids
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
}
