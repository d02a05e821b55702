import SwiftUI

struct PlaceRow: View {
  @State private var isVisited = false
  let place: Place

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "mappin")
      Text(place.title)
      if isVisited {
        Image(systemName: "checkmark")
      }
      Button("Visited") {
        isVisited.toggle()
      }
    }
  }
}
