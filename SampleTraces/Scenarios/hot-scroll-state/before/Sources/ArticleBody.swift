import SwiftUI

struct ArticleBody: View {
  let title: String

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      Text(title)
      Text("It was late when the train left.")
    }
  }
}
