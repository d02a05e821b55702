import SourceAnalysis
import Testing

/// An object that a function sets up may be another one each time: it is no constant of the type.
@Suite struct ObjectSetUpTests {
  private static func rows(_ setUp: String) -> String {
    """
    func applyZone(to formatter: DateFormatter) { formatter.timeZone = Settings.shared.zone }
    struct Row: View {
      let date: Date
      var body: some View { Text(title) }
      private var title: String {
        let formatter = DateFormatter()
        \(setUp)
        return formatter.string(from: date)
      }
    }
    struct Board: View {
      let dates: [Date]
      var body: some View { List(dates, id: \\.self) { Row(date: $0) } }
    }
    """
  }

  private static func message(_ setUp: String) throws -> String {
    let rule = try #require(allSourceRules.first { $0.id == "object_created_in_body" })
    let tree = Array(rows(setUp).utf8).withUnsafeBufferPointer { FactsReader.read($0) }
    let graph = SourceGraph(index: SourceIndex(files: [SourceFile(path: "App.swift", tree: tree)]))
    return try #require(Linter.findings(of: rule, in: graph).first).message
  }

  @Test func aFunctionThatIsHandedTheObjectMaySetItUp() throws {
    #expect(try Self.message("applyZone(to: formatter)").contains("which it sets up with 'applyZone'"))
    #expect(try Self.message("formatter.dateStyle = .short").contains("keep it in a static let"))
  }
}
