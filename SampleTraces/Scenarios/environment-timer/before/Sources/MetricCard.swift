import SwiftUI

struct MetricCard: View {
    @Environment(\.currentTime) private var time
    @State private var refreshed = 0
    let title: String

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text(title)
            Text("Refreshed at \(refreshed)")
            Button("Refresh") {
                refreshed = time
            }
        }
    }
}
