internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// What holds for every sample; a new sample needs no new test.
@Suite struct SampleLawTests {
  private static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  @Test(arguments: Repository.sampleTraces.filter { !$0.hasSuffix(".gz") })
  func gzipAndLineEndsAndPiecesDoNotMatter(sample: String) throws {
    let plain = Repository.bytes(of: "SampleTraces/\(sample)")
    let expected = Reading(plain).meaning
    #expect(expected.summary.events > 0)
    #expect(Reading(try gzipped(plain)).meaning == expected)
    let carriageReturns = plain.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(Reading(carriageReturns).meaning == expected)
    for pieceSize in [1, 7, 64, 511] { #expect(Reading(plain, pieceSize: pieceSize).meaning == expected) }
  }

  @Test(arguments: Repository.sampleTraces.filter { !$0.hasPrefix("mixed/") && !$0.hasPrefix("instruments/") })
  func theFormatIsTheFolder(sample: String) {
    let summary = Reading(Repository.bytes(of: "SampleTraces/\(sample)")).summary
    #expect(summary.format == sample.split(separator: "/").first.map(String.init))
    #expect(summary.issues.filter { $0.severity > .info }.isEmpty)
  }

  @Test(arguments: Repository.sampleTraces)
  func countsAddUp(sample: String) {
    let reading = Reading(Repository.bytes(of: "SampleTraces/\(sample)"))
    let changes = reading.texts.filter { !$0.hasPrefix(">") && !$0.hasPrefix("<") && !$0.hasPrefix("!") }
    #expect(changes.filter { !$0.hasSuffix(" unchanged") }.count == reading.summary.events)
  }

  @Test func everyFormatHasSamplesPlainAndGzip() {
    for format in allTraceFormats where format.id != "instruments" {
      let samples = Repository.sampleTraces.filter { $0.hasPrefix(format.id + "/") }
      #expect(samples.contains { $0.hasSuffix(".gz") }, "\(format.id)")
      #expect(samples.contains { !$0.hasSuffix(".gz") }, "\(format.id)")
    }
  }

  @Test func theSameSessionIsTheSameInEveryLayout() {
    var byLayout: [String: [String]] = [:]
    for sample in Repository.sampleTraces where sample.contains("recipes-small") && !sample.hasSuffix(".gz") {
      let texts = Reading(Repository.bytes(of: "SampleTraces/\(sample)")).texts
      byLayout[sample] = texts.filter { !$0.hasPrefix(">") && !$0.hasPrefix("<") && !$0.hasSuffix("unchanged") }
    }
    #expect(byLayout.count >= 13)
    #expect(Set(byLayout.values).count == 1)
  }
}
