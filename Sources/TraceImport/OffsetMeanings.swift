/// What `@16` means where a stream holds several builds of an app, with other properties at the same offset.
///
/// The line of an insertion names all properties in order, so it says what lies where until the process says something
/// else. As long as all such lines of a view agree, whoever reads the messages can find out for himself, and nothing is
/// done here.
struct OffsetMeanings {
  private struct Place: Hashable {
    var process: ProcessID
    var view: String
  }

  private struct Reading: Hashable {
    var message: UInt32
    var map: [Int: String]
  }

  private enum Concern: UInt8 {
    case unknown, none, offsets
  }

  /// By view, what the first line that knew said.
  private var first: [String: [Int: String]] = [:]
  private var conflicting: Set<String> = []
  /// By message, if it is an insertion with offsets.
  private var insertions: [UInt32: [Int: String]] = [:]
  private var current: [Place: [Int: String]] = [:]
  private var concerns: [Concern] = []
  private var known: [Reading: UInt32] = [:]

  /// Whether two builds differ.
  var isNeeded: Bool { !conflicting.isEmpty }

  /// Takes note of a new message.
  mutating func learn(_ message: ChangeMessage, _ id: UInt32) {
    guard message.causes.contains(.identity) else { return }
    var map: [Int: String] = [:]
    var property: String?
    for cause in message.causes {
      if case .dynamicProperty(let name) = cause { property = name }
      if case .offset(let offset) = cause, let property, map[offset] == nil { map[offset] = property }
    }
    guard !map.isEmpty else { return }
    insertions[id] = map
    for (offset, name) in map {
      if first[message.view]?[offset] ?? name != name {
        conflicting.insert(message.view)
        concerns = []
      }
    }
    first[message.view, default: [:]].merge(map) { old, _ in old }
  }

  /// Puts messages that name properties in the place of those with offsets.
  mutating func resolve(_ events: UnsafeMutableBufferPointer<TraceEvent>, _ symbols: TraceSymbols) {
    for index in events.indices where events[index].kind == .change {
      let message = events[index].value
      guard concern(of: message, symbols) == .offsets else { continue }
      let place = Place(process: events[index].process, view: symbols[MessageID(index: message)].view)
      if let map = insertions[message] { current[place] = map }
      guard let map = current[place] else { continue }
      events[index].value = resolved(Reading(message: message, map: map), symbols)
    }
  }

  private mutating func concern(of message: UInt32, _ symbols: TraceSymbols) -> Concern {
    if concerns.count < symbols.messages.count {
      concerns += Array(repeating: .unknown, count: symbols.messages.count - concerns.count)
    }
    if concerns[Int(message)] == .unknown {
      let text = symbols[MessageID(index: message)]
      let hasOffsets = text.causes.contains { if case .offset = $0 { true } else { false } }
      concerns[Int(message)] = hasOffsets && conflicting.contains(text.view) ? .offsets : .none
    }
    return concerns[Int(message)]
  }

  private mutating func resolved(_ reading: Reading, _ symbols: TraceSymbols) -> UInt32 {
    if let known = known[reading] { return known }
    var message = symbols[MessageID(index: reading.message)]
    var causes = DistinctCauses()
    for cause in message.causes {
      var meaning = cause
      if case .offset(let offset) = cause, let name = reading.map[offset] { meaning = .dynamicProperty(name) }
      causes.append(meaning)
    }
    message.causes = causes.list
    let id = symbols.intern(message).id.index
    known[reading] = id
    return id
  }
}
