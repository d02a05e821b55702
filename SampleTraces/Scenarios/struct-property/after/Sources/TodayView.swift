import SwiftUI

private let pedometer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct TodayView: View {
  @State private var session = AccountSession()

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      GreetingView(session: session)
    }
    .onReceive(pedometer) { _ in
      session.step()
    }
  }
}
