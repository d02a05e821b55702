/// Watches how often the updates of a process come, message by message, second by second.
///
/// It owns memory that grows and cannot be copied.
struct RateFold: ~Copyable {
  /// What is known of one message's rate; one struct, so that an event touches one cache line.
  private struct Rate: BitwiseCopyable {
    var second = Int64.min
    var count: UInt32 = 0
    var lastUpdate: UInt32 = 0
    /// Seconds in a row at the rate of a storm.
    var stormSeconds: UInt32 = 0
  }

  private var rates = HotArray(repeating: Rate(), count: 0)
  /// The messages whose second has not ended.
  private var open: [UInt32] = []
  private let room: FoldRoom

  init(room: FoldRoom) { self.room = room }

  /// Takes an update of a message in a second of the part.
  @inline(__always)
  mutating func note(_ message: Int, second: Int64, update: UInt32, part: PartFold) {
    if message >= rates.count, !grow(toHold: message) { return }
    // Rows of one update are one occurrence of their cause.
    if rates[message].lastUpdate == update { return }
    rates[message].lastUpdate = update
    if rates[message].second == second {
      rates[message].count &+= 1
    } else {
      endSecond(of: message, next: second, part)
    }
  }

  /// What comes next belongs to another part, or nothing comes.
  mutating func endSeconds(of part: PartFold) {
    for message in open {
      endSecond(of: Int(message), next: .max, part)
      rates[Int(message)].second = .min
      rates[Int(message)].stormSeconds = 0
    }
    open.removeAll(keepingCapacity: true)
  }

  /// False where there is no room: the rates of further messages are not watched.
  private mutating func grow(toHold message: Int) -> Bool {
    let count = max(message + 1, rates.count * 2, 64)
    guard room.takeRates(count - rates.count) else { return false }
    rates.grow(toHold: count - 1)
    return true
  }

  private mutating func endSecond(of message: Int, next: Int64, _ part: PartFold) {
    var rate = rates[message]
    if rate.second == .min { open.append(UInt32(message)) }
    if rate.count >= RateProfile.stormRate {
      rate.stormSeconds += 1
      part.noteStorm(message, updates: Int(rate.count), seconds: Int(rate.stormSeconds))
    }
    if rate.count < RateProfile.stormRate || next != rate.second &+ 1 { rate.stormSeconds = 0 }
    rate.second = next
    rate.count = 1
    rates[message] = rate
  }
}
