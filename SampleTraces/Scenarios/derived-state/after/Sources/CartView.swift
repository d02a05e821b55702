import SwiftUI

struct CartView: View {
    @State private var items: [Int] = []

    private var itemCount: Int {
        items.count
    }

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        VStack {
            Text("\(itemCount) items in your cart")
                .font(.headline)
            ForEach(items, id: \.self) { item in
                Text("Article \(item)")
            }
            Button("Add") {
                items.append(items.count)
            }
        }
    }
}
