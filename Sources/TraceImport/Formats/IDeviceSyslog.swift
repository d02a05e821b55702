/// `idevicesyslog`, in both of its modes:
///
///     Oct  7 14:30:01 MyApp(SwiftUICore)[1234] <Notice>: ContentView: @self changed.
///     Dec 27 19:08:34.252035 iPhone MyApp(SwiftUICore)[40007] <Info>: ContentView: @self changed.
///
/// No year, no category; the device's name only on request.
///
/// - Source: `tools/idevicesyslog.c` of libimobiledevice.
enum IDeviceSyslog: LineFormat {
  static let format = TraceFormat(id: "idevicesyslog", title: "idevicesyslog")
  /// Its older mode writes no fractions of a second.
  static let precision = ClockPrecision.wholeSeconds
  static let timeForm = TimestampReader.Form.monthAndDay
  static var naming: (any ProcessNaming)? { DeviceName() }

  /// Whether a line has blanks where a date of this kind has them.
  static func mayBegin(_ line: ByteSpan) -> Bool {
    line[0].isASCIILetter && line[3] == 0x20 && line[6] == 0x20
  }

  /// The name of the process may begin with that of the device; see `DeviceName`.
  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.monthAndDay(line), let process = UnifiedLog.word(line, at: time.length),
      let bracket = UnifiedLog.pidAndLevel(line, from: process.start)
    else { return nil }
    var name = line.sub(process.start, bracket.open)
    if name.hasSuffix(")") {
      var library = name.count
      while library > 0, name[library - 1] != UInt8(ascii: "(") { library -= 1 }
      if library > 1 { name = name.sub(0, library - 1) }
    }
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: bracket.messageStart, process: name, pid: bracket.pid,
      context: .logRecord)
  }
}

/// Tells the device's name, which `idevicesyslog` writes in front on request, from names of processes with blanks.
///
/// With it every line begins with the same words; without it some process has one word, or another first word. A capture
/// of one process with a blank in front of its last word does not say which it is.
struct DeviceName: ProcessNaming {
  private enum Finding {
    case unknown
    /// Written in front of every process, with the blank behind it; empty for none.
    case prefix([UInt8])
  }

  private var finding = Finding.unknown
  private var names: Set<String> = []
  /// Names whose last word was taken for the process, without knowing.
  private(set) var guesses: Set<String> = []

  /// How devices are called, alone or behind whose they are.
  private static let kinds: Set = ["iPhone", "iPad", "iPod", "Watch", "TV", "Vision", "HomePod"]

  /// A capture has hundreds of processes at most.
  private static let mostNames = 4096

  mutating func learn(_ name: ByteSpan) {
    if names.count < Self.mostNames { names.insert(name.string) }
  }

  mutating func conclude() {
    defer { names = [] }
    let words = names.map { $0.split(separator: " ", omittingEmptySubsequences: false) }
    guard var shared = words.first?.dropLast() else { return }
    for others in words.dropFirst() {
      let common = zip(shared, others.dropLast()).prefix { $0 == $1 }.count
      shared = shared.prefix(common)
    }
    // Of one process alone, what a device is called when nobody has named it says enough.
    let isDevice = names.count > 1 || shared.isEmpty || shared.contains { Self.kinds.contains(String($0)) }
    if isDevice { finding = .prefix(shared.flatMap { Array($0.utf8) + [0x20] }) }
  }

  mutating func process(in name: ByteSpan) -> ByteSpan {
    switch finding {
    case .prefix(let prefix):
      let hasPrefix = prefix.withUnsafeBytes { name.count > $0.count && name.sub(0, $0.count).equals(ByteSpan($0)) }
      return hasPrefix ? name.from(prefix.count) : name
    case .unknown:
      var last = name.count
      while last > 0, name[last - 1] != 0x20 { last -= 1 }
      // `(Beta)` is no process.
      guard last > 0, last < name.count, name[last].isASCIILetter || name[last] >= 0x80 else { return name }
      if guesses.count < Self.mostNames { guesses.insert(name.string) }
      return name.from(last)
    }
  }
}
