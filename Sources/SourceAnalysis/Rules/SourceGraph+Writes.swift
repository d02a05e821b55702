import SwiftUIModel

/// How often writes happen, judging by what they stand in.
extension SourceGraph {
  /// Whether a write is behind a check of what it writes, anywhere in the function around it: several rules ask about each, and a
  /// diagnosis does.
  package func isGuarded(_ write: Code, for name: String) -> Bool {
    answers.guardedWrites.value(for: .init(code: write, name: name)) { write.isGuarded(for: [name], upTo: nil) }
  }

  /// Whether the write happens many times per second, judging by the callback it stands in.
  package static func isHot(_ write: Write) -> Bool { isFrequent(write, of: nil) }

  /// Whether the write happens many times per second or minute: geometry, drags, timers; not any notification.
  static func isFrequent(_ write: Write, of property: Property?) -> Bool {
    source(of: write, property).map { $0 != .slowClock } ?? false
  }

  /// The same with what shows it.
  package static func recurrence(
    of write: Write, _ property: Property?, writing subject: String? = nil, by view: TypeID
  ) -> Recurrence? {
    let streamed: Recurrence.Source? = write.code.isStreamed ? .sequence : nil
    return (streamed ?? (settles(write) ? nil : source(of: write, property))).map {
      Recurrence($0, writing: subject ?? write.property, at: write.code, by: view)
    }
  }

  /// Whether each event writes the same, `dragged = row` while a row is dragged: state that is what it was updates nothing.
  static func isSameForEachEvent(_ write: Write, _ property: Property?) -> Bool {
    guard property?.storage == .state, write.operation == "=", let caller = write.phase.caller,
      caller.contains(write.code)
    else { return false }
    // `isPressed = true` for each step of a gesture.
    if write.value?.isConstant == true { return write.path.isEmpty && !write.code.isConditional(in: caller) }
    guard let root = write.value?.memberPath?.first, root != "self" else { return false }
    // A property of the view may be another value by then.
    return write.code.binding(of: root, upTo: caller) == .outside
  }

  /// `isCompact = width < 400` for each event: of state with two values most events write the one that it has.
  private static func isSettledFlag(_ write: Write, _ property: Property?) -> Bool {
    guard let property, property.isFlag, [.state, .gesture].contains(property.storage), write.operation == "=",
      let value = write.value
    else { return false }
    // `isOn = !isOn` is another value each time.
    return !value.mentionsOwnMember(property.name)
  }

  /// What makes a write happen many times per second or minute.
  private static func source(of write: Write, _ property: Property?) -> Recurrence.Source? {
    if isSameForEachEvent(write, property) || isSettledFlag(write, property) { return nil }
    if let told = write.told { return told }
    let modifier = Recurrence.Source.events(write.phase.callerName)
    // An extension of the sources may have a form of its own of the modifier.
    if write.phase.event == .change, write.phase.caller.map(isOfGeometry) == true { return modifier }
    switch write.phase.finalEvent {
    case .preference: return isGeometric(write, property) ? modifier : nil
    case .change: return write.phase.caller.map(isOfGeometry) == true ? modifier : nil
    case .timer, .publisher: return write.phase.finalCaller?.repetition
    // A pause is none that comes again, but what a geometry reader dispatches runs for each place that it is asked about.
    case .later: return dispatchingReader(of: write).map { .events($0) }
    case .task:
      // `while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)); now = Date() }`
      let loop = write.code.ancestors.prefix { $0 != write.phase.caller }.first {
        $0.kind == .whileStatement && $0.repetition != nil
      }
      if let loop, write.code.endsLoop(loop) { return nil }
      return write.code.isGuarded(for: [write.property], upTo: loop) ? nil : loop?.repetition
    default:
      let rate = Calls.rates[write.phase.finalCallerName]
      if rate == .perEvent || rate == .stream { return modifier }
      return write.phase.caller.flatMap { streamLabel(write, $0) }.map(Recurrence.Source.events)
    }
  }

  /// Whether what is written is a size, which is measured anew and stays as it is.
  private static func settles(_ write: Write) -> Bool { write.phase.caller.map(deliversSize) ?? false }

  /// The geometry reader that dispatches a write: `GeometryReader { proxy in DispatchQueue.main.async { … } }`.
  static func dispatchingReader(of write: Write) -> String? {
    guard write.phase.event == .later, let dispatch = write.phase.caller else { return nil }
    return dispatch.ancestors.lazy.filter { $0.kind == .closure }.compactMap { $0.parent?.parent?.calledName }
      .first(where: Views.givesGeometry.contains)
  }

  /// Whether it is compared first with what is there: an index that follows a finger changes with each row.
  private static func isInSteps(_ write: Write) -> Bool {
    write.path.isEmpty && write.code.isGuarded(for: [write.property], upTo: write.phase.caller)
  }

  /// The label of a closure handed to a view that calls it while something scrolls, zooms or is dragged:
  /// `onViewportChange`, `viewportStatsChanged`.
  static func streamLabel(_ write: Write, _ caller: Code) -> String? {
    let argument = caller.arguments.first { argument in
      argument.contains(write.code)
        // A helper that the closure calls writes.
        || write.via.contains { name in
          argument.firstChild?.kind == .closure
            && argument.descendants.contains { $0.kind == .identifier && $0.name == name }
        }
    }
    guard caller.calledName.startsUppercase, let label = argument?.name,
      ["Change", "Changed", "Update", "Updated", "Move", "Moved"].contains(where: label.hasSuffix)
    else { return nil }
    return words(of: label).contains(where: Conventions.movingWords.contains) ? label : nil
  }

  /// `["viewport", "stats", "changed"]` of `viewportStatsChanged`.
  private static func words(of name: String) -> [String] {
    var name = name
    return name.withUTF8 { bytes in
      // Names are asked about by the thousand: of what is no letter of ASCII nothing is known to be a capital.
      let starts = bytes.indices.filter { $0 == 0 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[$0]) }
      return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
        String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
      }
    }
  }

  /// A height changes when the content does, not while something scrolls, and these callbacks compare what they deliver.
  /// A width follows a window that is being resized.
  static func deliversSize(_ caller: Code) -> Bool {
    if caller.calledEvent == .preference {
      let key = caller.arguments.first?.firstChild?.memberPath?.filter { $0 != "self" }.joined(separator: ".") ?? ""
      return ["Size", "Height", "Width"].contains { key.contains($0) }
        && !Conventions.placeWords.contains { key.contains($0) }
    }
    guard caller.calledEvent == .geometry else { return false }
    let transform = caller.argument("of") ?? caller.arguments.first { $0.flags.contains(.isTrailing) }?.firstChild
    guard let transform else { return false }
    if transform.kind == .keyPath { return transform.name.hasSuffix("size.height") }
    let members = transform.descendants.filter { $0.kind == .member }.map(\.name)
    return members.contains("height") && members.contains("size") && !members.contains("width")
      && !members.contains("frame")
  }

  /// Whether some names tell of a clock, or of what goes on like one.
  static func namesClock(_ names: Set<String>) -> Bool {
    // `AVPlayerItemDidPlayToEndTime` is posted once.
    guard names.isDisjoint(with: SystemEffects.postsNotifications) else { return false }
    return !names.isDisjoint(with: Functions.connects)
      || names.contains { name in
        // A published value that is named after a time is mostly a setting: `$reminderTime`.
        if name.hasPrefix("$") { return Conventions.namesOfClocks.contains(name.dropFirst().lowercased()) }
        var words = words(of: name)
        // `isSyncInProgress` tells of a beginning and an end.
        if words.first.map(Conventions.flagPrefixes.contains) == true { return false }
        while words.count > 1, let last = words.last, Conventions.publisherEndings.contains(last) { words.removeLast() }
        // `refreshTimer`, `currentTimePublisher`; not `timeZoneName`, `sticker` and `startTimeText`.
        return words.last.map(Conventions.clockNouns.contains) == true
          || Conventions.namesOfClocks.contains(words.joined())
      }
  }

  /// Whether the property changes many times while something is dragged, scrolled or typed, or a clock ticks.
  static func changesOften(_ property: Property, in evaluation: Evaluation) -> Bool {
    recurrence(of: property, in: evaluation, countsSequences: false).map { !$0.isSlow } ?? false
  }

  /// The same with what shows it, and for the elements of asynchronous sequences.
  static func recurrence(of property: Property, in evaluation: Evaluation, countsSequences: Bool = true) -> Recurrence?
  {
    for write in evaluation.writes(of: property.name) {
      if let source = source(of: write, property), !countsSequences || !settles(write) && !isInSteps(write) {
        return Recurrence(source, writing: property.name, at: write.code, by: evaluation.view)
      }
      if countsSequences, write.path.isEmpty, write.code.isStreamed {
        return Recurrence(.sequence, writing: property.name, at: write.code, by: evaluation.view)
      }
    }
    for read in evaluation.reads(of: property.name) where read.isProjection {
      if let source = editing(read) {
        return Recurrence(source, writing: property.name, at: read.code, by: evaluation.view)
      }
    }
    return nil
  }

  /// Whether a child gets a binding to the property and hands it to such a control, or is one by its name: `AmountTextField`.
  func isEditedBelow(_ property: Property, _ evaluation: Evaluation, depth: Int = 0) -> Bool {
    guard depth < 3 else { return false }
    return evaluation.children.contains { child in
      child.arguments.contains { argument in
        guard argument.value.ownMemberPath?.first == "$" + property.name else { return false }
        if Views.edits.contains(where: child.name.contains) { return true }
        guard let id = child.type, let name = argument.property, let binding = index[id].property(name),
          let below = self.evaluation(of: id)
        else { return false }
        return Self.changesOften(binding, in: below) || isEditedBelow(binding, below, depth: depth + 1)
      }
    }
  }

  /// The control that gets the binding, where that writes it with each key, or all the while a finger moves.
  static func editing(_ projection: Read) -> Recurrence.Source? {
    guard let call = projection.code.accessChain.parent?.parent else { return nil }
    let name = call.calledName
    if Views.edits.contains(name) || Modifiers.writesTyped.contains(name) { return .typing(name) }
    return Views.writesContinuously.contains(name) && !call.hasFewSteps ? .dragging(name) : nil
  }

  /// `onChange(of: proxy.frame(in: .global).minY)`, where `proxy` is what a geometry reader hands out.
  static func isOfGeometry(_ change: Code) -> Bool {
    guard let watched = change.argument("of") else { return false }
    let names = watched.mentionedNames
    guard !names.contains(Views.settledGeometry) else { return false }
    return change.ancestors.contains { closure in
      closure.kind == .closure && closure.parent?.parent.map { Views.givesGeometry.contains($0.calledName) } == true
        && !names.isDisjoint(with: given(by: closure))
    }
  }

  /// The parameters of a closure, and locals made of them: `let top = proxy.frame(in: .global).minY`.
  private static func given(by closure: Code) -> Set<String> {
    var names = Set(closure.all(.parameter).map(\.detail))
    for local in closure.first(.block)?.children.filter({ $0.kind == .variable }) ?? [] {
      if let made = local.initialValue, !made.mentionedNames.isDisjoint(with: names) { names.insert(local.name) }
    }
    return names
  }

  /// Sizes, positions and what holds them, by type, key or name.
  static func isGeometric(_ write: Write, _ property: Property?) -> Bool {
    let text = (property?.typeText ?? "") + (property?.initialValue?.memberPath?.first ?? "")
    if KnownTypes.ofLayout.contains(where: { text.contains($0) }) { return true }
    let key = write.phase.caller?.arguments.first?.firstChild?.memberPath?.first ?? ""
    return ["Offset", "Size", "Frame", "Height", "Width", "Scroll", "Position", "Geometry", "Bounds", "Rect"].contains {
      key.contains($0) || write.property.contains($0) || write.property.hasPrefix($0.lowercased())
    }
  }

  /// Times, progress and angles are new with every event, so a comparison would only cost.
  static func alwaysDiffers(_ name: String) -> Bool {
    let words = ["progress", "time", "elapsed", "angle", "tick", "duration", "fraction", "counter", "remaining"]
    let name = name.lowercased()
    return words.contains { name.contains($0) }
  }
}

extension Code {
  /// Steps of a slider that are no more than those of a stepper.
  private static let fewSteps = 24.0

  /// `Slider(value: $count, in: 1...10, step: 1)`.
  var hasFewSteps: Bool {
    guard let step = argument(Labels.step)?.literalNumber, step > 0, let range = argument(Labels.range),
      range.kind == .binary, let ends = Optional(range.children.map(\.literalNumber)), ends.count == 2,
      let first = ends[0], let last = ends[1]
    else { return false }
    return (last - first) / step <= Self.fewSteps
  }

  /// `5`, `0.5`, `-1`.
  private var literalNumber: Double? {
    switch kind {
    case .literal: Double(name.filter { $0 != "_" })
    case .unary: name == "-" ? firstChild?.literalNumber.map { -$0 } : nil
    default: nil
    }
  }
}
