package import TraceImport

/// A hitch or a hang with the evaluations that went on in it.
package struct InterruptionProfile: Hashable, Sendable {
  /// An evaluation in it, as indices of messages: itself, and the one its chain of triggers began with.
  package struct Key: Hashable, Sendable {
    package var message: Int
    package var root: Int
  }

  package var kind: Interruption.Kind
  /// Nanoseconds since the recording began.
  package var start: Int64
  package var nanoseconds: Int64
  /// Instruments' words, empty when there are none.
  package var label: String
  /// Whether the system, and not the app, is to blame.
  package var isSystem: Bool
  package var process: ProcessIdentity
  /// Evaluations that overlap it.
  package var evaluations: [Key: Int] = [:]
  /// The share of it in which bodies were evaluated, in nanoseconds; evaluations inside of others count once.
  package var coveredNanoseconds: Int64 = 0
}

/// Finds the evaluations in each interruption while they pass in order of time.
///
/// A class, because the builder adds to it with every evaluation.
final class InterruptionFold {
  private var profiles: [InterruptionProfile]
  private let processes: [ProcessID]
  /// Up to where each is covered already.
  private var coveredUntil: [Int64]
  /// The first that may still have evaluations to come.
  private var first = 0

  /// - Parameter interruptions: in order of time.
  init(_ interruptions: [Interruption], symbols: TraceSymbols) {
    profiles = interruptions.map {
      InterruptionProfile(
        kind: $0.kind, start: $0.start, nanoseconds: $0.nanoseconds, label: $0.label, isSystem: $0.isSystem,
        process: symbols[$0.process])
    }
    processes = interruptions.map(\.process)
    coveredUntil = interruptions.map(\.start)
  }

  func add(_ event: TraceEvent, _ detail: EventDetail, root: UInt32) {
    guard first < profiles.count, event.time != TraceEvent.noTime else { return }
    var end = event.time
    if case .nanoseconds(let nanoseconds) = detail.duration { end += Int64(clamping: nanoseconds) }
    while first < profiles.count, profiles[first].start + profiles[first].nanoseconds < event.time { first += 1 }
    var index = first
    while index < profiles.count, profiles[index].start <= end {
      let profile = profiles[index]
      let profileEnd = profile.start + profile.nanoseconds
      if profileEnd >= event.time, processes[index] == .unnamed || processes[index] == event.process {
        let key = InterruptionProfile.Key(message: Int(event.value), root: Int(root))
        profiles[index].evaluations[key, default: 0] += 1
        let from = max(coveredUntil[index], event.time)
        let to = min(end, profileEnd)
        if to > from {
          profiles[index].coveredNanoseconds += to - from
          coveredUntil[index] = to
        }
      }
      index += 1
    }
  }

  func finish() -> [InterruptionProfile] { profiles }
}
