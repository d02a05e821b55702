import SwiftUI

private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct DashboardView: View {
    @State private var now = 0

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            ClockView()
            MetricCard(title: "Flights")
            MetricCard(title: "Weather")
            MetricCard(title: "Crew")
            MetricCard(title: "Fuel")
        }
        .environment(\.currentTime, now)
        .onReceive(clock) { _ in
            now += 1
        }
    }
}
