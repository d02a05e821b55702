import SwiftUI

struct ShippingOptionRow: View {
  @Binding var selectedID: Int
  let method: ShippingMethod
  let isSelected: Bool

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Text(method.title)
      Spacer()
      if isSelected {
        Image(systemName: "checkmark")
      }
      Button("Choose") {
        selectedID = method.id
      }
    }
  }
}
