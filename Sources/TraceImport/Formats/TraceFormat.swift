/// How sure a format is that a line is its own.
enum Recognition: Int, Comparable {
  case no, possible, certain

  static func < (left: Recognition, right: Recognition) -> Bool { left.rawValue < right.rawValue }
}

/// What stands before the message of a line.
struct LineHeader {
  /// As `TraceEvent.time`.
  var time: Int64
  /// The bytes at the start of the line that change from line to line: the time.
  var timeLength: Int
  var messageStart: Int
  var process: ByteSpan?
  var pid: Int?
  var context: ChangeGrammar.Context
}

/// A capture layout in which each line is a record: a header, then the message.
protocol LineFormat: Sendable {
  static var format: TraceFormat { get }
  /// Reads the header of a line, or returns `nil` when the line has another layout.
  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader?
}

/// A kind of input, as users see it.
package struct TraceFormat: Hashable, Sendable {
  /// The identifier in reports and for `--input-format`.
  package let id: String
  /// A few words for people.
  package let title: String

  /// The one whose inputs may be parts of a recording.
  package static let instruments = Instruments.format
}

/// Every kind of input that is read; a new one is one new file and one line here.
///
/// The order settles which layout is tried first for a line, and a line is read by the first that takes it:
/// 0. Instruments' XML, which is recognised by the beginning of the input and then nothing else is.
/// 1. JSON records, because a line that starts a JSON object is nothing else.
/// 2. Layouts that start with a date, by what follows it; they exclude each other.
/// 3. Layouts that start with something weaker: a month's name, a tab-separated level.
/// 4. Standard output, which any line is when nothing else fits; `xcodebuild` is standard output with test markers.
package let allTraceFormats: [TraceFormat] = [
  Instruments.format,
  LogNDJSON.format,
  LogJSON.format,
  PyMobileDeviceJSON.format,
  LogDefault.format,
  LogCompact.format,
  LogSyslog.format,
  XcodeConsole.format,
  PyMobileDevice.format,
  IDeviceSyslog.format,
  ConsoleApp.format,
  XcodeMetadata.format,
  XcodeBuild.format,
  StandardOutput.format,
]

/// The layouts among them that start with a date, in the same order.
let datedLineFormats: [any LineFormat.Type] = [
  LogDefault.self, LogCompact.self, LogSyslog.self, XcodeConsole.self, PyMobileDevice.self,
]

extension TraceFormat {
  /// The position in `allTraceFormats`, as events carry it.
  ///
  /// - Complexity: O(*n*) in the number of formats; look it up once.
  var index: UInt8 { UInt8(allTraceFormats.firstIndex(of: self) ?? allTraceFormats.count - 1) }
}

/// The positions that reading needs all the time.
enum FormatIndex {
  static let ideviceSyslog = IDeviceSyslog.format.index
  static let standardOutput = StandardOutput.format.index
  static let dated = datedLineFormats.map { $0.format.index }
  static let consoleApp = ConsoleApp.format.index
  static let logJSON = LogJSON.format.index
  static let logNDJSON = LogNDJSON.format.index
  static let pyMobileDeviceJSON = PyMobileDeviceJSON.format.index
  static let json: Set = [logJSON, logNDJSON, pyMobileDeviceJSON]
}
