import Foundation
import TestSupport
import Testing
import TraceImport

/// `SampleTraces/instruments/`: made by the tests' builder, so they are what the tests read.
@Suite struct SampleTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var path: String
    var bytes: [UInt8]
    var testDescription: String { path }
  }

  static let samples: [Sample] = {
    var all: [Sample] = []
    for (name, version) in [("xcode-26", ExportBuilder.Version.xcode26), ("xcode-27", .xcode27)] {
      var updates = ExportBuilder(version)
      let session = SimulatedSession(seed: 3, turns: 6...8)
      session.add(to: &updates, withCauses: false)
      all.append(Sample(path: "\(name)/library-updates.xml", bytes: updates.bytes))
      var union = ExportBuilder(version)
      session.add(to: &union, withCauses: true)
      let busy = session.steps[session.steps.count / 2].time
      union.hitches([(busy - 1_000_000, 33_333_333, "Potentially expensive app update(s)")])
      union.hangs([(busy - 2_000_000, 250_000_000, "Microhang")])
      // Between two updates: one cut in two would lose its recorded triggers.
      let quiet = (session.steps.last { $0.parent == nil }?.time ?? busy) - 10_000_000
      union.intervals([(quiet, 2_000_000_000, "scroll the library", "com.example.Recipes")])
      all.append(Sample(path: "\(name)/library-all-tables.xml", bytes: union.bytes))
    }
    var log = ExportBuilder()
    log.log([
      (1_234_567_000, "Changed Body Properties", "Recipes.Library.List: @self, @identity, _expandedID changed."),
      (1_240_000_000, "Changed Body Properties", "Recipes.Library.Row: @self changed."),
      (1_241_000_000, "store", "loaded 240 recipes"),
      (1_250_000_000, "Changed Body Properties", " Recipes.Library.Row :  _isOn  changed."),
      (1_260_000_000, "Changed Body Properties", "Recipes.Library.Row: unchanged."),
    ])
    all.append(Sample(path: "xcode-26/log-of-changes.xml", bytes: log.bytes))
    return all
  }()

  @Test(arguments: samples)
  func samplesAreCurrent(sample: Sample) throws {
    let file = Repository.root.appendingPathComponent("SampleTraces/instruments/" + sample.path)
    let packed = file.appendingPathExtension("gz")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(sample.bytes).write(to: file)
      try Data(gzipped(sample.bytes)).write(to: packed)
    }
    #expect(
      (try? Data(contentsOf: file)).map([UInt8].init) == sample.bytes, "run the tests with UPDATE_GOLDENS=1 to write it"
    )
    let plain = read(sample.bytes)
    let unpacked = read((try? Data(contentsOf: packed)).map([UInt8].init) ?? [])
    #expect(unpacked.1.events == plain.1.events)
    #expect(plain.0.events > 0)
    #expect(plain.0.issues.allSatisfy { $0.severity == .info })
  }
}
