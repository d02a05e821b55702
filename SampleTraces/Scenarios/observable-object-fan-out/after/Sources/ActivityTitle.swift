import SwiftUI

struct ActivityTitle: View {
  let session: WorkoutSession

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "figure.run")
      Text(session.activity)
    }
  }
}
