internal import TraceAnalysis
internal import TraceImport

/// The single updates of a timeline: what a script lists in order of time, and draws where a slice is too coarse.
struct HTMLMoments {
  let context: HTMLContext
  let timeline: RedrawSummary.Timeline

  /// Of an update with more evaluations the first ones are listed; the others are counted.
  private static let mostEvaluations = 16

  /// Only those of listed views: who filters by a view wants no other updates.
  private var moments: ArraySlice<RedrawSummary.Timeline.Moment> {
    let listed = Set(context.report.listedViews.map(\.id.name))
    let isShown = timeline.updates.map { $0.evaluations.contains { listed.contains($0.view) } }
    return timeline.moments.filter { isShown[$0.update] }.prefix(context.limits.moments)
  }

  /// The place for the list; empty where no update is known by itself.
  func list(number: Int) -> HTML {
    let moments = moments
    if moments.isEmpty { return "" }
    var note: HTML = ""
    if timeline.moments.count < timeline.updateCount || moments.count < timeline.moments.count {
      note = "Here are the first \(Wording.count(moments.count, "update")) of \(Wording.number(timeline.updateCount));"
      note +=
        timeline.axis == .time
        ? " <code>--window START:END</code> makes a page of another time, in milliseconds from the first event."
        : " the counts above are of all."
    }
    return """
      <details class="singles needs-script" id="singles-\(number)"><summary>Single updates in order of time</summary>
      <p class="quiet">Those of the time chosen above, each with what began it and what that led to. \(note)</p>
      <p class="quiet singles-count" role="status"></p>
      <div class="scroller" role="region" aria-label="Single updates" tabindex="0"><table class="moments">
      <caption class="visually-hidden">Single updates in order of time</caption>
      <thead><tr><th scope="col" class="number">\(timeline.axis == .time ? "At" : "Update")</th><th scope="col">Began with</th><th scope="col">Led to</th></tr></thead>
      <tbody></tbody></table></div>
      <p class="quiet"><button type="button" class="more-singles" hidden>Show more</button></p>
      </details>

      """
  }

  /// A view of a scenario, which has a strip or not.
  private struct Subject: Hashable {
    var view: String
    var scenario: String?
  }

  /// What the evaluations of an update that are not listed add up to.
  private struct Unlisted: Hashable {
    var view: String
    var reason: Int
  }

  /// `"subjects":[[name,page],…],"causes":[…],"strip":[subject,…],"updates":[[more, subject,cause,reason,number,trigger, …],…],
  /// "moments":[time,update,…]`; triggers are places from 1 on, or 0, and times are differences. A cause of -1 stands for all
  /// evaluations of a view with a reason that are counted and not listed.
  func json() -> HTML {
    let moments = moments
    if moments.isEmpty { return "" }
    var subjects: [Subject: Int] = [:]
    var subjectList: HTML = ""
    func number(of subject: Subject) -> Int {
      if let known = subjects[subject] { return known }
      let number = subjects.count
      subjects[subject] = number
      let label = subject.view.isEmpty ? "(empty)" : subject.view
      subjectList += number > 0 ? ",[" : "["
      subjectList += HTML.json(label) + "," + HTML.json(context.pageOfName[subject.view] ?? "") + "]"
      return number
    }
    var causes: [[Cause]: Int] = [:]
    var causeList: HTML = ""
    func number(of list: [Cause]) -> Int {
      if let known = causes[list] { return known }
      let number = causes.count
      causes[list] = number
      causeList += (number > 0 ? "," : "") + HTML.json(list.map(\.displayName).joined(separator: ", "))
      return number
    }
    var strips: HTML = ""
    for (index, strip) in timeline.strips.prefix(context.limits.strips).enumerated() {
      strips += index > 0 ? "," : ""
      strips += "\(number(of: .init(view: strip.view.name, scenario: strip.view.scenario)))"
    }
    var updates: [Int: Int] = [:]
    var updateList: HTML = ""
    var times: HTML = ""
    var last: Int64 = timeline.axis == .time ? timeline.start : 0
    for (index, moment) in moments.enumerated() {
      let known = updates[moment.update] ?? updates.count
      if known == updates.count {
        updates[moment.update] = known
        let update = timeline.updates[moment.update]
        updateList += known > 0 ? ",[" : "["
        updateList += "\(max(0, update.evaluations.count - Self.mostEvaluations))"
        for evaluation in update.evaluations.prefix(Self.mostEvaluations) {
          let subject = number(of: .init(view: evaluation.view, scenario: update.scenario))
          updateList += ",\(subject),\(number(of: evaluation.causes)),\(evaluation.reason.rawValue)"
          updateList += ",\(evaluation.repetitions),\((evaluation.trigger ?? -1) + 1)"
        }
        var unlisted: [Unlisted: Int] = [:]
        for evaluation in update.evaluations.dropFirst(Self.mostEvaluations) {
          let one = Unlisted(view: evaluation.view, reason: Int(evaluation.reason.rawValue))
          let (sum, overflows) = (unlisted[one] ?? 0).addingReportingOverflow(evaluation.repetitions)
          unlisted[one] = overflows ? .max : sum
        }
        for (one, count) in unlisted.sorted(by: { ($0.key.view, $0.key.reason) < ($1.key.view, $1.key.reason) }) {
          let subject = number(of: .init(view: one.view, scenario: update.scenario))
          updateList += ",\(subject),-1,\(one.reason),\(count),0"
        }
        updateList += "]"
      }
      // A stored time may be any; what is too far for a number of the script is not one that somebody looks at.
      let (difference, overflows) = moment.time.subtractingReportingOverflow(last)
      times += index > 0 ? "," : ""
      times += "\(overflows ? 0 : Int(difference)),\(known)"
      last = moment.time
    }
    let isComplete = timeline.momentsAreComplete
    let isWhole = isComplete && moments.count == timeline.updateCount
    return
      ",\"complete\":\(isComplete ? "true" : "false"),\"whole\":\(isWhole ? "true" : "false"),\"subjects\":[\(subjectList)],\"causes\":[\(causeList)],\"stripSubjects\":[\(strips)],\"updates\":[\(updateList)],\"moments\":[\(times)]"
  }
}
