import SwiftUI

struct ArticleView: View {
  @State private var offset: Double = 0.0

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    ScrollView {
      if offset > 32.0 {
        Text("The long way home")
          .font(.headline)
      }
      ArticleBody(title: "The long way home")
    }
    .onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, newOffset in
      offset = newOffset
    }
  }
}
