/// The distinct names of one input: messages, processes, scenarios.
///
/// A class because the reader adds to it while sinks look things up; it never leaves the thread that reads; sinks
/// on other threads get copies of the names.
package final class TraceSymbols {
  /// How many distinct messages one input may hold; real apps have thousands.
  ///
  /// A hostile or binary input could otherwise grow the tables without end.
  package static let messageLimit = 1 << 15
  /// How many processes one input may name; every launch of an app is one.
  package static let processLimit = 1 << 12

  package private(set) var messages: [ChangeMessage] = []
  package private(set) var processes: [ProcessIdentity] = [ProcessIdentity()]
  package private(set) var scenarios: [String] = []
  /// How often a process was asked for after there were too many.
  private(set) var unnamedProcesses = 0

  private var messageIndex: [ChangeMessage: UInt32] = [:]
  private var processIndex: [ProcessIdentity: UInt32] = [ProcessIdentity(): 0]
  private var scenarioIndex: [String: UInt32] = [:]

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

  /// The names that came after there were so many.
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

  /// Returns the message's identifier, or `nil` when `messageLimit` distinct messages are known already.
  package func intern(_ message: ChangeMessage) -> MessageID? {
    if let known = messageIndex[message] { return MessageID(index: known) }
    guard messages.count < Self.messageLimit else { return nil }
    let index = UInt32(messages.count)
    messages.append(message)
    messageIndex[message] = index
    return MessageID(index: index)
  }

  package func intern(_ process: ProcessIdentity) -> ProcessID {
    if let known = processIndex[process] { return ProcessID(index: known) }
    guard processes.count < Self.processLimit else {
      unnamedProcesses += 1
      return .unnamed
    }
    let index = UInt32(processes.count)
    processes.append(process)
    processIndex[process] = index
    return ProcessID(index: index)
  }

  package func intern(scenario: String) -> UInt32 {
    if let known = scenarioIndex[scenario] { return known }
    // Then the last one goes on.
    guard scenarios.count < Self.processLimit else { return UInt32(scenarios.count - 1) }
    let index = UInt32(scenarios.count)
    scenarios.append(scenario)
    scenarioIndex[scenario] = index
    return index
  }

  package subscript(message: MessageID) -> ChangeMessage { messages[Int(message.index)] }
  package subscript(process: ProcessID) -> ProcessIdentity { processes[Int(process.index)] }
}
