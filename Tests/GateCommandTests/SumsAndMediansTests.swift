import Foundation
import TestSupport
import Testing

/// What is judged and compared are runs: no sum over several of them stands beside their medians.
@Suite struct SumsAndMediansTests {
  private static let sources = """
    import SwiftUI
    struct List: View {
      @State private var x = 0
      var body: some View {
        VStack {
          Text("\\(x)").onTapGesture { x += 1 }
          Row(tapped: { print("tapped") })
        }
      }
    }
    struct Row: View {
      var tapped: () -> Void
      var body: some View { Text("row").onTapGesture(perform: tapped) }
    }

    """

  private static func log(_ updates: Int) -> String {
    "List: @self, @identity, _x changed.\nRow: @self, @identity changed.\n"
      + String(repeating: "List: _x changed.\nRow: @self changed.\n", count: updates)
  }

  /// Three runs of 1,001 updates and of 1,117, whose sums over the runs are numbers that nothing else has.
  private static func tool() throws -> GateTool {
    let tool = try GateTool()
    for run in 1...3 {
      try tool.write("before/\(run).log", log(1001))
      try tool.write("after/\(run).log", log(1117))
    }
    try tool.write("App/Views.swift", sources)
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    return tool
  }

  private static func sums(in text: String) -> [String] {
    text.matches(of: /\b(?:3,?003|3,?006|6,?006|6,?012|3,?351|3,?354|6,?702|6,?708)\b/).map { String($0.output) }
  }

  @Test(arguments: [
    "terminal", "json", "markdown", "step-summary", "html", "junit", "github", "gitlab", "sarif", "xcode", "checkstyle",
    "csv",
  ]) func aVerdictHasNoSums(_ format: String) throws {
    let tool = try Self.tool()
    for sources in [[], ["--sources", "App"]] {
      let result = try run(
        GateTool.executable.path, ["gate", "after", "--format", format] + sources, folder: tool.folder)
      #expect(result.exitCode == 1 && result.text.contains(/1,?117/), "\(format): \(result.errors)")
      #expect(Self.sums(in: result.text) == [], "\(format): \(result.text)")
    }
  }

  @Test(arguments: ["terminal", "json", "markdown"]) func aComparisonHasNoSums(_ format: String) throws {
    let tool = try Self.tool()
    for sources in [[], ["--sources-before", "App", "--sources-after", "App"]] {
      let result = try run(
        GateTool.executable.path, ["compare", "before", "after", "--format", format] + sources, folder: tool.folder)
      #expect(result.exitCode == 0 && result.text.contains(/1,?117/), "\(format): \(result.errors)")
      #expect(Self.sums(in: result.text) == [], "\(format): \(result.text)")
    }
  }

  /// The page shows the runs after as a report does, whose numbers are sums: it says so, and the comparison in it has none.
  @Test func thePageOfAComparisonSaysWhichNumbersAreSums() throws {
    let tool = try Self.tool()
    let page = try tool("compare", "before", "after", "--format", "html").text
    #expect(
      page.contains("all numbers are added up over 3 runs") && page.contains("2,002 updates in a run before, 2,234 now")
    )
    let changes = try #require(page.components(separatedBy: "class=\"changes\"").dropFirst().first)
    let table = try #require(changes.components(separatedBy: "</table>").first)
    #expect(Self.sums(in: table) == [] && table.contains("1,117 in all 3 runs"), "\(table)")
  }

  @Test(arguments: ["terminal", "json", "markdown"]) func aCalibrationHasNoSums(_ format: String) throws {
    let tool = try Self.tool()
    let text = try tool("calibrate", "before/1.log", "before/2.log", "before/3.log", "--format", format).text
    #expect(text.contains(/1,?001/) && Self.sums(in: text) == [], "\(format): \(text)")
  }
}
