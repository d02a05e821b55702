import Foundation
import TestSupport
import Testing

/// What the comment on a pull request says of a rise: once, in the numbers of a run, and with the way to accept it.
@Suite struct GateCommentTests {
  private func tool() throws -> GateTool {
    let tool = try GateTool()
    try tool.write("App/Feed.swift", ScrolledFeed.sources)
    for index in 1...5 {
      try tool.write("my runs/\(index).log", ScrolledFeed.log(4))
      try tool.write("after/\(index).log", ScrolledFeed.log(40))
    }
    #expect(try tool("baseline", "my runs", "-o", "Redraws.lock").exitCode == 0)
    return tool
  }

  /// Two offenders with one cause: the cause is told once, each place once in a row.
  @Test(arguments: ["markdown", "terminal", "html"]) func whatTwoOffendersShareIsToldOnce(_ format: String) throws {
    let text = try tool()("gate", "after", "--sources", "App", "--format", format).text
    for part in ["let the part that shows it own it", "round or compare the value first"] {
      let cause = text.replacing("\n", with: " ").replacing(#/ +/#, with: " ")
        .replacing("&#39;", with: "'").components(separatedBy: part)
      #expect(cause.count == 2, "\(part): \(text)")
    }
    #expect(text.contains("fix 1 saves"), "\(text)")
    #expect(text.contains("of 40 updates in a run"))
    #expect(!text.contains("of 200") && !text.contains("of 400"), "a sum of five runs: \(text)")
    if format == "markdown" {
      for row in text.split(separator: "\n") where row.hasPrefix("| ❌") {
        for place in ["Feed.swift:7`", "Feed.swift:8`"] { #expect(row.components(separatedBy: place).count <= 2) }
      }
    }
  }

  /// What would save a few of many updates is no answer to why there are more.
  @Test(arguments: ["markdown", "terminal", "html"]) func whatSavesNextToNothingIsNoFix(_ format: String) throws {
    let tool = try tool()
    let flashing = ScrolledFeed.sources.replacing(
      "  let item: Int\n", with: "  @State private var flash = false\n  let item: Int\n"
    )
    .replacing(
      "Text(\"\\(item)\").onTapGesture(perform: onTap)",
      with: "Text(\"\\(item)\").opacity(flash ? 1 : 0.5).onTapGesture { flash.toggle() }")
    try tool.write("App/Feed.swift", flashing)
    for index in 1...5 {
      try tool.write(
        "after/\(index).log", ScrolledFeed.log(4) + String(repeating: "Cell: _flash changed.\n", count: 400))
    }
    let text = try tool("gate", "after", "--sources", "App", "--format", format)
    #expect(text.exitCode == 1 && !text.text.contains("fix 1"), "\(text.text)")
    // Without an answer in the sources the causes are where to look.
    #expect(text.text.replacing("`", with: "").contains("evaluated for flash 400, @self 5"), "\(text.text)")
  }

  @Test(arguments: ["markdown", "terminal", "html"]) func itSaysHowToAcceptARise(_ format: String) throws {
    let tool = try tool()
    let text = try tool("gate", "after", "--os", "iOS 26.1", "--format", format).text
    let command = "whyredraw baseline after --os 'iOS 26.1' -o Redraws.lock"
    #expect(text.replacing("&#39;", with: "'").contains(command), "\(text)")
    // The command does what it says.
    let words = ["baseline", "after", "--os", "iOS 26.1", "-o", "Redraws.lock"]
    #expect(try run(GateTool.executable.path, words, folder: tool.folder).exitCode == 0)
    #expect(try tool("gate", "after").exitCode == 0)
    #expect(try !tool("gate", "after", "--format", format).text.contains("whyredraw baseline"))
    // A rise that a single run shows may be noise: first there have to be more runs.
    try tool.write("once.log", ScrolledFeed.log(41))
    let once = try tool("gate", "once.log", "--os", "iOS 26.1", "--format", format)
    #expect(once.exitCode == 2 && !once.text.contains("whyredraw baseline"), "\(once.text)")
    try tool.write(".whyredraw.yml", "budgets:\n  - view: Cell\n    evaluations: [error, {max: 2}]\n")
    let budget = try tool("gate", "after", "--format", format).text
    #expect(budget.contains("raise its budget: .whyredraw.yml:2"), "\(budget)")
  }

  @Test func whatIsNotGatedIsNotCalledFine() throws {
    let tool = try tool()
    try tool.write("new.yml", "gate: {metrics: {updates: off, initial: off, recreated: off}}\n")
    let explained = try tool("gate", "after", "--config", "new.yml", "--baseline", "Redraws.lock", "--explain", "Cell")
    #expect(explained.exitCode == 2, "what is held to nothing is not green")
    #expect(explained.text.contains("– not gated  Cell  evaluations, regression"), "\(explained.text)")
    #expect(explained.text.contains("  not gated: more: 5 before, 41 now (+720 %); first"))
    #expect(!explained.text.contains("fine") && !explained.text.contains("passes"))
    let page = try tool("gate", "after", "--config", "new.yml", "--baseline", "Redraws.lock", "--format", "html").text
    #expect(page.contains("<h2>Recorded, not gated</h2>") && !page.contains("<h2>As it should be</h2>"))
    let json = try tool("gate", "after", "--config", "new.yml", "--baseline", "Redraws.lock", "--format", "json").text
    #expect(json.contains("\"gated\": false"))
  }

  /// What a fix was predicted to save is held against what came, and said where the updates are now.
  @Test(arguments: [
    (ScrolledFeed.log(1), "0 of 40 updates in a run, 1 was measured: held"),
    (ScrolledFeed.log(20), "0 of 40 updates in a run, 20 were measured: missed, 20 more than predicted"),
    (
      ScrolledFeed.log(0) + "Header: @self, @identity, _offset changed.\n"
        + String(repeating: "Header: _offset changed.\n", count: 40),
      "0 of 40 updates in a run, 0 were measured: held; moved to 'Header' (40)"
    ),
  ]) func aPredictionIsHeldMissedOrMoved(_ log: String, _ said: String) throws {
    let tool = try tool()
    try tool.write(
      "Fixed/Feed.swift", ScrolledFeed.sources.replacing("{ _, new in offset = new }", with: "{ _, _ in }"))
    try tool.write("now.log", log)
    let result = try tool(
      "compare", "after/1.log", "now.log", "--sources-before", "App", "--sources-after", "Fixed")
    #expect(result.text.replacing(/\n +/, with: " ").contains(said), "\(result.text)")
  }

  /// A fix that changed nothing, or made it worse, is what its user has to hear of first.
  @Test(arguments: [(40, "no view changed; "), (60, "views: 2 with more updates; ")])
  func aPredictionThatCameToNothingIsSaid(_ changes: Int, _ headline: String) throws {
    let tool = try tool()
    try tool.write(
      "Fixed/Feed.swift", ScrolledFeed.sources.replacing("{ _, new in offset = new }", with: "{ _, _ in }"))
    try tool.write("now.log", ScrolledFeed.log(changes))
    let compare = ["compare", "after/1.log", "now.log", "--sources-before", "App", "--sources-after", "Fixed"]
    for format in ["terminal", "markdown", "json", "html"] {
      let result = try run(GateTool.executable.path, compare + ["--format", format], folder: tool.folder)
      let said = "of 40 updates in a run, \(changes) were measured: missed, \(changes) more than predicted"
      #expect(flat(result.text).contains(said), "\(format): \(result.text)")
      if format == "terminal" { #expect(result.text.hasPrefix(headline), "\(result.text)") }
    }
  }

  /// Runs are as many as they are: of other numbers of runs means are compared, and a fix that was made is held to its own.
  @Test func predictionsAreThoseOfARun() throws {
    let tool = try tool()
    try tool.write(
      "Fixed/Feed.swift", ScrolledFeed.sources.replacing("{ _, new in offset = new }", with: "{ _, _ in }"))
    for index in 1...2 { try tool.write("fixed/\(index).log", ScrolledFeed.log(1)) }
    let arguments = ["compare", "after", "--to", "fixed", "--sources-before", "App", "--sources-after", "Fixed"]
    let text = try run(GateTool.executable.path, arguments, folder: tool.folder).text.replacing(/\n +/, with: " ")
    #expect(
      text.contains("of 40 updates in a run, 1 was measured") || text.contains("of 40 updates in a run, 1 were"),
      "\(text)")
    #expect(!text.contains("of 200"))
    // The same sources in another folder have lost no finding.
    try tool.write("Copy/Feed.swift", ScrolledFeed.sources)
    let copy = ["compare", "after", "--to", "fixed", "--sources-before", "App", "--sources-after", "Copy"]
    #expect(try !run(GateTool.executable.path, copy, folder: tool.folder).text.contains("is gone from the sources"))
    // Nor have they where the log shows nothing of it any more.
    for index in 1...2 { try tool.write("calm/\(index).log", ScrolledFeed.log(0)) }
    for sources in ["App", "Copy"] {
      let calm = ["compare", "after", "--to", "calm", "--sources-before", "App", "--sources-after", sources]
      let result = try run(GateTool.executable.path, calm, folder: tool.folder)
      #expect(
        result.text.contains("fewer updates") && !result.text.contains("is gone from the sources"), "\(result.text)")
      #expect(result.errors.contains("the sources before and after are the same"), "\(result.errors)")
    }
    let alone = try tool("compare", "after", "fixed", "--sources", "Fixed")
    #expect(alone.errors.contains("no prediction is checked without the sources of the runs before"), "\(alone.errors)")
  }
}
