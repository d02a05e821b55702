internal import TestSupport

/// Made-up apps by number: the same seed is the same app.
package enum RandomApp {
  /// The kinds of waste that can be planted; each app has some of them, and screens without.
  package static let wastes: [String] = (patterns + morePatterns).map(\.name)

  /// - Parameters:
  ///   - views: about how many types of views.
  ///   - wastes: the names of what may be planted; `nil` for any, empty for an app without waste.
  ///   - withEveryArgument: whether some screens give their children arguments of every kind that there is, equal or not.
  package static func make(
    seed: UInt64, views: Int = 20, wastes: [String]? = nil, withEveryArgument: Bool = false
  ) -> SimulatedApp {
    var random = SeededGenerator(seed: seed &* 0x9E37 &+ 17)
    var plan = AppPlan(seed: seed, random: random)
    let allowed = (patterns + morePatterns).filter { wastes?.contains($0.name) ?? true }
    var order = allowed.shuffled(using: &random)
    plan.random = random
    // At least one screen, and as many that the app has the size that is wanted.
    while plan.isEmpty || plan.app.views.count + 1 < views {
      if withEveryArgument, plan.chance(40) {
        everyKindOfArgument(&plan)
        continue
      }
      let isClean = wastes?.isEmpty == true || !plan.isEmpty && Int.random(in: 0..<10, using: &plan.random) < 3
      if isClean || order.isEmpty {
        cleanPatterns[plan.number(0...cleanPatterns.count - 1)](&plan)
      } else {
        order.removeLast().build(&plan)
        if order.isEmpty, plan.app.views.count < views { order = allowed.shuffled(using: &plan.random) }
      }
    }
    return plan.finish()
  }

  struct Pattern: Sendable {
    var name: String
    var build: @Sendable (inout AppPlan) -> Void
  }
}

/// An app while it is put together.
struct AppPlan {
  var app: SimulatedApp
  var random: SeededGenerator
  /// The views that the root shows.
  var screens: [String] = []
  /// Events of each screen; they are mixed at the end.
  var events: [[Event]] = []
  private var nouns: [String]
  private var round = 0

  init(seed: UInt64, random: SeededGenerator) {
    self.random = random
    nouns = Self.words.shuffled(using: &self.random)
    app = SimulatedApp(name: "App\(seed)", views: [], root: "MainView")
  }

  var isEmpty: Bool { screens.isEmpty }

  private static let words = [
    "Recipe", "Order", "Track", "Message", "Place", "Workout", "Photo", "Invoice", "Trip", "Book", "Task", "Channel",
    "Episode", "Contact", "Ticket", "Product", "Habit", "Lesson", "Station", "Garden", "Wallet", "Flight", "Match",
    "Review", "Draft", "Device", "Room", "Song", "Goal", "Note",
  ]

  /// A word that no other screen has.
  mutating func noun() -> String {
    if nouns.isEmpty {
      round += 1
      nouns = Self.words.map { $0 + ["Detail", "Archive", "Board", "Panel", "Feed", "Hub", "Center"][round % 7] }
        .shuffled(using: &random)
    }
    return nouns.removeLast()
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

  /// The name of a view that belongs to a screen: some are nested in it.
  mutating func part(of screen: String, _ noun: String, _ name: String) -> String {
    chance(25) ? "\(screen).\(name)" : noun + name
  }

  mutating func screen(_ name: String, _ events: [Event]) {
    screens.append(name)
    self.events.append(events)
  }

  /// A struct with an identifier, a title and the fields given, and a constant with a number of them.
  mutating func element(
    _ name: String, count: Int, isEquatable: Bool = true, extra: [(String, String, (Int) -> Value)] = []
  ) -> Expression {
    let elements = (0..<count).map { index -> Value in
      var fields: [String: Value] = ["id": .int(index), "title": .string("\(name) \(index)")]
      for (field, _, make) in extra { fields[field] = make(index) }
      return .record(type: name, fields: fields)
    }
    let list = Value.list(elements, storage: -app.values.count - 1)
    app.values.append(
      ValueType(
        name, fields: [("id", "Int"), ("title", "String")] + extra.map { ($0.0, $0.1) }, isEquatable: isEquatable,
        isIdentifiable: true, constants: ["samples": list]))
    return .constant("\(name).samples", list)
  }

  mutating func finish() -> SimulatedApp {
    var body: [Node] = []
    // Some screens stand in a container that is not instrumented.
    for (index, screen) in screens.enumerated() {
      guard chance(25) else {
        body.append(.child(screen))
        continue
      }
      let name = "\(screen)Container"
      app.views.append(
        ViewType(
          name, isInstrumented: false, file: screen,
          body: [.container("VStack", [.text(.text("Section \(index)")), .child(screen)])]))
      body.append(.child(name))
    }
    app.views.insert(ViewType("MainView", body: [.container("ScrollView", body)]), at: 0)
    app.script = mixed()
    return app
  }

  /// Events of the screens in runs, as a user goes from one to the other.
  private mutating func mixed() -> [Event] {
    var left = events.map { $0[...] }
    var script: [Event] = []
    while left.contains(where: { !$0.isEmpty }) {
      let screen = pick(left.indices.filter { !left[$0].isEmpty })
      let run = number(1...6)
      script += left[screen].prefix(run)
      left[screen] = left[screen].dropFirst(run)
    }
    return script
  }
}
