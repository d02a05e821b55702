import SwiftUI

@main
struct StationApp: App {
    var body: some Scene {
        WindowGroup {
            DepartureBoard()
        }
    }
}
