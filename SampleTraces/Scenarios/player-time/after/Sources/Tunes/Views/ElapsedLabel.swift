import SwiftUI

private let playbackTimer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct ElapsedLabel: View {
    @State private var elapsed = 0

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("\(elapsed) s")
            .monospacedDigit()
            .onReceive(playbackTimer) { _ in
                elapsed += 1
            }
    }
}
