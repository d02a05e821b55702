import SwiftUI

struct ThemePicker: View {
  @Binding var theme: String

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    TextField("Theme", text: $theme)
  }
}
