import SwiftUI

struct User: Identifiable, Hashable {
    let id: Int
    var title: String
    var score: Int

    static let samples: [User] = [
        User(id: 0, title: "Ada", score: 0),
        User(id: 1, title: "Grace", score: 0),
        User(id: 2, title: "Edsger", score: 0),
        User(id: 3, title: "Barbara", score: 0),
    ]
}
