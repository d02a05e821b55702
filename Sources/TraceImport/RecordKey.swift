/// The moment, message and process of a record in one word, so that millions of them can be remembered and compared.
///
/// Moments are those of a clock on the wall, in milliseconds, since one layout may write no more than these.
struct RecordKey: Hashable, Comparable {
  /// From the highest bit: without a date 1, 33 bits of the moment, 18 of the message, 12 of the process.
  var rawValue: UInt64

  private static let processBits: UInt64 = 12
  private static let messageBits: UInt64 = 18
  private static let lowBits = processBits + messageBits

  init(moment: UInt64, message: UInt32, process: UInt32) {
    rawValue = moment << Self.lowBits | UInt64(message) << Self.processBits | UInt64(process)
  }

  init(rawValue: UInt64) { self.rawValue = rawValue }

  var message: UInt32 { UInt32(truncatingIfNeeded: rawValue >> Self.processBits) & ((1 << 18) - 1) }

  func replacing(message: UInt32) -> RecordKey {
    var key = self
    key.rawValue &= ~(((1 << Self.messageBits) - 1) << Self.processBits)
    key.rawValue |= UInt64(message) << Self.processBits
    return key
  }

  var isDated: Bool { rawValue >> 63 == 0 }

  /// Complaints of SwiftUI are records, too; there are as few as these numbers behind all messages.
  static func message(ofFault value: UInt32) -> UInt32 { (1 << 18) - 1 - value }
  static func isFault(_ message: UInt32) -> Bool { message >= 1 << 18 - 16 }

  static func < (left: RecordKey, right: RecordKey) -> Bool { left.rawValue < right.rawValue }
}

/// Turns times of different styles into moments that can be compared.
struct RecordMoments {
  /// A hundred days, as many as a key has room for.
  private static let reach: UInt64 = 1 << 33
  private static let undated: UInt64 = 1 << 33
  private static let day: Int64 = 86_400_000
  /// A phone may change its zone; nobody changes it more often in one capture.
  private static let mostStyles = 8
  private static let mostDays: Int64 = 40

  /// What is taken off dated moments: half of the reach before the first.
  private var base: Int64?
  /// The first and the last dated moment, in milliseconds on the wall.
  private var first = Int64.max
  private var last = Int64.min
  /// The styles of records so far.
  private var styles: [TimeStyle] = []
  private var latest: TimeStyle?

  /// The moment of a record to remember; `nil` when it is too far from all others.
  mutating func moment(of time: Int64, _ style: TimeStyle) -> UInt64? {
    let wall = Self.milliseconds(time &+ style.toWall)
    if style != latest { note(style, wall) }
    guard style.isDated else { return Self.undated | UInt64(Self.timeOfDay(wall)) }
    guard let base, let moment = Self.dated(wall, base) else { return nil }
    first = min(first, wall)
    last = max(last, wall)
    return moment
  }

  /// What a run of records of one dated style needs to know to find their moments by itself.
  struct Shortcut {
    fileprivate var toWall: Int64
    fileprivate var base: Int64
    fileprivate var first: Int64
    fileprivate var last: Int64

    @inline(__always)
    mutating func moment(of time: Int64) -> UInt64? {
      let wall = milliseconds(time &+ toWall)
      guard let moment = dated(wall, base) else { return nil }
      if wall < first { first = wall }
      if wall > last { last = wall }
      return moment
    }
  }

  /// `nil` when records of the style are not that simple.
  mutating func shortcut(for style: TimeStyle, startingWith time: Int64) -> Shortcut? {
    guard style.isDated, moment(of: time, style) != nil, let base else { return nil }
    return Shortcut(toWall: style.toWall, base: base, first: first, last: last)
  }

  /// Takes note of what was found by a shortcut.
  mutating func take(_ shortcut: Shortcut) {
    first = min(first, shortcut.first)
    last = max(last, shortcut.last)
  }

  /// Whether a record with this time, remembered under any style, is the one looked for.
  func contain(_ time: Int64, _ style: TimeStyle, where isKnown: (UInt64) -> Bool) -> Bool {
    var last: UInt64?
    for other in styles {
      let wall = Self.milliseconds(time &+ (style.hasZone && other.hasZone ? other : style).toWall)
      if other.isDated, !style.isDated {
        if isOnAnyDay(Self.timeOfDay(wall), isKnown) { return true }
        continue
      }
      let moment = other.isDated ? base.flatMap { Self.dated(wall, $0) } : Self.undated | UInt64(Self.timeOfDay(wall))
      guard let moment, moment != last else { continue }
      last = moment
      if isKnown(moment) { return true }
    }
    return false
  }

  private func isOnAnyDay(_ timeOfDay: Int64, _ isKnown: (UInt64) -> Bool) -> Bool {
    guard let base, first <= last, last / Self.day - first / Self.day < Self.mostDays else { return false }
    return (first / Self.day...last / Self.day).contains { day in
      Self.dated(day * Self.day + timeOfDay, base).map(isKnown) ?? false
    }
  }

  private mutating func note(_ style: TimeStyle, _ wall: Int64) {
    latest = style
    if style.isDated, base == nil { base = wall - Int64(Self.reach / 2) }
    if !styles.contains(style), styles.count < Self.mostStyles { styles.append(style) }
  }

  @inline(__always)
  private static func milliseconds(_ nanoseconds: Int64) -> Int64 { nanoseconds / 1_000_000 }

  @inline(__always)
  private static func dated(_ wall: Int64, _ base: Int64) -> UInt64? {
    let moment = UInt64(bitPattern: wall &- base)
    return moment < reach ? moment : nil
  }

  private static func timeOfDay(_ milliseconds: Int64) -> Int64 {
    let time = milliseconds % day
    return time < 0 ? time + day : time
  }
}
