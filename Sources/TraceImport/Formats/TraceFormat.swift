/// A kind of input, as users see it.
package struct TraceFormat: Hashable, Sendable {
  /// The identifier in reports and for `--input-format`.
  package let id: String
  /// A few words for people.
  package let title: String

  /// The one whose inputs may be parts of a recording.
  package static let instruments = Instruments.format
  /// The one without anything in front of the messages.
  package static let standardOutput = StandardOutput.format
}

/// How fine the clock of a layout is.
enum ClockPrecision {
  /// Milliseconds, or finer.
  case subsecond
  /// Whole seconds in some captures. Two records of the same second need not be the same one.
  case wholeSeconds
}

/// A kind of input that is read.
protocol Layout: Sendable {
  static var format: TraceFormat { get }
  static var precision: ClockPrecision { get }
  /// The layout itself, if each of its lines has a header; asked for instead of a cast, which takes long at the start.
  static var lineFormat: (any LineFormat.Type)? { get }
}

extension Layout {
  static var precision: ClockPrecision { .subsecond }
  static var lineFormat: (any LineFormat.Type)? { nil }

  /// The position in `allLayouts`, as events carry it.
  ///
  /// - Complexity: O(*n*) in the number of layouts; look it up once.
  static var index: UInt8 { UInt8(allTraceFormats.firstIndex(of: format) ?? allTraceFormats.count - 1) }
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

/// A layout in which each line is a record: a header, then the message.
protocol LineFormat: Layout {
  /// How the time at the start of a line is written.
  static var timeForm: TimestampReader.Form { get }
  /// What tells the process where a layout writes more than its name; `nil` where it does not.
  static var naming: (any ProcessNaming)? { get }
  /// Whether a line of 15 bytes or more begins so that it may be of this layout.
  static func mayBegin(_ line: ByteSpan) -> Bool
  /// Reads the header of such a line, or returns `nil` when the line has another layout.
  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader?
}

extension LineFormat {
  static var lineFormat: (any LineFormat.Type)? { self }
  static var timeForm: TimestampReader.Form { .dateAndTime }
  static var naming: (any ProcessNaming)? { nil }

  /// Most layouts begin with a date: `2025-`.
  static func mayBegin(_ line: ByteSpan) -> Bool { line[0].isDigit && line[4] == UInt8(ascii: "-") }
}

/// Tells processes from what else a layout writes with their names, by what it has in all lines.
///
/// It is shown the names of the first lines of its layout, decides, and then says which part of a name is the process.
protocol ProcessNaming {
  /// Names that were understood without knowing.
  var guesses: Set<String> { get }
  /// Looks at a name as it stands in one of the first lines.
  mutating func learn(_ name: ByteSpan)
  /// Decides by the names so far.
  mutating func conclude()
  /// The process of a name as it stands in a line.
  mutating func process(in name: ByteSpan) -> ByteSpan
}

/// Every kind of input that is read; a new one is one new file and one line here.
///
/// The order settles which layout is tried first for a line, and a line is read by the first that takes it:
/// 0. Instruments' XML, which is recognised by the beginning of the input and then nothing else is.
/// 1. JSON records, because a line that starts a JSON object is nothing else.
/// 2. Layouts that start with a date, by what follows it; they exclude each other.
/// 3. Layouts that start with something weaker: a month's name, a tab-separated level.
/// 4. Standard output, which any line is when nothing else fits; `xcodebuild` is standard output with test markers.
let allLayouts: [any Layout.Type] = [
  Instruments.self,
  LogNDJSON.self,
  LogJSON.self,
  PyMobileDeviceJSON.self,
  LogDefault.self,
  LogCompact.self,
  LogSyslog.self,
  XcodeConsole.self,
  PyMobileDevice.self,
  IDeviceSyslog.self,
  ConsoleApp.self,
  XcodeMetadata.self,
  XcodeBuild.self,
  StandardOutput.self,
]

/// Their names, in the same order.
package let allTraceFormats: [TraceFormat] = allLayouts.map { $0.format }
