package import TraceImport

/// What is kept of traces: how often which updates happened, run by run.
///
/// Memory is bounded by what is distinct: a redraw log repeats a few thousand updates, not a few million events. Nothing
/// in it is inferred; `RedrawSummary` infers, over all runs at once. That makes profiles add up exactly:
/// `profile(of: a + b) == profile(of: a).merged(with: profile(of: b))`.
package struct TraceProfile: Hashable, Sendable {
  /// One per input, in order.
  package private(set) var runs: [RunProfile]

  package init(runs: [RunProfile] = []) { self.runs = runs }

  package func merged(with other: TraceProfile) -> TraceProfile { TraceProfile(runs: runs + other.runs) }

  /// Adds runs in place: one after the other, without copying what is there.
  package mutating func add(_ runs: [RunProfile]) { self.runs += runs }
}

/// One run: what one input held.
package struct RunProfile: Hashable, Sendable {
  /// The scenario the user gave the input, `nil` for none.
  package var scenario: String?
  /// The distinct messages; elements of updates are indices into it.
  package var messages: [ChangeMessage] = []
  /// What happened, apart by scenario inside the run and by process.
  package var parts: [ProfilePart] = []
  /// The module of each view, where the trace names one and only one.
  package var modules: [String: String] = [:]
  /// The recorded cause graph, summed by name; empty without one.
  package var graph = CauseGraph()
  /// Hitches and hangs, in order of time.
  package var interruptions: [InterruptionProfile] = []
  /// The tests that did not pass; their scenarios are named as inside of the run.
  package var brokenTests: [BrokenTest] = []
  /// Tells captures of test runs apart; see `InputSummary.runDigest`.
  package var digest: Int?
  /// Whether its times are moments of the world, and not what some clock showed.
  package var timesHaveZone = true

  package init(scenario: String? = nil) { self.scenario = scenario }

  /// How a scenario inside of the run is called among all.
  package func name(ofScenario inner: String?) -> String? {
    let parts = [scenario, inner].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// The run with what its input says of its tests.
  package func noting(_ summary: InputSummary) -> RunProfile {
    var run = self
    run.brokenTests = summary.brokenTests
    run.digest = summary.runDigest
    run.timesHaveZone = summary.timesHaveZone
    return run
  }
}

/// The share of a run that belongs to one process and one scenario inside the run.
package struct ProfilePart: Hashable, Sendable {
  /// The test or phase that a marker named, `nil` outside of any.
  package var scenario: String?
  package var process: ProcessIdentity
  /// The distinct updates, in the order of their first appearance.
  package var updates: [Update] = []
  /// What was counted without keeping the updates, after there were too many distinct ones.
  package var overflow = ResolvedCounts()
  /// How many `unchanged` lines, by index of the message.
  package var unchanged: [Int: Int] = [:]
  /// SwiftUI's own faults.
  package var faults: [UpdateFault: Int] = [:]
  package var rates = RateProfile()
  /// Sequences of root causes that repeat, by their members.
  package var cycles: [Cycle] = []
  /// How long evaluations took, by index of the message; empty for logs.
  package var durations: [Int: DurationHistogram] = [:]
  /// The time in which bodies were evaluated in nanoseconds, those inside of others counted once.
  package var busyNanoseconds: UInt64 = 0
  /// When what happened.
  package var timeline = TimelineProfile()
  /// The first updates of the run one by one, where somebody asked for them; profiles that are stored leave them out.
  package var moments: [UpdateMoment] = []

  /// A hundred days, in nanoseconds: what lasts longer by a clock that jumped is cut. Those of a thousand parts can be added up.
  static let longestDuration = Int64.max / 1024 - 1

  package init(scenario: String?, process: ProcessIdentity) {
    self.scenario = scenario
    self.process = process
  }
}

/// When an update was.
package struct UpdateMoment: Hashable, Sendable, BitwiseCopyable {
  /// Of its last evaluation, as `TraceEvent.time`.
  package var time: Int64
  /// Among the updates of its process, from 1 on.
  package var number: UInt32
  private let index: UInt32

  package init(time: Int64, number: UInt32, update: Int) {
    self.time = time
    self.number = number
    index = UInt32(clamping: update)
  }

  /// The index of what happened in `ProfilePart.updates`.
  package var update: Int { Int(index) }
}

/// A distinct update: the evaluations that SwiftUI made together, in order, and how often just these.
package struct Update: Hashable, Sendable {
  /// Equal evaluations in a row.
  package struct Element: Hashable, Sendable {
    // Narrow, because a trace may have hundreds of thousands.
    private let messageNumber: UInt32
    private let number: UInt32
    /// The place of the trigger, or a negative number.
    private let triggerPlace: Int32
    /// Whether it is the first evaluation of its view's type in its process.
    package let isFirst: Bool

    package init(message: Int, repetitions: Int, isFirst: Bool, trigger: Trigger = .unknown) {
      messageNumber = UInt32(clamping: message)
      number = UInt32(clamping: repetitions)
      self.isFirst = isFirst
      triggerPlace =
        switch trigger {
        case .unknown: -2
        case .none: -1
        case .element(let place): Int32(clamping: place)
        }
    }

    /// The index of the message in the run.
    package var message: Int { Int(messageNumber) }
    /// How many in a row; rows of a list, usually.
    package var repetitions: Int { Int(number) }
    /// What the trace says made it happen; logs say nothing.
    package var trigger: Trigger {
      switch triggerPlace {
      case -2: .unknown
      case -1: .none
      default: .element(Int(triggerPlace))
      }
    }
  }

  /// The evaluation that made another one happen, as far as it is recorded.
  package enum Trigger: Hashable, Sendable {
    /// Not recorded: to be inferred.
    case unknown
    /// Recorded, and none of the evaluations of the update.
    case none
    /// The place of the element in the update.
    case element(Int)
  }

  package var elements: [Element]
  package var count: Int

  package init(elements: [Element], count: Int) {
    self.elements = elements
    self.count = count
  }
}

/// Evaluations whose trigger and root cause were settled while reading, for inputs with no end of distinct updates.
package struct ResolvedCounts: Hashable, Sendable {
  /// An evaluation with what was inferred of it; all are indices of messages.
  package struct Key: Hashable, Sendable {
    package var message: Int
    /// `nil` when nothing is known to have triggered it.
    package var trigger: Int?
    /// The evaluation at the start of the chain; itself when there is no trigger.
    package var root: Int
    package var isInitial: Bool

    /// In two words, because a summary looks up every evaluation of random input.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(message << 32 | root)
      hasher.combine((trigger ?? -1) << 1 | (isInitial ? 1 : 0))
    }
  }

  package var counts: [Key: Int] = [:]

  package var isEmpty: Bool { counts.isEmpty }
}

/// How fast evaluations came, where the format has times.
package struct RateProfile: Hashable, Sendable {
  /// The first and last time of an evaluation, as `TraceEvent.time`.
  package var span: ClosedRange<Int64>?
  /// The most evaluations in one second.
  package var peakPerSecond = 0
  /// The most evaluations in one frame of 1/60 s.
  package var peakPerFrame = 0
  /// The most updates of a message in one second, by index of the message; only those of at least `stormRate`.
  package var storms: [Int: Storm] = [:]

  /// Updates per second of one cause from which on they are a storm.
  ///
  /// - Source: `hot_path_state_write`, whose evidence is 30 updates a second and more.
  package static let stormRate = 30
}

/// A message at 30 updates a second and more.
package struct Storm: Hashable, Sendable, BitwiseCopyable {
  /// The most updates in one second.
  package var peakPerSecond: Int
  /// Whole seconds in a row at the rate, the longest time.
  package var longestSeconds: Int
  /// Updates in all seconds at the rate.
  package var updates: Int

  package init(peakPerSecond: Int, longestSeconds: Int, updates: Int) {
    self.peakPerSecond = peakPerSecond
    self.longestSeconds = longestSeconds
    self.updates = updates
  }
}

/// A sequence of root causes that repeated without anything between.
package struct Cycle: Hashable, Sendable {
  /// The messages of one turn, starting with the smallest index.
  package var members: [Int]
  /// Turns, in the longest repetition.
  package var turns: Int
  /// How long the longest repetition lasted in nanoseconds; `nil` without times.
  package var nanoseconds: Int64?
  /// All evaluations of all repetitions and of what went on between them, since no turn has to be just like another.
  package var evaluations = 0
  /// How long all of that lasted in nanoseconds; `nil` without times.
  package var wholeNanoseconds: Int64?

  /// Root causes of the longest repetition.
  var steps: Int { turns * members.count }
}
