import SwiftUI

struct SpendingView: View {
  private static let formatter = NumberFormatter()
  @State private var query = ""

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      TextField("Search", text: $query)
      Text("Results for \(query)")
      SpendingChart(title: "March", formatter: Self.formatter)
    }
  }
}
