import SwiftUI

struct SlideDeck: View {
  @State private var page = 0

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      CaptionView(title: "Roadmap")
      PageLabel()
      PageButton(page: $page)
    }
    .environment(\.pageNumber, page)
  }
}
