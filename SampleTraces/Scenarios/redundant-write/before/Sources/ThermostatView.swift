import Combine
import SwiftUI

private let readings = PassthroughSubject<Int, Never>()

struct ThermostatView: View {
    @StateObject private var monitor = SensorMonitor()

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text(monitor.room)
            Text("\(monitor.temperature) °C")
            Divider()
        }
        .onReceive(readings) { value in
            monitor.temperature = value
        }
    }
}
