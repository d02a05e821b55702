import SourceAnalysis
import Testing

/// Who can own state depends on where what writes it has to stand.
@Suite struct StateOwnerTests {
  @Test func whatMeasuresOthersStaysWhereItIs() throws {
    let source = """
      struct Page: View {
        @State private var offset: CGFloat = 0
        var body: some View {
          VStack {
            Bar(offset: offset)
            Text("One")
            Text("Two")
            Text("Three")
            Text("Four")
            Text("Five")
          }
          .onPreferenceChange(OffsetKey.self) { offset = $0 }
        }
      }
      struct Bar: View {
        let offset: CGFloat
        var body: some View { Text("").opacity(offset / 100) }
      }
      """
    let finding = try #require(found(source))
    #expect(finding.message.contains("keep it in an object that 'Page' writes and only 'Bar' reads"))
    #expect(finding.steps.first?.contains("@Observable object") == true)
  }

  @Test func aClockGoesAlong() throws {
    let source = """
      struct Page: View {
        @State private var now = Date()
        let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack {
            Bar(now: now)
            Text("One")
            Text("Two")
            Text("Three")
            Text("Four")
            Text("Five")
          }
          .onReceive(timer) { now = $0 }
        }
      }
      struct Bar: View {
        let now: Date
        var body: some View { Text(now, style: .time) }
      }
      """
    let finding = try #require(found(source))
    #expect(finding.message.hasSuffix("let 'Bar' own it"))
    #expect(finding.steps.first == "declare 'now' in 'Bar' as @State private")
  }

  private func found(_ source: String) -> Finding? {
    Linter.findings(of: .stateScopedTooHigh, in: SourceGraph(files: [("Page.swift", source)])).first
  }
}
