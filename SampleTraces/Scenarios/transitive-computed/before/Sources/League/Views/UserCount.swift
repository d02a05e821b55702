import SwiftUI

struct UserCount: View {
    let store: LeagueStore

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Text("\(store.currentID)")
    }
}
