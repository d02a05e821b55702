import SwiftUI

struct ShippingMethod: Identifiable, Hashable {
  let id: Int
  var title: String

  static let all: [ShippingMethod] = [
    ShippingMethod(id: 0, title: "Standard"),
    ShippingMethod(id: 1, title: "Express"),
    ShippingMethod(id: 2, title: "Overnight"),
    ShippingMethod(id: 3, title: "Pickup"),
    ShippingMethod(id: 4, title: "Locker"),
  ]
}
