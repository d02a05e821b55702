import SwiftUI

@main
struct BasketApp: App {
    var body: some Scene {
        WindowGroup {
            CartView()
        }
    }
}
