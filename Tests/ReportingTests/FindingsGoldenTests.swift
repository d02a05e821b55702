internal import Foundation
internal import Reporting
internal import Testing
internal import Vocabulary

/// What `lint` prints in each format for one small set of findings.
@Suite struct FindingsGoldenTests {
  private static let findings: [ReportedFinding] = [
    ReportedFinding(
      rule: "non_private_state", fix: "make_private", title: "Make 'count' of 'Badge' private", severity: .note,
      view: "Badge",
      location: .init(file: "App/My Badge.swift", line: 4, column: 14),
      endLocation: .init(file: "App/My Badge.swift", line: 4, column: 27),
      message: "@State 'isOn' of 'Badge' is not private; make it private", grade: .static,
      steps: ["add private to 'isOn'", "checked: no construction passes 'isOn'"],
      patch: """
        --- a/App/My Badge.swift\t
        +++ b/App/My Badge.swift\t
        @@ -3,3 +3,3 @@
         struct Badge: View {
        -  @State var isOn = false
        +  @State private var isOn = false
           var body: some View {

        """,
      fingerprint: "aaaa000000000001"),
    ReportedFinding(
      rule: "incomparable_argument", fix: "make_arguments_comparable",
      title: "Pass 'Shelf.Row' a value for 'open' that compares equal", severity: .warning, view: "Shelf.Row",
      location: .init(file: "App/Shelf.swift", line: 12, column: 9), message: "'open' never compares equal",
      grade: .static,
      related: [
        .init(
          view: "Shelf", location: .init(file: "App/Shelf.swift", line: 30, column: 7), message: "'Row' is built here")
      ],
      patchRefusal: "the closure captures 'self'", fingerprint: "bbbb000000000002"),
    ReportedFinding(
      rule: "update_loop", fix: "break_update_loop", title: "Break the loop", severity: .error, view: nil,
      location: .init(file: "App/<Odd> & |name|.swift", line: 1, column: 1), message: "50% of `a|b` & \"c\" <d>",
      grade: .static, fingerprint: "cccc000000000003"),
  ]

  private static let ids = allOutputFormats.filter { $0.findings != nil }.map(\.id)

  private func rendering(_ id: String) throws -> OutputFormat.FindingsRendering {
    try #require(allOutputFormats.first { $0.id == id }?.findings)
  }

  /// Golden files change only with `UPDATE_GOLDENS=1`; a missing one fails.
  @Test(arguments: ids) func findingsLookAsBefore(_ id: String) throws {
    let render = try rendering(id)
    let context = FindingsContext(
      version: "1.0", workingDirectory: "/home/me",
      rules: [
        .init(
          id: "update_loop", summary: "a change writes what it watches", rationale: "It never ends.", severity: .error)
      ])
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Goldens/lint-\(id).txt")
    let text = render(Self.findings, context)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == golden, "run the tests with UPDATE_GOLDENS=1 when the change is meant")
    #expect(render(Self.findings, context) == text)
  }

  @Test(arguments: ids) func nothingIsSaidOfNothing(_ id: String) throws {
    let text = try rendering(id)([], FindingsContext(version: "1.0", workingDirectory: "/home/me"))
    #expect(!text.contains("update_loop") && !text.contains("nil"))
  }
}
