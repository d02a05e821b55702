/// Something that SwiftUI says changed and led to a body evaluation.
///
/// - Source: the documentation of `_printChanges()` and published logs; key paths are the runtime's `debugDescription`.
package enum Cause: Hashable, Sendable {
  /// `@self`: the view value itself, that is, the parent passed a different struct.
  case viewValue
  /// `@identity`: storage that is new, or recycled for a new instance of the same type.
  case identity
  /// `@dependencies`: an `@Observable` property, not named (iOS 17, macOS 14).
  case dependencies
  /// A dynamic property by its physical name: `_count`, or `__count` for the `@State` macro of Xcode 27.
  case dynamicProperty(String)
  /// `@16`: a dynamic property inside another one, by its byte offset in the view.
  case offset(Int)
  /// A property of an `@Observable`, such as `\Model.value`.
  ///
  /// The text has no addresses; `address` keeps the one of `<computed 0x… (T)>`, which tells two unnamed
  /// properties of one type apart within a run and means nothing beyond it.
  case keyPath(String, address: UInt64?)
  /// A node of the cause graph that is none of these, as an Instruments export names it: `EnvironmentWriter: Font?`.
  case node(String)
}

/// A distinct message of a redraw log: which view, and what changed.
package struct ChangeMessage: Hashable, Sendable {
  /// What the line says happened.
  package enum Kind: UInt8, Hashable, Sendable {
    /// `T: … changed.`: one body evaluation.
    case evaluation
    /// `T: unchanged.`: `body` was called without a recorded change; no evaluation of the graph.
    case unchanged
  }

  package var kind: Kind
  /// The view's type as the trace writes it: nested types with dots, generic arguments kept, no module.
  package var view: String
  /// In the order of the line; empty for `unchanged`.
  package var causes: [Cause]
  /// Whether the line has SwiftUI's shape but nothing in it that only SwiftUI writes, as `Model: title changed.`
  ///
  /// Such an evaluation counts only if the same view shows up with one that is beyond doubt; `T: unchanged.` outside of
  /// SwiftUI's category counts only where there are evaluations beyond doubt at all, since prose has it too.
  package var isDoubtful: Bool

  package init(kind: Kind, view: String, causes: [Cause], isDoubtful: Bool = false) {
    self.kind = kind
    self.view = view
    self.causes = causes
    self.isDoubtful = isDoubtful
  }
}

/// Faults SwiftUI itself reports about updates, as they stand in the same log.
package enum UpdateFault: UInt32, CaseIterable, Hashable, Sendable {
  /// "Publishing changes from within view updates is not allowed".
  case publishingWithinUpdate
  /// "Modifying state during view update".
  case modifyingStateDuringUpdate
  /// "Publishing changes from background threads is not allowed".
  case publishingFromBackground
  /// "onChange(of:) action tried to update multiple times per frame".
  case multipleUpdatesPerFrame
}

/// The index of a distinct `ChangeMessage` in `TraceSymbols`.
package struct MessageID: Hashable, Sendable {
  package var index: UInt32
  package init(index: UInt32) { self.index = index }
}

/// The index of a `ProcessIdentity` in `TraceSymbols`.
package struct ProcessID: Hashable, Sendable {
  package var index: UInt32
  package init(index: UInt32) { self.index = index }
  /// The process of events whose format names none.
  package static let unnamed = ProcessID(index: 0)
}

/// A process as the capture names it.
package struct ProcessIdentity: Hashable, Sendable {
  /// The executable's name, `nil` when the format has none.
  package var name: String?
  /// The process identifier, `nil` when the format has none.
  package var pid: Int?

  package init(name: String? = nil, pid: Int? = nil) {
    self.name = name
    self.pid = pid
  }
}

/// What a layout writes of a time: the zone, the date, or neither.
///
/// It tells how times of two layouts compare: moments of the world where both have a zone, else what a clock on the wall
/// shows, and without a date what it shows on any day.
package struct TimeStyle: Hashable, Sendable {
  // Computed, since they are asked for with every line.
  private static var unknownZone: Int16 { Int16.max }

  /// Minutes east of Greenwich, or `unknownZone`.
  private var zone: Int16
  /// Whether the date stands there, with the year.
  package var isDated: Bool

  /// A date, and no zone.
  package static var local: TimeStyle { TimeStyle(zone: unknownZone, isDated: true) }

  /// - Parameter zoneMinutes: minutes east of Greenwich; `nil` for none.
  package init(zoneMinutes: Int16?, isDated: Bool) {
    self.init(zone: zoneMinutes ?? Self.unknownZone, isDated: isDated)
  }

  private init(zone: Int16, isDated: Bool) {
    self.zone = zone
    self.isDated = isDated
  }

  package var hasZone: Bool { zone != Self.unknownZone }
  /// Nanoseconds from the time to that on a clock on the wall.
  package var toWall: Int64 { hasZone ? Int64(zone) * 60_000_000_000 : 0 }
}

/// One thing that happened, small and trivially copyable; what it names stands in `TraceSymbols`.
package struct TraceEvent: Sendable {
  package enum Kind: UInt8, Sendable {
    /// A line of SwiftUI; `value` is a `MessageID`.
    case change
    /// A test or phase began; `value` is an index into `TraceSymbols.scenarios`.
    case scenarioStart
    /// The test or phase ended.
    case scenarioEnd
    /// SwiftUI complained; `value` is the raw value of an `UpdateFault`.
    case fault
  }

  /// Where a message was written to: the same message in both is one evaluation.
  package enum Channel: UInt8, Sendable {
    case standardOutput, unifiedLog
  }

  /// The time of an event that has none.
  @inlinable package static var noTime: Int64 { Int64.min }

  package var kind: Kind
  package var channel: Channel
  /// The index of the format in `allTraceFormats` that the event was read with.
  package var format: UInt8
  package var value: UInt32
  package var process: ProcessID
  /// What the layout writes of the time.
  package var timeStyle: TimeStyle
  /// Nanoseconds since 1970 where the format has a date, else since midnight; `noTime` where it has none.
  package var time: Int64

  package init(
    kind: Kind, value: UInt32, process: ProcessID = .unnamed, time: Int64 = noTime,
    timeStyle: TimeStyle = .local, channel: Channel = .standardOutput, format: UInt8 = 0
  ) {
    self.kind = kind
    self.channel = channel
    self.format = format
    self.value = value
    self.process = process
    self.timeStyle = timeStyle
    self.time = time
  }

  package var message: MessageID { MessageID(index: value) }

  /// The same change of another message.
  @inlinable
  package func withMessage(_ message: UInt32) -> TraceEvent {
    var event = self
    event.value = message
    return event
  }
}

/// Changes that differ in nothing but their message, one after the other.
///
/// What an app prints has neither a time nor a process, so that nearly all of a captured console is such a run: it takes a
/// sixth of the memory that as many events do, which otherwise is written, passed on and read again with every line.
package struct MessageRun {
  /// Which message each change is of, as `TraceEvent.value` has it.
  package let messages: UnsafeBufferPointer<UInt32>
  /// What all of them are, but for the message.
  package let common: TraceEvent

  package init(_ messages: UnsafeBufferPointer<UInt32>, like common: TraceEvent) {
    self.messages = messages
    self.common = common
  }
}

/// Receives the events of one input in order, in batches.
///
/// Batches, so that a call across modules is paid once for thousands of events.
package protocol TraceEventSink: AnyObject {
  /// Takes the next events; `symbols` holds every name that they use.
  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols)

  /// Takes the next events, which are a run; by default they are received as events.
  func receive(_ run: MessageRun, symbols: TraceSymbols)

  /// Takes the next events with what the recording knows of each; by default the details are left out.
  func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols)

  /// Takes what concerns the whole recording, before its first event; by default nothing is done with it.
  func receive(_ facts: RecordingFacts, symbols: TraceSymbols)
}
