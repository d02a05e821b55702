import SwiftUI

struct DeliveryStatus {
    var step: Int
    var text: String
}
