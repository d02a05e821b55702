internal import Foundation
internal import TestSupport
internal import Testing

/// Captures of the same records count once; runs that look alike count each.
@Suite struct RepeatedCaptureTests {
  private static let messages = [
    "Root: @self, @identity, _x changed.", "Row: @self, @identity, _y changed.", "Root: _x changed.",
    "Row: @self changed.",
    "Root: _x changed.",
  ]

  private static func time(_ index: Int) -> String { "2025-11-08 10:12:13.\(123_456 + index * 1000)" }

  private static func ndjson(pid: Int = 7) -> String {
    messages.enumerated().map {
      #"{"eventMessage":"\#($0.element)","subsystem":"com.apple.SwiftUI","category":"Changed Body Properties","#
        + #""processImagePath":"/x/MyApp","timestamp":"\#(time($0.offset))+0100","processID":\#(pid)}"# + "\n"
    }.joined()
  }

  private static func compact(shifted: Int = 0) -> String {
    messages.enumerated().map {
      "\(time($0.offset + shifted).dropLast(3)) I  MyApp[7:1a] [com.apple.SwiftUI:Changed Body Properties] \($0.element)\n"
    }.joined()
  }

  private static let printed = messages.map { $0 + "\n" }.joined()

  /// The evaluations of a folder with these files, and the messages of all issues.
  private func read(_ files: [String: String]) throws -> (evaluations: Int, issues: [String], inputs: Int) {
    let tool = try Tool()
    for (name, text) in files { try tool.write("captures/\(name)", text) }
    let result = try tool("captures", "--format", "json")
    #expect(result.exitCode == 0, "\(result.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.text.utf8)) as? [String: Any])
    let totals = try #require(report["totals"] as? [String: Any])
    let inputs = try #require(report["inputs"] as? [[String: Any]])
    let issues = inputs.flatMap { $0["issues"] as? [[String: Any]] ?? [] }.compactMap { $0["message"] as? String }
    return (try #require(totals["evaluations"] as? Int), issues, inputs.count)
  }

  @Test func twoStylesOfTheLogAreOne() throws {
    let both = try read(["a.log": Self.compact(), "b.ndjson": Self.ndjson()])
    #expect(both.evaluations == 5)
    #expect(both.issues == ["holds the same records as 'captures/a.log': counted once, there"])
    #expect(both.inputs == 2)
  }

  @Test func standardOutputBesideTheLogIsOne() throws {
    let both = try read(["stdout.txt": Self.printed, "os.ndjson": Self.ndjson()])
    #expect(both.evaluations == 5)
    #expect(both.issues == ["holds the same records as 'captures/os.ndjson': counted once, there"])
  }

  @Test func runsAreCountedEach() throws {
    #expect(try read(["a.ndjson": Self.ndjson(), "b.ndjson": Self.ndjson(pid: 8)]).evaluations == 10)
    #expect(try read(["a.log": Self.compact(), "b.log": Self.compact(shifted: 400)]).evaluations == 10)
    #expect(try read(["a.txt": Self.printed, "b.txt": Self.printed]).evaluations == 10)
    // An hour later, in the same minute; zones are no reason to take them for one.
    let later = Self.ndjson().replacingOccurrences(of: " 10:", with: " 11:")
    #expect(try read(["a.ndjson": Self.ndjson(), "b.ndjson": later]).evaluations == 10)
    #expect(try read(["a.log": Self.compact(), "b.ndjson": later]).evaluations == 10)
    #expect(try read(["a/x.txt": Self.printed, "b/x.ndjson": Self.ndjson()]).evaluations == 10)
    // Standard output of one of them; nobody knows of which, and it makes no difference.
    let three = try read(["a.txt": Self.printed, "b.txt": Self.printed, "c.ndjson": Self.ndjson()])
    #expect(three.evaluations == 10)
  }

  /// One file, given under several names, is one run; and so is a copy of a log, wherever it lies.
  @Test(arguments: [
    "a.log a.log", "a.log ./a.log", "a.log link.log", "a.log hard.log", "a.log .", "a.log copy.log", "a.log b.ndjson",
    "a.log a.log.gz", "printed.txt printed.txt", "printed.txt ./printed.txt", "printed.txt printed.txt.gz",
    "a.log folder/c.log",
  ]) func aCaptureCountsOnceHoweverItIsNamed(_ inputs: String) throws {
    let tool = try Tool()
    let alone = inputs == "a.log ."
    try tool.write(
      inputs.hasPrefix("printed") ? "printed.txt" : "a.log", inputs.hasPrefix("printed") ? Self.printed : Self.compact()
    )
    if !alone {
      for name in ["copy.log", "folder/c.log"] { try tool.write(name, Self.compact()) }
      try tool.write("b.ndjson", Self.ndjson())
      try tool.write("a.log.gz", try gzipped(Array(Self.compact().utf8)))
      try tool.write("printed.txt.gz", try gzipped(Array(Self.printed.utf8)))
    }
    _ = try run("/bin/sh", ["-c", "ln -s a.log link.log; ln a.log hard.log"], folder: tool.folder)
    let arguments = inputs.split(separator: " ").map(String.init) + ["--format", "json"]
    let result = try run(Tool.executable.path, arguments, folder: tool.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.text.contains("\"evaluations\" : 5,"), "\(result.errors)")
    // Scenarios that were named are told apart.
    let scenarios = try run(
      Tool.executable.path,
      inputs.split(separator: " ").enumerated().flatMap { ["--scenario", "s\($0.offset)=\($0.element)"] }
        + ["--format", "json"], folder: tool.folder)
    #expect(scenarios.text.contains("\"evaluations\" : 10,"), "\(scenarios.errors)")
  }

  /// Somebody who has five copies of a log in a folder thinks they are five runs.
  @Test func copiesInAFolderAreSaidToBeOneRun() throws {
    let tool = try Tool()
    for run in 1...5 { try tool.write("runs/\(run).log", Self.compact()) }
    for run in 1...5 { try tool.write("apart/\(run).log", Self.compact(shifted: run * 100)) }
    try tool.write("both/os.log", Self.compact())
    try tool.write("both/stdout.txt", Self.printed)
    let said = "whyredraw: note: runs/2.log: holds the same records as 'runs/1.log' and counts once, and so do 3 more\n"
    for command in [["runs"], ["baseline", "runs", "-o", "b.lock"], ["gate", "runs", "--baseline", "b.lock"]] {
      let result = try run(Tool.executable.path, command, folder: tool.folder)
      #expect(result.errors.contains(said), "\(command): \(result.errors)")
    }
    #expect(tool.text("b.lock")?.contains("- Root updates 2\n") == true, "one run")
    #expect(try !tool("runs", "-q").errors.contains("counts once"))
    // Five runs are five, and one session that was captured in two ways is what such a folder is for.
    for folder in ["apart", "both"] { #expect(try !tool(folder).errors.contains("counts once"), "\(folder)") }
  }

  /// Copies of an export of Instruments are one recording; a profile that is named twice is added up once.
  @Test func exportsAndProfilesCountOnceToo() throws {
    let tool = try Tool()
    let export = try #require(Repository.text(of: "SampleTraces/instruments/xcode-26/library-all-tables.xml"))
    for name in ["a.xml", "copies/b.xml"] { try tool.write(name, export) }
    try tool.write("c.xml.gz", try gzipped(Array(export.utf8)))
    let one = try tool("a.xml", "--format", "json").text
    for inputs in [["a.xml", "copies/b.xml"], ["a.xml", "c.xml.gz", "copies"], ["."]] {
      let result = try run(Tool.executable.path, inputs + ["--format", "json"], folder: tool.folder)
      let totals = /"totals" : \{[^}]*\}/
      #expect(try totals.firstMatch(in: result.text)?.output == totals.firstMatch(in: one)?.output, "\(inputs)")
    }
    _ = try tool("a.xml", "-o", "a.profile", "-q")
    let merged = try tool("merge", "a.profile", "./a.profile")
    #expect(merged.text == tool.text("a.profile"))
    #expect(merged.errors.contains("note: ./a.profile: is the file 'a.profile' once more and counts once"))
  }

  @Test func capturesThatOverlapAreSaid() throws {
    let lines = (0..<40).map {
      "\(Self.time($0)) I  MyApp[7:1a] [com.apple.SwiftUI:Changed Body Properties] V\($0): _x changed.\n"
    }
    let both = try read(["a.log": lines[..<30].joined(), "b.log": lines[10...].joined()])
    #expect(both.evaluations == 60)
    #expect(
      both.issues == ["about this many records are also in 'captures/a.log' and count twice; give one of the captures"])
  }

  @Test(arguments: ["ndjson", "csv", "speedscope", "chrome-trace"])
  func convertWritesWhatAnalyzeCounts(format: String) throws {
    let tool = try Tool()
    try tool.write("captures/a.log", Self.compact())
    try tool.write("captures/b.ndjson", Self.ndjson())
    try tool.write("one.log", Self.compact())
    let both = try tool("convert", "captures", "--format", format)
    #expect(both.exitCode == 0)
    #expect(
      both.errors
        == "whyredraw: note: captures/b.ndjson: holds the same records as 'captures/a.log': written once, from there (5)\n"
    )
    let one = try tool("convert", "one.log", "--format", format)
    #expect(both.text == one.text.replacing("one.log", with: "captures/a.log"))
    // The same for files that were named.
    let named = try tool("convert", "captures/a.log", "captures/b.ndjson", "--format", format)
    #expect(named.output == both.output && named.errors == both.errors)
  }

  @Test func watchReportsWhatAnalyzeReports() throws {
    let tool = try Tool()
    try tool.write("captures/a.log", Self.compact())
    try tool.write("captures/b.ndjson", Self.ndjson())
    let watched = try tool("watch", "captures", "--duration", "1", "--format", "json")
    #expect(watched.text == (try tool("analyze", "captures", "--format", "json").text))
    #expect(watched.text.contains("\"evaluations\" : 5,"))
  }

  #if os(Linux)
    @Test(arguments: ["analyze", "watch --duration 1", "convert --format ndjson"])
    func argumentsThatAreNoTextAreRead(command: String) throws {
      let tool = try Tool()
      try tool.write("a.ndjson", Self.ndjson())
      let script = #"""
        odd="$(printf 'x\377y')" && mkdir "$odd" && cp a.ndjson "$odd.log" && cp a.ndjson "$odd/$odd"
        "$0" \#(command) "$odd.log" && "$0" \#(command) "$odd" && "$0" \#(command) --scenario a="$odd.log"
        """#
      let result = try run("/bin/sh", ["-c", script, Tool.executable.path], folder: tool.folder)
      #expect(result.exitCode == 0, "\(result.errors)")
    }

    @Test func namesThatAreNoTextAreRead() throws {
      let tool = try Tool()
      try tool.write("captures/a.ndjson", Self.ndjson())
      try tool.write("other.ndjson", Self.ndjson(pid: 8))
      let moved = try run(
        "/bin/sh", ["-c", #"mv other.ndjson "captures/$(printf '\377\376').log""#], folder: tool.folder)
      #expect(moved.exitCode == 0)
      #expect(try tool("captures", "--format", "json").text.contains("\"evaluations\" : 10,"))
    }
  #endif
}
