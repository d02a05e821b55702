import Foundation
import TestSupport
import Testing
import Yams

/// The action, the templates and the recipes of `Documentation/CI.md`, run against stand-ins of the services' tools.
@Suite struct ContinuousIntegrationTests {
  /// Answers as `gh api` does from a file of comments, and writes down how it was called.
  private static let gh = """
    #!/usr/bin/env bash
    set -euo pipefail
    echo "$*" >>"$GH_CALLS"
    if [ -n "${GH_FAILS:-}" ]; then echo "gh: Resource not accessible by integration (HTTP 403)" >&2; exit 1; fi
    filter= body=
    while [ $# -gt 0 ]; do
      case "$1" in
      --jq) filter=$2; shift ;;
      --field) body=${2#body=@}; shift ;;
      esac
      shift
    done
    if [ -n "$body" ]; then cp "$body" "$GH_BODY"; else jq -r "$filter" "$GH_COMMENTS"; fi
    """

  private struct Runner {
    let tool: GateTool
    var inputs = ["inputs": "before/", "executable": GateTool.executable.path]
    var event = "pull_request"
    var comments = "[]"
    var home: [String: String] = [:]
    /// The version of the action, and where the files of its releases are.
    var version = "main"
    var server = "https://server.invalid"

    init(_ tool: GateTool) throws {
      self.tool = tool
      try tool.writeTool("bin/gh", ContinuousIntegrationTests.gh)
    }

    func run() throws -> [String: CompositeAction.Outcome] {
      try tool.write("comments.json", comments)
      for name in ["calls", "body.md", "summary.md"] {
        try? FileManager.default.removeItem(at: tool.folder.appendingPathComponent(name))
      }
      let action = try CompositeAction(String(decoding: Repository.bytes(of: "action.yml"), as: UTF8.self))
      var home = home
      for (name, file) in [("GH_CALLS", "calls"), ("GH_BODY", "body.md"), ("GH_COMMENTS", "comments.json")] {
        home[name] = tool.folder.appendingPathComponent(file).path
      }
      let outcomes = try action.run(
        inputs: inputs,
        context: [
          "github.action_path": home["ACTION_PATH"] ?? Repository.root.path, "github.token": "secret",
          "github.repository": "acme/app", "github.event.number": "17", "github.event_name": event,
          "github.action_ref": version, "github.action_repository": "whyredraw/whyredraw", "github.server_url": server,
          "runner.temp": tool.folder.appendingPathComponent("temp").path, "runner.os": "Linux", "runner.arch": "X64",
        ],
        in: tool.folder, path: [tool.folder.appendingPathComponent("bin")], home: home)
      return Dictionary(uniqueKeysWithValues: outcomes.map { ($0.step.name, $0) })
    }
  }

  @Test func theActionGatesSummarisesAndComments() throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    let passed = try runner.run()
    #expect(passed["Gate"]?.result?.exitCode == 0, "\(passed["Gate"]?.result?.errors ?? "")")
    #expect(passed["Find the build of whyredraw"] == nil && passed["Upload to code scanning"] == nil)
    #expect(passed["Comment"]?.result?.exitCode == 0)
    #expect(try tool.text("summary.md").hasPrefix("<!-- whyredraw-gate -->\n## ✅ Redraws passed"))
    #expect(try tool.text("body.md") == (try tool.text("summary.md")))
    #expect(
      try tool.text("calls").split(separator: "\n").last
        == "api --method POST repos/acme/app/issues/17/comments --field body=@\(tool.folder.path)/temp/whyredraw/gate.md --silent"
    )

    // A later push that fails: the comment is replaced, offenders are annotated and uploaded.
    runner.inputs["inputs"] = "after/1.log after/2.log 'after/3.log'"
    runner.inputs["arguments"] = "--os 'iOS 26.1' --slack 0"
    runner.inputs["sarif"] = "true"
    runner.comments = """
      [{"id": 1, "user": {"type": "User"}, "body": "<!-- whyredraw-gate -->\\nnot ours"},
       {"id": 2, "user": {"type": "Bot"}, "body": "of another bot"},
       {"id": 3, "user": {"type": "Bot"}, "body": "<!-- whyredraw-gate -->\\nours"},
       {"id": 4, "user": {"type": "Bot"}, "body": "<!-- whyredraw-gate -->\\nof a race"}]
      """
    let failed = try runner.run()
    #expect(failed["Gate"]?.result?.exitCode == 1)
    #expect(failed["Gate"]?.result?.text.contains("::error file=Redraws.lock,line=") == true)
    #expect(try tool.text("summary.md").contains("## ❌ Redraws failed: 2 regressions"))
    let sarif = try #require(failed["Upload to code scanning"]?.with["sarif_file"])
    let uploaded = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: sarif)))
    #expect((uploaded as? [String: Any])?["version"] as? String == "2.1.0")
    #expect(failed["Comment"]?.result?.exitCode == 0)
    #expect(try tool.text("calls").contains("api --method PATCH repos/acme/app/issues/comments/3 "))
    #expect(try tool.text("body.md").contains("❌ Redraws failed"))
    for report in ["gate.json", "gate.xml"] { #expect(try !tool.text("temp/whyredraw/\(report)").isEmpty) }

    // A second gate of the pull request has a comment of its own.
    runner.inputs["title"] = "iPad"
    #expect(try runner.run()["Comment"]?.result?.exitCode == 0)
    #expect(try tool.text("body.md").hasPrefix("<!-- whyredraw-gate: iPad -->\n"))
    #expect(try tool.text("calls").contains("api --method POST repos/acme/app/issues/17/comments "))

    // What regresses only once passes.
    runner.inputs["confirm"] = "before"
    #expect(try runner.run()["Gate"]?.result?.exitCode == 0)
  }

  @Test func whatCannotBeJudgedFailsTheActionAndSaysSo() throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    let packed = try gzipped(Array(GateTool.log(8).utf8))
    try tool.write("cut.log.gz", Array(packed.prefix(packed.count / 2)))
    runner.inputs["inputs"] = "before/ cut.log.gz"
    let inconclusive = try runner.run()
    #expect(inconclusive["Gate"]?.result?.exitCode == 2)
    #expect(try tool.text("body.md").contains("## ⚠️ Redraws inconclusive"))

    // Without any verdict there is nothing to comment; old reports are no substitute.
    runner.inputs["inputs"] = "nowhere/"
    let missing = try runner.run()
    #expect(missing["Gate"]?.result?.exitCode == 66)
    runner.inputs["arguments"] = "--no-such-option"
    let usage = try runner.run()
    #expect(usage["Gate"]?.result?.exitCode == 64 && usage["Comment"] == nil)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("calls").path))
  }

  @Test func commentsAreLeftOutWhereTheyCannotBe() throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    runner.event = "push"
    #expect(try runner.run()["Comment"] == nil)
    runner.event = "pull_request"
    runner.inputs["comment"] = "false"
    #expect(try runner.run()["Comment"] == nil)
    // The token of a pull request from a fork may not comment; that is no reason to fail.
    runner.inputs["comment"] = "true"
    runner.home["GH_FAILS"] = "1"
    let refused = try runner.run()
    #expect(refused["Comment"]?.result?.exitCode == 0)
    #expect(refused["Comment"]?.result?.text.hasPrefix("::warning title=WhyRedraw::") == true)
  }

  @Test func nothingInTheInputsIsRun() throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    try tool.write("before/a b.log", GateTool.log(8))
    runner.inputs["inputs"] = "before/1.log 'before/a b.log' $(touch${IFS}owned) `touch${IFS}owned` *"
    let outcome = try runner.run()["Gate"]?.result
    #expect(outcome?.exitCode == 66)
    #expect(outcome?.errors.contains("$(touch${IFS}owned)") == true)
    #expect(outcome?.errors.contains("a b.log") == false)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("owned").path))
  }

  /// Without an executable the action builds one from its own source, and keeps it.
  @Test func theActionBuildsItself() throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    runner.inputs["executable"] = nil
    let source = tool.folder.appendingPathComponent("source")
    runner.home["ACTION_PATH"] = source.path
    try tool.writeTool("source/.ci/setup", "#!/bin/sh\necho \"setup $*\" >>../builds")
    for script in ["github-gate.sh", "github-comment.sh", "download.sh"] {
      try tool.writeTool(
        "source/Documentation/CI/\(script)",
        String(decoding: Repository.bytes(of: "Documentation/CI/\(script)"), as: UTF8.self))
    }
    try tool.writeTool(
      "bin/swift",
      """
      #!/bin/sh
      echo "swift $*" >>../builds
      mkdir -p .build/release
      ln -s "\(GateTool.executable.path)" .build/release/whyredraw
      """)
    for _ in 1...2 {
      let outcomes = try runner.run()
      #expect(outcomes["Find the build of whyredraw"]?.with["path"] == "\(source.path)/.build/release/whyredraw")
      #expect(outcomes["Gate"]?.result?.exitCode == 0, "\(outcomes["Gate"]?.result?.errors ?? "")")
    }
    #expect(try tool.text("builds") == "setup build\nswift build -c release --product whyredraw\n")
  }

  /// A version of the action has an executable, which is taken if it is what its checksum says.
  @Test(arguments: ["whole", "changed", "missing"]) func theActionDownloadsItsVersion(_ release: String) throws {
    let tool = try GateTool.prepared()
    var runner = try Runner(tool)
    runner.inputs["executable"] = nil
    runner.version = "v1.2.3"
    runner.server = "file://\(tool.folder.path)/server"
    let source = tool.folder.appendingPathComponent("source")
    runner.home["ACTION_PATH"] = source.path
    try tool.writeTool("source/.ci/setup", "#!/bin/sh\necho setup >>../builds")
    for script in ["github-gate.sh", "github-comment.sh", "download.sh"] {
      try tool.writeTool(
        "source/Documentation/CI/\(script)",
        String(decoding: Repository.bytes(of: "Documentation/CI/\(script)"), as: UTF8.self))
    }
    let stand = "#!/bin/sh\nexec '\(GateTool.executable.path)' \"$@\""
    try tool.writeTool("bin/swift", "#!/bin/sh\nmkdir -p .build/release\ncp ../stand .build/release/whyredraw\n")
    try tool.writeTool("stand", stand)
    let machine = try TestSupport.run("/usr/bin/env", ["uname", "-sm"]).text
    let triple =
      machine.hasPrefix("Darwin")
      ? "universal-apple-macosx" : "\(machine.contains("aarch64") ? "aarch64" : "x86_64")-unknown-linux-gnu"
    let files = "server/whyredraw/whyredraw/releases/download/v1.2.3"
    try tool.writeTool("\(files)/whyredraw-1.2.3-\(triple)/bin/whyredraw", stand)
    let change = ["whole": ":", "changed": "echo >>*.tar.gz", "missing": "rm *.tar.gz"][release] ?? ""
    let packed = try TestSupport.run(
      "/usr/bin/env",
      [
        "bash", "-ec",
        """
        tar -czf whyredraw-1.2.3-\(triple).tar.gz whyredraw-1.2.3-\(triple)
        { command -v sha256sum >/dev/null && sha256sum *.tar.gz || shasum -a 256 *.tar.gz; } >SHA256SUMS
        \(change)
        """,
      ], folder: tool.folder.appendingPathComponent(files))
    #expect(packed.exitCode == 0, "\(packed.errors)")
    let outcomes = try runner.run()
    let gate = try #require(outcomes["Gate"]?.result)
    #expect(gate.exitCode == 0, "\(gate.errors)")
    #expect(((try? tool.text("builds")) == nil) == (release == "whole"), "\(gate.errors)")
    #expect(gate.errors.contains("it is built instead") == (release != "whole"), "\(gate.errors)")
  }

  @Test func theGitLabTemplateWritesItsReports() throws {
    let tool = try GateTool.prepared()
    try tool.writeTool("bin/whyredraw", "#!/bin/sh\nexec \"\(GateTool.executable.path)\" \"$@\"")
    let text = String(decoding: Repository.bytes(of: "Documentation/CI/gitlab.yml"), as: UTF8.self)
    let job = try #require(try Yams.compose(yaml: text)?.mapping?[".whyredraw"]?.mapping)
    let script = try #require(job["script"]?.sequence?.compactMap(\.string).joined(separator: "\n"))
    let artifacts = try #require(job["artifacts"]?.mapping)
    #expect(artifacts["when"]?.string == "always", "a failed gate is what the reports are for")
    let reports = try #require(artifacts["reports"]?.mapping)
    var variables: [String: String] = [:]
    for (name, value) in job["variables"]?.mapping ?? [:] { variables[name.string ?? ""] = value.string }
    #expect(variables["WHYREDRAW_BASELINE"] == "Redraws.lock")
    for (inputs, code) in [("before", 0), ("after/1.log after/2.log", 1)] as [(String, Int32)] {
      variables["WHYREDRAW_INPUTS"] = inputs
      variables["PATH"] = tool.path
      let result = try run(
        "/usr/bin/env", ["bash", "-eo", "pipefail", "-c", script], folder: tool.folder, environment: variables)
      #expect(result.exitCode == code, "\(result.errors)")
      #expect(try tool.text(try #require(reports["junit"]?.string)).hasPrefix("<?xml"))
      let quality = try tool.text(try #require(reports["codequality"]?.string))
      let issues = try JSONSerialization.jsonObject(with: Data(quality.utf8)) as? [[String: Any]]
      #expect(issues?.isEmpty == (code == 0))
      #expect(try !tool.text(try #require(artifacts["paths"]?.sequence?.first?.string)).isEmpty)
    }
  }

  /// The first block of code below a heading of the documentation.
  private static func recipe(_ heading: String) throws -> String {
    let text = String(decoding: Repository.bytes(of: "Documentation/CI.md"), as: UTF8.self)
    let start = try #require(text.range(of: heading))
    let fence = try #require(text.range(of: "```\n", range: start.upperBound..<text.endIndex))
    let end = try #require(text.range(of: "```\n", range: fence.upperBound..<text.endIndex))
    return String(text[fence.upperBound..<end.lowerBound])
  }

  @Test func theCaptureRecipeGivesFiveRuns() throws {
    let tool = try GateTool()
    try tool.writeTool(
      "bin/xcrun",
      #"""
      #!/usr/bin/env bash
      echo "xcrun $*" >>calls
      case "$*" in
      "simctl list devices booted -j")
        printf '{"devices": {"iOS-26": [{"name": "A", "udid" : "1-A", "state": "Booted"}, {"udid" : "2-B"}]}}\n' ;;
      "simctl spawn 1-A log stream "*"category == \"Changed Body Properties\"")
        printf '%s\n' '{"eventMessage":"Row: @self, @identity, _x changed.","category":"Changed Body Properties","processID":7}'
        printf '%s\n' '{"eventMessage":"Row: _x changed.","category":"Changed Body Properties","processID":7}'
        exec sleep 60 ;;
      *) exit 64 ;;
      esac
      """#)
    try tool.writeTool("bin/xcodebuild", "#!/bin/sh\necho \"xcodebuild $*\" >>calls\n")
    // The pauses are for a simulator; what is left of them lets the stand-in begin.
    try tool.writeTool("bin/sleep", "#!/bin/sh\n[ \"$1\" = 2 ] && exec /bin/sleep 0.2\nexec /bin/sleep \"$1\"\n")
    // Foundation starts commands with signals blocked, and the recipe ends the stream by one.
    let unblocked = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    let result = try run(
      "/usr/bin/env",
      ["python3", "-c", unblocked, "bash", "-eo", "pipefail", "-c", Self.recipe("## 1. Capture")],
      folder: tool.folder, environment: ["PATH": tool.path])
    #expect(result.exitCode == 0, "\(result.errors)")
    let calls = try tool.text("calls").split(separator: "\n")
    #expect(calls.count { $0.hasPrefix("xcodebuild test-without-building -scheme App -destination id=1-A ") } == 5)
    #expect(try tool("baseline", "captures", "-o", "Redraws.lock").exitCode == 0)
    #expect(try tool.text("Redraws.lock").contains("- Row updates 1 1 1 1 1\n"))
    #expect(try tool("gate", "captures").exitCode == 0)
  }

  @Test func theXcodeCloudRecipeGatesTheTestLog() throws {
    let tool = try GateTool.prepared()
    try tool.writeTool("Tools/whyredraw", "#!/bin/sh\nexec \"\(GateTool.executable.path)\" \"$@\"")
    try tool.writeTool(
      "bin/xcrun",
      "#!/bin/sh\n[ \"$*\" = 'xcresulttool get log --path App.xcresult --type console' ] && cat \"$LOG\"\n")
    var environment = [
      "PATH": tool.path, "CI_PRIMARY_REPOSITORY_PATH": tool.folder.path, "CI_RESULT_BUNDLE_PATH": "App.xcresult",
      "CI_XCODEBUILD_ACTION": "test-without-building", "LOG": "before/1.log",
    ]
    func exitCode() throws -> Int32 {
      try run(
        "/usr/bin/env", ["bash", "-e", "-c", Self.recipe("**Xcode Cloud.**")], folder: tool.folder,
        environment: environment
      ).exitCode
    }
    #expect(try exitCode() == 0)
    environment["LOG"] = "nowhere"
    #expect(try exitCode() != 0)
    environment["CI_XCODEBUILD_ACTION"] = "build"
    #expect(try exitCode() == 0, "there is nothing to gate after a mere build")
  }
}
