/// Finds records of the log that came before in another layout: the same message of the same process at the same moment.
///
/// One layout may write milliseconds, no zone and no date, where another has them; what both have must agree. Each record
/// of one layout stands for one of another, so that neither is left out when both repeat a message, and it makes no
/// difference which layout begins later or ends earlier.
struct RepeatedRecords {
  private struct Place: Hashable {
    var milliseconds: Int64
    var message: UInt32
    /// Of several at the same moment.
    var number: UInt32 = 0
  }

  private struct Record {
    /// The layouts it came in, a bit for each.
    var formats: UInt32
    var process: ProcessID
    var time: Int64
  }

  /// So many records are remembered.
  private static let mostRecords = 1 << 15
  /// Equal records of one moment beyond these are told apart no more, and counted.
  private static let mostAtOnce: UInt32 = 256
  /// Zones differ by multiples of it.
  private static let quarterHour: Int64 = 900_000_000_000

  private var records: [Place: Record] = [:]

  /// Whether the record came before in another layout; if not, it is remembered.
  mutating func contains(_ event: TraceEvent, _ message: UInt32, _ symbols: TraceSymbols) -> Bool {
    guard event.time != TraceEvent.noTime, !isTooCoarse(event) else { return false }
    if records.count >= Self.mostRecords { records.removeAll(keepingCapacity: true) }
    let format: UInt32 = 1 << UInt32(event.format)
    var place = Place(milliseconds: event.time % Self.quarterHour / 1_000_000, message: message)
    while let known = records[place] {
      if known.formats & format == 0, Self.isSameTime(known.time, event.time),
        Self.isSame(symbols[known.process], symbols[event.process])
      {
        records[place]?.formats |= format
        return true
      }
      place.number += 1
      if place.number == Self.mostAtOnce { return false }
    }
    records[place] = Record(formats: format, process: event.process, time: event.time)
    return false
  }

  /// Whole seconds are no evidence; only one tool writes no more than that.
  private func isTooCoarse(_ event: TraceEvent) -> Bool {
    event.format == FormatIndex.ideviceSyslog && event.time % 1_000_000_000 == 0
  }

  /// Microseconds count where both have them.
  private static func isSameTime(_ left: Int64, _ right: Int64) -> Bool {
    left % 1_000_000 == 0 || right % 1_000_000 == 0 || left % quarterHour == right % quarterHour
  }

  /// Of two processes that do the same at the same moments, each has done it.
  private static func isSame(_ left: ProcessIdentity, _ right: ProcessIdentity) -> Bool {
    (left.pid == nil || right.pid == nil || left.pid == right.pid)
      && (left.name == nil || right.name == nil || left.name == right.name)
  }
}
