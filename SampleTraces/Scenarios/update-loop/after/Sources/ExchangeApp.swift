import SwiftUI

@main
struct ExchangeApp: App {
    var body: some Scene {
        WindowGroup {
            CurrencyForm()
        }
    }
}
