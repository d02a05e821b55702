import SwiftUI

struct OrderDetailView: View {
  @State private var quantity = 1

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    ScrollView {
      Image("kettle")
        .resizable()
        .aspectRatio(contentMode: .fit)
        .frame(height: 300)
      Text("Copper kettle")
        .font(.title)
      Text("Hand made, 1.2 litres.")
      HStack {
        Image(systemName: "star.fill")
        Image(systemName: "star.fill")
        Image(systemName: "star")
      }
      Stepper("Quantity: \(quantity)", value: $quantity)
      Text("Total: \(quantity * 59)")
      VStack(alignment: .leading, spacing: 8) {
        Text("Shipping")
          .font(.title3)
          .bold()
        Text("All parcels are insured.")
        Divider()
        ForEach(ShippingMethod.all) { method in
          ShippingOptionRow(method: method)
        }
        Text("Delivery to islands takes a day longer.")
          .font(.footnote)
          .foregroundStyle(.secondary)
      }
      Text("You collect \(quantity * 12) points")
      Text("Questions?")
        .font(.headline)
      Link("Write to us", destination: URL(string: "https://example.com/help")!)
      Text("Returns within 30 days.")
        .font(.footnote)
    }
  }
}
