import SwiftUI

@main
struct MurmurApp: App {
    var body: some Scene {
        WindowGroup {
            HomeScreen()
        }
    }
}
