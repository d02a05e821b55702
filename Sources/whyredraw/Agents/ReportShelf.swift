import AgentServer
import Platform
import Synchronization

/// The reports of the last calls: to be read whole, to be asked about, and to be paged through.
///
/// A few are kept, so that a server that runs for days does not grow.
final class ReportShelf: Sendable {
  enum Kind: String, Sendable {
    case analysis, findings, comparison, verdict, patches

    var title: String {
      switch self {
      case .analysis: "Report on a trace"
      case .findings: "Findings of the sources"
      case .comparison: "Comparison"
      case .verdict: "Verdict of the gate"
      case .patches: "Patches"
      }
    }

    var mediaType: String {
      switch self {
      case .analysis, .findings, .comparison, .verdict: "application/json"
      case .patches: "text/x-diff"
      }
    }
  }

  struct Entry: Sendable {
    var number: Int
    var kind: Kind
    var text: String
    /// What a page of it begins with, whichever page it is.
    var header: [String: JSONValue]
    /// The sources that it was made with, as commands take them.
    var sources: [String]
    var configuration: String?

    var resource: Resource {
      Resource(
        uri: ReportShelf.address(number), name: "report-\(number)", title: kind.title,
        description: "The whole of what a call gave in short.", mediaType: kind.mediaType)
    }
  }

  private static let mostEntries = 16
  private static let mostBytes = 64 << 20
  private static let prefix = "whyredraw://reports/"

  private struct State {
    var entries: [Entry] = []
    var last = 0
  }

  private let state = Mutex(State())

  static func address(_ number: Int) -> String { prefix + String(number) }

  /// Puts a report on the shelf; the oldest fall off. The newest stays, however large it is.
  func add(
    _ kind: Kind, _ text: String, header: [String: JSONValue] = [:], sources: [String] = [],
    configuration: String? = nil
  ) -> Entry {
    state.withLock { state in
      state.last += 1
      let entry = Entry(
        number: state.last, kind: kind, text: text, header: header, sources: sources, configuration: configuration)
      state.entries.append(entry)
      var bytes = state.entries.reduce(0) { $0 + $1.text.utf8.count }
      while state.entries.count > Self.mostEntries || (bytes > Self.mostBytes && state.entries.count > 1) {
        bytes -= state.entries.removeFirst().text.utf8.count
      }
      return entry
    }
  }

  private static let longestDiff = 16_000

  /// Puts a diff on the shelf.
  ///
  /// - Returns: What a result shows of it: its beginning where it is long, with a link to the whole.
  func add(diff: String) -> (entry: Entry, shown: String, links: [Resource]) {
    let entry = add(.patches, diff)
    guard diff.utf8.count > Self.longestDiff else { return (entry, diff, []) }
    let beginning = String(decoding: diff.utf8.prefix(Self.longestDiff), as: UTF8.self)
    return (entry, beginning + "…", [entry.resource])
  }

  var resources: [Resource] { state.withLock { $0.entries.map(\.resource) } }

  func read(_ address: String) -> (mediaType: String, text: String)? {
    guard address.hasPrefix(Self.prefix), let number = Int(address.dropFirst(Self.prefix.count)) else { return nil }
    return entry(number).map { ($0.kind.mediaType, $0.text) }
  }

  func entry(_ number: Int) -> Entry? {
    state.withLock { state in state.entries.first { $0.number == number } }
  }

  /// The report that an argument names by its address.
  ///
  /// - Throws: `Workspace.Refusal` where there is none.
  func entry(_ arguments: [String: JSONValue], of kinds: [Kind]) throws -> Entry {
    guard let address = arguments["report"]?.string else {
      throw Workspace.Refusal(description: "'report' is missing: the address that a result gave")
    }
    guard let number = Int(address.replacing(Self.prefix, with: "")), let entry = entry(number) else {
      throw Workspace.Refusal(description: "there is no report '\(address)', or no longer; make it again")
    }
    guard kinds.contains(entry.kind) else {
      throw Workspace.Refusal(description: "the report '\(address)' is of another kind: \(entry.kind.title)")
    }
    return entry
  }
}

extension ReportShelf.Entry {
  /// Some members of a JSON report; the others are not made into values.
  func members<Parts: Decodable>(_ type: Parts.Type) throws -> Parts {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
