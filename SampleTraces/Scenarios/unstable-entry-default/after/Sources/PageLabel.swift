import SwiftUI

struct PageLabel: View {
  @Environment(\.pageNumber) private var page

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    Text("Page \(page)")
  }
}
