import SwiftUI

struct HeartRateLabel: View {
  @ObservedObject var session: WorkoutSession

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "heart")
      Text("\(session.heartRate)")
    }
  }
}
