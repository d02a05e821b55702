/// Reads the times of log lines; remembers the last minute, because nearly every line has the same one.
struct TimestampReader {
  /// How a time is written.
  enum Form {
    case dateAndTime, monthAndDay
  }

  /// A time and how much of the text it takes.
  struct Reading {
    /// Nanoseconds since 1970; as if in UTC where the text has no zone.
    var time: Int64
    var length: Int
    var fractionDigits: Int
    var hasZone: Bool
  }

  /// What stood there of the time that was read last.
  private(set) var style = TimeStyle.local
  /// The zone that was read last, of the form `+0100`.
  private var zoneBytes = UInt64.max
  private var zoneStyle = TimeStyle.local
  private var minuteHead: UInt64 = 0
  private var minuteTail: UInt64 = 0
  private var minute: Int64 = 0
  private var lastTimeOfDay: Int64 = -1
  private var days: Int64 = 0
  private var lastMonth = 0
  private var year = firstYear

  /// A century: times that jump to and fro, as in two captures shuffled together, must not run out of 64 bits.
  private static let mostDays: Int64 = 36_500

  /// Reads the time at the start of the text.
  @inline(__always)
  mutating func time(_ text: ByteSpan, as form: Form) -> Reading? {
    switch form {
    case .dateAndTime: dateAndTime(text)
    case .monthAndDay: monthAndDay(text)
    }
  }

  /// Reads `2025-11-08 10:12:13.123456+0100` at the start of the text; `T` for the space, and a fraction and zone of any
  /// usual form or none.
  @inline(__always)
  mutating func dateAndTime(_ text: ByteSpan) -> Reading? {
    guard text.count >= 19, text[16] == UInt8(ascii: ":"), text[17].isDigit, text[18].isDigit else { return nil }
    let head = text.word(at: 0)
    let tail = text.word(at: 8)
    if head != minuteHead || tail != minuteTail {
      guard let value = Self.minutes(text) else { return nil }
      minuteHead = head
      minuteTail = tail
      minute = value
    }
    let second = Int64(text[17] & 0x0F) * 10 + Int64(text[18] & 0x0F)
    guard second <= 60 else { return nil }
    var time = minute + second * 1_000_000_000
    var index = 19
    var digits = 0
    if index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") {
      let fraction = Self.fraction(text, at: index + 1)
      time += fraction.nanoseconds
      digits = fraction.digits
      index += 1 + digits
    }
    // A log has one zone, or none; comparing its bytes is cheaper than reading them.
    if index < text.count, text[index] == 0x20 {
      style = .local
      return Reading(time: time, length: index, fractionDigits: digits, hasZone: false)
    }
    if index &+ 8 <= text.count, Self.fiveBytes(text.word(at: index)) == zoneBytes {
      style = zoneStyle
      return Reading(time: time - zoneStyle.toWall, length: index + 5, fractionDigits: digits, hasZone: true)
    }
    let zone = Self.zone(text, at: index)
    style = TimeStyle(zoneMinutes: zone?.minutes, isDated: true)
    if zone?.length == 5, index &+ 8 <= text.count {
      zoneBytes = Self.fiveBytes(text.word(at: index))
      zoneStyle = style
    }
    return Reading(
      time: time - (zone?.offset ?? 0), length: index + (zone?.length ?? 0), fractionDigits: digits,
      hasZone: zone != nil)
  }

  @inline(__always)
  private static func fiveBytes(_ word: UInt64) -> UInt64 { UInt64(littleEndian: word) & 0xFF_FFFF_FFFF }

  /// Reads `10:22:00.585464-0500`: a time without a date, which passes midnight when it falls back by hours.
  mutating func timeOfDay(_ text: ByteSpan) -> Reading? {
    guard let clock = Self.clock(text) else { return nil }
    var time = clock.time
    var index = clock.length
    let zone = Self.zone(text, at: index)
    index += zone?.length ?? 0
    time -= zone?.offset ?? 0
    style = TimeStyle(zoneMinutes: zone?.minutes, isDated: false)
    if lastTimeOfDay >= 0, time < lastTimeOfDay - 12 * 3_600_000_000_000 { days = min(days + 1, Self.mostDays) }
    lastTimeOfDay = time
    return Reading(
      time: time + days * 86_400_000_000_000, length: index, fractionDigits: clock.digits, hasZone: zone != nil)
  }

  /// Stands in where the text has no year.
  private static let firstYear = 2000

  /// Reads `Oct  7 14:30:01` or `Dec 27 19:08:34.252035`: no year, but January after December is the next one.
  mutating func monthAndDay(_ text: ByteSpan) -> Reading? {
    guard text.count >= 15, text[3] == 0x20, text[6] == 0x20, let month = Self.month(text) else { return nil }
    let tens = text[4] == 0x20 ? 0 : text[4].isDigit ? Int(text[4] & 0x0F) : -1
    guard tens >= 0, text[5].isDigit, let clock = Self.clock(text.from(7)) else { return nil }
    if lastMonth == 12, month == 1 { year = min(year + 1, Self.firstYear + 99) }
    if lastMonth == 1, month == 12 { year = max(year - 1, Self.firstYear) }
    lastMonth = month
    let days = Self.daysSince1970(year: year, month: month, day: tens * 10 + Int(text[5] & 0x0F))
    style = TimeStyle(zoneMinutes: nil, isDated: false)
    return Reading(
      time: days * 86_400_000_000_000 + clock.time, length: 7 + clock.length, fractionDigits: clock.digits,
      hasZone: false)
  }

  // MARK: - Parts

  private static func clock(_ text: ByteSpan) -> (time: Int64, length: Int, digits: Int)? {
    guard text.count >= 8, text[2] == UInt8(ascii: ":"), text[5] == UInt8(ascii: ":"),
      let hour = twoDigits(text, at: 0), let minute = twoDigits(text, at: 3), let second = twoDigits(text, at: 6),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var time = (hour * 3600 + minute * 60 + second) * 1_000_000_000
    var length = 8
    var digits = 0
    if text.count > 9, text[8] == UInt8(ascii: "."), text[9].isDigit {
      let fraction = fraction(text, at: 9)
      time += fraction.nanoseconds
      digits = fraction.digits
      length = 9 + digits
    }
    return (time, length, digits)
  }

  private static func twoDigits(_ text: ByteSpan, at offset: Int) -> Int64? {
    guard text[offset].isDigit, text[offset + 1].isDigit else { return nil }
    return Int64(text[offset] & 0x0F) * 10 + Int64(text[offset + 1] & 0x0F)
  }

  @inline(__always)
  private static func fraction(_ text: ByteSpan, at offset: Int) -> (nanoseconds: Int64, digits: Int) {
    // Three or six digits, nearly always.
    if offset &+ 9 <= text.count {
      let (digits, value) = RowBytes.number(text.start + offset)
      if digits > 0, digits < 8 { return (Int64(truncatingIfNeeded: value) &* powersOfTen[9 &- digits], digits) }
    }
    var value: Int64 = 0
    var digits = 0
    while digits < 9, offset + digits < text.count, text[offset + digits].isDigit {
      value = value * 10 + Int64(text[offset + digits] & 0x0F)
      digits += 1
    }
    return (value * powersOfTen[9 - digits], digits)
  }

  private static let powersOfTen: [Int64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  ]

  private struct Zone {
    /// East of Greenwich.
    var minutes: Int16
    /// In the text.
    var length: Int
    var offset: Int64 { Int64(minutes) * 60_000_000_000 }
  }

  /// `+0100`, `+01:00` or `Z`.
  @inline(__always)
  private static func zone(_ text: ByteSpan, at offset: Int) -> Zone? {
    guard offset < text.count else { return nil }
    let sign = text[offset]
    if sign == UInt8(ascii: "Z") { return Zone(minutes: 0, length: 1) }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), offset + 5 <= text.count,
      let hours = twoDigits(text, at: offset + 1)
    else { return nil }
    let hasColon = text[offset + 3] == UInt8(ascii: ":")
    guard !hasColon || offset + 6 <= text.count,
      let minutes = twoDigits(text, at: offset + (hasColon ? 4 : 3))
    else { return nil }
    // At most 99 hours and 99 minutes.
    let east = Int16(truncatingIfNeeded: hours * 60 + minutes)
    return Zone(minutes: sign == UInt8(ascii: "-") ? -east : east, length: hasColon ? 6 : 5)
  }

  /// Up to 2^62 nanoseconds: differences between any two times fit into 64 bits, and so do ends of slices as long as all of it.
  private static let years: ClosedRange<Int64> = 1970...2099

  private static func minutes(_ text: ByteSpan) -> Int64? {
    guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == 0x20 || text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      let century = twoDigits(text, at: 0), let year = twoDigits(text, at: 2), let month = twoDigits(text, at: 5),
      let day = twoDigits(text, at: 8), let hour = twoDigits(text, at: 11), let minute = twoDigits(text, at: 14),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      years.contains(century * 100 + year)
    else { return nil }
    let days = daysSince1970(year: Int(century * 100 + year), month: Int(month), day: Int(day))
    return (days * 1440 + hour * 60 + minute) * 60_000_000_000
  }

  private static func month(_ text: ByteSpan) -> Int? {
    let names: [StaticString] = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return names.firstIndex { text.hasPrefix($0) }.map { $0 + 1 }
  }

  /// Days of the proleptic Gregorian calendar.
  ///
  /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }
}
