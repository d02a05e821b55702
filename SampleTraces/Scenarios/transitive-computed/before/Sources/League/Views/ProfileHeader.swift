import SwiftUI

struct ProfileHeader: View {
    let store: LeagueStore

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        HStack {
            Image(systemName: "person")
            Text("\(store.currentUser?.title ?? "Nobody")")
        }
    }
}
