/// What is to be said of a log beside its events, and where in it.
///
/// A class, because framing, recognition and emission all add to it.
final class ReadingNotes {
  /// The line that is being read.
  var lineNumber = 0
  var issues = IssueCollector()
  /// Messages that should be one of SwiftUI's and are not.
  var unreadable = (count: 0, line: 0)
  /// The first line whose message had to be taken together with others.
  private(set) var firstLineOfSeveral: Int?
  /// The first line with a name in which bytes were no UTF-8.
  private(set) var firstRepairedLine: Int?
  private(set) var firstLineOfDoubt: [UInt32: Int] = [:]
  /// Set for the last line when it has no end: what is missing of a record was cut off.
  var isAtCut = false
  /// Whether damage ended the input.
  var wasCutShort = false
  /// Whether the last line is a JSON record that was cut off, and said to be.
  private(set) var isRecordCut = false

  func noteUnreadable() {
    if unreadable.count == 0 { unreadable.line = lineNumber }
    unreadable.count += 1
  }

  /// Takes note of a distinct message at its first line.
  func note(_ message: UInt32, isDoubtful: Bool, isExact: Bool, isRepaired: Bool) {
    if !isExact, firstLineOfSeveral == nil { firstLineOfSeveral = lineNumber }
    if isRepaired, firstRepairedLine == nil { firstRepairedLine = lineNumber }
    if isDoubtful, firstLineOfDoubt[message] == nil { firstLineOfDoubt[message] = lineNumber }
  }

  /// Notes a JSON record that cannot be read: at the end of the input because it was cut off, which damage has said
  /// already.
  func noteLostRecord(line: Int) {
    if !isAtCut {
      issues.add(.dataLoss, "a JSON record is malformed and was left out", line: line)
    } else if !wasCutShort {
      issues.add(.dataLoss, "the input ends in the middle of a JSON record", line: line)
    }
    isRecordCut = isAtCut
  }

  /// `log` says when it had to drop messages.
  func noteLoss(in line: ByteSpan) {
    if Landmarks.lossNotices.contains(where: { line.firstIndex(of: $0) != nil }) {
      issues.add(
        .dataLoss, "the log says that messages were dropped; record less at once, or use 'log show'", line: lineNumber)
    }
  }

  func noteSkippedLevel() {
    issues.add(
      .dataLoss,
      "the capture left out messages of level info, the level of _logChanges(); pass --info or --level info",
      line: lineNumber)
  }
}
