import SwiftUI

@main
struct HearthApp: App {
    var body: some Scene {
        WindowGroup {
            ThermostatView()
        }
    }
}
