internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport

/// Values that changed many times per second for a while, as the times of a trace show: of members of models and of state of
/// views. Who writes them is for the sources to say.
struct Surges: Sendable {
  /// What changes: state of a view, or a member of a model; `nil` for an object of which the trace does not name the member.
  struct Subject: Hashable, Sendable {
    var owner: TypeID
    var member: String?
  }

  /// Changes of a subject, by the second.
  struct Surge: Sendable {
    /// How many there are in each stretch of a second in which there are any.
    fileprivate var numbers: [Int]
    /// When they were, for each part of the trace: the slices of its timeline with changes, in order.
    fileprivate var times: [(slices: [Int64], seconds: Double)] = []
    /// How long a stretch is.
    fileprivate var seconds: Double
    /// The views that are evaluated for it.
    fileprivate(set) var views: Set<Int>

    var changes: Int { numbers.reduce(0, +) }

    /// The share of all changes that goes when the value is written so many times per second at most.
    func share(beyond ticks: Double) -> Double {
      let most = ticks * seconds
      let spared = numbers.reduce(0.0) { $0 + max(0, Double($1) - most) }
      return changes > 0 ? spared / Double(changes) : 0
    }

    /// Changes per second while there are many: what most of them belong to.
    var perSecond: Int {
      var before = 0
      for number in numbers.sorted(by: >) {
        before += number
        if before * 2 >= changes { return Int((Double(number) / seconds).rounded()) }
      }
      return 0
    }

    /// How many of the changes come one after the other as a clock ticks: the longest runs of them in each part of the trace; 0 where that
    /// may as well be chance.
    ///
    /// - Parameter period: The seconds between two ticks.
    func ticks(every period: Double) -> Int {
      times.reduce(0) { $0 + Self.ticks(in: $1.slices, of: $1.seconds, every: period) }
    }

    private static func ticks(in slices: [Int64], of seconds: Double, every period: Double) -> Int {
      let step = (period / seconds).rounded()
      // Of a profile that somebody else wrote the slices may be any numbers.
      guard seconds > 0, step >= shortestStep, let first = slices.first, let last = slices.last, first > Int64.min / 4,
        last < Int64.max / 4
      else { return 0 }
      let span = last - first
      guard step <= longestStep, step * Double(leastTicks - 1) <= Double(span) else { return 0 }
      // A timer is late now and then, and a loop that waits takes its own time as well.
      let tolerance = max(1, Int64(step * lateness))
      let empty = 1 - min(1, Double(slices.count) / Double(max(1, span)))
      let noneByChance = (0..<2 * tolerance + 1).reduce(1.0) { chance, _ in chance * empty }
      guard 1 - noneByChance <= mostChance else { return 0 }
      var lengths: [Int64: Int] = [:]
      for slice in slices {
        let before = slice - Int64(step)
        let longest = (before - tolerance...before + tolerance).lazy.compactMap { lengths[$0] }.max() ?? 0
        lengths[slice] = longest + 1
      }
      let longest = lengths.values.max() ?? 0
      return longest >= leastTicks ? longest : 0
    }

    /// Slices between two ticks from which on these can be told from other changes.
    private static let shortestStep = 4.0
    /// No timeline that is counted here has so many slices that a clock with longer steps would tick often enough.
    private static let longestStep = 25_000.0
    /// By how much of its period a tick may be late.
    private static let lateness = 0.04
    /// How likely it may be that something else lies where a tick is looked for.
    private static let mostChance = 0.5
    /// Ticks in a row from which on it is a clock.
    private static let leastTicks = 6

    /// Seconds in which the value changed so many times per second at least.
    func seconds(above rate: Double) -> Double {
      Double(numbers.count { Double($0) >= rate * seconds }) * seconds
    }
  }

  private(set) var bySubject: [Subject: Surge] = [:]

  /// Of a session of many minutes a slice of the timeline is longer than a second.
  private static let stretch: Int64 = 1_000_000_000

  init(_ profile: TraceProfile, _ recorded: RecordedUpdates, _ graph: SourceGraph) {
    let subjects = Self.subjects(recorded, graph)
    if subjects.allSatisfy(\.isEmpty) { return }
    var first = 0
    for part in profile.runs.lazy.flatMap(\.parts) {
      defer { first += part.updates.count }
      guard part.timeline.axis == .time else { continue }
      let slice = Int64(1) << Int64(part.timeline.shift)
      let slices = max(1, Self.stretch / slice)
      var numbers: [Subject: [Int64: Int]] = [:]
      var times: [Subject: Set<Int64>] = [:]
      for cell in part.timeline.cells {
        guard let index = cell.subject.updateIndex, part.updates.indices.contains(index) else { continue }
        var changed: Set<Subject> = []
        for element in recorded.updates[first + index].elements where element.trigger == nil && !element.isInitial {
          for subject in subjects[element.message] where changed.insert(subject).inserted {
            bySubject[subject, default: Surge(numbers: [], seconds: 0, views: [])].views.insert(
              recorded.traits[element.message].view)
            numbers[subject, default: [:]][cell.bucket / slices, default: 0] += Int(cell.count)
            times[subject, default: []].insert(cell.bucket)
          }
        }
      }
      for (subject, found) in numbers {
        bySubject[subject]?.numbers += found.values.sorted()
        let seconds = Double(slice * slices) / 1e9
        if let known = bySubject[subject]?.seconds, known < seconds { bySubject[subject]?.seconds = seconds }
        bySubject[subject]?.times.append(((times[subject] ?? []).sorted(), Double(slice) / 1e9))
      }
    }
  }

  subscript(owner: TypeID, member: String?) -> Surge? { bySubject[Subject(owner: owner, member: member)] }

  /// By message, what its causes say has changed.
  private static func subjects(_ recorded: RecordedUpdates, _ graph: SourceGraph) -> [[Subject]] {
    recorded.messages.map { message in
      guard let index = message.facts, !message.isAssumed else { return [] }
      let facts = recorded.facts[index]
      let stored = Set(facts.type.storedProperties.map(\.name))
      return message.own.compactMap { own in
        switch own.cause {
        case .dynamicProperty(let traced):
          guard let property = facts.type.property(PropertyName.source(traced, among: stored)) else { return nil }
          if property.isObservedObject {
            return facts.model(of: property).map { Subject(owner: $0.id, member: nil) }
          }
          return property.storage == .state ? Subject(owner: facts.type.id, member: property.name) : nil
        case .keyPath(let traced, _):
          guard let (owner, member) = PropertyName.keyPath(traced) else { return nil }
          let model = facts.modelProperty(owner).flatMap(facts.type.property).flatMap(facts.model)
          return model.map { Subject(owner: $0.id, member: member) }
        default: return nil
        }
      }
    }
  }
}
