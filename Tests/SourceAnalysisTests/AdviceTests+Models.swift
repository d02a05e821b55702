/// Ownership of models, debugging.
extension AdviceTests {
  static let models: [Advice] = [
    Advice(
      rule: "observable_not_in_state", text: "a view that makes an @Observable keeps it in @State",
      against: """
        @Observable final class Timer { var seconds = 0 }
        struct Stopwatch: View {
          private let ↓timer = Timer()
          var body: some View { Text("\\(timer.seconds)") }
        }
        """,
      following: """
        @Observable final class Timer { var seconds = 0 }
        struct Stopwatch: View {
          @State private var timer = Timer()
          var body: some View { Text("\\(timer.seconds)") }
        }
        """),
    Advice(
      rule: "observed_object_created_inline", text: "an object that a view makes is its @StateObject",
      against: """
        final class Feed: ObservableObject { @Published var posts = 0 }
        struct Wall: View {
          @ObservedObject var ↓feed = Feed()
          var body: some View { Text("\\(feed.posts)") }
        }
        """,
      following: """
        final class Feed: ObservableObject { @Published var posts = 0 }
        struct Wall: View {
          @StateObject private var feed = Feed()
          var body: some View { Text("\\(feed.posts)") }
        }
        """),
    Advice(
      rule: "eager_state_object", text: "the autoclosure of StateObject gets the construction itself",
      against: """
        final class Reader: ObservableObject { init(book: Book) {} }
        struct Desk: View {
          @StateObject private var reader: Reader
          init(book: Book) {
            let reader = Reader(book: book)
            _reader = StateObject(wrappedValue: ↓reader)
          }
          var body: some View { Text("") }
        }
        """,
      following: """
        final class Reader: ObservableObject { init(book: Book) {} }
        struct Desk: View {
          @StateObject private var reader: Reader
          init(book: Book) { _reader = StateObject(wrappedValue: Reader(book: book)) }
          var body: some View { Text("") }
        }
        """),
    Advice(
      rule: "observable_not_main_actor", text: "models of views live on the main actor",
      against: """
        @Observable final class ↓Cart { var items = 0 }
        struct CartButton: View {
          let cart: Cart
          var body: some View { Text("\\(cart.items)") }
        }
        """,
      following: """
        @MainActor @Observable final class Cart { var items = 0 }
        struct CartButton: View {
          let cart: Cart
          var body: some View { Text("\\(cart.items)") }
        }
        """),
    Advice(
      rule: "wrapper_not_observation_ignored", text: "property wrappers in an @Observable are ignored by observation",
      against: """
        @Observable final class Options {
          @AppStorage("sound") var ↓hasSound = true
          var volume = 5
        }
        """,
      following: """
        @Observable final class Options {
          @ObservationIgnored @AppStorage("sound") var hasSound = true
          var volume = 5
        }
        """),
    Advice(
      rule: "debug_logging_unguarded", text: "logging of changes stays in debug builds",
      against: """
        struct Lamp: View {
          var body: some View {
            let _ = Self.↓_logChanges()
            Text("Lamp")
          }
        }
        """,
      following: """
        struct Lamp: View {
          var body: some View {
            #if DEBUG
              let _ = Self._logChanges()
            #endif
            Text("Lamp")
          }
        }
        """),
  ]
}
