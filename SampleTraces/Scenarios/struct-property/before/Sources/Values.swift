import SwiftUI

struct Account: Hashable {
  var name: String
  var steps: Int
  var balance: Int
}
