import SwiftUI

struct SpendingChart: View {
  let title: String
  let formatter: NumberFormatter

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      Text(title)
      Rectangle()
        .frame(height: 120)
      Divider()
      Text("EUR")
    }
  }
}
