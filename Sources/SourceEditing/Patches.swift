package import Foundation
package import SourceAnalysis

/// Makes patches for findings from the texts of the files they are in.
package struct Patches: Sendable {
  /// What a finding's edit came to: a unified diff, or why there is none. Neither for fixes that no edit is made for.
  package struct Outcome: Sendable, Hashable {
    package var diff: String?
    package var refusal: String?
  }

  package let texts: [String: Data]

  package init(texts: [String: Data]) { self.texts = texts }

  package func patch(for finding: Finding) -> Outcome { Outcome() }
}
