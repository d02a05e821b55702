import Combine
import SwiftUI

@MainActor
final class SensorMonitor: ObservableObject {
    @Published var temperature = 20
    @Published var room = "Kitchen"
}
