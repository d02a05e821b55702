/// State: where it lives, and how much of a body hangs on it.
extension AdviceTests {
  static let ownership: [Advice] = [
    Advice(
      rule: "state_scoped_too_high", text: "state that one child alone uses belongs to that child",
      against: """
        struct Library: View {
          @State private var ↓openBook: Book.ID?
          let books: [Book]
          var body: some View {
            List(books) { book in
              BookRow(book: book, isOpen: openBook == book.id, open: { openBook = book.id })
            }
          }
        }
        struct BookRow: View {
          let book: Book
          let isOpen: Bool
          let open: () -> Void
          var body: some View { Text(isOpen ? book.blurb : book.title).onTapGesture(perform: open) }
        }
        """,
      following: """
        struct Library: View {
          let books: [Book]
          var body: some View { List(books) { book in BookRow(book: book) } }
        }
        struct BookRow: View {
          let book: Book
          @State private var isOpen = false
          var body: some View { Text(isOpen ? book.blurb : book.title).onTapGesture { isOpen.toggle() } }
        }
        """),
    Advice(
      rule: "monolithic_body", text: "sections that do not use the changing state are views of their own",
      against: """
        struct Ticket: View {
          let show: Show
          @State private var seats = 1
          @State private var fare: Fare = .full
          var ↓body: some View {
            ScrollView {
              VStack {
                AsyncImage(url: show.poster)
                Text(show.name).font(.title)
                Text(show.hall)
                Text(show.synopsis)
                StarRow(count: show.stars)
              }
              Stepper("Seats: \\(seats)", value: $seats, in: 1...9)
              ForEach(Fare.allCases) { option in
                FareRow(option: option, isChosen: fare == option).onTapGesture { fare = option }
              }
              Total(price: show.price, seats: seats, fare: fare)
            }
          }
        }
        """,
      following: """
        struct Ticket: View {
          let show: Show
          @State private var seats = 1
          @State private var fare: Fare = .full
          var body: some View {
            ScrollView {
              ShowHeader(show: show)
              SeatPicker(seats: $seats)
              FarePicker(fare: $fare)
              Total(price: show.price, seats: seats, fare: fare)
            }
          }
        }
        """),
    Advice(
      rule: "state_from_parameter", text: "a value of the parent kept as state shows its first value for ever",
      against: """
        struct Caption: View {
          @State var ↓photo: Photo
          var body: some View { Text(photo.caption) }
        }
        """,
      following: """
        struct Caption: View {
          let photo: Photo
          var body: some View { Text(photo.caption) }
        }
        """),
    Advice(
      rule: "non_private_state", text: "what a view owns is private",
      against: """
        struct Drawer: View {
          @State var ↓isPulledOut = false
          @FocusState var ↓isSearching: Bool
          @AppStorage("drawer.side") var ↓side = "left"
          var body: some View { Toggle(side, isOn: $isPulledOut).focused($isSearching) }
        }
        """,
      following: """
        struct Drawer: View {
          @State private var isPulledOut = false
          @FocusState private var isSearching: Bool
          @AppStorage("drawer.side") private var side = "left"
          var body: some View { Toggle(side, isOn: $isPulledOut).focused($isSearching) }
        }
        """),
    Advice(
      rule: "derived_state_stored", text: "what follows from other state is computed, not stored",
      against: """
        struct Basket: View {
          @State private var goods: [Good] = []
          @State private var ↓amount = 0
          var body: some View {
            VStack {
              Text("\\(amount)")
              Button("Add") { goods.append(Good()) }
            }
            .onChange(of: goods) { amount = goods.count }
          }
        }
        """,
      following: """
        struct Basket: View {
          @State private var goods: [Good] = []
          private var amount: Int { goods.count }
          var body: some View {
            VStack {
              Text("\\(amount)")
              Button("Add") { goods.append(Good()) }
            }
          }
        }
        """),
    Advice(
      rule: "unused_dynamic_property", text: "an environment value that the body does not use still evaluates it",
      against: """
        struct Footer: View {
          @Environment(\\.colorScheme) private var ↓scheme
          var body: some View { Text("© the authors") }
        }
        """,
      following: """
        struct Footer: View {
          @Environment(\\.colorScheme) private var scheme
          var body: some View { Text("© the authors").foregroundStyle(scheme == .dark ? .white : .black) }
        }
        """),
    Advice(
      rule: "read_only_binding", text: "a child that only shows a value takes it as let",
      against: """
        struct Price: View {
          @Binding var ↓amount: Int
          var body: some View { Text("\\(amount) €") }
        }
        """,
      following: """
        struct Price: View {
          @Binding var amount: Int
          var body: some View { Button("\\(amount) €") { amount += 1 } }
        }
        """),
    Advice(
      rule: "mutable_input", text: "an input is let unless the view watches it",
      against: """
        struct Byline: View {
          var ↓author: String
          var body: some View { Text(author) }
        }
        """,
      following: """
        struct Byline: View {
          var author: String
          @State private var shown = ""
          var body: some View { Text(shown).onChange(of: author) { shown = author } }
        }
        """),
  ]
}
