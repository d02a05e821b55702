/// What an Instruments export knows of an evaluation beyond a log: how long it took, and what made it happen.
///
/// Passed beside the events and not in them, so that logs, which have none of this, pay nothing for it.
package struct EventDetail: Sendable {
  /// How long an evaluation took.
  package enum Duration: Hashable, Sendable {
    case nanoseconds(UInt64)
    /// The recording holds a number that is none: longer than an hour or than the whole recording.
    case corrupt
    /// The recording does not say.
    case unknown
  }

  /// The evaluation whose body made this one's view.
  package enum Trigger: Hashable, Sendable {
    /// This many events back in the same input.
    case event(back: Int32)
    /// The recording shows its causes, and no evaluation is among them.
    case none
    /// The recording does not say.
    case unknown
  }

  /// Where SwiftUI's own groups of updates put an evaluation.
  package enum Boundary: Hashable, Sendable {
    /// The first of its group in its process.
    case begins
    /// In the group of the evaluation before it in its process.
    case continues
    /// The recording has no groups, or none at this time.
    case unknown
  }

  package var duration: Duration
  package var trigger: Trigger
  package var boundary: Boundary
  /// `nil` when the row has none.
  package var severity: UpdateSeverity?

  package init(
    duration: Duration = .unknown, trigger: Trigger = .unknown, boundary: Boundary = .unknown,
    severity: UpdateSeverity? = nil
  ) {
    self.duration = duration
    self.trigger = trigger
    self.boundary = boundary
    self.severity = severity
  }
}

/// How bad Instruments finds an update.
package enum UpdateSeverity: UInt8, CaseIterable, Hashable, Sendable, Comparable {
  case veryLow = 1
  case low
  case moderate
  case high
  case veryHigh

  /// As the column `severity` has it.
  package var name: String {
    switch self {
    case .veryLow: "Very Low"
    case .low: "Low"
    case .moderate: "Moderate"
    case .high: "High"
    case .veryHigh: "Very High"
    }
  }

  init?(name: String) {
    guard let severity = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = severity
  }

  package static func < (left: UpdateSeverity, right: UpdateSeverity) -> Bool { left.rawValue < right.rawValue }
}

/// A time in which the app kept its user waiting.
package struct Interruption: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A frame that came late.
    case hitch
    /// The main thread did not answer.
    case hang
    /// A call that may block the main thread; a moment.
    case hangRisk
  }

  package var kind: Kind
  /// Nanoseconds since the recording began.
  package var start: Int64
  package var nanoseconds: Int64
  /// Instruments' words: `Potentially expensive app update(s)`, `Microhang`; empty when there are none.
  package var label: String
  package var process: ProcessID
  /// Whether the system, and not the app, is to blame.
  package var isSystem: Bool

  package init(
    kind: Kind, start: Int64, nanoseconds: Int64, label: String, process: ProcessID, isSystem: Bool
  ) {
    self.kind = kind
    self.start = start
    self.nanoseconds = nanoseconds
    self.label = label
    self.process = process
    self.isSystem = isSystem
  }
}

/// The recorded cause graph, summed by name: how often which node led to which.
package struct CauseGraph: Hashable, Sendable {
  /// A pair of names with the number of edges between nodes of these names.
  package struct Edge: Hashable, Sendable {
    package var source: String
    package var destination: String
    package var count: Int

    package init(source: String, destination: String, count: Int) {
      self.source = source
      self.destination = destination
      self.count = count
    }
  }

  /// Sorted by source, then destination.
  package var edges: [Edge]

  package init(edges: [Edge] = []) { self.edges = edges }

  package var isEmpty: Bool { edges.isEmpty }
}

/// What an export says of a recording as a whole; known before its first event is sent.
package struct RecordingFacts: Sendable {
  /// In order of time.
  package var interruptions: [Interruption] = []
  package var graph = CauseGraph()
  /// The module of each view, where the recording names one and only one.
  package var modules: [String: String] = [:]

  package init() {}
}

extension TraceEventSink {
  package func receive(_ run: MessageRun, symbols: TraceSymbols) {
    run.messages.map(run.common.withMessage).withUnsafeBufferPointer { receive($0, symbols: symbols) }
  }

  package func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    receive(events, symbols: symbols)
  }

  package func receive(_ facts: RecordingFacts, symbols: TraceSymbols) {}
}
