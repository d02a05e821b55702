import SwiftUI

@main
struct ChatterApp: App {
    var body: some Scene {
        WindowGroup {
            ChatView()
        }
    }
}
