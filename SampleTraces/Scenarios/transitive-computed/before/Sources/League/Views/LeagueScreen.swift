import Combine
import SwiftUI

private let scores = PassthroughSubject<Int, Never>()

struct LeagueScreen: View {
    @State private var store = LeagueStore()

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            ProfileHeader(store: store)
            UserCount(store: store)
        }
        .onReceive(scores) { id in
            store.score(id)
        }
    }
}
