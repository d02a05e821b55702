/// A capture layout that can be written.
enum Layout: String, CaseIterable {
  case stdout
  case logDefault = "log-default"
  case logCompact = "log-compact"
  case logSyslog = "log-syslog"
  case logNDJSON = "log-ndjson"
  case logJSON = "log-json"
  case xcodeConsole = "xcode-console"
  case xcodeMetadata = "xcode-metadata"
  case xcodeBuild = "xcodebuild"
  case consoleApp = "console-app"
  case idevicesyslog
  case pymobiledevice3
  case pymobiledevice3JSON = "pymobiledevice3-json"

  /// What stands before the first line.
  var preamble: String {
    let filter = "Filtering the log data using \"category == \"Changed Body Properties\"\"\n"
    return switch self {
    case .logDefault:
      filter + "Timestamp                       Thread     Type        Activity             PID    TTL  \n"
    case .logCompact: filter + "Timestamp               Ty Process[PID:TID]\n"
    case .logSyslog: filter + "Timestamp                       (process)[PID]    \n"
    case .logJSON: "["
    case .idevicesyslog: "[connected]\n"
    default: ""
    }
  }

  /// What stands behind the last of `count` lines.
  func closing(count: Int) -> String {
    switch self {
    case .logNDJSON: "\n{\"count\":\(count),\"finished\":1}\n"
    case .logJSON: "]\n"
    default: ""
    }
  }
}

/// Writes the lines of a session in a layout.
struct LayoutWriter {
  private let layout: Layout
  private let day = Array("2025-11-08".utf8)
  /// The headers hang on the process only, but for the time.
  private let heads: [[UInt8]]
  private let changeHeads: [[UInt8]]
  private let tails: [[UInt8]]
  private let changeTails: [[UInt8]]
  private var count = 0
  private var openTest = 0

  private static let apps = ["Shop", "ShopWidget", "Shop Beta", "ShopIntents"]

  init(_ layout: Layout, processCount: Int) {
    self.layout = layout
    let apps = (0..<processCount).map { (name: Self.apps[$0 % Self.apps.count], pid: 4127 + 37 * $0) }
    func all(_ isChange: Bool, _ make: (String, Int, Bool) -> String) -> [[UInt8]] {
      apps.map { Array(make($0.name, $0.pid, isChange).utf8) }
    }
    heads = all(false, layout.head)
    changeHeads = all(true, layout.head)
    tails = all(false, layout.tail)
    changeTails = all(true, layout.tail)
  }

  mutating func write(_ line: SessionLine, to output: inout Output) {
    let head = line.isChange ? changeHeads[line.process] : heads[line.process]
    let tail = line.isChange ? changeTails[line.process] : tails[line.process]
    switch layout {
    case .stdout: break
    case .xcodeBuild: writeTestMarker(to: &output)
    case .logDefault, .logSyslog, .xcodeConsole:
      writeTime(line.time, digits: 6, to: &output)
      output.append("+0100")
    case .logCompact: writeTime(line.time, digits: 3, to: &output)
    case .pymobiledevice3: writeTime(line.time, digits: 6, to: &output)
    case .consoleApp:
      output.append("info\t")
      writeTimeOfDay(line.time, digits: 6, to: &output)
      output.append("+0100\t")
    case .idevicesyslog:
      output.append("Nov  8 ")
      writeTimeOfDay(line.time, digits: 6, to: &output)
    case .logNDJSON, .logJSON, .pymobiledevice3JSON, .xcodeMetadata: break
    }
    if layout == .logJSON, count > 0 { output.append(",") }
    output.append(head)
    switch layout {
    case .logNDJSON, .logJSON, .pymobiledevice3JSON:
      writeEscaped(line.text, to: &output)
      output.append("\", \"timestamp\" : \"")
      writeTime(line.time, digits: 6, to: &output)
      if layout != .pymobiledevice3JSON { output.append("+0100") }
    case .xcodeMetadata:
      output.append(line.text)
      output.append("\nType: Info | Timestamp: ")
      writeTime(line.time, digits: 6, to: &output)
      output.append("+01:00")
    default: output.append(line.text)
    }
    output.append(tail)
    output.append("\n")
    count += 1
  }

  /// A test each few thousand lines, as a slow test suite has them.
  private mutating func writeTestMarker(to output: inout Output) {
    guard count % 4000 == 0 else { return }
    if openTest > 0 { output.append("Test Case '-[ShopUITests.FeedTests test\(openTest)]' passed (0.163 seconds).\n") }
    openTest += 1
    output.append("Test Case '-[ShopUITests.FeedTests test\(openTest)]' started.\n")
  }

  private func writeEscaped(_ text: [UInt8], to output: inout Output) {
    for byte in text {
      if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") { output.append("\\") }
      output.append(byte)
    }
  }

  private func writeTime(_ time: Int, digits: Int, to output: inout Output) {
    output.append(day)
    output.append(" ")
    writeTimeOfDay(time, digits: digits, to: &output)
  }

  /// Sessions begin at half past nine; one that lasts past midnight goes on with the same date.
  private func writeTimeOfDay(_ time: Int, digits: Int, to output: inout Output) {
    let seconds = (9 * 3600 + 30 * 60 + time / 1_000_000) % 86_400
    output.append(seconds / 3600, digits: 2)
    output.append(":")
    output.append(seconds / 60 % 60, digits: 2)
    output.append(":")
    output.append(seconds % 60, digits: 2)
    output.append(".")
    output.append(digits == 3 ? time / 1000 % 1000 : time % 1_000_000, digits: digits)
  }
}

extension Layout {
  /// What stands between the time and the message.
  fileprivate func head(app: String, pid: Int, isChange: Bool) -> String {
    let sender =
      isChange
      ? "(SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] " : "[com.example.shop:general] "
    let type = isChange ? "Info   " : "Default"
    return switch self {
    case .stdout, .xcodeMetadata, .xcodeBuild: ""
    case .logDefault: " 0x1a2b     \(type)     0x0                  \(pid)   0    \(app): \(sender)"
    case .logCompact: " \(isChange ? "I " : "Df") \(app)[\(pid):8812f] \(sender)"
    case .logSyslog: "  localhost \(app)[\(pid)]: \(sender)"
    case .xcodeConsole: " \(app)[\(pid):442180] [\(isChange ? "Changed Body Properties" : "general")] "
    case .consoleApp: "\(app)\t"
    // These tools write no blank in a process name.
    case .idevicesyslog: " \(app.filter { $0 != " " })(SwiftUICore)[\(pid)] <\(isChange ? "Info" : "Notice")>: "
    case .pymobiledevice3:
      " \(app.filter { $0 != " " }){SwiftUICore}[\(pid)] <\(isChange ? "INFO" : "NOTICE")>: "
    case .logNDJSON, .logJSON:
      "{\"traceID\":\(pid)4567890,\"eventMessage\" : \""
    case .pymobiledevice3JSON:
      "{\"pid\": \(pid), \"procid\": 1, \"level\": \"INFO\", \"message\": \""
    }
  }

  /// What stands behind the message, and for JSON behind the time.
  fileprivate func tail(app: String, pid: Int, isChange: Bool) -> String {
    let subsystem = isChange ? "com.apple.SwiftUI" : "com.example.shop"
    let category = isChange ? "Changed Body Properties" : "general"
    return switch self {
    case .xcodeMetadata:
      " | Process: \(app) | Library: SwiftUICore | Subsystem: \(subsystem) | Category: \(category) | TID: 0xf700"
    case .pymobiledevice3: isChange ? " [\(subsystem)][\(category)]" : ""
    case .logNDJSON, .logJSON:
      "\",\"eventType\":\"logEvent\",\"source\":null,\"formatString\":\"%{public}s: %{public}s changed.\","
        + "\"activityIdentifier\":0,\"subsystem\":\"\(subsystem)\",\"category\":\"\(category)\",\"threadID\":7071609,"
        + "\"senderImageUUID\":\"EFCEFC07-848B-3EA7-87A0-E967111ABE77\",\"backtrace\":{\"frames\":[{\"imageOffset\":"
        + "104220,\"imageUUID\":\"EFCEFC07-848B-3EA7-87A0-E967111ABE77\"}]},\"bootUUID\":\"4044A0BF-330C-4FB9-8D90-"
        + "D5BF55C7B63C\",\"processImagePath\":\"\\/Applications\\/\(app)\",\"senderImagePath\":\"\\/System\\/Library"
        + "\\/Frameworks\\/SwiftUICore\",\"machTimestamp\":356419409889185,\"messageType\":\"Info\",\"processImageUUID\""
        + ":\"9B5A7191-5B84-3990-8710-D9BD9273A8E5\",\"processID\":\(pid),\"senderProgramCounter\":104220,"
        + "\"parentActivityIdentifier\":0,\"timezoneName\":\"\"}"
    case .pymobiledevice3JSON:
      "\", \"image_name\": \"/System/Library/Frameworks/SwiftUICore\", \"filename\": \"/Applications/\(app)\", "
        + "\"label\": {\"subsystem\": \"\(subsystem)\", \"category\": \"\(category)\"}}"
    default: ""
    }
  }
}
