import SwiftUI

struct ShippingOptionRow: View {
  let method: ShippingMethod
  let isSelected: Bool
  let onSelect: () -> Void

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
        onSelect()
      }
    }
  }
}
