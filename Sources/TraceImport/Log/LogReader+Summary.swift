/// What there is to say about an input at its end.
extension LogReader {
  func summary(byteCount: Int) -> InputSummary {
    let output = emitter.output
    reportIssues(of: output)
    let tests = scenarios.finish()
    if byteCount == 0 {
      if notes.wasCutShort { return InputSummary() }
      notes.issues.add(.error, "the input is empty; was the capture stopped before anything was written?")
    } else if output.evaluations == 0, output.unchanged == 0 {
      notes.issues.add(.error, emptyMessage)
    }
    var summary = InputSummary()
    summary.format = formatID
    summary.lines = notes.lineNumber
    summary.events = output.evaluations
    summary.unchanged = output.unchanged
    summary.issues = notes.issues.sorted
    summary.brokenTests = tests.broken
    summary.runDigest = tests.digest
    // Not of whatever line had a time last: which of the others are looked at for one depends on how the input was cut.
    summary.timesHaveZone = output.timeStyle?.hasZone ?? false
    return summary
  }

  /// A line without its end that looks like the beginning of a message is one lost.
  func noteCutOffLine(_ line: ByteSpan) {
    let isOurs: Bool
    if let header = recogniser.header(of: line)?.header {
      isOurs =
        header.context == .changedBodyProperties || header.messageStart >= line.count
        || Self.isOpenSender(line.from(header.messageStart))
    } else if hasHeaders, Self.beginsTime(line) {
      isOurs = true
    } else {
      var landmark = line.count
      for start: StaticString in [": @", ": _", ": \\"] {
        if let hit = line.firstIndex(of: start) { landmark = min(landmark, hit) }
      }
      isOurs = landmark < line.count && line.sub(0, landmark).firstIndex(of: 0x20) == nil && line[0] >= 0x41
    }
    if isOurs { notes.issues.add(.dataLoss, "the input ends in the middle of a message", line: notes.lineNumber) }
  }

  /// Whether the lines that were read have headers, so that one with half of a header was cut off.
  private var hasHeaders: Bool { recogniser.recognised.contains { $0 != StandardOutput.index } }

  /// Whether a message is the beginning of its sender's name: `(Swif`, or `(SwiftUICore) [com.apple`.
  private static func isOpenSender(_ text: ByteSpan) -> Bool {
    if text.hasPrefix("(", at: 0), text.firstIndex(of: ")") == nil { return true }
    return text.hasPrefix("[", at: 0) && text.firstIndex(of: "]") == nil
  }

  /// Whether it begins with digits and what stands between those of a time, and with nothing else: `2026-02-13 22:0`.
  private static func beginsTime(_ line: ByteSpan) -> Bool {
    var index = 0
    while index < min(line.count, 16) {
      guard line[index].isDigit || line[index] == 0x2D || line[index] == 0x3A || line[index] == 0x20 && index > 0 else {
        return false
      }
      index += 1
    }
    return line.count > 1
  }

  /// How many names with doubtful lines are reported in issues of their own.
  private static let mostDoubts = 1000

  private func reportIssues(of output: EventOutput) {
    if notes.unreadable.count > 0 {
      notes.issues.add(
        .dataLoss,
        "records of the category 'Changed Body Properties' without a complete message (cut off, or '<private>')",
        line: notes.unreadable.line, count: notes.unreadable.count)
    }
    if let firstLineOfSeveral = notes.firstLineOfSeveral {
      notes.issues.add(
        .dataLoss,
        "more distinct messages than are told apart (\(TraceSymbols.messageLimit), of \(TraceSymbols.viewLimit) views, "
          + "\(TraceSymbols.textLimit >> 20) MB): further ones are counted, with '\(TraceSymbols.otherCauses)' or "
          + "'\(TraceSymbols.otherViews)'", line: firstLineOfSeveral, count: output.evaluationsOfSeveral)
    }
    if output.repaired > 0 {
      notes.issues.add(
        .info, "names with bytes that are no UTF-8: counted, with U+FFFD in the place of these bytes",
        line: notes.firstRepairedLine, count: output.repaired)
    }
    let doubts = output.doubts.sorted { $0.key < $1.key }
    for (view, doubt) in doubts.prefix(Self.mostDoubts) {
      let line = doubt.messages.compactMap { notes.firstLineOfDoubt[$0] }.min()
      notes.issues.add(
        .info,
        "'\(view)' has lines like SwiftUI's but none that only SwiftUI writes (no '@self', no '_property'): "
          + "taken for the app's own prints and not counted", line: line, count: doubt.count)
    }
    let furtherDoubts = doubts.dropFirst(Self.mostDoubts)
    if !furtherDoubts.isEmpty {
      notes.issues.add(
        .info, "\(furtherDoubts.count) more names have such lines that are not counted",
        count: furtherDoubts.reduce(0) { $0 + $1.value.count })
    }
    if let guess = recogniser.guesses.min() {
      notes.issues.add(
        .info,
        "processes whose last word is taken for the name and the rest for the device's, as in '\(guess)': "
          + "the capture does not say", count: recogniser.guesses.count)
    }
    if emitter.symbols.unnamedProcesses > 0 {
      notes.issues.add(
        .info, "more than \(TraceSymbols.processLimit) processes; what further ones did is counted without their names",
        count: emitter.symbols.unnamedProcesses)
    }
    if emitter.symbols.unnamedScenarios > 0 {
      notes.issues.add(
        .info,
        "more than \(TraceSymbols.scenarioLimit) scenarios; what belongs to further ones is counted as "
          + "'\(TraceSymbols.otherScenarios)'", count: emitter.symbols.unnamedScenarios)
    }
    if output.duplicates > 0 {
      notes.issues.add(
        .info, "messages that came through two channels (standard output and the log, or two captures): counted once",
        count: output.duplicates)
    }
    if output.uncompared > 0 {
      notes.issues.add(
        .info,
        "the log comes in several layouts, and more than \(RepeatedRecords.mostRecords) records lie between: what is in "
          + "front of these was not compared, and counts twice if it is repeated; give the captures as a folder",
        count: output.uncompared)
    }
    if output.formatCounts.count > 1 {
      let parts = output.formatCounts.sorted { $0.key < $1.key }
        .map { "\(allTraceFormats[Int($0.key)].id) \($0.value)" }.joined(separator: ", ")
      notes.issues.add(.info, "events in several layouts: \(parts)")
    }
  }

  private var formatID: String? {
    let output = emitter.output
    if output.formatCounts.count > 1 { return "mixed" }
    if let only = output.formatCounts.first?.key {
      if only == StandardOutput.index, scenarios.hasTests { return XcodeBuild.format.id }
      return allTraceFormats[Int(only)].id
    }
    if let format = recogniser.recognised.min() { return allTraceFormats[Int(format)].id }
    return scenarios.hasTests ? XcodeBuild.format.id : nil
  }

  private var emptyMessage: String {
    let hint =
      "capture with: log stream --level info --predicate 'category == \"Changed Body Properties\"', "
      + "and call Self._logChanges() or Self._printChanges() in the views' bodies"
    if scenarios.hasTests {
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
