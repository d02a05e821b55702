import SwiftUI

struct LandmarkList: View {
  @State private var library = LandmarkLibrary()

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    List(Landmark.samples) { landmark in
      LandmarkRow(landmark: landmark)
    }
    .environment(library)
  }
}
