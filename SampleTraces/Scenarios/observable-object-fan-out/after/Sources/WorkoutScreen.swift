import Combine
import SwiftUI

private let heartbeats = PassthroughSubject<Int, Never>()
private let steps = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
private let energy = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct WorkoutScreen: View {
  @State private var session = WorkoutSession()

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack(spacing: 16) {
      ActivityTitle(session: session)
      HeartRateLabel(session: session)
      DistanceLabel(session: session)
      CaloriesLabel(session: session)
    }
    .onReceive(heartbeats) { rate in
      session.beat(rate)
    }
    .onReceive(steps) { _ in
      session.move()
    }
    .onReceive(energy) { _ in
      session.burn()
    }
  }
}
