import SwiftUI

struct DownloadRow: View {
  let download: Download

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "arrow.down.circle")
      Text(download.title)
    }
  }
}
