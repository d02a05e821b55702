import Foundation
import SourceAnalysis
import SwiftParser
import SwiftSyntax
import Testing

private var benchmarkFolder: String? { ProcessInfo.processInfo.environment["WHYREDRAW_BENCHMARK_SOURCES"] }

/// Compares linting with what it cannot be faster than: one thread parsing all files and doing nothing else.
///
/// Runs only with `WHYREDRAW_BENCHMARK_SOURCES` naming a folder of Swift files.
@Suite struct LintBenchmark {
  @Test(.enabled(if: benchmarkFolder != nil)) func lintingTakesNoLongerThanParsing() throws {
    let folder = try #require(benchmarkFolder)
    let names = try #require(FileManager.default.subpaths(atPath: folder)).filter { $0.hasSuffix(".swift") }
    let contents = names.sorted().compactMap { name in
      FileManager.default.contents(atPath: folder + "/" + name).map { (name, Array($0)) }
    }
    let bytes = contents.reduce(0) { $0 + $1.1.count }
    let clock = ContinuousClock()
    let parse = clock.measure {
      Parallel.onLargeStack {
        for (_, source) in contents {
          source.withUnsafeBufferPointer { buffer in
            var parser = Parser(buffer)
            _ = SourceFileSyntax.parse(from: &parser)
          }
        }
      }
    }
    var files: [SourceFile] = []
    let read = clock.measure {
      files = Parallel.map(contents) { name, source in
        SourceFile(path: name, tree: source.withUnsafeBufferPointer(FactsReader.read))
      }
    }
    var index = SourceIndex(files: [])
    let link = clock.measure { index = SourceIndex(files: files) }
    var graph = SourceGraph(index: index)
    let linked = index
    let walk = clock.measure { graph = Parallel.onLargeStack { SourceGraph(index: linked) } }
    var rules: [(Duration, String)] = []
    for rule in allSourceRules {
      let time = clock.measure { _ = Linter.findings(of: rule, in: graph) }
      rules.append((time, rule.id))
    }
    var count = 0
    let lint = clock.measure { count = Linter().run(graph).count }
    print(
      "\(bytes / 1000) kB: parse \(parse), read \(read), link \(link), walk \(walk), lint \(lint), \(count) findings")
    for (time, id) in rules.sorted(by: { $0.0 > $1.0 }).prefix(6) { print("  \(id) \(time)") }
    #expect(read + link + walk + lint <= parse)
  }
}
