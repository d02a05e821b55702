import SwiftUI

struct Download: Identifiable, Hashable {
  let id: Int
  var title: String

  static let samples: [Download] = [
    Download(id: 0, title: "Map of Crete"),
    Download(id: 1, title: "Podcast 12"),
    Download(id: 2, title: "Slides"),
    Download(id: 3, title: "Invoice"),
    Download(id: 4, title: "Backup"),
    Download(id: 5, title: "Video"),
  ]
}
