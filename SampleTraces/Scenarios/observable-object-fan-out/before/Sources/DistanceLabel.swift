import SwiftUI

struct DistanceLabel: View {
  @ObservedObject var session: WorkoutSession

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "ruler")
      Text("\(session.distance)")
    }
  }
}
