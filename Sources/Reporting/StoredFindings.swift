internal import Vocabulary

/// What a whole run of `lint` found, as bytes for a cache.
package struct StoredFindings: Sendable, Hashable {
  package var findings: [ReportedFinding] = []
  package var messages: [String] = []
  package var hasErrors = false
  /// Files that were read.
  package var read = 0
  /// Files that were skipped because they cannot matter.
  package var skipped: [String] = []
  package var views = 0
  /// Notes that are listed only for who asks for their rule.
  package var unaskedNotes = 0

  package init() {}

  package var encoded: [UInt8] {
    var form = StoredForm()
    var copy = self
    copy.pass(through: &form)
    return form.bytes
  }

  /// `nil` for bytes that are not those of `encoded`. Whether they were damaged on the way is not noticed by every one.
  package init?(encoded bytes: [UInt8]) {
    var form = StoredForm(reading: bytes)
    pass(through: &form)
    guard form.isWhole else { return nil }
  }

  private mutating func pass(through form: inout StoredForm) {
    form.pass(&findings, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&messages, empty: "") { $0.pass(&$1) }
    form.pass(&hasErrors)
    form.pass(&read)
    form.pass(&skipped, empty: "") { $0.pass(&$1) }
    form.pass(&views)
    form.pass(&unaskedNotes)
  }
}

extension ReportedFinding {
  fileprivate static var empty: Self {
    .init(rule: "", fix: "", title: "", severity: .note, view: nil, message: "", grade: .static, fingerprint: "")
  }

  fileprivate mutating func pass(through form: inout StoredForm) {
    form.pass(&rule)
    form.pass(&fix)
    form.pass(&title)
    form.pass(&severity)
    form.pass(&view)
    form.pass(&location, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&endLocation, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&message)
    form.pass(&grade)
    form.pass(&measured, empty: .init(updates: 0)) { $1.pass(through: &$0) }
    form.pass(&steps, empty: "") { $0.pass(&$1) }
    form.pass(&related, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&chain, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&checks, empty: "") { $0.pass(&$1) }
    form.pass(&patch)
    form.pass(&patchRefusal)
    form.pass(&patchTier)
    form.pass(&fingerprint)
    form.pass(&change)
    form.pass(&share, empty: .init(saved: 0, updates: 0)) { $1.pass(through: &$0) }
    form.pass(&reason)
  }
}

extension ReportedFinding.Location {
  fileprivate static var empty: Self { .init(file: "", line: 0, column: 0) }

  fileprivate mutating func pass(through form: inout StoredForm) {
    form.pass(&file)
    form.pass(&line)
    form.pass(&column)
  }
}

extension ReportedFinding.Measurement {
  fileprivate mutating func pass(through form: inout StoredForm) {
    form.pass(&updates)
    form.pass(&unit)
    form.pass(&avoidable)
    form.pass(&predictedUpdates)
    form.pass(&predictedRange)
    var saved = views.sorted { $0.key < $1.key }.map { (view: $0.key, updates: $0.value) }
    form.pass(&saved, empty: ("", 0)) { form, entry in
      form.pass(&entry.view)
      form.pass(&entry.updates)
    }
    views = Dictionary(saved.map { ($0.view, $0.updates) }, uniquingKeysWith: +)
  }
}

extension ReportedFinding.Share {
  fileprivate mutating func pass(through form: inout StoredForm) {
    form.pass(&saved)
    form.pass(&updates)
  }
}

extension ReportedFinding.Related {
  fileprivate static var empty: Self { .init(message: "") }

  fileprivate mutating func pass(through form: inout StoredForm) {
    form.pass(&view)
    form.pass(&location, empty: .empty) { $1.pass(through: &$0) }
    form.pass(&message)
  }
}
