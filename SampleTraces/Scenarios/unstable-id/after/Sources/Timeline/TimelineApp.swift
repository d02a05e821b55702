import SwiftUI

@main
struct TimelineApp: App {
    var body: some Scene {
        WindowGroup {
            FeedView()
        }
    }
}
