import SwiftUI

struct PositionLabel: View {
    @EnvironmentObject private var session: AppSession

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("At \(session.position)")
    }
}
