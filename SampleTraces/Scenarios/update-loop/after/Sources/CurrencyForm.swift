import SwiftUI

struct CurrencyForm: View {
    @State private var euros = 1
    @State private var cents = 100

    var body: some View {
        #if DEBUG
        let _ = Self._logChanges()
        #endif
        Form {
            Text("\(euros) €")
            Text("\(cents) ct")
            Stepper("Euros", value: $euros)
            Stepper("Cents", value: $cents)
        }
        .onChange(of: euros) { _, value in
            cents = value * 100
        }
    }
}
