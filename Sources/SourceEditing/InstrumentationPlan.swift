import SwiftUIModel

/// Decides, over all scanned files, which bodies get the logging call, and makes the new text of a file.
package struct InstrumentationPlan: Sendable {
  /// What became of a body.
  package enum Decision: Hashable, Sendable {
    case instrument
    /// It logs already; `byHand` when somebody wrote the call.
    case alreadyLogs(byHand: Bool)
    /// Why it is left alone.
    case leftAlone(String)
  }

  /// Types that conform to `View` or `ViewModifier` in whatever way the scanned files say.
  private let conformances: [String: [String]]
  private let protocols: Set<String>

  package init(_ files: [FileBodies]) {
    var conformances: [String: [String]] = [:]
    for file in files { conformances.merge(file.conformances, uniquingKeysWith: +) }
    self.conformances = conformances
    protocols = files.reduce(into: []) { $0.formUnion($1.protocols) }
  }

  /// `nil` for a `body` that is no view's and no modifier's.
  package func decision(for site: BodySite) -> Decision? {
    let wanted = site.kind == .view ? Protocols.views : Protocols.modifiers
    let names = [site.view] + site.inherited
    guard names.contains(where: { conforms($0, to: wanted) }) else { return nil }
    if site.neverReturns { return .leftAlone("its body is never evaluated") }
    if site.logs { return .alreadyLogs(byHand: !site.isMarked) }
    if site.explicitReturn == .inBranches, !isBuilder(site) {
      return .leftAlone("its only expression is in branches of #if, outside of the declaration that makes it a view")
    }
    return .instrument
  }

  /// Why a file's new text was not taken.
  package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    case marksInText
    case doesNotParse(FileBodies.Problem)

    package var description: String {
      switch self {
      case .marksInText: "1: holds '\(Instrumentation.mark)' as text of its own, which '--remove' would take out"
      case .doesNotParse(let problem): "\(problem.line): the instrumented file would not parse: \(problem.message)"
      }
    }
  }

  /// The file with the call in the given bodies. Holds only if taking it out gives the file back, and the result parses.
  package func instrumented(
    _ bytes: [UInt8], sites: [BodySite], call: Instrumentation.Call
  ) throws(Refusal) -> [UInt8] {
    let edits = sites.flatMap { site in
      var site = site
      if isBuilder(site) { site.explicitReturn = .present }
      return Instrumentation.edits(for: site, call: call)
    }
    guard let result = Edit.apply(edits, to: bytes), Instrumentation.removed(from: result).bytes == before(bytes) else {
      throw .marksInText
    }
    let read = FileBodies(result)
    if let problem = read.problem { throw .doesNotParse(problem) }
    // Every mark of the text belongs to a body, or it stands in a string or comment.
    guard Instrumentation.markedBlocks(in: result) == read.sites.count(where: \.isMarked) else { throw .marksInText }
    return result
  }

  private func before(_ bytes: [UInt8]) -> [UInt8] { Instrumentation.removed(from: bytes).bytes }

  /// Whether SwiftUI's requirement makes the body a result builder: only in the declaration or extension that conforms.
  private func isBuilder(_ site: BodySite) -> Bool {
    let wanted = site.kind == .view ? Protocols.views : Protocols.modifiers
    return site.hasBuilder || site.inherited.contains { conforms($0, to: wanted) } && !protocols.contains(site.view)
  }

  private func conforms(_ name: String, to wanted: Set<String>) -> Bool {
    var pending = [name]
    var seen: Set<String> = []
    while let next = pending.popLast() {
      if wanted.contains(next) { return true }
      guard seen.insert(next).inserted else { continue }
      // What a type conforms to is its own; of what it inherits, only protocols pass anything on, and superclasses.
      pending += conformances[next] ?? []
    }
    return false
  }
}

extension Instrumentation {
  /// How many blocks of inserted lines a text holds.
  static func markedBlocks(in bytes: [UInt8]) -> Int {
    var count = 0
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if text.starts(with: Array("#if DEBUG".utf8)), text.contains(Array(mark.utf8)) { count += 1 }
    }
    return count
  }
}
