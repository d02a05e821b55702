import SwiftUI

@main
struct PurseApp: App {
  var body: some Scene {
    WindowGroup {
      BalanceView()
    }
  }
}
