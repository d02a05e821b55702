import SwiftUI

struct LandmarkRow: View {
  let item: LandmarkItem

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Text(item.landmark.title)
      Spacer()
      if item.isFavorite {
        Image(systemName: "heart.fill")
      }
      Button("Favorite") {
        item.isFavorite.toggle()
      }
    }
  }
}
