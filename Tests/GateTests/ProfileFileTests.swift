import Gate
import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// Profiles as text: they come back the same, and shards add up to the whole.
@Suite struct ProfileFileTests {
  /// A profile of a capture, with what was wrong with it.
  private static func file(_ bytes: [UInt8], _ path: String, environment: [String: String] = [:]) -> ProfileFile {
    let builder = ProfileBuilder()
    let summary = TraceReader.read(MemorySource(bytes), into: builder)
    return ProfileFile(
      environment: environment, inputs: [.init(path: path, summary: summary)], runs: [builder.finish()])
  }

  private static func randomLog(_ generator: inout SeededGenerator) -> [UInt8] {
    var lines = ["List: @self, @identity, _x changed.", "Row: @self changed."]
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      lines.append(
        [
          "List: _x changed.", "Row: @self changed.", "Header: unchanged.",
          "Row: \\Model.<computed 0x00000001 (Int)> changed.",
          "Box<A, B>: @self, @16 changed.", "List: @identity, _y, @dependencies changed.",
        ].randomElement(using: &generator) ?? "")
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  @Test(arguments: Repository.sampleTraces)
  func everySampleComesBack(_ sample: String) throws {
    let file = Self.file(Repository.bytes(of: "SampleTraces/\(sample)"), sample, environment: ["os": "iOS \"26\""])
    let text = file.text
    let read = try ProfileFile(parsing: Array(text.utf8))
    #expect(read == file)
    #expect(read.text == text)
    #expect(Measurements(TraceProfile(runs: read.runs)) == Measurements(TraceProfile(runs: file.runs)))
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func shardsAddUpToTheWhole(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let files = (0..<Int.random(in: 1...8, using: &generator)).map {
      Self.file(Self.randomLog(&generator), "run-\($0).log")
    }
    let whole = ProfileFile(inputs: files.flatMap(\.inputs), runs: files.flatMap(\.runs)).text
    // Deals the runs to machines, and merges what they wrote in any order and grouping.
    var shards = Dictionary(grouping: files.shuffled(using: &generator)) { _ in Int.random(in: 0..<3, using: &generator)
    }
    .values.map { part in ProfileFile(inputs: part.flatMap(\.inputs), runs: part.flatMap(\.runs)).text }.shuffled(
      using: &generator)
    while shards.count > 1 {
      let left = try ProfileFile(parsing: Array(shards.removeLast().utf8))
      let place = Int.random(in: 0..<shards.count, using: &generator)
      let right = try ProfileFile(parsing: Array(shards[place].utf8))
      let merged = try left.merged(with: right).text
      #expect(try right.merged(with: left).text == merged, "seed \(seed)")
      shards[place] = merged
    }
    #expect(shards.first == whole, "seed \(seed)")
  }

  @Test func whatDoesNotBelongTogetherIsRefused() throws {
    let first = Self.file(Array("A: _x changed.\n".utf8), "a", environment: ["os": "26.1"])
    let second = Self.file(Array("A: _x changed.\n".utf8), "b", environment: ["os": "26.2", "xcode": "27"])
    let conflict = #expect(throws: ProfileFile.Conflict.self) { try first.merged(with: second) }
    #expect(conflict?.field == "os" && conflict?.own == "26.1" && conflict?.other == "26.2")
  }

  @Test func damageIsNamedAndNeverTraps() throws {
    var generator = SeededGenerator(seed: 7)
    let text = Self.file(Self.randomLog(&generator), "run.log").text
    let bytes = Array(text.utf8)
    for length in 0..<bytes.count - 1 {
      #expect(throws: ProfileFile.Failure.self) { try ProfileFile(parsing: Array(bytes.prefix(length))) }
    }
    for _ in 0..<2000 {
      var damaged = bytes
      damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 32...126, using: &generator)
      if let file = try? ProfileFile(parsing: damaged) { _ = Measurements(TraceProfile(runs: file.runs)) }
    }
    let next = text.replacing("\"whyredrawProfile\":1", with: "\"whyredrawProfile\":2")
    #expect(throws: ProfileFile.Failure.otherVersion("2")) { try ProfileFile(parsing: Array(next.utf8)) }
  }
}
