import SwiftUI

struct ThemeSelector: View {
    let config: ReaderConfig

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Text("Theme")
            Spacer()
            Text(config.theme)
        }
    }
}
