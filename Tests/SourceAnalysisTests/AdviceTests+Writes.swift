/// Writes that should not happen.
extension AdviceTests {
  static let writes: [Advice] = [
    Advice(
      rule: "redundant_state_write", text: "compare before assigning what a publisher sends",
      against: """
        struct Meter: View {
          @State private var level = 0
          var body: some View { Text("\\(level)").onReceive(levels) { value in ↓level = value } }
        }
        """,
      following: """
        struct Meter: View {
          @State private var level = 0
          var body: some View {
            Text("\\(level)").onReceive(levels) { value in if level != value { level = value } }
          }
        }
        """),
    Advice(
      rule: "hot_path_state_write", text: "write when a threshold is crossed, not at each step of a scroll",
      against: """
        struct Page: View {
          @State private var showsTitle = false
          var body: some View {
            ScrollView { Content() }
              .navigationTitle(showsTitle ? "Page" : "")
              .onPreferenceChange(OffsetKey.self) { offset in ↓showsTitle = offset.y < -40 }
          }
        }
        """,
      following: """
        struct Page: View {
          @State private var showsTitle = false
          var body: some View {
            ScrollView { Content() }
              .navigationTitle(showsTitle ? "Page" : "")
              .onPreferenceChange(OffsetKey.self) { offset in
                let shows = offset.y < -40
                if shows != showsTitle { showsTitle = shows }
              }
          }
        }
        """),
    Advice(
      rule: "update_loop", text: "a change does not write what it watches",
      against: """
        struct Echo: View {
          @State private var count = 0
          var body: some View { Text("\\(count)").onChange(of: count) { ↓count += 1 } }
        }
        """,
      following: """
        struct Echo: View {
          @State private var count = 0
          var body: some View { Button("\\(count)") { count += 1 } }
        }
        """),
    Advice(
      rule: "layout_feedback", text: "what is measured does not decide the layout that is measured",
      against: """
        struct Banner: View {
          @State private var width: CGFloat = 0
          var body: some View {
            Text("Banner")
              .frame(width: width)
              .background(GeometryReader { proxy in Color.clear.preference(key: WidthKey.self, value: proxy.size.width) })
              .onPreferenceChange(WidthKey.self) { ↓width = $0 }
          }
        }
        """,
      following: """
        struct Banner: View {
          var body: some View { Text("Banner").frame(maxWidth: .infinity) }
        }
        """),
  ]
}
