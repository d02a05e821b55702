import SwiftUI

private let gameClock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct ScoreBoard: View {
  @State private var home = 0
  @State private var away = 0
  @State private var seconds = 0

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      Text("Playing for \(seconds) s")
      PlayerScoreRow(score: $home, name: "Home")
      PlayerScoreRow(score: $away, name: "Away")
    }
    .onReceive(gameClock) { _ in
      seconds += 1
    }
  }
}
