import SwiftUI

struct PlayerScoreRow: View {
  @Binding var score: Int
  let name: String

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Text(name)
      Text("\(score)")
      Button("Hit") {
        score += 1
      }
    }
  }
}
