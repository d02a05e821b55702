internal import TraceImport
internal import Vocabulary

/// Complaints of SwiftUI itself about writes at the wrong time, found in the same log.
enum PublishDuringUpdate: TraceRule {
  static let id = "publish_during_update"
  static let fix = Fix.breakUpdateLoop
  static let summary = "state is changed while views are being updated"
  static let rationale =
    "What changes state during an update makes the next update, and SwiftUI says that the result is undefined."

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    var counts: [Key: Int] = [:]
    for part in summary.parts {
      for (fault, count) in part.faults { counts[Key(fault: fault, scenario: part.scenario), default: 0] += count }
    }
    return counts.map { key, count in
      TraceFinding(
        rule: Self.self, severity: severity(key.fault), grade: .likely, view: nil, scenario: key.scenario,
        cause: "\(key.fault)",
        title: title(key.fault),
        message: "SwiftUI reported \(counted(count, "time")): \(text(key.fault))", updates: count, unit: .warnings,
        steps: [advice(key.fault), "set a breakpoint on the runtime issue to see which view it is"])
    }
  }

  private struct Key: Hashable {
    var fault: UpdateFault
    var scenario: String?
  }

  private static func severity(_ fault: UpdateFault) -> Severity {
    switch fault {
    case .publishingWithinUpdate, .modifyingStateDuringUpdate: .error
    case .publishingFromBackground, .multipleUpdatesPerFrame: .warning
    }
  }

  private static func title(_ fault: UpdateFault) -> String {
    switch fault {
    case .publishingWithinUpdate: "Publish changes of models in an action, not while views are updated"
    case .modifyingStateDuringUpdate: "Write state in an action, not while views are updated"
    case .publishingFromBackground: "Publish changes of models on the main actor"
    case .multipleUpdatesPerFrame: "Write only what differs in an action that observes a change"
    }
  }

  private static func text(_ fault: UpdateFault) -> String {
    switch fault {
    case .publishingWithinUpdate:
      "a model published a change while a view was being updated, which leads to undefined behaviour"
    case .modifyingStateDuringUpdate:
      "state was written while a view was being updated, which leads to undefined behaviour"
    case .publishingFromBackground: "a model published a change from a background thread"
    case .multipleUpdatesPerFrame:
      "an action such as 'onChange' tried to update several times in one frame: it changes what it observes"
    }
  }

  private static func advice(_ fault: UpdateFault) -> String {
    switch fault {
    case .publishingWithinUpdate, .modifyingStateDuringUpdate:
      "move the write out of 'body', initialisers and view builders into an action, 'onChange' or 'task'"
    case .publishingFromBackground: "mark the model '@MainActor', or hop to the main actor before the write"
    case .multipleUpdatesPerFrame: "write only when the value differs, or derive the second value instead of storing it"
    }
  }
}
