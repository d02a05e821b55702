import SwiftUI

struct QueuePane: View {
    let title: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text(title)
            Divider()
        }
    }
}
