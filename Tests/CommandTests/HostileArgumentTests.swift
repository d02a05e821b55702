internal import Foundation
internal import TestSupport
internal import Testing

@Suite struct HostileArgumentTests {
  @Test(arguments: ["mark: (a+)+$", "(a|aa)+b", "((x*)y)*", "(?:[a-z]+ ?){2,}", "(a|b){100}"])
  func expressionsThatTakeForEverAreRefused(_ pattern: String) throws {
    let tool = try Tool()
    try tool.write("a.log", "mark: \(String(repeating: "a", count: 60))!\n" + CommandTests.log)
    let run = try tool("a.log", "--split-at", pattern)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("repeats a group that itself repeats"))
  }

  @Test(arguments: [
    "mark: (.*)", "(scroll|search) begins", #"phase \(+(\w+)\)+"#, "([(|*]+)x", "(ab)+ (.+)", "(a+){2}",
  ])
  func usualExpressionsAreTaken(_ pattern: String) throws {
    let tool = try Tool()
    try tool.write("a.log", "mark: scroll begins\n" + CommandTests.log)
    #expect(try tool("a.log", "--split-at", pattern).exitCode == 0)
  }

  @Test func aPipeAmongSourcesIsNotWaitedFor() throws {
    let tool = try Tool()
    try tool.write("A.swift", "struct A {}\n")
    try #require(mkfifo(tool.folder.path + "/B.swift", 0o644) == 0)
    #expect(try tool("lint", "A.swift", "B.swift").errors.contains("B.swift"))
    #expect(try tool("instrument", "B.swift").exitCode == 65)
    #expect(try tool("instrument", "B.swift", "--remove").exitCode == 65)
  }

  /// Documents that are read whole are refused where they are larger than anything of their kind.
  @Test func oversizedDocumentsAreRefused() throws {
    let tool = try Tool()
    try tool.write("a.log", CommandTests.log)
    for (name, size) in [("c.yml", 2), ("b.lock", 70), ("f.txt", 70), ("r.json", 260)] {
      try tool.write(name, "")
      // Sparse: nothing of it is on the disk.
      try #require(truncate(tool.folder.path + "/" + name, off_t(size << 20)) == 0)
    }
    let limited = { (arguments: String) in
      try run("/bin/sh", ["-c", "ulimit -v 4000000; exec '\(Tool.executable.path)' \(arguments)"], folder: tool.folder)
    }
    let configuration = try limited("a.log --config c.yml")
    #expect(configuration.exitCode == 78 && configuration.errors.contains("c.yml: is larger than 1 MB"))
    let baseline = try limited("gate a.log --baseline b.lock")
    #expect(baseline.exitCode == 65 && baseline.errors.contains("b.lock: is larger than 64 MB"))
    #expect(try limited("lint . --finding-baseline f.txt").errors.contains("f.txt: is larger"))
    #expect(try limited("instrument . --from r.json").errors.contains("r.json: is larger than 256 MB"))
  }

  /// What could not be written does not count as fixed.
  @Test func aDiskThatIsFullIsSaid() throws {
    let tool = try Tool()
    let view = "struct V: View {\n  var body: some View {\n    let _ = Self._printChanges()\n    Text(\"a\")\n  }\n}\n"
    try tool.write("A.swift", view)
    try tool.write("B.swift", view.replacing("V:", with: "W:") + String(repeating: "// A long file.\n", count: 1000))
    let command = "trap '' XFSZ; ulimit -f 8; exec '\(Tool.executable.path)' lint --fix --no-cache A.swift B.swift"
    let run = try run("/bin/sh", ["-c", command], folder: tool.folder)
    #expect(run.exitCode == 73)
    #expect(run.errors.contains("B.swift: cannot be written: File too large, left alone"))
    #expect(run.errors.contains("fixed 1 of 2 findings in 1 file; 1 is left"))
    #expect(tool.text("A.swift")?.contains("#if DEBUG") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() == ["A.swift", "B.swift"])
  }
}
