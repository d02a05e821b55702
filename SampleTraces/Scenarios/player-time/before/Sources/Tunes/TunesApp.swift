import SwiftUI

@main
struct TunesApp: App {
    var body: some Scene {
        WindowGroup {
            PlayerScreen()
        }
    }
}
