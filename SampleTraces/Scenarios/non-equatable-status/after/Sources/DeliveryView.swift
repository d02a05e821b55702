import Combine
import SwiftUI

private let polls = PassthroughSubject<DeliveryStatus, Never>()

struct DeliveryView: View {
    @State private var tracker = DeliveryTracker()

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Image(systemName: "shippingbox")
            Text(tracker.status.text)
            ProgressView()
        }
        .onReceive(polls) { status in
            tracker.update(status)
        }
    }
}
