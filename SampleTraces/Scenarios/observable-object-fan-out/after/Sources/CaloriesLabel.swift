import SwiftUI

struct CaloriesLabel: View {
  let session: WorkoutSession

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "flame")
      Text("\(session.calories)")
    }
  }
}
