import SwiftUI

@main
struct LabApp: App {
    var body: some Scene {
        WindowGroup {
            MeasurementView()
        }
    }
}
