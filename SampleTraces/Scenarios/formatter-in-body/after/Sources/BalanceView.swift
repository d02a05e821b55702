import SwiftUI

struct BalanceView: View {
  private static let formatter = NumberFormatter()
  @State private var account = Account()

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    VStack {
      Text(account.owner)
      Text(Self.formatter.string(for: account.cents) ?? "")
      Divider()
        .accessibilityValue("\(account.cents) cents")
    }
  }
}
