internal import Foundation
internal import TestSupport
internal import Testing

/// What grows with the input grows with it, and not with its square: four times as much takes less than eight times as long.
@Suite(.serialized) struct GrowthTests {
  /// Runs a command over inputs of two sizes; the quickest of two runs each, since other tests run beside.
  private func ratio(_ size: Int, _ run: @escaping (Int) throws -> Int32) throws -> Double {
    func seconds(_ size: Int) throws -> Double {
      try (0..<2).map { _ in
        let start = ContinuousClock.now
        let code = try run(size)
        #expect(code < 64)
        return (ContinuousClock.now - start) / .seconds(1)
      }.min() ?? 0
    }
    // What the start of a process takes is no part of it.
    let fixed = try seconds(1)
    return max(0, try seconds(4 * size) - fixed) / max(0.02, try seconds(size) - fixed)
  }

  private static func scenarios(_ count: Int) -> String {
    (0..<count).map { index in
      "Test Case '-[AppTests.T test\(index)]' started.\nV: @self, @identity, _x changed.\nW: @self, @identity, _x changed.\n"
        + "V: _x changed.\nW: _x changed.\nTest Case '-[AppTests.T test\(index)]' passed (0.001 seconds).\n"
    }.joined()
  }

  @Test(arguments: ["baseline", "gate", "compare"]) func scenariosAreComparedOnce(_ command: String) throws {
    let tool = try Tool()
    #expect(
      try ratio(1000) { size in
        let log = "\(size).log"
        if tool.text(log) == nil {
          try tool.write(log, Self.scenarios(size))
          if command == "gate" { _ = try tool("baseline", log, "-o", "\(size).lock") }
        }
        return switch command {
        case "baseline": try tool("baseline", log, "-o", "x.lock").exitCode
        case "gate": try tool("gate", log, "--baseline", "\(size).lock", "--format", "json").exitCode
        default: try tool("compare", log, "--to", log).exitCode
        }
      } < 8)
  }

  @Test func capturesOfAFolderAreNotEachComparedWithAll() throws {
    let tool = try Tool()
    for size in [1, 600, 2400] {
      for index in 0..<size {
        try tool.write(
          "\(size)/\(index).log", "V\(index % 50): @self, @identity, _x changed.\nV\(index % 50): _x changed.\n")
      }
    }
    #expect(try ratio(600) { try tool("analyze", "\($0)").exitCode } < 8)
  }

  @Test(arguments: ["--check", "--remove"]) func markedLinesAreFoundOnce(_ option: String) throws {
    let tool = try Tool()
    func make(_ size: Int) throws {
      try tool.write(
        "\(size)/V.swift",
        (0..<size).map { "struct V\($0): View {\n  var body: some View {\n    Text(\"a\")\n  }\n}\n" }.joined())
      _ = try tool("instrument", "\(size)")
    }
    for size in [1, 800, 3200] { try make(size) }
    #expect(
      try ratio(800) { size in
        let code = try tool("instrument", "\(size)", option, "--dry-run").exitCode
        return code
      } < 8)
  }
}
