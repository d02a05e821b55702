import SwiftUI

@main
struct OutdoorsApp: App {
  var body: some Scene {
    WindowGroup {
      LandmarkList()
    }
  }
}
