import SwiftUI

struct ShippingOptionRow: View {
  let method: ShippingMethod

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "shippingbox")
      Text(method.title)
      Spacer()
    }
  }
}
