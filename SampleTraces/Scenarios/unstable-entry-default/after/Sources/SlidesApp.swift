import SwiftUI

@main
struct SlidesApp: App {
  var body: some Scene {
    WindowGroup {
      SlideDeck()
    }
  }
}
