import Observation
import SwiftUI

@Observable
@MainActor
final class Account {
  var cents = 0
  var owner = "Ada"

  func book(_ amount: Int) {
    cents += amount
  }
}
