import SwiftUI

struct CurrencyForm: View {
    @State private var euros = 1

    private var cents: Int {
        euros * 100
    }

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Form {
            Text("\(euros) €")
            Text("\(cents) ct")
            Button("More") {
                euros += 1
            }
        }
    }
}
