import Foundation
import Reporting
import SourceAnalysis

/// What a whole run of `lint` found, by everything that it depends on: the files, the configuration and the tool itself.
///
/// One file for each scope, next to the facts; a run over the same inputs only reads them, compares and prints.
struct ResultCache {
  let cache: FactsCache
  let key: ContentHash

  struct Entry {
    var findings: [ReportedFinding]
    var messages: [String]
    var hasErrors: Bool
    var read: Int
    var skipped: Int
    var views: Int
  }

  /// - Parameter settings: What else decides about the result, such as the configuration.
  init(_ cache: FactsCache, files: [SourceReading.Loaded], settings: String) {
    self.cache = cache
    var key = ContentHash(first: Self.magic, second: UInt64(files.count))
    key.mix(settings)
    key.mix(toolVersion)
    for file in files {
      key.mix(file.path)
      key.mix(file.hash?.first ?? 0)
      key.mix(file.hash?.second ?? 0)
    }
    // Another build may find something else without calling itself another version.
    if let tool = Bundle.main.executablePath, let identity = FileContents.identity(of: tool) { key.mix(identity) }
    self.key = key
  }

  private static let magic: UInt64 = 0x5752_4652_0000_0001
  private var file: String { cache.file("findings-" + cache.scope) }

  func load() -> Entry? {
    guard let data = FileContents.data(at: file) else { return nil }
    return data.withUnsafeBytes { bytes in
      guard bytes.count >= 32 else { return nil }
      func word(_ index: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
      let rest = UnsafeRawBufferPointer(rebasing: bytes[32...])
      let check = ContentHash(rest)
      guard word(0) == key.first, word(1) == key.second, word(2) == check.first, word(3) == check.second else {
        return nil
      }
      var reader = Reader(bytes: rest)
      return reader.entry()
    }
  }

  func store(_ entry: Entry) {
    var writer = Writer()
    writer.add(entry)
    let check = writer.bytes.withUnsafeBytes { ContentHash($0) }
    var bytes: [UInt8] = []
    for word in [key.first, key.second, check.first, check.second] {
      withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
    }
    cache.write(bytes + writer.bytes, to: "findings-" + cache.scope)
  }
}

private struct Writer {
  var bytes: [UInt8] = []

  mutating func add(_ value: Int) { withUnsafeBytes(of: UInt64(value)) { bytes.append(contentsOf: $0) } }

  mutating func add(_ text: String) {
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add<Value>(_ value: Value?, _ write: (inout Writer, Value) -> Void) {
    add(value == nil ? 0 : 1)
    if let value { write(&self, value) }
  }

  mutating func add<Value>(_ values: [Value], _ write: (inout Writer, Value) -> Void) {
    add(values.count)
    for value in values { write(&self, value) }
  }

  mutating func add(_ place: ReportedFinding.Location?) {
    add(place) { writer, place in
      writer.add(place.file)
      writer.add(place.line)
      writer.add(place.column)
    }
  }

  mutating func add(_ entry: ResultCache.Entry) {
    add(entry.findings) { $0.add($1) }
    add(entry.messages) { $0.add($1) }
    for number in [entry.hasErrors ? 1 : 0, entry.read, entry.skipped, entry.views] { add(number) }
  }

  mutating func add(_ finding: ReportedFinding) {
    for text in [
      finding.rule, finding.fix, finding.severity.rawValue, finding.message, finding.grade.rawValue,
      finding.fingerprint,
    ] { add(text) }
    add(finding.view) { $0.add($1) }
    add(finding.location)
    add(finding.endLocation)
    add(finding.steps) { $0.add($1) }
    add(finding.related) { writer, related in
      writer.add(related.view) { $0.add($1) }
      writer.add(related.location)
      writer.add(related.message)
    }
    add(finding.patch) { $0.add($1) }
    add(finding.patchRefusal) { $0.add($1) }
  }
}

/// Reads what `Writer` wrote; the caller has checked that the bytes are whole.
private struct Reader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  mutating func number() -> Int? {
    guard offset + 8 <= bytes.count else { return nil }
    defer { offset += 8 }
    return Int(exactly: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  mutating func text() -> String? {
    guard let length = number(), length <= bytes.count - offset else { return nil }
    defer { offset += length }
    return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
  }

  mutating func optional<Value>(_ read: (inout Reader) -> Value?) -> Value?? {
    guard let flag = number() else { return nil }
    guard flag == 1 else { return .some(nil) }
    return read(&self).map { .some($0) }
  }

  mutating func list<Value>(_ read: (inout Reader) -> Value?) -> [Value]? {
    guard let count = number(), count <= bytes.count - offset else { return nil }
    var values: [Value] = []
    for _ in 0..<count {
      guard let value = read(&self) else { return nil }
      values.append(value)
    }
    return values
  }

  mutating func location() -> ReportedFinding.Location?? {
    optional { reader in
      guard let file = reader.text(), let line = reader.number(), let column = reader.number() else { return nil }
      return .init(file: file, line: line, column: column)
    }
  }

  mutating func entry() -> ResultCache.Entry? {
    guard let findings = list({ $0.finding() }), let messages = list({ $0.text() }), let hasErrors = number(),
      let read = number(), let skipped = number(), let views = number()
    else { return nil }
    return .init(
      findings: findings, messages: messages, hasErrors: hasErrors == 1, read: read, skipped: skipped, views: views)
  }

  mutating func finding() -> ReportedFinding? {
    guard let rule = text(), let fix = text(), let severity = text().flatMap(ReportedFinding.Severity.init),
      let message = text(), let grade = text().flatMap(ReportedFinding.Grade.init), let fingerprint = text(),
      let view = optional({ $0.text() }), let location = location(), let end = self.location(),
      let steps = list({ $0.text() }), let related = list({ $0.related() }), let patch = optional({ $0.text() }),
      let refusal = optional({ $0.text() })
    else { return nil }
    return ReportedFinding(
      rule: rule, fix: fix, severity: severity, view: view, location: location, endLocation: end, message: message,
      grade: grade, steps: steps, related: related, patch: patch, patchRefusal: refusal, fingerprint: fingerprint)
  }

  mutating func related() -> ReportedFinding.Related? {
    guard let view = optional({ $0.text() }), let location = location(), let message = text() else { return nil }
    return .init(view: view, location: location, message: message)
  }
}
