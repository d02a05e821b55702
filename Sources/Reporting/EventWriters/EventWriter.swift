package import TraceImport

/// Writes events one after the other, in a format for other tools.
///
/// A class, because it is fed from a sink and remembers what it has opened.
package protocol EventWriter: AnyObject, SendableMetatype {
  init()
  /// One phrase for the help of `convert`.
  static var title: String { get }
  /// What comes before the first event.
  func begin(into output: inout EventText)
  func write(_ event: WrittenEvent, into output: inout EventText)
  /// What comes after the last event.
  func end(into output: inout EventText)
}

/// An event with its names looked up.
package struct WrittenEvent {
  package enum Kind: String {
    case evaluation, unchanged, fault, scenarioStart, scenarioEnd
  }

  package var kind: Kind
  /// The input it came from, as the user wrote it.
  package var input: String
  /// The place among the events of all inputs, from 0.
  package var index: Int
  /// As `TraceEvent.time`, `nil` for none.
  package var time: Int64?
  package var process: ProcessIdentity
  package var scenario: String?
  /// `nil` for faults and scenarios.
  package var message: ChangeMessage?
  package var fault: UpdateFault?
  /// A number that stands for the message, the same for all of its events in the input.
  package var messageIndex: Int

  package init(
    kind: Kind, input: String, index: Int, time: Int64?, process: ProcessIdentity, scenario: String?,
    message: ChangeMessage?, fault: UpdateFault?, messageIndex: Int
  ) {
    self.kind = kind
    self.input = input
    self.index = index
    self.time = time
    self.process = process
    self.scenario = scenario
    self.message = message
    self.fault = fault
    self.messageIndex = messageIndex
  }
}

/// Text as bytes that is handed on whenever there is enough of it.
package struct EventText {
  private static let handOnSize = 1 << 16

  private var bytes: [UInt8] = []
  private let handOn: ([UInt8]) -> Void

  package init(_ handOn: @escaping ([UInt8]) -> Void) { self.handOn = handOn }

  package mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.handOnSize { flush() }
  }

  package mutating func append(utf8 text: [UInt8]) {
    bytes += text
    if bytes.count >= Self.handOnSize { flush() }
  }

  package mutating func flush() {
    handOn(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// A JSON string with its quotes; everything that could break out of one, or of a script, is escaped.
  package static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "<", ">", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\0"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
