import SwiftUI

struct ClockView: View {
    @Environment(ClockModel.self) private var clock

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("Time \(clock.now)")
    }
}
