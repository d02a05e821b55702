import Foundation
import SourceAnalysis
import SwiftParser
import SwiftSyntax
import Testing

private var benchmarkFolder: String? { ProcessInfo.processInfo.environment["WHYREDRAW_BENCHMARK_SOURCES"] }

/// Compares the whole command, from the start of its process to its end, with one thread that parses the same files and
/// does nothing else.
///
/// Runs only with `WHYREDRAW_BENCHMARK_SOURCES` naming a folder of Swift files.
@Suite struct LintBenchmark {
  private static let rounds = 5

  @Test(.enabled(if: benchmarkFolder != nil)) func lintingTakesNoLongerThanParsing() throws {
    let folder = try #require(benchmarkFolder)
    let names = try #require(FileManager.default.subpaths(atPath: folder)).filter { $0.hasSuffix(".swift") }
    let contents = names.sorted().compactMap { name in
      FileManager.default.contents(atPath: folder + "/" + name).map(Array.init)
    }
    let cache = FileManager.default.temporaryDirectory.appendingPathComponent("whyredraw-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: cache) }
    // Interleaved, so that a busy machine slows all of them down.
    var parse: [Duration] = []
    var cold: [Duration] = []
    var warm: [Duration] = []
    try lint(folder, ["--cache-path", cache])
    for _ in 0..<Self.rounds {
      parse.append(Self.clock.measure { Self.parse(contents) })
      cold.append(try Self.clock.measure { try lint(folder, ["--no-cache"]) })
      warm.append(try Self.clock.measure { try lint(folder, ["--cache-path", cache]) })
    }
    let ratios = (cold: cold.median / parse.median, warm: warm.median / parse.median)
    print(
      """
      \(contents.reduce(0) { $0 + $1.count } / 1000) kB in \(contents.count) files, medians of \(Self.rounds): \
      parse \(parse.median), lint \(cold.median) (\(ratios.cold)), with a cache \(warm.median) (\(ratios.warm))
      """)
    #expect(ratios.cold <= 1)
    #expect(ratios.warm <= 0.15)
  }

  private static let clock = ContinuousClock()

  private static func parse(_ contents: [[UInt8]]) {
    Parallel.onLargeStack {
      for source in contents {
        source.withUnsafeBufferPointer { buffer in
          var parser = Parser(buffer)
          _ = SourceFileSyntax.parse(from: &parser)
        }
      }
    }
  }

  /// The executable lies beside the test bundle.
  private func lint(_ folder: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("whyredraw")
    process.arguments = ["lint", ".", "--quiet"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}

extension [Duration] {
  fileprivate var median: Duration { sorted()[count / 2] }
}
