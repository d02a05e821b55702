import Observation
import SwiftUI

@Observable
@MainActor
final class AccountSession {
  var user: Account = Account(name: "Ada", steps: 0, balance: 0)
  var userName = "Ada"

  func step() {
    user.steps += 1
  }
}
