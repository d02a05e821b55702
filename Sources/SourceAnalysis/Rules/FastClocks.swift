import SwiftUIModel

/// Clocks that write what views show more often than anybody sees.
enum FastClocks {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    var found: [Draft] = []
    for (type, evaluation) in graph.evaluatedViews { found += ofView(type, evaluation) }
    for type in graph.index.types where type.isObservableObject || type.isObservableClass {
      found += ofModel(type, graph)
    }
    return found
  }

  /// `.onReceive(timer) { _ in elapsed = player.time }`, where the timer fires each hundredth of a second.
  private static func ofView(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<String> = []
    return evaluation.writes.compactMap { write in
      // How often the clock ticks is asked last, since most writes are of none.
      guard let call = write.phase.finalCaller, let property = type.property(write.property),
        property.storage == .state, write.operation != "=" || write.value?.isConstant != true,
        let number = ticks(at: call.clockPeriod ?? write.code.loopPeriod),
        !evaluation.evaluationReads(of: property.name).isEmpty,
        !write.code.isGuarded(for: [write.property], upTo: write.phase.caller), seen.insert(property.name).inserted
      else { return nil }
      return draft(writing: property.name, at: write.code, number, in: type)
    }
  }

  /// The same where a model has the timer or the loop, which writes what it announces itself or in a method.
  private static func ofModel(_ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    let usages = graph.usages(of: type)
    let repeated = graph.repeatedMethods
    return ModelRates.announced(by: type).compactMap { member in
      for code in usages[member.name] where code.isWritten && !code.isGuarded(for: [member.name], upTo: nil) {
        let period = code.ancestors.lazy.compactMap { around -> Double? in
          if around.kind == .function, !code.isConditional(in: around) {
            return repeated.repetition(of: around)?.period
          }
          if around.kind == .closure, let found = repeated.repetition(of: around) { return found.period }
          return around.callee?.contains(code) == true ? nil : around.clockPeriod
        }.first
        if let number = ticks(at: period) { return draft(writing: member.name, at: code, number, in: type) }
      }
      return nil
    }
  }

  /// How many times per second a clock ticks that does so more often than anybody sees.
  private static func ticks(at period: Double?) -> Int? {
    guard let period, period > 0, 1 / period > Change.visibleTicks * 1.5 else { return nil }
    return Int(min(1 / period, Change.mostTicks).rounded())
  }

  private static func draft(writing name: String, at code: Code, _ number: Int, in type: TypeInfo) -> Draft {
    Draft(
      "a clock writes '\(name)' of '\(type.name)' \(number) times per second, and each time evaluates who shows it; "
        + "\(Int(Change.visibleTicks)) times look as smooth for what is read, and what moves is better animated",
      at: code.start, code: code, view: type, subject: .property(name),
      change: .slowDown(PropertyPath(name), perSecond: number),
      steps: [
        "let the clock tick at most \(Int(Change.visibleTicks)) times per second",
        "animate what has to move in between: a linear animation, or a TimelineView in the view that shows it",
      ])
  }
}

extension Code {
  /// Seconds between two turns of the loop around that waits in each: `while !Task.isCancelled { …; try? await Task.sleep(…) }`.
  fileprivate var loopPeriod: Double? {
    ancestors.first { $0.kind == .whileStatement }.flatMap { $0.repetition == .clock ? $0.period : nil }
  }
}

extension Change {
  /// Ticks per second beyond which nobody reads a number or a bar any better.
  package static let visibleTicks = 10.0
  /// From here on nobody means it so.
  package static let farTooOften = 25.0
  /// No clock of an app ticks more often.
  static let mostTicks = 1_000.0
}
