import SwiftUI

@main
struct LeagueApp: App {
    var body: some Scene {
        WindowGroup {
            LeagueScreen()
        }
    }
}
