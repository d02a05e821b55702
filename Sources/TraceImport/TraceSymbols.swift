/// The distinct names of one input: messages, processes, scenarios.
///
/// There are limits to all of them, since a hostile or binary input could otherwise grow the tables without end. Beyond a
/// limit nothing is dropped: it gets a name that stands for all further ones, and is counted.
///
/// A class because the reader adds to it while sinks look things up; it never leaves the thread that reads; sinks
/// on other threads get copies of the names.
package final class TraceSymbols {
  /// How many distinct messages of one input are told apart; real apps have thousands.
  package static let messageLimit = 1 << 16
  /// How many views of one input are told apart.
  package static let viewLimit = 1 << 14
  /// How many processes one input may name; every launch of an app is one.
  package static let processLimit = 1 << 12
  /// How many scenarios one input may name; every test case may be one.
  package static let scenarioLimit = 1 << 14
  /// What the texts of all names may take together, in bytes.
  package static let textLimit = 8 << 20

  /// Stands for the causes of a message that is not told apart from others of its view.
  package static let otherCauses = "(other causes)"
  /// Stands for all views beyond `viewLimit`.
  package static let otherViews = "(other views)"
  package static let otherDoubtfulViews = "(other doubtful views)"
  /// Stands for all scenarios beyond `scenarioLimit`.
  package static let otherScenarios = "(other scenarios)"

  package private(set) var messages: [ChangeMessage] = []
  package private(set) var processes: [ProcessIdentity] = [ProcessIdentity()]
  package private(set) var scenarios: [String] = []
  /// How often a process was asked for after there were too many.
  private(set) var unnamedProcesses = 0
  /// How often a scenario was asked for after there were too many.
  private(set) var unnamedScenarios = 0

  /// A message by the numbers of its parts.
  private struct MessageKey: Hashable {
    var view: UInt32
    var causes: UInt32
    var kind: ChangeMessage.Kind
    var isDoubtful: Bool
  }

  /// The messages that stand for several.
  private var messagesOfSeveral: Set<UInt32> = []
  /// The messages with a name in which bytes were no UTF-8.
  private var repairedMessages: Set<UInt32> = []
  private var messageIndex: [MessageKey: UInt32] = [:]
  /// Of these a message refers to one each, so that a name is stored once however many messages it is in.
  private var views = NameTable<String>()
  private var causeLists = NameTable<[Cause]>()
  // Whether bytes of each were no UTF-8.
  private var repairedViews: [Bool] = []
  private var repairedCauses: [Bool] = []
  private var processIndex: [ProcessIdentity: UInt32] = [ProcessIdentity(): 0]
  private var scenarioIndex: [String: UInt32] = [:]
  /// Bytes of the texts so far.
  private var textSize = 0

  package init() {}

  /// How many names of each kind there are.
  struct Counts: Hashable {
    var messages = 0
    // The first one is known from the start.
    var processes = 1
    var scenarios = 0
  }

  /// Names on their way to a copy on another thread, where they get the same numbers.
  struct Addition: Sendable {
    var messages: [ChangeMessage] = []
    var processes: [ProcessIdentity] = []
    var scenarios: [String] = []
  }

  var counts: Counts { Counts(messages: messages.count, processes: processes.count, scenarios: scenarios.count) }

  /// The names that were added since the counts were these.
  func added(since counts: Counts) -> Addition {
    Addition(
      messages: Array(messages[counts.messages...]), processes: Array(processes[counts.processes...]),
      scenarios: Array(scenarios[counts.scenarios...]))
  }

  /// Takes names over; they can be looked up but not found again.
  func add(_ addition: Addition) {
    messages += addition.messages
    processes += addition.processes
    scenarios += addition.scenarios
  }

  /// Returns the message's identifier; `isExact` is false if it had to be taken together with others.
  package func intern(_ message: ChangeMessage) -> (id: MessageID, isExact: Bool) {
    let parts = parts(of: message)
    if let known = index(of: message, parts) { return (MessageID(index: known), true) }
    if messages.count < Self.messageLimit, hasRoom(for: message, parts) {
      return (MessageID(index: append(message, parts)), true)
    }
    let index = internTogether(message)
    let isExact = messages[Int(index)] == message
    if !isExact { messagesOfSeveral.insert(index) }
    return (MessageID(index: index), isExact)
  }

  /// Takes a message together with others of its view, or when there are too many views, with those of other views.
  private func internTogether(_ message: ChangeMessage) -> UInt32 {
    var common = message
    common.causes = message.causes.filter { $0 == .viewValue || $0 == .identity }
    if common.causes.count < message.causes.count { common.causes.append(.node(Self.otherCauses)) }
    var parts = parts(of: common)
    if let known = index(of: common, parts) { return known }
    // So much more room that every view can have a few.
    let hasRoom = hasRoom(for: common, Parts(view: parts.view, causes: parts.causes ?? 0))
    guard messages.count >= 2 * Self.messageLimit || !hasRoom else { return append(common, parts) }
    // Certain messages vouch for doubtful ones of the same view; here they may be of any.
    common.view = message.isDoubtful ? Self.otherDoubtfulViews : Self.otherViews
    parts.view = views[common.view]
    return index(of: common, parts) ?? append(common, parts)
  }

  /// The numbers of a message's view and causes, as far as they are known.
  private struct Parts {
    var view: UInt32?
    var causes: UInt32?
  }

  private func parts(of message: ChangeMessage) -> Parts {
    Parts(view: views[message.view], causes: causeLists[message.causes])
  }

  private func hasRoom(for message: ChangeMessage, _ parts: Parts) -> Bool {
    let causesSize = parts.causes == nil ? message.causes.reduce(0) { $0 + $1.textSize } : 0
    if parts.view != nil { return textSize + causesSize <= Self.textLimit }
    return views.count < Self.viewLimit && textSize + causesSize + message.view.utf8.count <= Self.textLimit
  }

  private func index(of message: ChangeMessage, _ parts: Parts) -> UInt32? {
    guard let view = parts.view, let causes = parts.causes else { return nil }
    return messageIndex[
      MessageKey(view: view, causes: causes, kind: message.kind, isDoubtful: message.isDoubtful)]
  }

  private func append(_ message: ChangeMessage, _ parts: Parts) -> UInt32 {
    if parts.view == nil {
      textSize += message.view.utf8.count
      repairedViews.append(Self.isRepaired(message.view))
    }
    if parts.causes == nil {
      textSize += message.causes.reduce(0) { $0 + $1.textSize }
      repairedCauses.append(message.causes.contains { $0.name.map(Self.isRepaired) ?? false })
    }
    let view = parts.view ?? views.intern(message.view)
    let causes = parts.causes ?? causeLists.intern(message.causes)
    let index = UInt32(messages.count)
    if repairedViews[Int(view)] || repairedCauses[Int(causes)] { repairedMessages.insert(index) }
    messages.append(
      ChangeMessage(
        kind: message.kind, view: views.names[Int(view)], causes: causeLists.names[Int(causes)],
        isDoubtful: message.isDoubtful))
    messageIndex[MessageKey(view: view, causes: causes, kind: message.kind, isDoubtful: message.isDoubtful)] = index
    return index
  }

  package func intern(_ process: ProcessIdentity) -> ProcessID {
    if let known = processIndex[process] { return ProcessID(index: known) }
    let size = process.name?.utf8.count ?? 0
    guard processes.count < Self.processLimit, textSize + size <= Self.textLimit else {
      unnamedProcesses += 1
      return .unnamed
    }
    textSize += size
    let index = UInt32(processes.count)
    processes.append(process)
    processIndex[process] = index
    return ProcessID(index: index)
  }

  package func intern(scenario: String) -> UInt32 {
    if let known = scenarioIndex[scenario] { return known }
    var scenario = scenario
    if scenarios.count >= Self.scenarioLimit || textSize + scenario.utf8.count > Self.textLimit {
      unnamedScenarios += 1
      scenario = Self.otherScenarios
      if let known = scenarioIndex[scenario] { return known }
    }
    textSize += scenario.utf8.count
    let index = UInt32(scenarios.count)
    scenarios.append(scenario)
    scenarioIndex[scenario] = index
    return index
  }

  /// Whether causes, or the view itself, are not told apart from others in the message.
  func standsForSeveral(_ message: MessageID) -> Bool { messagesOfSeveral.contains(message.index) }

  private static func isRepaired(_ name: String) -> Bool {
    name.utf8.contains(0xEF) && name.unicodeScalars.contains("\u{FFFD}")
  }

  /// Whether a name in the message stands for bytes that were no UTF-8.
  func isRepaired(_ message: MessageID) -> Bool { repairedMessages.contains(message.index) }

  package subscript(message: MessageID) -> ChangeMessage { messages[Int(message.index)] }
  package subscript(process: ProcessID) -> ProcessIdentity { processes[Int(process.index)] }
}

/// Distinct names with their numbers.
private struct NameTable<Name: Hashable> {
  private(set) var names: [Name] = []
  private var numbers: [Name: UInt32] = [:]

  var count: Int { names.count }

  subscript(name: Name) -> UInt32? { numbers[name] }

  mutating func intern(_ name: Name) -> UInt32 {
    if let known = numbers[name] { return known }
    let number = UInt32(names.count)
    numbers[name] = number
    names.append(name)
    return number
  }
}

extension Cause {
  /// The name of what changed, if it has one.
  fileprivate var name: String? {
    switch self {
    case .viewValue, .identity, .dependencies, .offset: nil
    case .dynamicProperty(let name), .keyPath(let name, _), .node(let name): name
    }
  }

  /// Bytes of its text.
  fileprivate var textSize: Int { name?.utf8.count ?? 0 }
}
