import SwiftUI

struct BalanceView: View {
  @State private var account = Account()

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      Text(account.owner)
      Text(NumberFormatter().string(for: account.cents) ?? "")
      Divider()
        .accessibilityValue("\(account.cents) cents")
    }
  }
}
