package import TraceImport

extension RedrawSummary.Timeline {
  /// When a single update was.
  package struct Moment: Hashable, Sendable {
    /// As the timeline's axis has it: `TraceEvent.time`, or the number of the update.
    package var time: Int64
    /// The index in `updates`.
    package var update: Int

    package init(time: Int64, update: Int) {
      self.time = time
      self.update = update
    }
  }

  /// The evaluations of one update, in order.
  package struct SingleUpdate: Hashable, Sendable {
    package var scenario: String?
    package var evaluations: [Evaluation]

    package init(scenario: String? = nil, evaluations: [Evaluation]) {
      self.scenario = scenario
      self.evaluations = evaluations
    }
  }

  /// Equal evaluations in a row, with their cause.
  package struct Evaluation: Hashable, Sendable {
    package var view: String
    package var causes: [Cause]
    package var reason: RedrawSummary.Reason
    /// How many in a row.
    package var repetitions: Int
    /// The place of the evaluation that made it happen; `nil` for none, or an unknown one.
    package var trigger: Int?

    package init(view: String, causes: [Cause], reason: RedrawSummary.Reason, repetitions: Int, trigger: Int? = nil) {
      self.view = view
      self.causes = causes
      self.reason = reason
      self.repetitions = repetitions
      self.trigger = trigger
    }
  }
}

/// Gathers the single updates of one run from its parts.
struct MomentList {
  private typealias Timeline = RedrawSummary.Timeline

  private var moments: [(moment: UpdateMoment, update: Int)] = []
  private var updates: [Timeline.SingleUpdate] = []
  private var updateCount = 0
  private var hasGaps = false

  /// Adds what a part holds.
  ///
  /// - Parameters:
  ///   - scenario: its full name.
  ///   - resolver: follows evaluations to what triggered them.
  mutating func add(
    _ part: ProfilePart, scenario: String?, _ meaning: RunMeaning, _ resolver: inout UpdateResolver
  ) {
    updateCount += part.updates.reduce(0) { $0 + $1.count }
    if !part.overflow.isEmpty { hasGaps = true }
    var numbers: [Int: Int] = [:]
    for moment in part.moments {
      let number = numbers[moment.update] ?? updates.count
      if number == updates.count {
        numbers[moment.update] = number
        let update = part.updates[moment.update]
        let resolved = resolver.resolve(update, meaning)
        updates.append(Self.named(update, resolved, scenario, resolver.names, meaning))
      }
      moments.append((moment, number))
    }
  }

  private static func named(
    _ update: Update, _ resolved: [UpdateResolver.Evaluation], _ scenario: String?, _ views: [String],
    _ meaning: RunMeaning
  ) -> Timeline.SingleUpdate {
    let evaluations = zip(update.elements, resolved).map { element, evaluation in
      let causes = meaning.causes[element.message]
      return Timeline.Evaluation(
        view: views[meaning.viewIndex[element.message]], causes: causes,
        reason: evaluation.isInitial ? .appearance : meaning.reasons[element.message], repetitions: element.repetitions,
        trigger: evaluation.trigger)
    }
    return .init(scenario: scenario, evaluations: evaluations)
  }

  /// Adds what was gathered to the timeline; what has no place on its axis is left out.
  func fill(_ timeline: inout RedrawSummary.Timeline) {
    timeline.updateCount = updateCount
    timeline.updates = updates
    timeline.momentsAreComplete = !hasGaps && timeline.unplaced == 0
    switch timeline.axis {
    case .time:
      timeline.moments = moments.compactMap { moment, update in
        moment.time == noTime ? nil : .init(time: moment.time, update: update)
      }
    case .order:
      timeline.moments = moments.compactMap { moment, update in
        moment.time == noTime ? .init(time: Int64(moment.number), update: update) : nil
      }
    }
    // Those of several processes come one after the other, and parked ones late.
    timeline.moments.sort { ($0.time, $0.update) < ($1.time, $1.update) }
  }
}
