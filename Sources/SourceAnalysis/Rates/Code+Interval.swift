import SwiftUIModel

/// How far the turns of a clock are apart, where the sources say so.
extension Code {
  /// Nobody sees what an update costs that comes so seldom.
  private static let slow = 5.0
  private static let longestChain = 4

  /// Whether so much time lies between two turns of a timer, of a view that ticks, or of a loop that waits, that it is more of a
  /// reload than of a clock. A loop whose pause is a setting is one that asks a server.
  var isSlowClock: Bool {
    if kind == .whileStatement || kind == .forStatement {
      // `while true { for _ in 0..<15 { await Task.sleep(for: .seconds(1)) }; reload() }`: it waits once per element.
      guard let pause else { return true }
      if pause.firstChild?.seconds == nil || pause.isNamedElsewhere {
        return pause.isNamedElsewhere || pause.descendants.contains { $0.isName }
      }
    }
    return (period ?? 0) >= Self.slow
  }

  /// The seconds between two turns of a timer, of a view that ticks, or of a loop that waits; `nil` where the sources do not say.
  package var period: Double? {
    switch kind {
    case .whileStatement, .forStatement:
      guard let pause, let seconds = pause.firstChild?.seconds else { return nil }
      return seconds * (pause.name == Intervals.nanoseconds ? Intervals.seconds[pause.name] ?? 1 : 1)
    case .call:
      if Views.ticks.contains(calledName) {
        guard let schedule = arguments.first?.firstChild else { return nil }
        if schedule.kind == .member { return schedule.name == Intervals.everyMinute ? Intervals.minute : nil }
        return schedule.argument(Intervals.scheduleLabel)?.seconds
      }
      if let schedule { return schedule.argument(Intervals.repeatingLabel)?.seconds }
      return Intervals.labels.lazy.compactMap { argument($0) }.first?.seconds
    default: return nil
    }
  }

  /// `timer.schedule(deadline: .now(), repeating: 0.1)` for a `timer.setEventHandler { … }` in the same function: its events are
  /// the ticks of a clock.
  var schedule: Code? {
    guard kind == .call, Functions.handlesSource.contains(calledName), let source = callee?.firstChild?.memberPath,
      let function = ancestors.first(where: { [.function, .initializer, .accessor, .file].contains($0.kind) })
    else { return nil }
    return function.descendants.first { call in
      call.kind == .call && call.calledName == Intervals.schedulingMethod
        && call.callee?.firstChild?.memberPath == source && call.argument(Intervals.repeatingLabel) != nil
    }
  }

  /// How long values are held back that a publisher sends one soon after another: `.throttle(for: .milliseconds(100), …)`.
  var spacing: Double? {
    kind == .call && Functions.spaces.contains(calledName) ? argument(Intervals.spacingLabel)?.seconds : nil
  }

  /// What a loop waits for in each turn, itself and not in a loop within.
  private var pause: Code? { waits.first?.arguments.first }

  /// The calls of a loop that wait once in each of its turns.
  var waits: [Code] {
    first(.block)?.descendants.filter { code in
      code.kind == .call && Functions.waits.contains(code.calledName)
        && code.ancestors.first { [.whileStatement, .forStatement].contains($0.kind) } == self
    } ?? []
  }

  /// What an expression of numbers comes to: `5 * 60`, `.seconds(30)`, `UInt64(30 * 1_000_000_000)`, `Self.interval`.
  private var seconds: Double? { number(depth: 0) }

  private func number(depth: Int) -> Double? {
    guard depth < Self.longestChain else { return nil }
    switch kind {
    case .literal: return Double(name.filter { $0 != "_" })
    case .binary:
      let sides = children.map { $0.number(depth: depth) }
      guard sides.count == 2, let left = sides[0], let right = sides[1] else { return nil }
      switch name {
      case "*": return left * right
      case "/": return right == 0 ? nil : left / right
      case "+": return left + right
      default: return nil
      }
    case .call:
      guard let value = (argument("seconds") ?? arguments.first?.firstChild)?.number(depth: depth) else { return nil }
      return value * (Intervals.seconds[calledName] ?? 1)
    case .identifier, .member: return declaredValue?.number(depth: depth + 1)
    default: return Array(children).count == 1 ? firstChild?.number(depth: depth) : nil
    }
  }

  /// `Polling.interval`: what has a name among other constants is a setting as well, however short it is.
  private var isNamedElsewhere: Bool {
    descendants.contains { code in
      guard code.kind == .member, let path = code.memberPath, path.count == 2, path[0].startsUppercase else {
        return false
      }
      return path[0] != "Self" && code.declaredValue != nil
    }
  }

  private var isName: Bool { (kind == .identifier || kind == .member) && declaredValue == nil && !name.startsUppercase }

  /// What the constant of the type around starts with that a name stands for: `interval`, `Self.interval`, `Poller.interval`.
  private var declaredValue: Code? {
    guard let path = memberPath, let name = path.last,
      let type = ancestors.first(where: { $0.kind == .type })
    else { return nil }
    if path.count == 1 {
      if let local = localDeclaration(of: name) { return local.initialValue }
      if isShadowed(name) { return nil }
    } else if path.count == 2, let nested = type.all(.type).first(where: { $0.name == path[0] }) {
      // `Constants.interval`, where the type has an enumeration of constants.
      return nested.all(.variable).first { $0.name == name && $0.flags.contains(.isLet) }?.initialValue
    } else if path.count > 2 || !["self", "Self", TypeName.base(type.name)].contains(path[0]) {
      return nil
    }
    return type.all(.variable).first { $0.name == name && $0.flags.contains(.isLet) }?.initialValue
  }
}

extension SourceGraph {
  /// Whether a clock or a stream runs a function in each of its turns, or in some of them.
  package func mayBeRunByClock(_ function: Code) -> Bool { repeatedMethods.anyRepetition(of: function) != nil }

  /// The seconds between two runs of code that a clock makes run, itself or through a method; `nil` where none does, and where the
  /// sources do not say how fast it ticks.
  package func tickPeriod(of code: Code) -> Double? {
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .call, .whileStatement: if let period = ancestor.clockPeriod { return period }
      case .function:
        return repeatedMethods.anyRepetition(of: ancestor)?.period
      case .closure:
        if let repetition = repeatedMethods.repetition(of: ancestor) { return repetition.period }
      case .type: return nil
      default: break
      }
    }
    return nil
  }
}
