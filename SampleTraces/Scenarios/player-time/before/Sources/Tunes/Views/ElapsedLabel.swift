import SwiftUI

struct ElapsedLabel: View {
    let elapsed: Int

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("\(elapsed) s")
            .monospacedDigit()
    }
}
