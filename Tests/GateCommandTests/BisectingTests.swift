import Foundation
import TestSupport
import Testing

/// The script of `Documentation/Bisecting.md`, run by `git bisect` itself over the history of a small app.
@Suite struct BisectingTests {
  private static let script = """
    set -e
    export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
    git init -q .
    number=0
    for updates in "$@"; do
      number=$((number + 1))
      echo "$updates" >updates
      echo "$number" >number
      git add -A
      git commit -q -m "commit $number"
    done
    git bisect start HEAD "HEAD~$(($# - 1))"
    git bisect run sh ../bisect/judge.sh
    """

  /// Stands for what builds the app and runs a test: a commit says how often its row is updated, or that it does not build.
  private static let record = """
    #!/bin/sh
    updates=$(cat updates)
    [ "$updates" != broken ] || exit 1
    echo 'RecipeRow: @self, @identity, _x changed.' >"$1"
    echo "Other: @self, @identity, _x changed." >>"$1"
    while [ "$updates" -gt 0 ]; do
      echo 'RecipeRow: _x changed.' >>"$1"
      updates=$((updates - 1))
    done

    """

  @Test func theFirstBadCommitIsFound() throws {
    let page = String(decoding: Repository.bytes(of: "Documentation/Bisecting.md"), as: UTF8.self)
    let fence = try #require(page.range(of: "```sh\n"))
    let end = try #require(page.range(of: "```\n", range: fence.upperBound..<page.endIndex))
    let tool = try GateTool()
    try tool.write("bisect/judge.sh", String(page[fence.upperBound..<end.lowerBound]))
    try tool.writeTool("app/record-scroll.sh", Self.record)
    try tool.writeTool("bin/whyredraw", "#!/bin/sh\nexec \"\(GateTool.executable.path)\" \"$@\"\n")
    try tool.write("good/updates", "4\n")
    for index in 1...5 {
      let recorded = try run(
        "/bin/sh", ["../app/record-scroll.sh", "../bisect/\(index).log"],
        folder: tool.folder.appendingPathComponent("good"))
      #expect(recorded.exitCode == 0, "\(recorded.errors)")
    }
    #expect(
      try tool("baseline", "bisect", "-o", "bisect/Redraws.lock", "-q").exitCode == 0)
    // The fourth does not build, and the view that the sixth makes worse is the one that is looked for.
    let history = ["4", "4", "4", "broken", "4", "9", "9", "9"]
    let result = try run(
      "/bin/sh", ["-c", Self.script, "sh"] + history, folder: tool.folder.appendingPathComponent("app"),
      environment: ["PATH": tool.path])
    #expect(result.exitCode == 0, "\(result.text)\n\(result.errors)")
    let found = try #require(result.text.range(of: "is the first bad commit"))
    #expect(result.text[found.upperBound...].contains("commit 6"), "\(result.text)")
  }
}
