import SwiftUI

struct DeliveryStatus: Hashable {
    var step: Int
    var text: String
}
