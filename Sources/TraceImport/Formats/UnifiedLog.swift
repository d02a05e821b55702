/// What the line layouts of the unified log share: the sender and the category before the message.
enum UnifiedLog {
  /// The category of `_logChanges()`; its subsystem is `com.apple.SwiftUI`.
  ///
  /// - Source: iOS 17.2 release notes, 113352555.
  static let category: StaticString = "Changed Body Properties"

  /// Reads `(library) [subsystem:category] ` where present, each optional; returns where the message begins.
  static func skipSender(
    _ line: ByteSpan, at start: Int
  ) -> (messageStart: Int, context: ChangeGrammar.Context) {
    var index = start
    if index < line.count, line[index] == UInt8(ascii: "("),
      let close = line.firstIndex(of: UInt8(ascii: ")"), from: index), close + 1 < line.count,
      line[close + 1] == 0x20, line.sub(index + 1, close).firstIndex(of: UInt8(ascii: "(")) == nil
    {
      index = close + 2
    }
    guard index < line.count, line[index] == UInt8(ascii: "["),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: index), close + 1 < line.count, line[close + 1] == 0x20
    else { return (index, .logRecord) }
    let isOurs = line.sub(index, close).hasSuffix(category)
    return (close + 2, isOurs ? .changedBodyProperties : .logRecord)
  }

  /// Whether a sender or a category may begin with this byte.
  @inline(__always)
  static func mayBeginSender(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") }

  /// Finds `[pid:tid]` or `[pid]` behind a process name that may hold spaces; offsets of the bracket and behind it.
  static func processBracket(
    _ line: ByteSpan, from start: Int, threadIsHexadecimal: Bool?
  ) -> (open: Int, end: Int, pid: Int)? {
    var search = start
    while let open = line.firstIndex(of: UInt8(ascii: "["), from: search) {
      // Names are short; a bracket far away belongs to the message.
      guard open - start <= 256 else { return nil }
      var index = open + 1
      while index < line.count, line[index].isDigit { index += 1 }
      if let pid = line.sub(open + 1, index).decimal, index < line.count {
        if let isHexadecimal = threadIsHexadecimal {
          if line[index] == UInt8(ascii: ":") {
            let thread = index + 1
            index = thread
            while index < line.count, isHexadecimal ? line[index].isHexDigit : line[index].isDigit { index += 1 }
            if index > thread, index < line.count, line[index] == UInt8(ascii: "]") { return (open, index + 1, pid) }
          }
        } else if line[index] == UInt8(ascii: "]") {
          return (open, index + 1, pid)
        }
      }
      search = open + 1
    }
    return nil
  }

  /// Finds `[1234] <Notice>: ` behind the process, as the tools for devices write it.
  static func pidAndLevel(_ line: ByteSpan, from start: Int) -> (open: Int, pid: Int, messageStart: Int)? {
    guard let level = line.firstIndex(of: "] <", from: start), level - start <= 512,
      let levelEnd = line.firstIndex(of: ">: ", from: level),
      line.sub(level + 3, levelEnd).firstIndex(of: 0x20) == nil
    else { return nil }
    var open = level - 1
    while open > start, line[open].isDigit { open -= 1 }
    guard open >= start, line[open] == UInt8(ascii: "["), let pid = line.sub(open + 1, level).decimal else {
      return nil
    }
    return (open, pid, levelEnd + 3)
  }

  /// Skips blanks, then returns the end of the word.
  @inline(__always)
  static func word(_ line: ByteSpan, at start: Int) -> (start: Int, end: Int)? {
    var lower = start
    while lower < line.count, line[lower] == 0x20 { lower += 1 }
    var upper = lower
    while upper < line.count, line[upper] != 0x20 { upper += 1 }
    return upper > lower ? (lower, upper) : nil
  }
}
