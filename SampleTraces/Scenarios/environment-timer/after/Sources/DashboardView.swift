import SwiftUI

private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()

struct DashboardView: View {
    @State private var clock = ClockModel()

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
        .environment(clock)
        .onReceive(clock) { _ in
            clock.now += 1
        }
    }
}
