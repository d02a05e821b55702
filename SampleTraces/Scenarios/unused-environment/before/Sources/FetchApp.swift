import SwiftUI

@main
struct FetchApp: App {
  var body: some Scene {
    WindowGroup {
      DownloadsView()
    }
  }
}
