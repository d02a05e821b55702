import SwiftUI

struct PlacesView: View {
  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    ScrollView {
      VStack {
        ForEach(Place.samples) { place in
          PlaceRow(place: place)
        }
      }
    }
  }
}
