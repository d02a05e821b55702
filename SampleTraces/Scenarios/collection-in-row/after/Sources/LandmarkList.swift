import SwiftUI

struct LandmarkList: View {
  @State private var items: [LandmarkItem] = Landmark.samples.map { LandmarkItem(id: $0.id, landmark: $0) }

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    List(items) { item in
      LandmarkRow(item: item)
    }
  }
}
