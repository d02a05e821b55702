import Observation
import SwiftUI

@Observable
@MainActor
final class LandmarkLibrary {
  var favorites: [Int] = []

  func isFavorite(_ id: Int) -> Bool {
    favorites.contains(id)
  }

  func toggle(_ id: Int) {
    if let index = favorites.firstIndex(of: id) {
      favorites.remove(at: index)
    } else {
      favorites.append(id)
    }
  }
}
