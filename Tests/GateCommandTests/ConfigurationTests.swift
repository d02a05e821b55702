import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationTests {
  @Test func budgetsNeedNoBaseline() throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(3))
    try tool.write(
      ".whyredraw.yml",
      """
      budgets:
        - view: "R*"
          evaluations: [error, {max: 2, message: "rows must not re-evaluate"}]
        - view: "List"
          updates: [warn, {max: 2}]
        - view: "Header"
          stable: error
      """)
    let result = try tool("gate", "a.log")
    #expect(result.exitCode == 1)
    #expect(result.text.hasPrefix("✗ failed on few runs (1 now; 3 are wanted): 1 over budget, 1 warning"))
    #expect(result.text.contains("rows must not re-evaluate"))
    #expect(result.text.contains(".whyredraw.yml:2\n"))
    try tool.write("deep/er/b.log", GateTool.log(3))
    let below = try run(
      GateTool.executable.path, ["gate", "b.log"], folder: tool.folder.appendingPathComponent("deep/er"))
    #expect(below.exitCode == 1, "the configuration is searched upwards")
  }

  @Test(
    arguments: [
      ("gates:\n  slack: 1\n", 1, "unknown key 'gates'; did you mean 'gate'?"),
      ("gate:\n  slak: 1\n", 2, "unknown key 'slak'; did you mean 'slack'?"),
      ("gate:\n  preset: strickt\n", 2, "unknown preset 'strickt'; did you mean 'strict'?"),
      ("gate:\n  slack: -1\n", 2, "'slack' is a whole number from 0 to 1000000000"),
      ("gate:\n  slack: 99999999999999999999\n", 2, "'slack' is a whole number from 0 to 1000000000"),
      ("gate:\n  deviations: .inf\n", 2, "'deviations' is a number from 0 to 10000"),
      ("gate:\n  metrics:\n    updatse: error\n", 3, "unknown metric 'updatse'; did you mean 'updates'?"),
      ("gate:\n  metrics: {updates: eror}\n", 2, "unknown level 'eror'; did you mean 'error'?"),
      ("budgets:\n  view: x\n", 2, "'budgets' is a list; each begins with '- view:'"),
      ("budgets:\n  - updates: 2\n", 2, "the budget names no 'view'; give a pattern such as \"*Row\""),
      (
        "budgets:\n  - view: Row\n", 2,
        "the budget has no limit; give one such as 'updates: [error, {max: 2}]' or 'stable: error'"
      ),
      ("budgets:\n  - view: Row\n    update: 2\n", 3, "unknown key 'update'; did you mean 'updates'?"),
      ("budgets:\n  - view: Row\n    updates: [error, {maximum: 2}]\n", 3, "unknown key 'maximum'"),
      ("budgets:\n  - view: Row\n    updates: [error, {message: x}]\n", 3, "the limit of 'updates' has no 'max'"),
      (
        "budgets:\n  - view: Row\n    updates: [error]\n", 3,
        "'updates' is a level with a limit, as in [error, {max: 2}]"
      ),
      ("baseline: [a]\n", 1, "'baseline' is the path of a file, relative to the configuration"),
    ] as [(String, Int, String)])
  func whatIsWrongIsNamedWithItsPlace(_ text: String, _ line: Int, _ message: String) throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(1))
    try tool.write("w.yml", text)
    for command in ["gate", "analyze", "baseline", "calibrate"] {
      let result = try tool(command, "a.log", "--config", "w.yml")
      #expect(result.exitCode == 78, "\(command)")
      #expect(result.errors.contains("w.yml:\(line): \(message)"), "\(command): \(result.errors)")
    }
  }

  @Test func verboseTellsWhatIsInForce() throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(1))
    try tool("init")
    let result = try tool("baseline", "a.log", "--verbose")
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(result.errors.contains("gate.preset: default") && result.errors.contains("baseline: Redraws.lock"))
    #expect(result.errors.contains("gate.removed: warn"))
    // Whoever does not gate is told what was read.
    let report = try tool("analyze", "a.log", "--verbose")
    #expect(!report.errors.contains("gate."), "\(report.errors)")
    #expect(report.errors.contains("whyredraw: read a.log: stdout, 9 lines, 9 evaluations"), "\(report.errors)")
  }

  /// The schema for editors and the parser agree on examples: what one rejects, the other does, too.
  @Test func theSchemaAndTheParserAgree() throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(1))
    let accepted = [
      "{}", #"{"baseline": "Redraws.lock", "sources": ["App"], "excluded": ["x"]}"#,
      #"{"gate": {"preset": "strict", "slack": 1, "min_increase": 2, "min_percent": 7.5, "deviations": 3, "minimum_runs": 5, "loss_limit": 4, "added": "off", "removed": "warning", "metrics": {"updates": "error", "initial": "warn"}, "scenarios": ["a"]}}"#,
      #"{"budgets": [{"view": "*Row", "scenario": "s*", "module": "App", "updates": ["error", {"max": 2, "message": "m"}], "stable": "warn", "perSecond": 3, "initial": "off"}]}"#,
      #"{"budgets": [{"view": "a", "evaluations": 4, "perSecond": ["error", {"max": 0.5}]}]}"#,
      #"{"rules": {"mutable_input": "error"}, "disabled": ["mutable_input"], "opt_in": ["mutable_input"], "deployment_target": 17.0, "action_modifiers": ["onCommit"]}"#,
    ]
    let rejected = [
      #"{"budget": []}"#, #"{"gate": {"slack": -1}}"#, #"{"gate": {"slack": 1.5}}"#, #"{"gate": {"preset": "x"}}"#,
      #"{"gate": {"added": "note"}}"#, #"{"gate": {"metrics": {"x": "error"}}}"#, #"{"gate": {"unknown": 1}}"#,
      #"{"budgets": [{"updates": 2}]}"#, #"{"budgets": [{"view": "a"}]}"#,
      #"{"budgets": [{"view": "a", "updates": ["error"]}]}"#,
      #"{"budgets": [{"view": "a", "updates": ["error", {}]}]}"#, #"{"budgets": [{"view": "a", "x": 2}]}"#,
      #"{"budgets": {}}"#, #"{"gate": {"removed": "note"}}"#, #"{"budgets": [{"view": "a", "updates": 0.5}]}"#,
      #"{"excluded": "x"}"#, #"{"baseline": ""}"#,
    ]
    for (documents, isAccepted) in [(accepted, true), (rejected, false)] {
      for document in documents {
        try tool.write("c.json", document)
        let parsed = try tool("calibrate", "a.log", "a.log", "--config", "c.json")
        #expect((parsed.exitCode != 78) == isAccepted, "\(document): \(parsed.errors)")
        let validated = try run(
          "/usr/bin/env",
          [
            "python3", "Tests/Support/validate_json.py", "Documentation/whyredraw.schema.json",
            tool.folder.appendingPathComponent("c.json").path,
          ], folder: Repository.root)
        #expect((validated.exitCode == 0) == isAccepted, "\(document): \(validated.text)\(validated.errors)")
      }
    }
  }
}
