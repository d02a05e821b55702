internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// The list of formats, their files, their samples and what is fuzzed hang together.
@Suite struct FormatListTests {
  /// The text of each file in `Formats/`, by the identifier of the format in it.
  private static let files: [String: String] = {
    let folder = Repository.root.appendingPathComponent("Sources/TraceImport/Formats")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var texts: [String: String] = [:]
    for name in names {
      let text = (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
      guard let start = text.range(of: "static let format = TraceFormat(id: \""),
        let end = text[start.upperBound...].firstIndex(of: "\"")
      else { continue }
      texts[String(text[start.upperBound..<end])] = text
    }
    return texts
  }()

  @Test func everyFileIsInTheListAndEveryEntryHasAFile() {
    #expect(Set(Self.files.keys) == Set(allTraceFormats.map(\.id)))
    #expect(Set(allTraceFormats.map(\.id)).count == allTraceFormats.count)
  }

  @Test(arguments: allTraceFormats) func aFileOpensWithAnExample(format: TraceFormat) throws {
    let text = try #require(Self.files[format.id])
    let comment = text.split(separator: "\n").prefix { $0.hasPrefix("///") }
    #expect(comment.contains { $0.hasPrefix("///     ") }, "\(format.id)")
  }

  @Test(arguments: allTraceFormats) func everyFormatIsSampledAndFuzzed(format: TraceFormat) {
    #expect(Repository.sampleTraces.contains { $0.hasPrefix(format.id + "/") }, "\(format.id)")
    let corpus = Repository.root.appendingPathComponent("Tests/Fuzzing/Corpus/\(format.id)").path
    #expect((try? FileManager.default.contentsOfDirectory(atPath: corpus).isEmpty) == false, "\(format.id)")
  }

  /// Folders of samples are named after formats, so that a format that is taken out leaves none behind.
  @Test func everyFolderOfSamplesIsAFormat() {
    let folders = Set(Repository.sampleTraces.compactMap { $0.split(separator: "/").first.map(String.init) })
    #expect(folders.subtracting(allTraceFormats.map(\.id)).subtracting(["mixed"]).isEmpty)
  }

  /// However long the list becomes: a record that came in one layout is found again in any other.
  @Test(arguments: [(4, 20), (0, 16), (17, 33), (250, 3)] as [(UInt8, UInt8)])
  func recordsOfAnyTwoLayoutsAreCompared(first: UInt8, second: UInt8) {
    let symbols = TraceSymbols()
    let message = symbols.intern(ChangeMessage(kind: .evaluation, view: "A", causes: [.viewValue])).id.index
    var events = [first, second].map {
      TraceEvent(kind: .change, value: message, time: 1_762_596_733_123_456_000, channel: .unifiedLog, format: $0)
    }
    var filter = DuplicateFilter()
    let kept = events.withUnsafeMutableBufferPointer {
      filter.removeDuplicates(from: $0, passed: 0, symbols: symbols)
    }
    #expect(kept == 1 && filter.duplicates == 1)
  }

  /// A layout too many in one input is not compared, which is counted and not passed over in silence.
  @Test func recordsOfTooManyLayoutsAreCounted() {
    let symbols = TraceSymbols()
    let message = symbols.intern(ChangeMessage(kind: .evaluation, view: "A", causes: [.viewValue])).id.index
    var events = (0..<18 as Range<UInt8>).map {
      TraceEvent(kind: .change, value: message, time: 1_762_596_733_123_456_000, channel: .unifiedLog, format: $0)
    }
    var filter = DuplicateFilter()
    let kept = events.withUnsafeMutableBufferPointer {
      filter.removeDuplicates(from: $0, passed: 0, symbols: symbols)
    }
    #expect(kept == 3 && filter.duplicates == 15 && filter.forgotten == 2)
  }
}
