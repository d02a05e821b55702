import SwiftUI

struct LyricsPane: View {
    let title: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        ScrollView {
            Text(title)
        }
    }
}
