import SwiftUI

struct MetricCard: View {
    @Environment(ClockModel.self) private var clock
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
                refreshed = clock.now
            }
        }
    }
}
