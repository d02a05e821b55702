import SwiftUI

struct Landmark: Identifiable, Hashable {
  let id: Int
  var title: String

  static let samples: [Landmark] = [
    Landmark(id: 0, title: "Turtle Rock"),
    Landmark(id: 1, title: "Silver Salmon"),
    Landmark(id: 2, title: "Chilkoot"),
    Landmark(id: 3, title: "St. Mary Lake"),
    Landmark(id: 4, title: "Twin Lake"),
    Landmark(id: 5, title: "Lake McDonald"),
    Landmark(id: 6, title: "Charley"),
    Landmark(id: 7, title: "Icybay"),
  ]
}
