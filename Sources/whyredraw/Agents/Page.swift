import AgentServer

/// A piece of a list of a stored report, and how to ask for the next.
struct Page {
  static let largest = 50

  /// What a tool takes besides the options of its command.
  static func schema(default limit: Int) -> [String: JSONValue] {
    [
      "limit": [
        "type": "integer", "minimum": 1, "maximum": .integer(largest),
        "description": .string("At most this many entries of the list; by default \(limit)."),
      ],
      "cursor": Schema.text("What a result gave as 'nextCursor', for the entries after it; needs no other argument."),
    ]
  }

  private let limit: Int
  private let start: Int
  /// The report that the cursor is of; `nil` for the first page of a new one.
  let report: Int?

  /// - Throws: `Workspace.Refusal` for a limit or a cursor that is none.
  init(_ arguments: [String: JSONValue], default limit: Int) throws {
    switch arguments["limit"] ?? .null {
    case .null: self.limit = limit
    case .integer(let number) where (1...Self.largest).contains(number): self.limit = number
    default: throw Workspace.Refusal(description: "'limit' takes a whole number from 1 to \(Self.largest)")
    }
    switch arguments["cursor"] ?? .null {
    case .null: (report, start) = (nil, 0)
    case .string(let text):
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
      guard parts.count == 2, let report = parts[0], let start = parts[1], start >= 0 else {
        throw Workspace.Refusal(description: "the cursor is none of this server's")
      }
      (self.report, self.start) = (report, start)
    default: throw Workspace.Refusal(description: "'cursor' is not a text")
    }
  }

  /// The entries of the page, and the cursor of the next.
  func cut(_ entries: [JSONValue], of report: Int) -> (entries: [JSONValue], next: JSONValue?) {
    let end = min(entries.count, start &+ limit < start ? entries.count : start + limit)
    guard start < end else { return ([], nil) }
    return (Array(entries[start..<end]), end < entries.count ? .string("\(report):\(end)") : nil)
  }
}
