package import TraceAnalysis

/// Where the runs of a report come from, as far as known.
package struct RunProvenance: Sendable, Hashable {
  /// Where they were recorded: `os`, `device`, `xcode`, `configuration`, `capture`.
  package var environment: [String: String] = [:]
  package var commit: String?
  package var branch: String?
  /// What tells the CI run from others.
  package var runID: String?
  /// As `2026-01-31T12:00:00Z`; `nil` leaves it to the times of the trace.
  package var time: String?
  /// The inputs as a profile stores them.
  package var inputs: [ProfileFile.Input] = []

  package init() {}
}
