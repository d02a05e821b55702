/// The layouts that a session can be logged in; each is one that capture tools write.
package enum LogStyle: String, CaseIterable, Hashable, Sendable {
  /// Standard output: nothing but the messages, and no times.
  case bare
  case `default`, compact, syslog, ndjson
  /// The console of Xcode 14, and the mirror of the unified log on standard error.
  case xcodeConsole
  /// Messages with a line of metadata behind, as copied from Xcode 15.
  case xcodeMetadata
}

extension Session {
  package func log(style: LogStyle = .bare) -> [UInt8] {
    Array((logLines(style: style).joined(separator: "\n") + "\n").utf8)
  }

  package func logLines(style: LogStyle) -> [String] {
    let shown = evaluations
    switch style {
    case .bare: return shown.map(\.message)
    case .default:
      return [
        "Filtering the log data using \"process == \"\(app.name)\"\"",
        "Timestamp                       Thread     Type        Activity             PID    TTL  ",
      ]
        + shown.map {
          "\(stamp($0.time)) 0x1a2b     Info        0x0                  4127   0    \(app.name): (SwiftUICore) "
            + "[com.apple.SwiftUI:Changed Body Properties] \($0.message)"
        }
    case .compact:
      return ["Timestamp               Ty Process[PID:TID]"]
        + shown.map {
          "\(stamp($0.time, digits: 3, zone: "")) I  \(app.name)[4127:8812] (SwiftUICore) "
            + "[com.apple.SwiftUI:Changed Body Properties] \($0.message)"
        }
    case .syslog:
      return ["Timestamp                       (process)[PID]    "]
        + shown.map {
          "\(stamp($0.time))  localhost \(app.name)[4127]: (SwiftUICore) "
            + "[com.apple.SwiftUI:Changed Body Properties] \($0.message)"
        }
    case .ndjson:
      return shown.map { record($0) } + ["", #"{"count":\#(shown.count),"finished":1}"#]
    case .xcodeConsole:
      return shown.map { "\(stamp($0.time)) \(app.name)[4127:35938] [Changed Body Properties] \($0.message)" }
    case .xcodeMetadata:
      return shown.flatMap {
        [
          $0.message,
          "Type: Info | Timestamp: \(stamp($0.time, zone: "+01:00")) | Process: \(app.name) | Library: SwiftUICore | "
            + "Subsystem: com.apple.SwiftUI | Category: Changed Body Properties | TID: 0xf700",
        ]
      }
    }
  }

  private func record(_ evaluation: Evaluation) -> String {
    let message = evaluation.message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return #"{"traceID":762098997530628,"eventMessage":"\#(message)","eventType":"logEvent","source":null,"#
      + #""formatString":"%{public}s: %{public}s changed.","activityIdentifier":0,"subsystem":"com.apple.SwiftUI","#
      + #""category":"Changed Body Properties","threadID":6699,"processImagePath":"\/private\/var\/containers\/Bundle"#
      + #"\/Application\/\#(app.name).app\/\#(app.name)","timestamp":"\#(stamp(evaluation.time))","#
      + #""machTimestamp":\#(1000 + evaluation.time),"messageType":"Info","processID":4127,"timezoneName":""}"#
  }

  /// A time of day on one imagined morning; sessions are shorter than the rest of that day.
  private func stamp(_ microseconds: Int, digits: Int = 6, zone: String = "+0100") -> String {
    let total = microseconds + 34_013_123_456
    let seconds = total / 1_000_000
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let fraction = padded(total % 1_000_000, 6).prefix(digits)
    return "2026-03-14 \(padded(seconds / 3600 % 24, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))."
      + fraction + zone
  }
}
