import SwiftUI

struct LandmarkRow: View {
  @Environment(LandmarkLibrary.self) private var library
  let landmark: Landmark

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Text(landmark.title)
      Spacer()
      if library.isFavorite(landmark.id) {
        Image(systemName: "heart.fill")
      }
      Button("Favorite") {
        library.toggle(landmark.id)
      }
    }
  }
}
