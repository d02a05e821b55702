import SwiftUI

struct PositionLabel: View {
    @Environment(AppSession.self) private var session

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("At \(session.position)")
    }
}
