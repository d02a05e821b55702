/// Finds the events of standard output in the log, where both hold the same.
///
/// A message in both is one evaluation, and the log's is kept, which has a time and a process. Mostly it comes right behind
/// the one on standard output, so that one is held back until the log has it too, or until it is late: then the log has
/// lost it, or never had it, and it counts. Nothing is counted twice and nothing is left out, whichever of the two begins
/// later, ends earlier or loses messages on the way.
struct MirrorMatching {
  enum Verdict {
    /// This event goes on, which may be one that was held back.
    case send(TraceEvent)
    /// It is held back.
    case hold
    /// It is the same as one that went on already.
    case drop
  }

  /// How many events are held back at once, and how many of one message may be in the log before standard output has them.
  static let mostWaiting = 1024

  private struct Held {
    var event: TraceEvent
    /// The number of its message.
    var number: UInt32
  }

  private struct Waiting {
    /// Where those are that are held back, in order; no others.
    var held: [Int] = []
    /// How many the log had, and standard output had not.
    var ahead = 0
  }

  private var waiting: [UInt32: Waiting] = [:]
  /// By the order in which they came; those that the log has had since are gone.
  private var held: [Int: Held] = [:]
  private var oldest = 0
  private var next = 0
  private var matched = 0

  init() {}

  /// - Parameter number: of its message, as `MessageNumbers` gives it.
  mutating func take(_ event: TraceEvent, _ number: UInt32) -> Verdict {
    guard event.channel == .standardOutput else {
      if let place = waiting[number]?.held.first {
        waiting[number]?.held.removeFirst()
        held[place] = nil
        matched += 1
      } else {
        let ahead = waiting[number]?.ahead ?? 0
        waiting[number, default: Waiting()].ahead = min(ahead + 1, Self.mostWaiting)
      }
      return .send(event)
    }
    if let ahead = waiting[number]?.ahead, ahead > 0 {
      waiting[number]?.ahead = ahead - 1
      return .drop
    }
    held[next] = Held(event: event, number: number)
    waiting[number, default: Waiting()].held.append(next)
    next += 1
    return held.count > Self.mostWaiting ? takeOldest().map(Verdict.send) ?? .hold : .hold
  }

  /// How many were found in the log since the last time.
  mutating func takeMatched() -> Int {
    defer { matched = 0 }
    return matched
  }

  private mutating func takeOldest() -> TraceEvent? {
    while oldest < next {
      oldest += 1
      guard let first = held.removeValue(forKey: oldest - 1) else { continue }
      // Of its message, nothing that is held back came before it.
      waiting[first.number]?.held.removeFirst()
      return first.event
    }
    return nil
  }

  mutating func takeHeld() -> [TraceEvent] {
    var events: [TraceEvent] = []
    while let event = takeOldest() { events.append(event) }
    return events
  }
}

/// Numbers messages so that a doubtful one has the same number as the certain one of the same text.
struct MessageNumbers {
  private var numbers: [ChangeMessage: UInt32] = [:]
  private var numberOfMessage: [UInt32: UInt32] = [:]

  /// - Parameter value: the message's own number.
  mutating func number(of value: UInt32, _ symbols: TraceSymbols) -> UInt32 {
    if let known = numberOfMessage[value] { return known }
    var message = symbols[MessageID(index: value)]
    message.isDoubtful = false
    let number = numbers[message] ?? UInt32(numbers.count)
    numbers[message] = number
    numberOfMessage[value] = number
    return number
  }
}
