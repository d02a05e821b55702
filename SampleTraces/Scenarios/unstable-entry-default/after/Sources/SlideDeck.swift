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
      Button("Next") {
        page += 1
      }
    }
    .environment(\.pageNumber, page)
  }
}
