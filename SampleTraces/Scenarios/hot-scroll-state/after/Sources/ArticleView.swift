import SwiftUI

struct ArticleView: View {
  @State private var isTitleShown = false

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    ScrollView {
      if isTitleShown {
        Text("The long way home")
          .font(.headline)
      }
      ArticleBody(title: "The long way home")
    }
    .onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, newOffset in
      if isTitleShown != newOffset > 32.0 {
        isTitleShown = newOffset > 32.0
      }
    }
  }
}
