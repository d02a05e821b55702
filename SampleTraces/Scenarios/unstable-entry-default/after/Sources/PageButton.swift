import SwiftUI

struct PageButton: View {
  @Binding var page: Int

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    Button("Next") {
      page += 1
    }
  }
}
