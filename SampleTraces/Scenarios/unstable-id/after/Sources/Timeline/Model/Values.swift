import SwiftUI

struct Post: Identifiable, Hashable {
    let id: Int
    var title: String

    static let samples: [Post] = [
        Post(id: 0, title: "Sunrise"),
        Post(id: 1, title: "New desk"),
        Post(id: 2, title: "Marathon"),
        Post(id: 3, title: "Sourdough"),
        Post(id: 4, title: "Release notes"),
        Post(id: 5, title: "Kittens"),
    ]
}
