import SwiftUI

struct GreetingView: View {
  let session: AccountSession

  var body: some View {
    #if DEBUG
    let _ = Self._logChanges()
    #endif
    HStack {
      Image(systemName: "hand.wave")
      Text("Hello, \(session.user.name)")
    }
  }
}
