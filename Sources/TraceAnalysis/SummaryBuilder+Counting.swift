internal import TraceImport

/// What the updates of a part are counted as.
extension SummaryBuilder {
  mutating func count(
    _ part: ProfilePart, of run: RunProfile, meaning: RunMeaning, runIndex: Int, to sums: inout EvaluationSums,
    timeline: inout TimelineBuilder?, _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) {
    let name = joined(run.scenario, part.scenario)
    let scenario = scenarios.number(of: name)
    if scenario == scenarioRuns.count { scenarioRuns.append([]) }
    scenarioRuns[scenario].insert(runIndex)

    for (key, number) in part.overflow.counts {
      summary.withoutUpdate += number
      // There, whatever a view says of its first appearances, the start of the update decides.
      let isOpen = meaning.hasSelf[key.message] && !meaning.hasIdentity[key.message]
      sums.add(key, number, isInferred: isOpen, meaning)
      if key.root == key.message { sums.changes.add(number, to: key.message) }
    }
    let isInitial = count(part.updates, to: &sums, meaning, group: groups.number(of: [runIndex, scenario]), onUpdate)
    timeline?.add(part, scenario: name, isInitial: isInitial)
    note(sums, part: part, run: run, meaning: meaning, runIndex: runIndex, scenario: scenario)

    func row(_ message: Int) -> Int { rowNumber(view: meaning.viewIndex[message], scenario: scenario) }
    sums.recorded.visitAll { message, number in rows[row(message)].recorded += number }
    summary.recordedTriggers += sums.recorded.total
    for (message, histogram) in part.durations {
      let row = row(message)
      durations[row, default: DurationHistogram()].addTotals(of: histogram)
      for bucket in histogram.buckets { durationBuckets.add(row, Int(bucket.number), bucket.count) }
      summary.untimed += histogram.untimed
      severities.merge(histogram.severityCounts)
    }
    if !part.durations.isEmpty { summary.busyNanoseconds = (summary.busyNanoseconds ?? 0) + part.busyNanoseconds }
    for (message, number) in part.unchanged {
      rows[row(message)].unchanged += number
      summary.totals.unchanged += number
    }
    summary.totals.evaluations += sums.evaluations.total
    summary.totals.initial += sums.initial.total
    summary.totals.inferred += sums.inferredInitial.total + sums.inferredUpdates.total
    summary.parts.append(
      RedrawSummary.Part(
        scenario: name, process: part.process, evaluations: sums.evaluations.total, initial: sums.initial.total,
        faults: part.faults, nanoseconds: part.rates.span.map { $0.upperBound - $0.lowerBound },
        peakPerSecond: part.rates.peakPerSecond, peakPerFrame: part.rates.peakPerFrame,
        stormCounts: storms(part, run: run, meaning: meaning), cycles: cycles(part, run: run, meaning: meaning)))
  }

  /// Counts the updates of a part; returns of all elements, one after the other, whether they are initial.
  private mutating func count(
    _ updates: [Update], to sums: inout EvaluationSums, _ meaning: RunMeaning, group: Int,
    _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) -> [Bool] {
    var initialElements: [Bool] = []
    var resolved: [UpdateResolver.Evaluation] = []
    // Whether each element is at the end of a chain in which every trigger is recorded.
    var recordedChains: [Bool] = []
    // By view and message of the trigger.
    var inserted: [UInt64: Int] = [:]
    // Messages of the update that are roots: all views that print the same one follow from one change.
    var changed: [Int] = []
    for update in updates {
      resolver.resolve(update, meaning, into: &resolved)
      onUpdate(resolved)
      recordedChains.removeAll(keepingCapacity: true)
      if !inserted.isEmpty { inserted.removeAll(keepingCapacity: true) }
      changed.removeAll(keepingCapacity: true)
      for (place, element) in update.elements.enumerated() {
        let evaluation = resolved[place]
        let number = element.repetitions * update.count
        let view = meaning.viewIndex[element.message]
        let root = update.elements[evaluation.root].message
        let isRecorded = element.trigger != .unknown && (evaluation.trigger.map { recordedChains[$0] } ?? true)
        recordedChains.append(isRecorded)
        if isRecorded { sums.recordedRoots.add(view, root, number) }
        let trigger = evaluation.trigger.map { update.elements[$0].message }
        if element.trigger != .unknown {
          sums.recorded.add(number, to: element.message)
          if let trigger { sums.recordedTriggers.add(view, meaning.viewIndex[trigger], number) }
        }
        sums.add(
          .init(message: element.message, trigger: trigger, root: root, isInitial: evaluation.isInitial), number,
          isInferred: evaluation.isInferred, meaning)
        if root == element.message, !changed.contains(root) {
          changed.append(root)
          sums.changes.add(update.count, to: root)
        }
        if meaning.hasIdentity[element.message], let place = evaluation.trigger, let trigger,
          !resolved[place].isInitial
        {
          inserted[UInt64(view) << 32 | UInt64(trigger), default: 0] += element.repetitions
        }
        if !evaluation.isInitial { triggerUpdates.add(group, element.message, update.count) }
        initialElements.append(evaluation.isInitial)
      }
      for (key, size) in inserted {
        let batch = BatchKey(
          group: UInt32(group), view: UInt32(key >> 32), message: UInt32(truncatingIfNeeded: key))
        batchSizes.add(batches.number(of: batch), size, update.count)
      }
    }
    return initialElements
  }

  private mutating func note(
    _ sums: borrowing EvaluationSums, part: ProfilePart, run: RunProfile, meaning: RunMeaning, runIndex: Int,
    scenario: Int
  ) {
    let process = processes.number(of: part.process)
    sums.evaluations.visitAll { message, evaluations in
      let row = rowNumber(view: meaning.viewIndex[message], scenario: scenario)
      let initial = sums.initial[message]
      let updates = evaluations - initial
      rows[row].evaluations += evaluations
      rows[row].initial += initial
      rows[row].inferredInitial += sums.inferredInitial[message]
      rows[row].inferredUpdates += sums.inferredUpdates[message]
      if updates > 0 { updatesPerRun.add(row, runIndex, updates) }
      rowProcesses.add(row, process, 1)
      if meaning.isSelfOnly[message] {
        rows[row].selfOnly += evaluations
        rows[row].selfOnlyUpdates += updates
      }
      for (cause, raw) in zip(meaning.causes[message], meaning.rawCauses[message]) {
        let number = causes.number(of: cause)
        rowCauses.add(row, number, evaluations)
        if writtenDifferently.contains(cause) {
          variants.insert(Variant(row: UInt32(row), cause: UInt32(number), raw: UInt32(causes.number(of: raw))))
        }
      }
    }
    sums.triggers.visitAll { pair in
      let row = rowNumber(view: pair.first, scenario: scenario)
      rowTriggers.add(row, pair.second, pair.count)
      let recorded = sums.recordedTriggers.count(pair.first, pair.second)
      if recorded > 0 { recordedRowTriggers.add(row, pair.second, recorded) }
    }
    sums.roots.visitAll { pair in
      let row = rowNumber(view: pair.first, scenario: scenario)
      let recorded = sums.recordedRoots.count(pair.first, pair.second)
      for root in rootNumbers(of: pair.second, meaning, scenario) {
        rowRoots.add(row, root, pair.count)
        roots[root].radius += pair.count
        if recorded > 0 {
          recordedRowRoots.add(row, root, recorded)
          roots[root].recorded += recorded
        }
        if meaning.viewIndex[pair.second] != pair.first { affected.add(root, pair.first, pair.count) }
      }
    }
    sums.changes.visitAll { message, number in
      for root in rootNumbers(of: message, meaning, scenario) { roots[root].changes += number }
    }
  }

  /// The roots that a message counts for, in the part that is being counted.
  private mutating func rootNumbers(of message: Int, _ meaning: RunMeaning, _ scenario: Int) -> [Int] {
    if let known = messageRoots[message] { return known }
    let numbers = meaning.rootCauses(of: message).map { rootNumber(of: message, $0, meaning, scenario) }
    messageRoots[message] = numbers
    return numbers
  }

  func joined(_ outer: String?, _ inner: String?) -> String? {
    switch (outer, inner) {
    case (nil, nil): nil
    case (let name?, nil), (nil, let name?): name
    case (let outer?, let inner?): "\(outer): \(inner)"
    }
  }

  private func storms(_ part: ProfilePart, run: RunProfile, meaning: RunMeaning) -> [RedrawSummary.StormCount] {
    let storms = part.rates.storms.map { message, storm in
      (
        message: message,
        count: RedrawSummary.StormCount(
          view: run.messages[message].view, cause: meaning.roots[message].first ?? .viewValue, storm: storm)
      )
    }
    // To the last, since several messages may begin with one cause, and a dictionary has another order in each process.
    return storms.sorted {
      ($1.count.storm.updates, $0.count.view, $0.count.cause.text, $0.message)
        < ($0.count.storm.updates, $1.count.view, $1.count.cause.text, $1.message)
    }.map(\.count)
  }

  private func cycles(_ part: ProfilePart, run: RunProfile, meaning: RunMeaning) -> [RedrawSummary.CycleCount] {
    part.cycles.map { cycle in
      RedrawSummary.CycleCount(
        members: cycle.members.map {
          RedrawSummary.RootMember(view: run.messages[$0].view, cause: meaning.roots[$0].first ?? .viewValue)
        }, turns: cycle.turns, nanoseconds: cycle.nanoseconds, evaluations: cycle.evaluations,
        wholeNanoseconds: cycle.wholeNanoseconds)
    }
  }
}
