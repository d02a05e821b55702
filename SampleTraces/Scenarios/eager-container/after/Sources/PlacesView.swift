import SwiftUI

struct PlacesView: View {
  @State private var places: [Place] = Place.samples

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    ScrollView {
      LazyVStack {
        ForEach(places) { place in
          PlaceRow(place: place)
        }
      }
    }
  }
}
