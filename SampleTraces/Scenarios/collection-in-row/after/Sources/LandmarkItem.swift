import Observation
import SwiftUI

@Observable
@MainActor
final class LandmarkItem {
  var id = 0
  var landmark: Landmark = Landmark(id: 0, title: "Turtle Rock")
  var isFavorite = false
}
