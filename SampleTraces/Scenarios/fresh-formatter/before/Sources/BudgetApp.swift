import SwiftUI

@main
struct BudgetApp: App {
  var body: some Scene {
    WindowGroup {
      SpendingView()
    }
  }
}
