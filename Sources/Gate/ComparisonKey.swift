/// Where runs were recorded, as far as that is known: numbers from different places say nothing about the code.
package struct ComparisonKey: Sendable, Hashable {
  package enum Field: String, Sendable, Hashable, CaseIterable, Comparable {
    /// `log` or `instruments`: a log has the views that print their changes, a recording has all.
    case capture
    /// `debug` or `release`, or whatever the build configuration is called.
    case configuration
    case device
    case os
    case xcode

    package static func < (left: Field, right: Field) -> Bool { left.rawValue < right.rawValue }
  }

  /// Only what is known.
  package var fields: [Field: String]

  package init(_ fields: [Field: String] = [:]) { self.fields = fields.filter { !$0.value.isEmpty } }

  /// The fields that both sides know and that differ, with both values.
  package func differences(from other: ComparisonKey) -> [(field: Field, own: String, other: String)] {
    Field.allCases.sorted().compactMap { field in
      guard let own = fields[field], let theirs = other.fields[field], own != theirs else { return nil }
      return (field, own, theirs)
    }
  }

  /// Both together; only for keys without differences.
  package func merged(with other: ComparisonKey) -> ComparisonKey {
    ComparisonKey(fields.merging(other.fields) { own, _ in own })
  }
}
