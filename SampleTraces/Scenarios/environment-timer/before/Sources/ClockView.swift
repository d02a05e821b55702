import SwiftUI

struct ClockView: View {
    @Environment(\.currentTime) private var time

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("Time \(time)")
    }
}
