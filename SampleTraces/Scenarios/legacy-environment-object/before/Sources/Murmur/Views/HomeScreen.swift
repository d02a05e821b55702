import SwiftUI

private let positions = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
private let messages = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct HomeScreen: View {
    @StateObject private var session = AppSession()

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            UserName()
            UnreadBadge()
            PositionLabel()
        }
        .environmentObject(session)
        .onReceive(positions) { _ in
            session.advance()
        }
        .onReceive(messages) { _ in
            session.receive()
        }
    }
}
