import SourceAnalysis
import Testing
import Vocabulary

/// An engine has the clock, and its model the value that views show: what the one tells is followed to what the other writes.
@Suite struct HandedOnTurnsTests {
  private static let view = """
    struct Screen: View {
      let player: Player
      var body: some View {
        VStack {
          Text("\\(player.time)")
    \((0..<60).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
        }
      }
    }
    """

  /// What is said of the view, whose model is told the time by an engine.
  private static func findings(_ engine: String, _ player: String) -> [String] {
    let graph = SourceGraph(files: [
      ("Engine.swift", engine), ("Player.swift", "@Observable final class Player {\n  var time = 0.0\n\(player)\n}"),
      ("Screen.swift", view),
    ])
    var configuration = LintConfiguration()
    configuration.only = ["broad_model_dependency"]
    return Linter(configuration: configuration).run(graph, isSettlingRivals: true).map(\.finding.message)
  }

  private static func engine(_ members: String, telling call: String) -> String {
    """
    final class Engine {
      static let shared = Engine()
      var position = 0.0
    \(members)
      func start() {
        let link = CADisplayLink(target: self, selector: #selector(tick))
        link.add(to: .main, forMode: .common)
      }
      @objc func tick() { advance() }
      private func advance() {
        position += 0.016
        \(call)
      }
    }
    """
  }

  private static let closure = "  var onTime: ((Double) -> Void)?"
  private static let held = "  private let engine = Engine()"

  @Test(arguments: [
    // A closure that the engine keeps.
    (closure, "onTime?(position)", "\(held)\n  init() { engine.onTime = { [weak self] in self?.time = $0 } }"),
    (
      closure, "DispatchQueue.main.async { self.onTime?(self.position) }",
      "\(held)\n  init() { engine.onTime = { [weak self] now in guard let self else { return }; self.time = now } }"
    ),
    (
      closure, "onTime?(position)",
      "  func listen() { Engine.shared.onTime = { now in Task { @MainActor in self.time = now } } }"
    ),
    (
      closure, "onTime?(position)",
      "\(held)\n  init() { engine.onTime = show }\n  func show(_ now: Double) { time = now }"
    ),
    (
      "  let onTime: (Double) -> Void\n  init(onTime: @escaping (Double) -> Void) { self.onTime = onTime }",
      "onTime(position)", "  lazy var engine = Engine(onTime: { [weak self] in self?.time = $0 })"
    ),
    // A subject.
    (
      "  let times = PassthroughSubject<Double, Never>()", "times.send(position)",
      "\(held)\n  init() { engine.times.receive(on: DispatchQueue.main).sink { [weak self] in self?.time = $0 }.store(in: &all) }"
    ),
    // A delegate.
    (
      "  weak var delegate: (any EngineDelegate)?", "delegate?.engine(self, movedTo: position)",
      "\(held)\n}\nprotocol EngineDelegate: AnyObject { func engine(_ engine: Engine, movedTo time: Double) }\n"
        + "extension Player: EngineDelegate {\n  func engine(_ engine: Engine, movedTo time: Double) { self.time = time }"
    ),
  ])
  func whatATurnIsHandedOnToIsWrittenAtEachTurn(members: String, call: String, player: String) throws {
    let message = try #require(Self.findings(Self.engine(members, telling: call), player).first)
    #expect(message.contains("'time' is written at each tick of a clock"), "\(message)")
  }

  /// A view may listen itself.
  @Test(arguments: [
    (closure, "onTime?(position)", ".onAppear { Engine.shared.onTime = { now in time = now } }"),
    (
      "  let times = PassthroughSubject<Double, Never>()", "times.send(position)",
      ".onReceive(Engine.shared.times) { now in time = now }"
    ),
  ])
  func whatAViewIsToldIsWrittenAtEachTurn(members: String, call: String, modifier: String) throws {
    let view = """
      struct Screen: View {
        @State private var time = 0.0
        var body: some View {
          VStack {
            Text("\\(time)")
      \((0..<60).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
          }
          \(modifier)
        }
      }
      """
    let graph = SourceGraph(files: [
      ("Engine.swift", Self.engine(members, telling: call)), ("Screen.swift", view),
    ])
    let messages = Linter().run(graph, isSettlingRivals: true).map(\.finding.message)
    let message = try #require(messages.first { $0.contains("'time'") }, "\(messages)")
    #expect(message.contains("at each tick of a clock"), "\(message)")
  }

  @Test(arguments: [
    // Not at each turn.
    (
      closure, "if position > 10 { onTime?(position) }",
      "\(held)\n  init() { engine.onTime = { [weak self] in self?.time = $0 } }"
    ),
    // Only where it differs.
    (
      closure, "onTime?(position)",
      "\(held)\n  init() { engine.onTime = { [weak self] now in if self?.time != now { self?.time = now } } }"
    ),
    // Somebody else's closure of that name.
    (
      closure, "onTime?(position)",
      "  let form = Form()\n  init() { form.onTime = { [weak self] in self?.time = $0 } }\n}\n"
        + "final class Form {\n  var onTime: ((Double) -> Void)?"
    ),
    // Another requirement of the same first name.
    (
      "  weak var delegate: (any EngineDelegate)?", "delegate?.engine(self, passed: position)",
      "\(held)\n}\nprotocol EngineDelegate: AnyObject {\n  func engine(_ engine: Engine, passed time: Double)\n"
        + "  func engine(_ engine: Engine, stoppedAt time: Double)\n}\nextension Player: EngineDelegate {\n"
        + "  func engine(_ engine: Engine, passed time: Double) {}\n"
        + "  func engine(_ engine: Engine, stoppedAt time: Double) { self.time = time }"
    ),
    // Each turn puts it off again.
    (
      closure, "pending?.cancel(); let item = DispatchWorkItem { self.onTime?(self.position) }; run(item)",
      "\(held)\n  init() { engine.onTime = { [weak self] in self?.time = $0 } }"
    ),
    // The engine tells of it when it is asked to.
    (closure, "", "\(held)\n  init() { engine.onTime = { [weak self] in self?.time = $0 } }"),
  ])
  func whatIsToldNowAndThenIsNot(members: String, call: String, player: String) {
    // How often it changes is not known then.
    let messages = Self.findings(Self.engine(members, telling: call), player)
    #expect(messages.count == 1)
    #expect(!messages.contains { $0.contains("is written") })
  }

  /// Of a class that no view holds only what it declares is read, unless it has a clock.
  @Test func theBodiesOfAnEngineWithAClockAreRead() {
    let engine = Self.engine(Self.closure, telling: "onTime?(position)")
    let player = "@Observable final class Player {\n  private let engine = Engine()\n}"
    let plan = ReadingPlan(
      [engine, player].map { text in
        var text = text
        return text.withUTF8 { Skim($0) }
      })
    guard case .read(let cuts) = plan.steps[0] else {
      Issue.record("the engine is not read")
      return
    }
    #expect(cuts.isEmpty)
  }
}
