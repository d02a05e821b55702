import SwiftUI

struct DownloadsView: View {
  @State private var theme = "Sea"

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      ThemePicker(theme: $theme)
      ForEach(Download.samples) { download in
        DownloadRow(download: download)
      }
    }
    .environment(\.accentTheme, theme)
  }
}
