import TestSupport

/// A made-up session of a small app, to be written as a log and as an export.
struct SimulatedSession {
  private(set) var steps: [Step] = []

  /// One evaluation of a made-up session.
  struct Step {
    var time: UInt64
    var view: String
    /// As a log writes them.
    var causes: [String]
    /// The place of the evaluation that made this one happen.
    var parent: Int?
    /// Names of the graph's nodes that lead here, besides the parent's body.
    var nodes: [String]
  }

  /// A small app: a root with a list of rows with badges, a header with a clock, a model.
  init(seed: UInt64, turns: ClosedRange<Int> = 20...40) {
    var random = SeededRandom(seed: seed)
    var steps: [Step] = []
    defer { self.steps = steps }
    var now: UInt64 = 1_000_000_000
    func step(_ view: String, _ causes: [String], parent: Int? = nil, nodes: [String] = []) -> Int {
      now += 50_000
      steps.append(Step(time: now, view: view, causes: causes, parent: parent, nodes: nodes))
      return steps.count - 1
    }
    let inserted = ["@self", "@identity"]
    let creation = ["View Creation / Reuse"]
    let root = step("Root", ["@identity"], nodes: creation)
    let list = step("Library.List", inserted, parent: root, nodes: creation)
    _ = step("Header", inserted, parent: root, nodes: creation)
    func rows(of list: Int, _ count: Int) {
      for _ in 0..<count {
        let row = step("Library.Row", ["@self"], parent: list)
        _ = step("Badge<Recipe>", ["@self"], parent: row)
      }
    }
    rows(of: list, 4)
    for _ in 0..<Int.random(in: turns, using: &random) {
      now += UInt64.random(in: 200_000_000...900_000_000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let list = step("Library.List", ["_expandedID"], nodes: ["@State expandedID"])
        rows(of: list, Int.random(in: 1...4, using: &random))
      case 1: _ = step("Header", ["_clock"], nodes: ["@State clock"])
      case 2:
        let list = step(
          "Library.List", ["\\Store.<computed 0x000000034006f8b0 (Array<Recipe>)>"],
          nodes: ["@Observable Store.(Array<Recipe>)"])
        rows(of: list, 4)
      default:
        _ = step("Badge<Recipe>", ["_fontOption"], nodes: ["@AppStorage Badge.fontOption"])
      }
    }
  }

  var log: [UInt8] {
    let lines = steps.map { step in
      let microseconds = step.time / 1000
      let seconds = microseconds / 1_000_000
      let clock =
        "09:\(two(seconds / 60)):\(two(seconds % 60))."
        + String(String(1_000_000 + microseconds % 1_000_000).dropFirst())
      return "2026-03-14 \(clock)+0100 0x1a2b     Info        0x0                  4127   0    Recipes: "
        + "(SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] \(step.view): \(step.causes.joined(separator: ", ")) changed."
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  func export(_ version: ExportBuilder.Version, withCauses: Bool = true) -> [UInt8] {
    var builder = ExportBuilder(version)
    add(to: &builder, withCauses: withCauses)
    return builder.bytes
  }

  /// Adds the table of updates, and that of causes.
  func add(to builder: inout ExportBuilder, withCauses: Bool) {
    builder.updates(
      steps.enumerated().map { index, step in
        // The root causes a real row has: where the chain began, and the bodies on the way.
        var start = index
        var bodies: [String] = []
        while let parent = steps[start].parent, steps[start].nodes.isEmpty {
          bodies.append(steps[parent].view + ".body")
          start = parent
        }
        var roots = steps[start].nodes + bodies.reversed()
        if start == index, let parent = steps[index].parent { roots.append(steps[parent].view + ".body") }
        return .init(
          start: step.time, duration: 20_000 + UInt64(index), id: UInt64(index + 1), description: step.view + ".body",
          category: step.causes.contains("@identity") ? "Creation" : "Update", roots: roots)
      })
    if withCauses {
      var edges: [(String, UInt64, String, UInt64)] = []
      for (index, step) in steps.enumerated() {
        if let parent = step.parent {
          edges.append((steps[parent].view + ".body", UInt64(parent + 1), step.view + ".body", UInt64(index + 1)))
        }
        for node in step.nodes { edges.append((node, UInt64(100_000 + index), step.view + ".body", UInt64(index + 1))) }
      }
      builder.causes(edges)
    }
  }
}
