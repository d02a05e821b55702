package import Platform
package import SourceAnalysis
import SwiftParser
import SwiftSyntax

/// Makes patches for findings from the texts of the files they are in.
///
/// An edit is made only where its preconditions were checked in the scanned sources; otherwise the outcome names the one
/// that failed. Each patched text is parsed again before it is offered.
package struct Patches: Sendable {
  /// What a finding's edit came to.
  package struct Outcome: Sendable, Hashable {
    /// A unified diff.
    package var diff: String?
    /// Why there is none; `nil` for fixes that no edit is made for.
    package var refusal: String?
    /// The preconditions that were checked for the diff.
    package var checked: [String] = []
    package var edits: [Edit] = []
    package var tier = Tier.suggested

    package init(
      diff: String? = nil, refusal: String? = nil, checked: [String] = [], edits: [Edit] = [],
      tier: Tier = .suggested
    ) {
      self.diff = diff
      self.refusal = refusal
      self.checked = checked
      self.edits = edits
      self.tier = tier
    }
  }

  /// How an edit is offered.
  package enum Tier: String, Sendable, Hashable {
    /// It changes neither what the app does nor how it looks.
    case mechanical
    /// It may, as the finding means it to: somebody has to read it.
    case suggested
  }

  package let texts: [String: Data]
  let graph: SourceGraph
  let unread: UnreadFiles

  package init(texts: [String: Data], graph: SourceGraph, unread: UnreadFiles = UnreadFiles()) {
    self.texts = texts
    self.graph = graph
    self.unread = unread
  }

  package func patch(for finding: Finding) -> Outcome {
    let file = finding.code.file
    guard let data = texts[file.path], let source = Self.source(data) else { return Outcome() }
    let maker = PatchMaker(finding: finding, source: source, graph: graph, unread: unread)
    switch maker.plan() {
    case .none: return Outcome()
    case .refused(let reason): return Outcome(refusal: reason)
    case .edits(let edits, let checked):
      guard let bytes = Edit.apply(edits, to: source.bytes) else { return Outcome(refusal: "its edits overlap") }
      guard parses(edits, in: file, bytes) else { return Outcome(refusal: "the patched file does not parse") }
      let diff = UnifiedDiff.between(source.text, String(decoding: bytes, as: UTF8.self), path: file.path)
      return Outcome(diff: diff, checked: checked, edits: edits, tier: maker.tier)
    }
  }

  /// Whether the file still parses with the edits: of a file that was read without errors only what holds them is parsed.
  ///
  /// - Parameter bytes: Of the file with the edits.
  private func parses(_ edits: [Edit], in file: SourceFile, _ bytes: [UInt8]) -> Bool {
    if file.tree.issues.isEmpty, membersParse(edits, in: file, bytes) { return true }
    var part = 0..<bytes.count
    if file.tree.issues.isEmpty, let edited = declarations(around: edits, in: file) {
      let growth = edits.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
      part = edited.lowerBound..<edited.upperBound + growth
    }
    return bytes[part].withUnsafeBufferPointer { buffer in
      var parser = Parser(buffer)
      return !SourceFileSyntax.parse(from: &parser).hasError
    }
  }

  /// Whether all edits lie in members of types, and each of these parses as one with its edits: types of thousands of lines need
  /// not be parsed for a line.
  private func membersParse(_ edits: [Edit], in file: SourceFile, _ bytes: [UInt8]) -> Bool {
    var members: [(range: Range<Int>, growth: Int)] = []
    var shift = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let growth = edit.replacement.utf8.count - edit.range.count
      if let last = members.last?.range, last.lowerBound < edit.range.lowerBound,
        edit.range.upperBound < last.upperBound
      {
        members[members.count - 1].growth += growth
      } else {
        guard let member = member(around: edit.range, in: file) else { return false }
        members.append((member, growth))
      }
    }
    return members.allSatisfy { range, growth in
      let part = range.lowerBound + shift..<range.upperBound + shift + growth
      shift += growth
      guard part.lowerBound >= 0, part.upperBound <= bytes.count else { return false }
      let alone = Array("class Member {\n".utf8) + bytes[part] + Array("\n}".utf8)
      return alone.withUnsafeBufferPointer { buffer in
        var parser = Parser(buffer)
        return !SourceFileSyntax.parse(from: &parser).hasError
      }
    }
  }

  /// The bytes of the function or property of a type that holds a range inside of it; `nil` where none does.
  private func member(around range: Range<Int>, in file: SourceFile) -> Range<Int>? {
    var types = Array(file.root.children)
    while let index = types.firstIndex(where: { $0.startOffset < range.lowerBound && range.upperBound < $0.endOffset })
    {
      let code = types[index]
      switch code.kind {
      case .type: types = Array(code.children)
      case .function, .variable: return code.startOffset..<code.endOffset
      default: return nil
      }
    }
    return nil
  }

  /// The bytes of the outermost declarations from the first that is edited to the last; `nil` where edits stand elsewhere.
  private func declarations(around edits: [Edit], in file: SourceFile) -> Range<Int>? {
    guard let first = edits.map(\.range.lowerBound).min(), let last = edits.map(\.range.upperBound).max() else {
      return nil
    }
    var start: Int?
    for declaration in file.root.children {
      if declaration.startOffset <= first { start = declaration.startOffset }
      if let start, declaration.endOffset >= last { return start..<declaration.endOffset }
    }
    return nil
  }

  /// `nil` for bytes that are not UTF-8: an edit would change more than it says.
  private static func source(_ data: Data) -> PatchSource? {
    guard let text = String(data: data, encoding: .utf8) else { return nil }
    return PatchSource(text: text, bytes: Array(data))
  }
}
