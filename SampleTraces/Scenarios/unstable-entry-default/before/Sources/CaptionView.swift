import SwiftUI

struct CaptionView: View {
  @Environment(\.palette) private var palette
  let title: String

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Rectangle()
        .frame(width: 4)
      Text(title)
        .foregroundStyle(palette.accent)
    }
  }
}
