internal import ArgumentParser
internal import Platform
internal import Reporting
internal import TraceAnalysis

/// One run of `watch`: looks at the inputs, draws, obeys keys and signals, until it is time to end.
struct WatchSession {
  private let command: WatchCommand
  private let inputs: LiveInputs
  private let sources: LinkedSources?
  private let start = ContinuousClock.now
  private var lastLook = ContinuousClock.now
  private var lastGrowth = ContinuousClock.now
  private var evaluations = 0
  private var model = WatchModel()
  private var isDone = false

  // Of the table only.
  private var asking: Question?
  private var typed = ""
  private var note = ""
  private var showsHelp = false
  private var needsDrawing = true
  private var needsClearing = true

  private enum Question {
    case filter(before: String)
    case reportFile
  }

  init(command: WatchCommand, inputs: LiveInputs, sources: LinkedSources?) {
    self.sources = sources
    self.command = command
    self.inputs = inputs
  }

  private var interval: Duration { .milliseconds(Int64(command.interval * 1000)) }

  // MARK: - Looking

  /// Takes the counts as they are now.
  private mutating func look() {
    let now = ContinuousClock.now
    let summary = inputs.summary
    model.update(summary, seconds: (now - lastLook).seconds)
    if summary.totals.evaluations != evaluations { lastGrowth = now }
    evaluations = summary.totals.evaluations
    lastLook = now
  }

  /// Whether it ends by itself now.
  private var isOver: Bool {
    let now = ContinuousClock.now
    if inputs.hasEnded { return true }
    if let duration = command.duration, (now - start).seconds >= duration { return true }
    if let idle = command.untilIdle, evaluations > 0, (now - lastGrowth).seconds >= idle { return true }
    return false
  }

  /// The time until the next look, in milliseconds; ends come in time, too.
  private var timeToWait: Int32 {
    var rest = (interval - (ContinuousClock.now - lastLook)).seconds
    if let duration = command.duration { rest = min(rest, duration - (ContinuousClock.now - start).seconds) }
    return Int32(max(0, min(rest, inputs.hasEnded ? 0 : 0.1) * 1000))
  }

  // MARK: - Lines

  mutating func watchAsLines() {
    while !isDone {
      SignalPipe.wait(milliseconds: max(1, timeToWait))
      for signal in SignalPipe.next() where signal == SIGINT || signal == SIGTERM { isDone = true }
      guard ContinuousClock.now - lastLook >= interval || isOver || isDone else { continue }
      inputs.lookForFiles()
      look()
      isDone = isDone || isOver
      if !command.analysis.input.quiet { tellLine() }
    }
  }

  private mutating func tellLine() {
    let seconds = (ContinuousClock.now - start).seconds
    let busiest = model.rows().filter { $0.rate > 0 }.sorted { ($1.rate, $0.name) < ($0.rate, $1.name) }.prefix(3)
      .map { "\(Escaping.visible($0.name)) \(WatchScreen.rate($0.rate))/s" }.joined(separator: ", ")
    let note = inputs.note
    tell(
      "\(WatchScreen.rate(seconds)) s: \(Wording.number(model.totals.updates)) updates, "
        + "\(Wording.number(model.totals.evaluations)) evaluations, \(WatchScreen.rate(model.totalRate))/s"
        + (busiest.isEmpty ? "" : "; \(busiest)") + (note.isEmpty ? "" : " (\(note))"))
  }

  // MARK: - Table

  mutating func watch(on terminal: ScreenTerminal) {
    look()
    while !isDone {
      draw(on: terminal)
      guard let keys = terminal.keys(waitingFor: max(1, timeToWait)) else { return }
      for key in keys { press(key, terminal) }
      for signal in SignalPipe.next() {
        if signal == SIGWINCH { needsClearing = true } else { isDone = true }
      }
      if ContinuousClock.now - lastLook >= interval || isOver {
        inputs.lookForFiles()
        if model.isPaused { lastLook = .now } else { look() }
        needsDrawing = true
        isDone = isDone || isOver
      }
    }
  }

  private mutating func draw(on terminal: ScreenTerminal) {
    guard needsDrawing || needsClearing else { return }
    let size = terminal.size
    let screen = WatchScreen(
      width: size.width, height: size.height, usesColor: (environment("NO_COLOR") ?? "").isEmpty)
    var prompt: String?
    switch asking {
    case .filter: prompt = "show views with: \(Escaping.visible(typed))_   (Enter keeps it, Esc does not)"
    case .reportFile: prompt = "write the report so far to: \(Escaping.visible(typed))_   (.json, .md, .csv, .txt; Esc)"
    case nil: break
    }
    let surroundings = WatchScreen.Surroundings(
      inputs: inputs.name, elapsed: Int((ContinuousClock.now - start).seconds), bytes: inputs.bytes,
      backlog: inputs.backlog, note: note.isEmpty ? "" : note, prompt: prompt, showsHelp: showsHelp,
      hasEnded: inputs.hasEnded)
    terminal.draw(screen.draw(&model, surroundings), everything: needsClearing)
    needsDrawing = false
    needsClearing = false
  }

  private mutating func press(_ key: WatchKey, _ terminal: ScreenTerminal) {
    needsDrawing = true
    if key == .interrupt {
      isDone = true
      return
    }
    if let asking { return answer(key, asking) }
    note = ""
    switch key {
    case .character("q"), .character("Q"): isDone = true
    case .character("p"), .character(" "):
      model.isPaused.toggle()
      if !model.isPaused { look() }
    case .character("s"): turnOrder(by: 1)
    case .character("S"): turnOrder(by: -1)
    case .character("u"): model.order = .updates
    case .character("t"): model.order = .rate
    case .character("e"): model.order = .evaluations
    case .character("i"): model.order = .initial
    case .character("n"): model.order = .name
    case .character("f"): model.isFrozen.toggle()
    case .character("r"):
      look()
      model.reset()
    case .character("/"):
      asking = .filter(before: model.filter)
      typed = model.filter
    case .character("w"):
      asking = .reportFile
      typed = ""
    case .character("?"), .character("h"): showsHelp.toggle()
    case .escape: showsHelp = false
    case .up: model.firstRow = max(0, model.firstRow - 1)
    case .down: model.firstRow += 1
    case .pageUp: model.firstRow = max(0, model.firstRow - terminal.size.height)
    case .pageDown: model.firstRow += terminal.size.height
    case .home: model.firstRow = 0
    case .end: model.firstRow = .max / 2
    case .suspend:
      terminal.suspend()
      needsClearing = true
    default: break
    }
  }

  private mutating func turnOrder(by step: Int) {
    let all = WatchModel.Order.allCases
    let index = all.firstIndex(of: model.order) ?? 0
    model.order = all[(index + step + all.count) % all.count]
    note = "sorted by \(model.order.title)"
  }

  private mutating func answer(_ key: WatchKey, _ question: Question) {
    switch key {
    case .character(let character): typed.append(character)
    case .backspace: if !typed.isEmpty { typed.removeLast() }
    case .escape:
      if case .filter(let before) = question { model.filter = before }
      asking = nil
      return
    case .enter:
      asking = nil
      if case .reportFile = question { writeReport() }
      return
    default: return
    }
    if case .filter = question { model.filter = typed }
  }

  private mutating func writeReport() {
    guard !typed.isEmpty else {
      note = "not written: no name was given"
      return
    }
    do {
      var output = command.analysis.output
      output.rendering.format = nil
      output.rendering.output = [typed]
      try output.rendering.validate()
      // Complaints would land in the middle of the table.
      _ = try OutputPlace(typed)
      try command.analysis.report(inputs.soFar, sources, to: try output.targets(), isInterim: true)
      note = "wrote \(typed)"
    } catch let failure as OutputPlace.Problem {
      note = "not written: \(failure.message)"
    } catch let code as ExitCode where code == .findings || code == .unusableInput {
      note = "wrote \(typed)"
    } catch {
      note = "not written: \(WatchCommand.message(for: error))"
    }
  }
}

extension Duration {
  /// Only for showing and for rates.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
