internal import TraceImport

extension RedrawSummary {
  /// Why a body was evaluated, in the few kinds that a strip of time can show.
  package enum Reason: Int, Hashable, Sendable, CaseIterable {
    /// Nothing of its own: an enclosing view made it anew (`@self` alone).
    case parent
    /// A dynamic property of its own, such as `@State`; without sources any dynamic property.
    case property
    /// A model, the environment, or another value it does not own.
    case dependency
    /// It appeared, or lost its identity.
    case appearance
  }

  /// The evaluations of one run over time.
  package struct Timeline: Hashable, Sendable {
    package struct Cell: Hashable, Sendable {
      /// The slice, from 0.
      package var bucket: Int
      package var reason: Reason
      package var evaluations: Int

      package init(bucket: Int, reason: Reason, evaluations: Int) {
        self.bucket = bucket
        self.reason = reason
        self.evaluations = evaluations
      }
    }

    package struct Strip: Hashable, Sendable {
      /// Without a module.
      package var view: ViewID
      /// In order of slices and reasons.
      package var cells: [Cell]

      package init(view: ViewID, cells: [Cell]) {
        self.view = view
        self.cells = cells
      }

      package var evaluations: Int { cells.reduce(0) { $0 + $1.evaluations } }
    }

    /// The number of the run, from 0.
    package var run: Int
    package var axis: TimelineProfile.Axis
    /// The start of the first slice, as `TraceEvent.time`, or a number of an update.
    package var start: Int64
    /// The length of a slice in nanoseconds, or in updates.
    package var width: Int64
    package var bucketCount: Int
    /// This many views, those with the most evaluations, have a strip.
    package static let mostStrips = 512

    /// The most evaluations first, ties by name.
    package var strips: [Strip]
    /// Updates that could not be placed.
    package var unplaced: Int
    /// Whether its times are moments of the world, and not what some clock showed.
    package var timesHaveZone = true
    /// The first updates one by one, in order of time; empty where nobody asked for them.
    package var moments: [Moment] = []
    /// What happened in them, each once.
    package var updates: [SingleUpdate] = []
    /// All updates of the run, those that are not listed one by one included.
    package var updateCount = 0
    /// Whether up to the last of the moments no update is missing.
    package var momentsAreComplete = false

    package init(
      run: Int, axis: TimelineProfile.Axis, start: Int64, width: Int64, bucketCount: Int, strips: [Strip], unplaced: Int
    ) {
      self.run = run
      self.axis = axis
      self.start = start
      self.width = width
      self.bucketCount = bucketCount
      self.strips = strips
      self.unplaced = unplaced
    }
  }
}

/// Gathers the timeline of one run from its parts.
struct TimelineBuilder {
  private typealias Cell = RedrawSummary.Timeline.Cell

  private struct StripKey: Hashable {
    var view: Int
    var scenario: String?
  }

  private let axis: TimelineProfile.Axis
  private let shift: Int
  private let first: Int64
  private let last: Int64
  private var strips: [(key: StripKey, cells: [Cell])] = []
  private var stripNumbers: [StripKey: Int] = [:]
  private var unplaced = 0
  /// Of each message of the run.
  private let reasons: [RedrawSummary.Reason]
  private let viewIndex: [Int]
  /// Whose strips are kept.
  private let shown: Set<StripKey>
  // Of the part that is being added: per view the number of its strip, and those that are known.
  private var stripOfView: [Int]
  private var viewsOfPart: [Int] = []
  // Of the slice that is being added, by view and reason: there may be a million cells.
  private var counts: [Int]
  private var touched: [Int] = []

  /// - Returns: `nil` for a run without any evaluation.
  init?(_ run: RunProfile, _ meaning: RunMeaning) {
    let filled = run.parts.map(\.timeline).filter { !$0.cells.isEmpty }
    // Parts with and without times have nothing in common; the more common kind is shown.
    let timed = filled.filter { $0.axis == .time }
    let chosen = timed.count * 2 >= filled.count && !timed.isEmpty ? timed : filled.filter { $0.axis == .order }
    guard let axis = chosen.first?.axis, var shift = chosen.map(\.shift).max() else { return nil }
    var lower = Int64.max
    var upper = Int64.min
    for part in chosen {
      let steps = shift - part.shift
      lower = min(lower, (part.cells.first?.bucket ?? .max) >> steps)
      upper = max(upper, (part.cells.last?.bucket ?? .min) >> steps)
    }
    while upper - lower >= TimelineProfile.mostBuckets {
      shift += 1
      lower >>= 1
      upper >>= 1
    }
    reasons = meaning.reasons
    viewIndex = meaning.viewIndex
    let viewCount = (viewIndex.max() ?? 0) + 1
    counts = [Int](repeating: 0, count: viewCount * RedrawSummary.Reason.allCases.count)
    stripOfView = [Int](repeating: Self.unknownStrip, count: viewCount)
    shown = Self.busiest(run, viewIndex)
    self.axis = axis
    self.shift = shift
    first = lower
    last = upper
  }

  /// The views with the most evaluations.
  private static func busiest(_ run: RunProfile, _ viewIndex: [Int]) -> Set<StripKey> {
    var scenarios: [String?: Int] = [:]
    var totals = PairCounts()
    for part in run.parts {
      let scenario = scenarios[part.scenario] ?? scenarios.count
      scenarios[part.scenario] = scenario
      for update in part.updates {
        for element in update.elements {
          totals.add(scenario, viewIndex[element.message], element.repetitions * update.count)
        }
      }
      for (key, number) in part.overflow.counts { totals.add(scenario, viewIndex[key.message], number) }
    }
    let names = Dictionary(uniqueKeysWithValues: scenarios.map { ($1, $0) })
    let most = totals.takeLargest(RedrawSummary.Timeline.mostStrips)
    return Set(most.map { StripKey(view: $0.second, scenario: names[$0.first] ?? nil) })
  }

  /// Adds a part.
  ///
  /// - Parameter isInitial: of all elements of all updates of the part, one after the other.
  mutating func add(_ part: ProfilePart, scenario: String?, isInitial: [Bool]) {
    unplaced += part.timeline.unplaced
    guard part.timeline.axis == axis else {
      unplaced += part.timeline.cells.reduce(0) { $0 + Int($1.count) }
      return
    }
    var offsets: [Int] = []
    var total = 0
    for update in part.updates {
      offsets.append(total)
      total += update.elements.count
    }
    var current = Int64.min
    let steps = shift - part.timeline.shift
    for cell in part.timeline.cells {
      let bucket = cell.bucket >> steps
      if bucket != current {
        end(current, part.scenario, scenario)
        current = bucket
      }
      if let message = cell.subject.messageIndex {
        count(message, reasons[message], Int(cell.count))
      } else if let index = cell.subject.updateIndex {
        for (place, element) in part.updates[index].elements.enumerated() {
          let reason = isInitial[offsets[index] + place] ? .appearance : reasons[element.message]
          count(element.message, reason, element.repetitions * Int(cell.count))
        }
      }
    }
    end(current, part.scenario, scenario)
    for view in viewsOfPart { stripOfView[view] = Self.unknownStrip }
    viewsOfPart.removeAll(keepingCapacity: true)
  }

  private static var unknownStrip: Int { -2 }
  /// Of a view that has none.
  private static var noStrip: Int { -1 }

  /// The strip of a view in the part that is being added.
  private mutating func strip(_ view: Int, _ part: String?, _ scenario: String?) -> Int {
    if stripOfView[view] != Self.unknownStrip { return stripOfView[view] }
    viewsOfPart.append(view)
    stripOfView[view] = Self.noStrip
    guard shown.contains(StripKey(view: view, scenario: part)) else { return Self.noStrip }
    let key = StripKey(view: view, scenario: scenario)
    let number = stripNumbers[key] ?? strips.count
    if number == strips.count {
      strips.append((key, []))
      stripNumbers[key] = number
    }
    stripOfView[view] = number
    return number
  }

  private mutating func count(_ message: Int, _ reason: RedrawSummary.Reason, _ number: Int) {
    let place = viewIndex[message] * RedrawSummary.Reason.allCases.count + reason.rawValue
    if counts[place] == 0 { touched.append(place) }
    counts[place] += number
  }

  /// - Parameters:
  ///   - part: the scenario inside the run.
  ///   - scenario: its full name.
  private mutating func end(_ bucket: Int64, _ part: String?, _ scenario: String?) {
    let kinds = RedrawSummary.Reason.allCases.count
    for place in touched {
      defer { counts[place] = 0 }
      let strip = strip(place / kinds, part, scenario)
      guard strip != Self.noStrip, let reason = RedrawSummary.Reason(rawValue: place % kinds) else { continue }
      strips[strip].cells.append(Cell(bucket: Int(bucket - first), reason: reason, evaluations: counts[place]))
    }
    touched.removeAll(keepingCapacity: true)
  }

  func build(run: Int, names: [String]) -> RedrawSummary.Timeline {
    let sorted = strips.map { key, cells in
      RedrawSummary.Timeline.Strip(
        view: .init(name: names[key.view], scenario: key.scenario), cells: Self.merged(cells))
    }.map { (strip: $0, total: $0.evaluations) }
      .sorted { ($1.total, $0.strip.view) < ($0.total, $1.strip.view) }.map(\.strip)
    return RedrawSummary.Timeline(
      run: run, axis: axis, start: first << Int64(shift), width: 1 << Int64(shift), bucketCount: Int(last - first) + 1,
      strips: sorted,
      unplaced: unplaced)
  }

  /// Why a message happened, when it is no first appearance.
  ///
  /// - Parameter borrowed: The view's properties whose values others keep; `nil` where no source tells.
  static func reason(_ causes: [Cause], borrowed: Set<String>?) -> RedrawSummary.Reason {
    if causes.contains(.identity) { return .appearance }
    var reason = RedrawSummary.Reason.parent
    for cause in causes {
      switch cause {
      case .viewValue, .identity: break
      case .dynamicProperty(let name):
        // `_store` of the log is `store` of the source.
        if borrowed?.contains(String(name.drop { $0 == "_" })) != true { return .property }
        reason = .dependency
      case .dependencies, .offset, .keyPath, .node: reason = .dependency
      }
    }
    return reason
  }

  /// In order, and each slice and reason once: several processes may share a strip.
  private static func merged(_ cells: [Cell]) -> [Cell] {
    var result: [Cell] = []
    for cell in cells.sorted(by: { ($0.bucket, $0.reason.rawValue) < ($1.bucket, $1.reason.rawValue) }) {
      if let last = result.last, last.bucket == cell.bucket, last.reason == cell.reason {
        result[result.count - 1].evaluations += cell.evaluations
      } else {
        result.append(cell)
      }
    }
    return result
  }
}
