import SwiftUI

struct ThemeSelector: View {
    let theme: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Text("Theme")
            Spacer()
            Text(theme)
        }
    }
}
