import Observation
import SwiftUI

@Observable
@MainActor
final class DeliveryTracker {
    var status: DeliveryStatus = DeliveryStatus(step: 0, text: "Step 0")

    func update(_ status: DeliveryStatus) {
        self.status = status
    }
}
