internal import TraceImport

/// Works out a summary.
///
/// Two passes over the distinct updates: the first learns which view triggers which, the second follows each evaluation
/// to its root and counts. Whatever there may be many of is counted by number in flat tables, and gets its name only when
/// the lists are made.
struct SummaryBuilder: ~Copyable {
  typealias ViewID = RedrawSummary.ViewID

  /// A view of a scenario while it is being counted.
  struct Row {
    var view: Int
    var scenario: Int
    var evaluations = 0
    var initial = 0
    var inferredInitial = 0
    var inferredUpdates = 0
    var recreated = 0
    var unchanged = 0
    var selfOnly = 0
    var selfOnlyUpdates = 0
    var recorded = 0

    var updates: Int { evaluations - initial }
  }

  struct RootKey: Hashable {
    var view: UInt32
    var cause: UInt32
    var scenario: UInt32
  }

  struct Root {
    var key: RootKey
    var changes = 0
    var radius = 0
    var recorded = 0
  }

  /// A cause of a view, and how it was written.
  struct Variant: Hashable {
    var row: UInt32
    var cause: UInt32
    var raw: UInt32
  }

  /// Views that were inserted below an evaluation.
  struct BatchKey: Hashable {
    /// The run and scenario.
    var group: UInt32
    var view: UInt32
    /// The message of the triggering evaluation.
    var message: UInt32
  }

  var profile: TraceProfile
  var resolver: UpdateResolver
  let names: [String]
  var summary = RedrawSummary()

  var rows: [Row] = []
  var rowNumbers: [UInt64: Int] = [:]
  var scenarios = Numbering<String?>()
  var processes = Numbering<ProcessIdentity>()
  var causes = Numbering<Cause>()
  var scenarioRuns: [Set<Int>] = []
  /// By row; their buckets are apart, because there are many histograms to a row.
  var durations: [Int: DurationHistogram] = [:]
  var durationBuckets = PairCounts()
  var severities = SeverityCounts()
  /// Of the part that is being counted, the roots of each message.
  var messageRoots: MessageRoots
  // By row, and what it is counted by: run, process, cause, triggering view, root.
  var updatesPerRun = PairCounts()
  var rowProcesses = PairCounts()
  var rowCauses = PairCounts()
  var rowTriggers = PairCounts()
  /// Of `rowTriggers` those that are recorded.
  var recordedRowTriggers = PairCounts()
  var rowRoots = PairCounts()
  /// Of `rowRoots` those to which every trigger on the way is recorded.
  var recordedRowRoots = PairCounts()
  /// Causes that are written in more than one way: `@16` and key paths with addresses.
  var variants: Set<Variant> = []
  let writtenDifferently: Set<Cause>

  var roots: [Root] = []
  var rootNumbers: [RootKey: Int] = [:]
  /// By root and view.
  var affected = PairCounts()

  // How rows appear together with the evaluation that triggers them, to tell re-creation from growth.
  var groups = Numbering<[Int]>()
  var batches = Numbering<BatchKey>()
  /// By batch and its size, the updates in which the view was inserted below the trigger.
  var batchSizes = PairCounts()
  /// By group and message.
  var triggerUpdates = PairCounts()

  init(_ profile: consuming TraceProfile, _ resolver: consuming UpdateResolver) {
    messageRoots = MessageRoots(count: profile.runs.map(\.messages.count).max() ?? 0)
    writtenDifferently = resolver.meanings.reduce(into: []) { $0.formUnion($1.writtenDifferently) }
    names = resolver.names
    self.profile = profile
    self.resolver = resolver
  }

  mutating func build(_ onUpdate: ([UpdateResolver.Evaluation]) -> Void) -> RedrawSummary {
    for (index, run) in profile.runs.enumerated() {
      let meaning = resolver.meanings[index]
      var timeline = TimelineBuilder(run, meaning)
      var moments = MomentList()
      var sums = EvaluationSums(messageCount: run.messages.count)
      for part in run.parts {
        count(part, of: run, meaning: meaning, runIndex: index, to: &sums, timeline: &timeline, onUpdate)
        sums.reset()
        messageRoots.reset()
        moments.add(part, scenario: joined(run.scenario, part.scenario), meaning, &resolver)
      }
      if let timeline {
        var built = timeline.build(run: index, names: resolver.names)
        moments.fill(&built)
        built.timesHaveZone = run.timesHaveZone
        summary.timelines.append(built)
      }
      summary.addRecording(run, index: index, roots: meaning.roots)
    }
    countRecreations()
    return finish()
  }

  mutating func rowNumber(view: Int, scenario: Int) -> Int {
    let key = UInt64(scenario) << 32 | UInt64(view)
    if let known = rowNumbers[key] { return known }
    rowNumbers[key] = rows.count
    rows.append(Row(view: view, scenario: scenario))
    return rows.count - 1
  }

  mutating func rootNumber(of message: Int, _ cause: Cause, _ meaning: RunMeaning, _ scenario: Int) -> Int {
    let key = RootKey(
      view: UInt32(meaning.viewIndex[message]), cause: UInt32(causes.number(of: cause)), scenario: UInt32(scenario))
    if let known = rootNumbers[key] { return known }
    rootNumbers[key] = roots.count
    roots.append(Root(key: key))
    return roots.count - 1
  }
}
