/// The end of an input: what is left of it, and what there is to say about it.
extension LogReader {
  /// Reads what is left, and sums up. `wasCutShort`: damage ended the input, so an open line is no fault of its own.
  func finish(wasCutShort: Bool) -> InputSummary {
    self.wasCutShort = wasCutShort
    readHead()
    if !carry.isEmpty {
      isAtCut = true
      let eventsBefore = output.changeCount
      let unreadableBefore = unreadable
      let line = carry
      handleCarry()
      finishJSON()
      if output.changeCount == eventsBefore {
        // One line, one issue; and of damage that ended the input, it is no further one.
        unreadable = unreadableBefore
        if !wasCutShort, !isRecordCut { line.withUnsafeBytes { noteCutOffLine(ByteSpan($0)) } }
      }
    }
    finishJSON()
    for event in group.events { output.append(event) }
    output.finish()
    reportIssues(of: output)
    if byteCount == 0 {
      if wasCutShort { return InputSummary() }
      issues.add(.error, "the input is empty; was the capture stopped before anything was written?")
    } else if output.evaluations == 0, output.unchanged == 0 {
      issues.add(.error, emptyMessage)
    }
    var summary = InputSummary()
    summary.format = formatID
    summary.lines = lineNumber
    summary.events = output.evaluations
    summary.unchanged = output.unchanged
    summary.issues = issues.sorted
    return summary
  }

  /// A line without its end that looks like the beginning of a message is one lost.
  private func noteCutOffLine(_ line: ByteSpan) {
    let isOurs: Bool
    if let (header, _) = header(of: line), header.messageStart < line.count {
      isOurs = header.context == .changedBodyProperties
    } else {
      var landmark = line.count
      for start: StaticString in [": @", ": _", ": \\"] {
        if let hit = line.firstIndex(of: start) { landmark = min(landmark, hit) }
      }
      isOurs = landmark < line.count && line.sub(0, landmark).firstIndex(of: 0x20) == nil && line[0] >= 0x41
    }
    if isOurs { issues.add(.dataLoss, "the input ends in the middle of a message", line: lineNumber) }
  }

  /// Names with doubtful lines of which each has an issue of its own.
  private static let mostDoubts = 1000

  private func reportIssues(of output: EventOutput) {
    if unreadable.count > 0 {
      issues.add(
        .dataLoss,
        "records of the category 'Changed Body Properties' without a complete message (cut off, or '<private>')",
        line: unreadable.line, count: unreadable.count)
    }
    if let firstLineOfSeveral {
      issues.add(
        .dataLoss,
        "more distinct messages than are told apart (\(TraceSymbols.messageLimit), of \(TraceSymbols.viewLimit) views, "
          + "\(TraceSymbols.textLimit >> 20) MB): further ones are counted, with '\(TraceSymbols.otherCauses)' or "
          + "'\(TraceSymbols.otherViews)'", line: firstLineOfSeveral, count: output.evaluationsOfSeveral)
    }
    if output.repaired > 0 {
      issues.add(
        .info, "names with bytes that are no UTF-8: counted, with U+FFFD in the place of these bytes",
        line: firstRepairedLine, count: output.repaired)
    }
    let doubts = output.doubts.sorted { $0.key < $1.key }
    for (view, doubt) in doubts.prefix(Self.mostDoubts) {
      let line = doubt.messages.compactMap { firstLineOfDoubt[$0] }.min()
      issues.add(
        .info,
        "'\(view)' has lines like SwiftUI's but none that only SwiftUI writes (no '@self', no '_property'): "
          + "taken for the app's own prints and not counted", line: line, count: doubt.count)
    }
    let furtherDoubts = doubts.dropFirst(Self.mostDoubts)
    if !furtherDoubts.isEmpty {
      issues.add(
        .info, "\(furtherDoubts.count) more names have such lines that are not counted",
        count: furtherDoubts.reduce(0) { $0 + $1.value.count })
    }
    if let guess = device.guesses.min() {
      issues.add(
        .info,
        "processes of which the last word is taken for the name and the rest for the device's, as in '\(guess)': "
          + "the capture does not say", count: device.guesses.count)
    }
    if symbols.unnamedProcesses > 0 {
      issues.add(
        .info, "more than \(TraceSymbols.processLimit) processes; what further ones did is counted without their names",
        count: symbols.unnamedProcesses)
    }
    if symbols.unnamedScenarios > 0 {
      issues.add(
        .info,
        "more than \(TraceSymbols.scenarioLimit) scenarios; what belongs to further ones is counted as "
          + "'\(TraceSymbols.otherScenarios)'", count: symbols.unnamedScenarios)
    }
    if output.duplicates > 0 {
      issues.add(
        .info, "messages that came through two channels (standard output and the log, or two captures): counted once",
        count: output.duplicates)
    }
    if output.uncompared > 0 {
      issues.add(
        .info,
        "the log comes in several layouts, and more than \(RepeatedRecords.mostRecords) records lie between: what is in "
          + "front of these was not compared, and counts twice if it is repeated; give the captures as a folder",
        count: output.uncompared)
    }
    if output.formatCounts.count > 1 {
      let parts = output.formatCounts.sorted { $0.key < $1.key }
        .map { "\(allTraceFormats[Int($0.key)].id) \($0.value)" }.joined(separator: ", ")
      issues.add(.info, "events in several layouts: \(parts)")
    }
  }

  private var formatID: String? {
    if output.formatCounts.count > 1 { return "mixed" }
    if let only = output.formatCounts.first?.key {
      if only == StandardOutput.format.index, tests.wereSeen { return XcodeBuild.format.id }
      return allTraceFormats[Int(only)].id
    }
    if let format = recognisedFormats.min() { return allTraceFormats[Int(format)].id }
    return tests.wereSeen ? XcodeBuild.format.id : nil
  }

  private var emptyMessage: String {
    let hint =
      "capture with: log stream --level info --predicate 'category == \"Changed Body Properties\"', "
      + "and call Self._logChanges() or Self._printChanges() in the views' bodies"
    if tests.wereSeen {
      return "no redraw events in this test log: the app printed none; \(hint)"
    }
    if let formatID, formatID != StandardOutput.format.id {
      return
        "no redraw events in this \(formatID) input; _logChanges() logs at level info, which is hidden by default: "
        + hint
    }
    return "no redraw events found and no known layout recognised; \(hint), or name the layout with '--input-format'"
  }
}
