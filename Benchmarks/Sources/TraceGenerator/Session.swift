/// One message of a session, with the moment it was written.
struct SessionLine {
  /// Microseconds since the session began.
  var time: Int
  var process: Int
  var text: [UInt8]
  /// Whether SwiftUI wrote it; else it is something the app prints.
  var isChange: Bool
}

/// Somebody who uses the app: scrolls, types, waits, opens screens. Gives line after line without end.
struct Session {
  private let app: AppModel
  private let messages: [[UInt8]]
  private let noisePercent: Int
  private let processCount: Int
  private let isRandom: Bool
  private let unchangedPercent: Int
  private var random: SplitMix64
  private var time = 0
  private var process = 0
  private var screen = 0
  /// The lines of the current update, the next one last.
  private var pending: [[UInt8]] = []
  private var framesLeft = 0
  private var scrollRoot = 0

  /// 60 frames a second.
  private static let frame = 16_667
  private static let noise = [
    "CounterDisplayView body re-rendered", "received action: AppFeature.Action.onAppear", "loading page",
    "  State(", "-   _destination: nil,", "cache hit for key 8f3a", "GET /v1/items?page=2 200 OK (38 ms)",
    "nw_connection_receive_internal_block_invoke [C4] Receive reply failed with error", "() $R6 = {}",
  ].map { Array($0.utf8) }

  init(app: AppModel, options: GeneratorOptions, random: SplitMix64) {
    self.app = app
    self.random = random
    messages = app.messages
    noisePercent = options.noisePercent
    processCount = options.processCount
    isRandom = options.isRandom
    unchangedPercent = options.unchangedPercent
  }

  mutating func next() -> SessionLine {
    if noisePercent > 0, random.chance(noisePercent) {
      time += 1 + random.below(50)
      return SessionLine(time: time, process: process, text: random.pick(Self.noise), isChange: false)
    }
    if isRandom {
      time += 1 + random.below(100)
      let process = processCount > 1 ? random.below(processCount) : 0
      if unchangedPercent > 0, random.chance(unchangedPercent) {
        return SessionLine(time: time, process: process, text: random.pick(app.views).unchanged, isChange: true)
      }
      return SessionLine(time: time, process: process, text: random.pick(messages), isChange: true)
    }
    while pending.isEmpty { startUpdate() }
    time += 3 + random.below(40)
    return SessionLine(time: time, process: process, text: pending.removeLast(), isChange: true)
  }

  /// Decides what happens next, and lays out its lines.
  private mutating func startUpdate() {
    if processCount > 1, random.chance(10) { process = random.below(processCount) }
    var lines: [[UInt8]] = []
    if framesLeft > 0 {
      // Scrolling: the same root once a frame, and now and then a row that comes into sight.
      framesLeft -= 1
      time = (time / Self.frame + 1) * Self.frame
      update(from: scrollRoot, into: &lines)
      if random.chance(20) { mount(leaf(of: screen), into: &lines) }
    } else {
      switch random.below(100) {
      case 0..<12:
        // Another screen: everything on it is new.
        time += 300_000 + random.below(1_500_000)
        screen = random.pick(app.screens)
        mount(screen, into: &lines)
      case 12..<25:
        time += 200_000 + random.below(800_000)
        framesLeft = 20 + random.below(100)
        scrollRoot = root(on: screen)
      default:
        // Somebody types or taps, or a request comes back.
        time += 60_000 + random.below(400_000)
        update(from: root(on: screen), into: &lines)
      }
    }
    pending = lines.reversed()
  }

  private mutating func update(from root: Int, into lines: inout [[UInt8]]) {
    let causes = app.views[root].ownCauses
    lines.append(random.pick(causes))
    for child in app.views[root].children where random.chance(80) { passOn(child, into: &lines) }
  }

  private mutating func passOn(_ view: Int, into lines: inout [[UInt8]]) {
    for _ in 0..<app.views[view].rows { lines.append(app.views[view].selfOnly) }
    for child in app.views[view].children where random.chance(60) { passOn(child, into: &lines) }
  }

  private func mount(_ view: Int, into lines: inout [[UInt8]]) {
    for _ in 0..<app.views[view].rows { lines.append(app.views[view].mount) }
    for child in app.views[view].children { mount(child, into: &lines) }
  }

  private mutating func root(on screen: Int) -> Int {
    let candidates = (screen..<min(screen + 10, app.views.count)).filter { !app.views[$0].ownCauses.isEmpty }
    return candidates.isEmpty ? random.pick(app.roots) : random.pick(candidates)
  }

  private mutating func leaf(of screen: Int) -> Int {
    let candidates = (screen..<min(screen + 10, app.views.count)).filter { app.views[$0].children.isEmpty }
    return candidates.isEmpty ? screen : random.pick(candidates)
  }
}
